// The account has no such order (R-ROUTE-10).
import { useOrderScreen } from "./context";

export function NotFound() {
  const { t, props, path } = useOrderScreen();
  return (
    <>
      <h1 className="order__title">{t("account_order.not_found_title")}</h1>
      <div className="account-area__state">
        <p className="account-area__unbroken">{t("account_order.not_found", { path })}</p>
        <p>{t("account_order.not_found_text")}</p>
        <a className="button" href={props.places.orders_path}>
          {t("account_order.all_orders")}
        </a>
      </div>
    </>
  );
}
