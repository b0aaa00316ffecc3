// Redirects to the payment page: automatically after a few seconds, immediately by a link, or not at all (R-CHK-05,
// CHK-10).
import { useRef, useState } from "react";
import { useStore } from "../../ui/use-store";
import { useOutcomeScreen } from "./context";

export function Leaving() {
  const { t, tab, key, countdown } = useOutcomeScreen();
  // Read once: after the visitor chooses to stay, the tab no longer returns it, but the link must remain.
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
