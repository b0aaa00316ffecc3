// What happens next with the order, and links to other pages.
import { useId } from "react";
import type { Order } from "../../api/schema.gen";
import { hasDownload } from "../../ui/has-download";
import { useOutcomeScreen } from "./context";
import { asksForPayment } from "./decide";
import { ContactLink, type Shown } from "./states";

type NextProps = { readonly order: Order; readonly shown: Shown };

/** States in which the order will be delivered. */
const SETTLED: readonly Shown[] = ["placed", "arranged", "paid", "authorized"];
/** Final states. */
const ENDED: readonly Shown[] = ["cancelled", "refunded"];

export function Next({ order, shown }: NextProps) {
  const { t, props, customer, print } = useOutcomeScreen();
  const title = useId();
  return (
    <section className="outcome__next" aria-labelledby={ENDED.includes(shown) ? undefined : title}>
      {!ENDED.includes(shown) && (
        <>
          <h2 className="outcome__heading" id={title}>
            {t("order_outcome.next")}
          </h2>
          <ul className="outcome__steps">
            <li>{t("order_outcome.next_mail", { email: order.email })}</li>
            {order.shipping !== null && <li>{t("order_outcome.next_delivery")}</li>}
            {SETTLED.includes(shown) && order.delivery && <li>{order.delivery}</li>}
            {hasDownload(order.line_items) && <li>{t("order_outcome.next_download")}</li>}
          </ul>
        </>
      )}
      {SETTLED.includes(shown) && props.register_path !== null && !customer && (
        <p className="outcome__offer">
          {t("order_outcome.account_offer")} <a href={props.register_path}>{t("order_outcome.make_account")}</a>
        </p>
      )}
      <div className="outcome__ways">
        <button type="button" className="outcome__press" onClick={print}>
          {t("order_outcome.print")}
        </button>
        {props.withdrawal_path !== null && (
          <a className="outcome__press" href={props.withdrawal_path}>
            {t("order_outcome.withdrawal")}
          </a>
        )}
        {order.withdrawal !== null && props.withdraw_path !== null && (
          <a className="outcome__press" href={`${props.withdraw_path}#order=${encodeURIComponent(order.number)}`}>
            {t("order_outcome.withdraw")}
          </a>
        )}
        {!asksForPayment(shown) && shown !== "pending" && <ContactLink />}
        <a className="outcome__press" href={props.home_path}>
          {t("order_outcome.home")}
        </a>
      </div>
    </section>
  );
}
