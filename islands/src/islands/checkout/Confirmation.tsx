// Waits until a guest has confirmed the e-mail address through the link of a mail (Shopware §25.2), in this tab, in
// another one, or on another device; then continues. The input is kept in the draft.
import { useCallback, useEffect, useRef, useState } from "react";
import { useCheckoutScreen } from "./context";
import { Section } from "./Section";

/** The delays between checks, in milliseconds; the last one is repeated. */
export const CHECK_DELAYS_MS = [5_000, 5_000, 10_000, 20_000, 30_000];
/** The delay before the mail can be sent again, in milliseconds. */
export const AGAIN_MS = 60_000;

export type ConfirmationProps = {
  /** The address to which the mail was sent. */
  readonly email: string;
  /** The secret for asking whether the link was opened on another device. */
  readonly secret: string | null;
  readonly waiting: boolean;
  readonly onAgain: () => Promise<void>;
  /** Called to correct the details. */
  readonly onOther: () => void;
  readonly onConfirmed: () => void;
};

export function Confirmation({ email, secret, waiting, onAgain, onOther, onConfirmed }: ConfirmationProps) {
  const { t, clock } = useCheckoutScreen();
  const look = useChecks(secret, waiting);
  const [sent, setSent] = useState(1);
  const [mayResend, setMayResend] = useState(false);
  const [state, setState] = useState<"idle" | "sending" | "sent" | "failed">("idle");
  const latest = useRef(onConfirmed);
  latest.current = onConfirmed;
  useEffect(() => {
    if (!waiting) latest.current();
  }, [waiting]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each mail restarts the wait
  useEffect(() => {
    setMayResend(false);
    return clock.after(AGAIN_MS, () => setMayResend(true));
  }, [clock, sent]);
  const again = async () => {
    if (state === "sending") return;
    setState("sending");
    try {
      await onAgain();
      setState("sent");
      setSent((count) => count + 1);
    } catch {
      setState("failed");
    }
  };
  return (
    <Section number={2} title={t("checkout.confirm_title")} state="open" takesFocus>
      <p>{t("checkout.confirm_text", { email })}</p>
      <p>{t("checkout.confirm_waits")}</p>
      <p className="checkout__note">{t("checkout.confirm_device")}</p>
      <div className="buttons">
        <button type="button" className="button" onClick={() => void look()}>
          {t("checkout.confirm_check")}
        </button>
        {mayResend && (
          <button type="button" className="button button--secondary" onClick={() => void again()}>
            {t(state === "sending" ? "checkout.confirm_sending" : "checkout.confirm_again")}
          </button>
        )}
        <button type="button" className="button button--secondary" onClick={onOther}>
          {t("checkout.confirm_other")}
        </button>
      </div>
      <p role="status">
        {state === "sent" && t("checkout.confirm_sent", { email })}
        {state === "failed" && t("checkout.confirm_failed")}
      </p>
    </Section>
  );
}

/**
 * Polls for the confirmation: with growing delays, and when the tab becomes visible. Returns a function that checks at
 * once and restarts with short delays.
 */
function useChecks(secret: string | null, waiting: boolean): () => Promise<void> {
  const { checkout, clock } = useCheckoutScreen();
  const [looks, setLooks] = useState(0);
  const asking = useRef<Promise<void> | null>(null);
  const ask = useCallback(() => {
    // One request at a time: on a slow connection they would delay the visitor's own requests.
    asking.current ??= checkout.goOn(secret).finally(() => {
      asking.current = null;
    });
    return asking.current;
  }, [checkout, secret]);
  useEffect(() => {
    if (!waiting) return;
    const look = () => {
      if (document.visibilityState === "visible") void ask();
    };
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, [waiting, ask]);
  useEffect(() => {
    if (!waiting) return;
    return clock.after(CHECK_DELAYS_MS[Math.min(looks, CHECK_DELAYS_MS.length - 1)] ?? 30_000, () => {
      if (document.visibilityState === "visible") void ask();
      setLooks((count) => count + 1);
    });
  }, [waiting, looks, ask, clock]);
  return useCallback(async () => {
    await ask();
    setLooks(0);
  }, [ask]);
}
