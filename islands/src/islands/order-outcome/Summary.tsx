// What was ordered, what it comes to in the API's numbers, and where it goes (ORDER-1).
import { useId } from "react";
import type { Address, Order, OrderLineItem } from "../../api/schema.gen";
import { pageLocale } from "../../i18n";
import { useOutcomeScreen } from "./context";
import type { OutcomeKey } from "./messages";

const TAX_LABELS = {
  gross: "order_outcome.tax_gross",
  net: "order_outcome.tax_net",
  "tax-free": "order_outcome.tax_free",
} satisfies Record<Order["tax_status"], OutcomeKey>;

type Props = { readonly order: Order };

export function Summary({ order }: Props) {
  const { t } = useOutcomeScreen();
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
      <Sums order={order} />
      <Addresses order={order} />
    </section>
  );
}

function Facts({ order: { number, placed_at, payment, shipping, comment } }: Props) {
  const { t } = useOutcomeScreen();
  const date = new Intl.DateTimeFormat(pageLocale(), { dateStyle: "long" });
  const facts: readonly (readonly [OutcomeKey, string | null | undefined])[] = [
    ["order_outcome.number", number],
    ["order_outcome.date", placed_at && date.format(new Date(placed_at))],
    ["order_outcome.payment", payment.method],
    ["order_outcome.delivery", shipping?.name],
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
    </dl>
  );
}

function Line({ line: { label, quantity, unit_price, total_price, digital } }: { readonly line: OrderLineItem }) {
  const { t, money } = useOutcomeScreen();
  return (
    <li className="outcome__line">
      <p className="outcome__name">{label}</p>
      <p className="outcome__amount">{money(total_price)}</p>
      <p className="outcome__note">
        {t("order_outcome.quantity", { count: quantity, price: money(unit_price) })}
        {digital && ` · ${t("order_outcome.digital")}`}
      </p>
    </li>
  );
}

function Sums({ order }: Props) {
  const { t, money, percent } = useOutcomeScreen();
  return (
    <dl className="outcome__sums">
      <div className="outcome__sum">
        <dt>{t("order_outcome.subtotal")}</dt>
        <dd>{money(order.subtotal)}</dd>
      </div>
      {order.shipping !== null && (
        <div className="outcome__sum">
          <dt>{t("order_outcome.shipping")}</dt>
          <dd>{money(order.shipping.total)}</dd>
        </div>
      )}
      {order.taxes.map(({ rate, amount }) => (
        <div key={rate} className="outcome__sum outcome__sum--tax">
          <dt>{t("order_outcome.tax_rate", { rate: percent(rate) })}</dt>
          <dd>{money(amount)}</dd>
        </div>
      ))}
      <div className="outcome__sum outcome__sum--total">
        <dt>
          {t("order_outcome.total")} <span className="outcome__note">{t(TAX_LABELS[order.tax_status])}</span>
        </dt>
        <dd>{money(order.total)}</dd>
      </div>
    </dl>
  );
}

function Addresses({ order: { shipping_address, billing_address } }: Props) {
  const { t } = useOutcomeScreen();
  if (shipping_address === null && billing_address === null) return null;
  return (
    <dl className="outcome__addresses">
      {shipping_address !== null && <Place label={t("order_outcome.shipping_address")} address={shipping_address} />}
      {billing_address !== null && <Place label={t("order_outcome.billing_address")} address={billing_address} />}
    </dl>
  );
}

function Place({ label, address }: { readonly label: string; readonly address: Address }) {
  const { first_name, last_name, company, street, additional_line, zipcode, city, country } = address;
  const lines = [company, `${first_name} ${last_name}`, street, additional_line, `${zipcode} ${city}`, country];
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {lines
          .filter((line) => line?.trim())
          .map((line) => (
            <span key={line} className="outcome__address-line">
              {line}
            </span>
          ))}
      </dd>
    </div>
  );
}
