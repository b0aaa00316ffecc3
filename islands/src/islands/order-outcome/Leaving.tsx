// The way to the payment page: by itself after a few seconds, by a link at once, or not at all (R-CHK-05, CHK-10).
import { useRef, useState } from "react";
import { useStore } from "../../ui/use-store";
import { useOutcomeScreen } from "./context";

export function Leaving() {
  const { t, tab, key, countdown } = useOutcomeScreen();
  // Once the visitor stays, nothing waits any more; the link stays too.
  const [page] = useState(() => tab.waiting(key.id));
  const seconds = useStore(countdown);
  const link = useRef<HTMLAnchorElement>(null);
  const { id } = key;
  if (page === null || id === null) return null;
  const stay = () => {
    countdown.stop();
    tab.stay(id);
    link.current?.focus();
  };
  const depart = () => {
    countdown.stop();
    tab.depart(id);
  };
  return (
    <>
      <p className="outcome__texts" id="outcome-text">
        {seconds === null ? t("order_outcome.stayed_text") : t("order_outcome.leaving_text", { count: seconds })}
      </p>
      <div className="buttons">
        <a className="button" ref={link} href={page} onClick={depart}>
          {t("order_outcome.to_payment")}
        </a>
        {seconds !== null && (
          <button type="button" className="outcome__press" onClick={stay}>
            {t("order_outcome.stay")}
          </button>
        )}
      </div>
    </>
  );
}
