// One order of the account (ORDER-4): its states, what can be done with it, and what was ordered.

import { dayOf } from "../../account-area/orders";
import { Screen } from "../../account-area/Screen";
import type { OrderResponse } from "../../api/schema.gen";
import { isPaidElsewhere } from "../../payment/ways";
import { useOnDemand } from "../../ui/use-on-demand";
import { Actions } from "./Actions";
import { useOrderScreen } from "./context";
import { NotFound } from "./NotFound";
import { Progress } from "./Progress";
import { Summary } from "./Summary";

export function AccountOrder() {
  const { t, resource } = useOrderScreen();
  const titleOf = ({ order }: OrderResponse) => t("account_order.title_of", { number: order.number });
  return (
    <Screen
      title={t("account_order.title")}
      titleOf={titleOf}
      resource={resource}
      failed={(failure) => (failure.is("ORDER_NOT_FOUND") || failure.is("INVALID_REQUEST") ? <NotFound /> : null)}
    >
      {(answer) => <Content answer={answer} />}
    </Screen>
  );
}

function Content({ answer }: { readonly answer: OrderResponse }) {
  const { t, props } = useOrderScreen();
  const { order } = answer;
  const { can_be_paid, page, transfer } = order.payment;
  // Most orders are paid. Without it the rest of the screen works.
  const Payment = useOnDemand(
    can_be_paid || page !== null || transfer !== null || isPaidElsewhere(order.payment),
    () => import("./Payment").then((part) => part.Payment),
    () => {},
  );
  return (
    <>
      {order.placed_at !== null && (
        <p className="account-area__lead">{t("account_order.placed", { day: dayOf(order.placed_at) })}</p>
      )}
      <div className="account-area order-detail">
        <div className="order-detail__state">
          <Progress order={order} />
          {Payment && <Payment answer={answer} />}
          <Actions order={order} />
          <p className="order-detail__back">
            <a href={props.places.orders_path}>{t("account_order.all_orders")}</a>
          </p>
        </div>
        <Summary order={order} />
      </div>
    </>
  );
}
