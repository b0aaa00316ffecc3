// The overview of an account: the newest order, the default addresses, and links to the other screens.
import { useId } from "react";
import { dayOf, orderHref, Pictures, stateInWords } from "../../account-area/orders";
import { Screen } from "../../account-area/Screen";
import type { AccountOverviewResponse, OrderSummary } from "../../api/schema.gen";
import { AddressFact } from "../../ui/address-lines";
import { useOverviewScreen } from "./context";

export function AccountOverview() {
  const { t, resource } = useOverviewScreen();
  const greeting = ({ first_name, last_name }: AccountOverviewResponse) =>
    t("account_overview.greeting", { name: `${first_name} ${last_name}` });
  return (
    <Screen title={t("account_overview.title")} titleOf={greeting} resource={resource} tellsVisitor>
      {(overview) => (
        <>
          <p className="account-area__lead">
            {t("account_overview.customer_number", { number: overview.customer_number })}
          </p>
          <div className="account-area">
            <Newest overview={overview} />
            <Addresses overview={overview} />
            <Ways />
          </div>
        </>
      )}
    </Screen>
  );
}

type Props = { readonly overview: AccountOverviewResponse };

function Newest({ overview: { newest_order: newest, order_count: count } }: Props) {
  const { t, props } = useOverviewScreen();
  const title = useId();
  return (
    <section className="account-area__part" aria-labelledby={title}>
      <div className="account-area__part-head">
        <h2 className="account-area__heading" id={title}>
          {t("account_overview.newest")}
        </h2>
        {count > 1 && (
          <p>
            <a href={props.places.orders_path}>{t("account_overview.all_orders", { count })}</a>
          </p>
        )}
      </div>
      <div className="account-area__part-body">
        {newest === null ? (
          <>
            <p className="account-area__state-title">{t("account_overview.no_orders")}</p>
            <p>
              <a href={props.places.home_path}>{t("account_overview.to_shop")}</a>
            </p>
          </>
        ) : (
          <NewestOrder order={newest} />
        )}
      </div>
    </section>
  );
}

function NewestOrder({ order }: { readonly order: OrderSummary }) {
  const { t, money, props } = useOverviewScreen();
  const { states, places, image_template } = props;
  const href = orderHref(places, order.id);
  const facts = [
    [t("account_overview.order"), stateInWords(states.order, order.status)],
    order.delivery_status && [t("account_overview.delivery"), stateInWords(states.delivery, order.delivery_status)],
    order.payment_status && [t("account_overview.payment"), stateInWords(states.payment, order.payment_status)],
    [t("account_overview.total"), money(order.total)],
  ];
  return (
    <div className="account-area__newest">
      <Pictures covers={order.items.map(({ cover }) => cover)} template={image_template} />
      <p className="account-area__newest-name">
        <a href={href}>{t("account_overview.order_number", { number: order.number })}</a>
        <span className="account-area__note account-area__note--own-line">{dayOf(order.placed_at)}</span>
      </p>
      <dl className="account-area__facts">
        {facts.map(
          (fact) =>
            fact && (
              <div key={fact[0]} className="account-area__fact">
                <dt>{fact[0]}</dt>
                <dd>{fact[1]}</dd>
              </div>
            ),
        )}
      </dl>
      <div className="account-area__ways">
        <a className="button button--secondary" href={href}>
          {t(order.can_be_paid ? "account_overview.see_and_pay" : "account_overview.see_order")}
        </a>
      </div>
    </div>
  );
}

function Addresses({ overview: { addresses } }: Props) {
  const { t, props } = useOverviewScreen();
  const title = useId();
  const shipping = addresses.find(({ is_default_shipping }) => is_default_shipping);
  const billing = addresses.find(({ is_default_billing }) => is_default_billing);
  const same = shipping !== undefined && shipping.id === billing?.id;
  return (
    <section className="account-area__part" aria-labelledby={title}>
      <div className="account-area__part-head">
        <h2 className="account-area__heading" id={title}>
          {t("account_overview.addresses")}
        </h2>
        <p>
          <a href={`${props.places.profile_path}#addresses`}>{t("account_overview.change_addresses")}</a>
        </p>
      </div>
      <div className="account-area__part-body">
        {shipping === undefined && billing === undefined && <p>{t("account_overview.no_addresses")}</p>}
        <dl className="account-area__addresses">
          {same ? (
            <AddressFact label={t("account_overview.both_addresses")} address={shipping} />
          ) : (
            <>
              {shipping && <AddressFact label={t("account_overview.shipping_address")} address={shipping} />}
              {billing && <AddressFact label={t("account_overview.billing_address")} address={billing} />}
            </>
          )}
        </dl>
      </div>
    </section>
  );
}

function Ways() {
  const { t, props } = useOverviewScreen();
  const { orders_path, profile_path, contact_path } = props.places;
  const title = useId();
  return (
    <section className="account-area__part" aria-labelledby={title}>
      <div className="account-area__part-head">
        <h2 className="account-area__heading" id={title}>
          {t("account_overview.ways")}
        </h2>
      </div>
      <ul className="account-area__links">
        <li>
          <a href={orders_path}>{t("account_overview.to_orders")}</a>
        </li>
        <li>
          <a href={profile_path}>{t("account_overview.to_profile")}</a>
        </li>
        {contact_path !== null && (
          <li>
            <a href={contact_path}>{t("account_overview.to_contact")}</a>
          </li>
        )}
      </ul>
    </section>
  );
}
