// The checkout with an empty cart, loaded only then.
import { useEffect, useState } from "react";
import { useCheckoutScreen } from "./context";

/** Nothing to order. A visitor who ordered in this tab and came back gets a link to the order (CHK-9). */
export function Empty() {
  const { t, props, memory, leave } = useCheckoutScreen();
  const [placed] = useState(memory.placed);
  const order = placed && props.success_path.replace(":id", placed.order_id);
  useEffect(() => {
    if (order !== null) leave(order);
  }, [order, leave]);
  return (
    <>
      <p className="checkout__state-title">{t("checkout.empty_title")}</p>
      {placed === null || order === null ? (
        <p>{t("checkout.empty_text")}</p>
      ) : (
        <p>
          <a href={order}>{t("checkout.see_order", { number: placed.order_number })}</a>
        </p>
      )}
      <p>
        <a href={props.home_path}>{t("checkout.home")}</a>
      </p>
    </>
  );
}
