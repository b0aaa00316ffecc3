// A form that replaces the data it edits: title, errors at the top, buttons at the bottom (FORM-3, FORM-7).
import { type ReactNode, useEffect, useId, useRef } from "react";
import { ErrorSummary } from "../ui/error-summary";
import { useArea } from "./context";
import { loginHref } from "./login";
import type { Form } from "./use-form";

type FormFrameProps = {
  readonly form: Form;
  readonly title: string;
  readonly button: string;
  /** Closes the form; omitted for a form that is always open. */
  readonly onCancel?: () => void;
  readonly children: ReactNode;
};

export function FormFrame({ form, title, button, onCancel, children }: FormFrameProps) {
  const { say, places, here } = useArea();
  const heading = useRef<HTMLHeadingElement>(null);
  const opens = onCancel !== undefined;
  useEffect(() => {
    if (opens) heading.current?.focus();
  }, [opens]);
  const id = useId();
  const login = form.loggedOut ? loginHref(places, here()) : null;
  return (
    <form className="account-area__form" aria-labelledby={id} noValidate onSubmit={form.submit}>
      <h3 className="account-area__subheading" id={id} ref={heading} tabIndex={-1}>
        {title}
      </h3>
      <ErrorSummary
        title={say("account_area.problem")}
        titlePrefix={`${say("account_area.error_word")} `}
        faults={form.summary}
        attempt={form.attempt}
      />
      {login !== null && (
        <p>
          <a href={login}>{say("account_area.log_in")}</a>
        </p>
      )}
      <p className="account-area__note">{say("account_area.required_legend")}</p>
      {children}
      <div className="buttons">
        <button
          type="submit"
          className="button"
          aria-disabled={form.sending || undefined}
          aria-busy={form.sending || undefined}
        >
          {form.sending ? say("account_area.saving") : button}
        </button>
        {onCancel && (
          <button type="button" className="account-area__press" onClick={onCancel}>
            {say("account_area.cancel")}
          </button>
        )}
      </div>
    </form>
  );
}
