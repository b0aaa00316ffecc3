// The checkout without a form, and messages if the shop is slow, in maintenance, or the session has expired.
import { useEffect, useState } from "react";
import type { ApiError } from "../../api/request";
import type { Notice } from "../../api/schema.gen";
import { useCheckoutScreen } from "./context";

/** Shorter waits show no placeholder (LOAD-2), in milliseconds. */
export const SKELETON_DELAY_MS = 200;
/** After this many milliseconds a message says that it takes longer. */
export const SLOW_MS = 4000;

/** Whether this many milliseconds have passed since `running` became true. */
function useElapsed(running: boolean, milliseconds: number): boolean {
  const { clock } = useCheckoutScreen();
  const [elapsed, setElapsed] = useState(false);
  useEffect(() => {
    if (!running) return;
    const stop = clock.after(milliseconds, () => setElapsed(true));
    return () => {
      stop();
      setElapsed(false);
    };
  }, [running, milliseconds, clock]);
  return elapsed;
}

export function Loading() {
  const { t } = useCheckoutScreen();
  const shown = useElapsed(true, SKELETON_DELAY_MS);
  return (
    <div className="checkout__loading">
      <p className="checkout__note" role="status">
        {shown && t("checkout.loading")}
      </p>
      <Slow working />
      {shown && <div className="checkout__skeleton" aria-hidden="true" />}
    </div>
  );
}

export function Slow({ working }: { readonly working: boolean }) {
  const { t } = useCheckoutScreen();
  const slow = useElapsed(working, SLOW_MS);
  return (
    <p className="checkout__slow" role="status">
      {slow && t("checkout.slow")}
    </p>
  );
}

export function Failed({ failure }: { readonly failure: ApiError | null }) {
  const { t, checkout, props } = useCheckoutScreen();
  const maintenance = failure?.maintenance === true;
  return (
    <div className="checkout__state" role="alert">
      <p className="checkout__state-title">{t(maintenance ? "checkout.maintenance_title" : "checkout.failed_title")}</p>
      <p>{t(maintenance ? "checkout.maintenance_text" : "checkout.failed_text")}</p>
      {props.phone && props.phone.href !== null && (
        <p>
          {t("checkout.by_phone")} <a href={props.phone.href}>{props.phone.label}</a>
        </p>
      )}
      <button type="button" className="button" onClick={() => void checkout.load()}>
        {t("checkout.retry")}
      </button>
    </div>
  );
}

export function SessionNotice({ notice }: { readonly notice: Notice | null }) {
  if (notice === null) return null;
  return (
    <div className="checkout__notice" role="status">
      <p>
        {notice.message} {notice.login && <a href={notice.login.path}>{notice.login.label}</a>}
      </p>
    </div>
  );
}
