// The cart screen without line items: loading, failed, empty.
import { useEffect, useState } from "react";
import type { ApiError } from "../../api/request";
import { useOnDemand } from "../../ui/use-on-demand";
import { useCartScreen } from "./context";

/** Shorter waits show no placeholder, in milliseconds. */
export const SKELETON_DELAY_MS = 200;

export function Loading() {
  const { t } = useCartScreen();
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), SKELETON_DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="cart__loading" role="status">
      {shown && (
        <>
          <p className="cart__loading-text">{t("cart.loading")}</p>
          <div className="cart__skeleton" aria-hidden="true" />
          <div className="cart__skeleton" aria-hidden="true" />
        </>
      )}
    </div>
  );
}

export function Failed({ failure }: { readonly failure: ApiError | null }) {
  const { t, overview, props } = useCartScreen();
  const maintenance = failure?.maintenance === true;
  return (
    <div className="cart__state" role="alert">
      <p className="cart__state-title">{t(maintenance ? "cart.maintenance_title" : "cart.failed_title")}</p>
      <p>{t(maintenance ? "cart.maintenance_text" : "cart.failed_text")}</p>
      {maintenance && (
        <p>
          <a href={props.home_path}>{t("cart.home")}</a>
        </p>
      )}
      <button type="button" className="cart__retry" onClick={() => void overview.load()}>
        {t("cart.retry")}
      </button>
    </div>
  );
}

/** The note above a cart that could not be refreshed. */
export function Stale() {
  const { t, overview } = useCartScreen();
  return (
    <div className="cart__stale" role="alert">
      <p>{t("cart.stale")}</p>
      <button type="button" className="cart__retry" onClick={() => void overview.load()}>
        {t("cart.retry")}
      </button>
    </div>
  );
}

export function Empty() {
  const { t, props, seen } = useCartScreen();
  const LastSeen = useOnDemand(
    seen.length > 0,
    () => import("./LastSeen").then((module) => module.LastSeen),
    () => undefined,
  );
  const ways = [...props.categories, { label: t("cart.home"), href: props.home_path }, ...props.help];
  return (
    <div className="cart__state">
      <p className="cart__state-title">{t("cart.empty_title")}</p>
      <p>{t("cart.empty_text")}</p>
      <ul className="cart__ways">
        {ways.map(({ label, href }) => (
          <li key={label}>{href === null ? label : <a href={href}>{label}</a>}</li>
        ))}
      </ul>
      {LastSeen && <LastSeen seen={seen} />}
    </div>
  );
}
