// The table of orders; on narrow viewports each row is a card (ORDER-3).
//
// **Invariant:** the roles are explicit, because browsers drop them from a table whose `display` is changed.
import type { ReactNode } from "react";
import { dayOf, orderHref, Pictures, stateInWords } from "../../account-area/orders";
import type { OrderSummary } from "../../api/schema.gen";
import { useOrdersScreen } from "./context";
import type { OrdersKey } from "./messages";

/** More images do not fit into a row. */
const PICTURES = 3;

const COLUMNS: readonly OrdersKey[] = [
  "account_orders.order",
  "account_orders.products",
  "account_orders.status",
  "account_orders.delivery",
  "account_orders.payment",
  "account_orders.total",
];

export function Table({ orders }: { readonly orders: readonly OrderSummary[] }) {
  const { t } = useOrdersScreen();
  return (
    // biome-ignore lint/a11y/noRedundantRoles: the stylesheet changes the display of the table
    <table className="account-area__table" role="table" aria-label={t("account_orders.title")}>
      {/* biome-ignore lint/a11y/noRedundantRoles: as above */}
      <thead role="rowgroup">
        {/* biome-ignore lint/a11y/noRedundantRoles: as above */}
        <tr role="row">
          {COLUMNS.map((column) => (
            // biome-ignore lint/a11y/noRedundantRoles: as above
            <th key={column} role="columnheader" scope="col">
              {t(column)}
            </th>
          ))}
        </tr>
      </thead>
      {/* biome-ignore lint/a11y/noRedundantRoles: as above */}
      <tbody role="rowgroup">
        {orders.map((order) => (
          <Row key={order.id} order={order} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ order }: { readonly order: OrderSummary }) {
  const { t, money, props } = useOrdersScreen();
  const { states, places, image_template } = props;
  const { delivery_status: delivery, payment_status: payment } = order;
  const href = orderHref(places, order.id);
  return (
    // biome-ignore lint/a11y/noRedundantRoles: the stylesheet changes the display of the table
    <tr role="row">
      {/* biome-ignore lint/a11y/noRedundantRoles: as above */}
      <th role="rowheader" scope="row">
        <a href={href} aria-label={t("account_orders.order_number", { number: order.number })}>
          {order.number}
        </a>
        <span className="account-area__note account-area__note--own-line">{dayOf(order.placed_at)}</span>
        {order.reference !== null && (
          <span className="account-area__note account-area__note--own-line">{order.reference}</span>
        )}
        {order.ordered_by !== null && (
          <span className="account-area__note account-area__note--own-line">
            {t("account_orders.ordered_by", { name: order.ordered_by })}
          </span>
        )}
      </th>
      <Cell label={t("account_orders.products")}>
        <Pictures covers={order.items.slice(0, PICTURES).map(({ cover }) => cover)} template={image_template} />
        <span className="account-area__note account-area__note--own-line">
          {t("account_orders.item_count", { count: order.item_count })}
        </span>
      </Cell>
      <Cell label={t("account_orders.status")}>{stateInWords(states.order, order.status)}</Cell>
      <Cell label={t("account_orders.delivery")} note={order.delivery_method}>
        {delivery && stateInWords(states.delivery, delivery)}
      </Cell>
      <Cell
        label={t("account_orders.payment")}
        note={order.payment_method}
        action={order.can_be_paid && <Pay href={`${href}#payment`} number={order.number} />}
      >
        {payment && stateInWords(states.payment, payment)}
      </Cell>
      <Cell label={t("account_orders.total")}>{money(order.total)}</Cell>
    </tr>
  );
}

function Pay({ href, number }: { readonly href: string; readonly number: string }) {
  const { t } = useOrdersScreen();
  return (
    <a className="account-area__pay" href={href}>
      {t("account_orders.pay")}
      <span className="visually-hidden">: {number}</span>
    </a>
  );
}

type CellProps = {
  readonly label: string;
  readonly note?: string | null;
  /** An action, below the status. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
};

function Cell({ label, note, action, children }: CellProps) {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: the stylesheet changes the display of the table
    <td role="cell" data-empty={children === null || undefined}>
      {/* The column heading, visible in the card layout; screen readers use the header cell. */}
      <span className="account-area__label" aria-hidden="true">
        {label}
      </span>
      <div className="account-area__value">
        {children}
        {note && <span className="account-area__note account-area__note--own-line">{note}</span>}
        {action}
      </div>
    </td>
  );
}
