// The items of the order, the API's totals, and the addresses (ORDER-1).
import { Fragment, useId } from "react";
import type { Order, OrderLineItem } from "../../api/schema.gen";
import { pageLocale } from "../../i18n";
import { AddressFact } from "../../ui/address-lines";
import { exclusions } from "../../ui/exclusions";
import { numberLines, Parts, Sums } from "../../ui/sums";
import { useOutcomeScreen } from "./context";
import type { OutcomeKey } from "./messages";

/** The texts of the totals; a table of their keys would add bytes to the script. */
type SumText =
  | "order_outcome.subtotal"
  | "order_outcome.shipping"
  | "order_outcome.shipping_by"
  | "order_outcome.free"
  | "order_outcome.tax_included"
  | "order_outcome.tax_added"
  | "order_outcome.rounding"
  | "order_outcome.total"
  | "order_outcome.tax_gross"
  | "order_outcome.tax_net"
  | "order_outcome.tax_free"
  | "order_outcome.reverse_charge";

/** The texts of part numbers; a table of their keys would add bytes to the script. */
type NumberText =
  | "order_outcome.article_number"
  | "order_outcome.maker_number"
  | "order_outcome.ean"
  | "order_outcome.contains";

type Props = { readonly order: Order };

export function Summary({ order }: Props) {
  const { t, money } = useOutcomeScreen();
  const title = useId();
  return (
    <section className="outcome__summary" aria-labelledby={title}>
      <h2 className="outcome__heading" id={title}>
        {t("order_outcome.summary")}
      </h2>
      <Facts order={order} />
      <ul className="outcome__lines" aria-label={t("order_outcome.lines")}>
        {order.line_items.map((line) => (
          <Line key={line.id} line={line} />
        ))}
      </ul>
      <Sums
        of={order}
        business={order.billing_address?.company != null}
        say={(key, parameters) => t(`order_outcome.${key}` satisfies SumText, parameters)}
        money={money}
      />
      <Addresses order={order} />
    </section>
  );
}

function Facts({
  order: {
    number,
    placed_at,
    payment,
    shipping,
    reference,
    comment,
    legal_texts,
    old_device: device,
    withdrawal_waived: waived,
  },
}: Props) {
  const { t } = useOutcomeScreen();
  const date = new Intl.DateTimeFormat(pageLocale(), { dateStyle: "long" });
  const facts: readonly (readonly [OutcomeKey, string | false | null | undefined])[] = [
    ["order_outcome.number", number],
    ["order_outcome.date", placed_at && date.format(new Date(placed_at))],
    ["order_outcome.payment", payment.method],
    ["order_outcome.delivery", shipping?.name],
    ["order_outcome.reference", reference],
    ["order_outcome.waived", waived && t("order_outcome.waived_on", { date: date.format(new Date(waived)) })],
    [
      "order_outcome.old_device",
      device !== null && t(device ? "order_outcome.old_device_yes" : "order_outcome.old_device_no"),
    ],
    ["order_outcome.comment", comment],
  ];
  return (
    <dl className="outcome__facts">
      {facts.map(
        ([key, value]) =>
          value && (
            <div key={key} className="outcome__fact">
              <dt>{t(key)}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
      <LegalTexts of={legal_texts} />
    </dl>
  );
}

/**
 * The terms and the information on withdrawal that were in force when it was ordered (law §1), as kept files. A component
 * of both order screens would be in a script that the checkout loads.
 */
function LegalTexts({ of }: { readonly of: Order["legal_texts"] }) {
  const { t } = useOutcomeScreen();
  return (
    <div className="outcome__fact">
      <dt>{t("order_outcome.legal_texts")}</dt>
      <dd>
        {of.length === 0 && t("order_outcome.no_legal_texts")}
        {of.map(({ title, path }, at) => (
          <Fragment key={path}>
            {at > 0 && <br />}
            <a href={path} download>
              {title}
            </a>
          </Fragment>
        ))}
      </dd>
    </div>
  );
}

function Line({ line }: { readonly line: OrderLineItem }) {
  const { label, numbers, quantity, unit_price, total_price, digital, children } = line;
  const { t, money } = useOutcomeScreen();
  return (
    <li className="outcome__line">
      <p className="outcome__name">{label}</p>
      <p className="outcome__amount">{total_price === null ? t("order_outcome.no_price") : money(total_price)}</p>
      <p className="outcome__note">
        {unit_price === null
          ? `${quantity} ×`
          : t("order_outcome.quantity", { count: quantity, price: money(unit_price) })}
        {digital && ` · ${t("order_outcome.digital")}`}
      </p>
      {[
        ...numberLines(numbers, (key, parameters) => t(`order_outcome.${key}` satisfies NumberText, parameters)),
        ...exclusions(line, t("order_outcome.withdrawal_excluded")),
      ].map((note) => (
        <p key={note} className="outcome__note">
          {note}
        </p>
      ))}
      <Parts of={children} />
    </li>
  );
}

function Addresses({ order: { shipping_address, billing_address } }: Props) {
  const { t } = useOutcomeScreen();
  if (shipping_address === null && billing_address === null) return null;
  return (
    <dl className="outcome__addresses">
      {shipping_address !== null && (
        <AddressFact label={t("order_outcome.shipping_address")} address={shipping_address} />
      )}
      {billing_address !== null && <AddressFact label={t("order_outcome.billing_address")} address={billing_address} />}
    </dl>
  );
}
