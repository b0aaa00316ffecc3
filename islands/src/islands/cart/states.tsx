// The cart screen without line items: loading, failed, empty.
import { useEffect, useState } from "react";
import type { ApiError } from "../../api/request";
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
  const { t, cart, props } = useCartScreen();
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
      <button type="button" className="cart__retry" onClick={() => void cart.load()}>
        {t("cart.retry")}
      </button>
    </div>
  );
}

/** The note above a cart that could not be read again. */
export function Stale() {
  const { t, cart } = useCartScreen();
  return (
    <div className="cart__stale" role="alert">
      <p>{t("cart.stale")}</p>
      <button type="button" className="cart__retry" onClick={() => void cart.load()}>
        {t("cart.retry")}
      </button>
    </div>
  );
}

export function Empty() {
  const { t, props } = useCartScreen();
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
      <LastSeen />
    </div>
  );
}

function LastSeen() {
  const { t, seen } = useCartScreen();
  if (seen.length === 0) return null;
  return (
    <section className="cart__seen" aria-labelledby="cart-seen">
      <h2 className="cart__seen-title" id="cart-seen">
        {t("cart.seen")}
      </h2>
      <ul className="cart__seen-list">
        {seen.map(({ path, name, image }) => (
          <li key={path}>
            <a className="cart__seen-link" href={path}>
              {image !== "" && (
                <span className="cart__seen-cover">
                  <img className="cart__seen-picture" src={image} alt="" width={160} height={200} />
                </span>
              )}
              {name}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
