// Warns a customer before the session ends, and lets them log in again in place, so that no input is lost (ORDER-7).
//
// **Invariant:** the remaining time is computed from this browser's last write to the session, which the backend keeps
// for a day after that. That it has ended is shown only after the API has confirmed it.
import { useCallback, useEffect, useRef, useState } from "react";
import type { ChangeSessionResponse } from "../api/schema.gen";
import type { SessionStore } from "../stores/session";
import { BusyButton } from "../ui/busy-button";
import { Dialog } from "../ui/dialog";
import { useAuth } from "./context";
import { LoginForm } from "./LoginForm";
import { useTime } from "./parts";

/** Lifetime of a Shopware session without writes (`shopware.api.store.context_lifetime`, P1D). */
export const LIFETIME_MS = 86_400_000;
/** How long before the end the warning is shown; at least two minutes (ORDER-7). */
export const WARNING_MS = 5 * 60_000;

export type SessionCareProps = {
  readonly session: SessionStore;
  /** Time of this browser's last write to the session, in milliseconds since 1970. */
  readonly written: () => number | null;
  /** Renews the session without changing it. */
  readonly renew: () => Promise<ChangeSessionResponse>;
  readonly forgotPath: string | null;
};

type Phase = { readonly kind: "fine" | "ended" } | { readonly kind: "warning"; readonly seconds: number };

export function SessionCare(props: SessionCareProps) {
  const { t } = useAuth();
  const [phase, look] = usePhase(props);
  const [closed, setClosed] = useState(false);
  const { kind } = phase;
  useEffect(() => {
    if (kind === "fine") setClosed(false);
  }, [kind]);
  return (
    <Dialog
      open={kind !== "fine" && !closed}
      title={t(kind === "ended" ? "auth.session_over" : "auth.session_ends")}
      closeLabel={t("auth.close")}
      onClose={() => setClosed(true)}
    >
      {phase.kind === "warning" && <Warning {...props} seconds={phase.seconds} onRenewed={look} />}
      {phase.kind === "ended" && (
        <>
          <p>{t("auth.session_over_text")}</p>
          <LoginForm forgotPath={props.forgotPath} onDone={look} />
        </>
      )}
    </Dialog>
  );
}

function Warning({ session, renew, seconds, onRenewed }: SessionCareProps & WarningProps) {
  const { t } = useAuth();
  const time = useTime();
  const [state, setState] = useState<"idle" | "sending" | "failed">("idle");
  const stay = async () => {
    setState("sending");
    try {
      await session.take((await renew()).session ?? null);
      setState("idle");
      onRenewed();
    } catch {
      setState("failed");
    }
  };
  return (
    <>
      <p>{t("auth.session_ends_text")}</p>
      <p role="timer">{t("auth.wait_left", { time: time(seconds) })}</p>
      <p role="alert">{state === "failed" && t("auth.unreachable")}</p>
      <BusyButton label={t("auth.stay")} busy={state === "sending"} onPress={() => void stay()} />
    </>
  );
}

type WarningProps = { readonly seconds: number; readonly onRenewed: () => void };

function usePhase({ session, written }: SessionCareProps) {
  const { clock } = useAuth();
  const [phase, setPhase] = useState<Phase>({ kind: "fine" });
  const [turn, setTurn] = useState(0);
  const wasLoggedIn = useRef(false);
  const look = useCallback(() => {
    if (document.visibilityState !== "hidden") setTurn((now) => now + 1);
  }, []);
  useEffect(() => {
    // Another tab may have stayed logged in, and timers of a suspended tab do not run.
    const events = ["storage", "pageshow", "visibilitychange"];
    for (const event of events) addEventListener(event, look);
    return () => {
      for (const event of events) removeEventListener(event, look);
    };
  }, [look]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: must run on every tick
  useEffect(() => {
    const since = written();
    if (since === null) {
      // Unknown, or logged out. A tab in which a customer was logged in shows this before any input.
      if (session.get().session?.customer?.logged_in === true) setPhase({ kind: "fine" });
      else if (wasLoggedIn.current) void ended(session).then((over) => setPhase({ kind: over ? "ended" : "fine" }));
      return;
    }
    wasLoggedIn.current = true;
    const left = since + LIFETIME_MS - clock.now();
    if (left > WARNING_MS) {
      setPhase({ kind: "fine" });
      return clock.after(left - WARNING_MS, look);
    }
    if (left > 0) {
      setPhase({ kind: "warning", seconds: Math.ceil(left / 1000) });
      return clock.after(left > 60_000 ? left % 60_000 || 60_000 : left % 1000 || 1000, look);
    }
    void ended(session).then((over) => setPhase({ kind: over ? "ended" : "fine" }));
    return;
  }, [turn, session, written, clock, look]);
  return [phase, look] as const;
}

/** Whether the API says that the customer is logged out. */
async function ended(session: SessionStore): Promise<boolean> {
  session.refresh();
  await session.load();
  const { status, session: now } = session.get();
  return status === "ready" && now?.customer?.logged_in !== true;
}
