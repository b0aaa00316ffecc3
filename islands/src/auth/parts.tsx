// Shared by the account's forms: error summary, submit button, and a countdown.
import { type ReactNode, useEffect, useState } from "react";
import { createCountdown } from "../stores/countdown";
import { ErrorSummary } from "../ui/error-summary";
import type { Form } from "../ui/use-form";
import { useStore } from "../ui/use-store";
import { useAuth } from "./context";

type AuthFormProps = {
  readonly form: Form;
  readonly button: string;
  readonly busyButton: string;
  /** Seconds before the form may be sent again. */
  readonly wait?: number | null;
  readonly children: ReactNode;
};

export function AuthForm({ form, button, busyButton, wait = null, children }: AuthFormProps) {
  const { t } = useAuth();
  const blocked = form.sending || wait !== null;
  return (
    <form
      className="auth-form"
      noValidate
      onSubmit={(event) => {
        if (wait === null) form.submit(event);
        else event.preventDefault();
      }}
    >
      <ErrorSummary
        title={t("auth.problem")}
        titlePrefix={t("auth.title_error")}
        faults={form.summary}
        attempt={form.attempt}
      />
      <div className="fields">
        <p className="auth-form__note">{t("auth.required_legend")}</p>
        {children}
      </div>
      <div className="auth-form__actions">
        <button
          type="submit"
          className="button auth-form__button"
          aria-disabled={blocked || undefined}
          aria-busy={form.sending || undefined}
        >
          {form.sending ? busyButton : button}
        </button>
        {wait !== null && <Wait seconds={wait} />}
      </div>
    </form>
  );
}

/** The remaining time. Not announced at each step, because the error has announced it (role `timer` is silent). */
function Wait({ seconds }: { readonly seconds: number }) {
  const { t } = useAuth();
  return (
    <p className="auth-form__wait" role="timer">
      {t("auth.wait_left", { time: useTime()(seconds) })}
    </p>
  );
}

/** A duration as text: minutes, rounded up, and seconds within the last minute. */
export function useTime(): (seconds: number) => string {
  const { t } = useAuth();
  return (seconds) =>
    seconds > 60 ? t("auth.minutes", { count: Math.ceil(seconds / 60) }) : t("auth.seconds", { count: seconds });
}

/** Counts down from the seconds passed to `start`; `null` when it has ended. */
export function useWait(): { readonly left: number | null; readonly start: (seconds: number) => void } {
  const { clock } = useAuth();
  const [countdown, setCountdown] = useState(() => createCountdown(clock, 0, () => {}));
  const left = useStore(countdown);
  useEffect(() => () => countdown.stop(), [countdown]);
  return {
    left: left === null || left <= 0 ? null : left,
    start: (seconds) => {
      const next = createCountdown(clock, seconds, () => {});
      next.start();
      setCountdown(next);
    },
  };
}
