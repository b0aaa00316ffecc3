// The actions for an order: reorder, withdraw, cancel, print, contact (ORDER-4).

import { useState } from "react";
import { Confirm } from "../../account-area/Confirm";
import { useArea } from "../../account-area/context";
import { Failure } from "../../account-area/Failure";
import { dayOf } from "../../account-area/orders";
import type { ApiError } from "../../api/request";
import type { MissingItem, Order, ReorderResponse, Withdrawal } from "../../api/schema.gen";
import { asApiError } from "../../stores/call-queue";
import { BusyButton } from "../../ui/busy-button";
import { useOrderScreen } from "./context";

export function Actions({ order }: { readonly order: Order }) {
  const { t, props, print } = useOrderScreen();
  return (
    <div className="order-detail__actions">
      <Reorder order={order} />
      <Withdraw order={order} />
      <div className="account-area__ways">
        {order.can_be_cancelled && <Cancel order={order} />}
        <button type="button" className="account-area__press" onClick={print}>
          {t("account_order.print")}
        </button>
        {props.places.contact_path !== null && (
          <a className="account-area__press" href={props.places.contact_path}>
            {t("account_order.contact")}
          </a>
        )}
      </div>
    </div>
  );
}

function Reorder({ order: { id } }: { readonly order: Order }) {
  const { t, api, count } = useOrderScreen();
  const [busy, setBusy] = useState(false);
  const [answer, setAnswer] = useState<ReorderResponse | null>(null);
  const [failure, setFailure] = useState<ApiError | null>(null);
  const start = async () => {
    setBusy(true);
    setFailure(null);
    setAnswer(null);
    try {
      const done = await api.reorder({ path: { id }, body: {} });
      count.publish(done.cart.item_count);
      setAnswer(done);
    } catch (error) {
      setFailure(asApiError(error));
    }
    setBusy(false);
  };
  return (
    <div>
      <BusyButton
        className="button button--secondary"
        label={t("account_order.reorder")}
        busyLabel={t("account_order.reordering")}
        busy={busy}
        onPress={() => void start()}
      />
      <Failure failure={failure} />
      <div role="status">{answer !== null && <Report answer={answer} />}</div>
    </div>
  );
}

/** The items that are in the cart now, and those that could not be added. */
function Report({ answer: { added, missing } }: { readonly answer: ReorderResponse }) {
  const { t, props } = useOrderScreen();
  const say = useMissingWords();
  return (
    <div className="account-area__notice">
      <p>{added > 0 ? t("account_order.reordered", { count: added }) : t("account_order.nothing_reordered")}</p>
      {missing.length > 0 && (
        <ul className="order-detail__missing">
          {missing.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: items may be equal and are never reordered
            <li key={index}>{say(item)}</li>
          ))}
        </ul>
      )}
      {added > 0 && props.cart_path !== null && (
        <p>
          <a href={props.cart_path}>{t("account_order.to_cart")}</a>
        </p>
      )}
    </div>
  );
}

function useMissingWords(): (item: MissingItem) => string {
  const { t } = useOrderScreen();
  return ({ label: name, reason, added, wanted }) => {
    switch (reason) {
      case "not-sold":
        return t("account_order.missing_not_sold", { name });
      case "sold-out":
        return t("account_order.missing_sold_out", { name });
      case "fewer":
        return t("account_order.missing_fewer", { name, added, wanted });
    }
  };
}

/** The link stays after the period has ended, because the shop does not know when it started (law §4a). */
function Withdraw({ order: { number, withdrawal } }: { readonly order: Order }) {
  const { t, props } = useOrderScreen();
  const say = usePeriodWords();
  if (withdrawal === null) return null;
  return (
    <div>
      <p>{say(withdrawal)}</p>
      {props.withdrawal_path !== null && (
        <a className="account-area__press" href={`${props.withdrawal_path}#order=${encodeURIComponent(number)}`}>
          {t("account_order.withdraw")}
        </a>
      )}
    </div>
  );
}

function usePeriodWords(): (withdrawal: Withdrawal) => string {
  const { t } = useOrderScreen();
  const { clock } = useArea();
  return ({ until, days_left, period_days }) => {
    if (until === null) return t("account_order.withdrawal_period", { count: period_days });
    const day = dayOf(until);
    if (days_left) return t("account_order.withdrawal_until", { day, count: days_left });
    const today = new Date(clock.now()).toISOString().slice(0, until.length);
    return t(until < today ? "account_order.withdrawal_passed" : "account_order.withdrawal_last", { day });
  };
}

function Cancel({ order: { id, number } }: { readonly order: Order }) {
  const { t, api, resource } = useOrderScreen();
  const { tell } = useArea();
  const [asking, setAsking] = useState(false);
  const act = async () => {
    resource.take(await api.cancelOrder({ path: { id }, body: {} }));
    setAsking(false);
    tell(t("account_order.cancelled"));
  };
  return (
    <>
      <button type="button" className="account-area__press" onClick={() => setAsking(true)}>
        {t("account_order.cancel")}
      </button>
      {asking && (
        <Confirm
          title={t("account_order.cancel")}
          text={t("account_order.cancel_text", { number })}
          button={t("account_order.cancel_confirm")}
          busyLabel={t("account_order.cancelling")}
          act={act}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
