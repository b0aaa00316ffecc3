// One of the five sections of the checkout: a numbered heading, and either its form, its summary with "Change", or
// nothing yet (CHK-2).
import { type ReactNode, useEffect, useRef } from "react";
import { useCheckoutScreen } from "./context";

export type SectionState = "waiting" | "open" | "done";

type SectionProps = {
  readonly number: number;
  readonly title: string;
  readonly state: SectionState;
  /** Whether its heading takes the focus when it opens after an action of the visitor (CHK-14). */
  readonly takesFocus: boolean;
  readonly summary?: ReactNode;
  readonly onChange?: (() => void) | undefined;
  readonly children?: ReactNode;
};

export function Section({ number, title, state, takesFocus, summary, onChange, children }: SectionProps) {
  const { t } = useCheckoutScreen();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (state === "open" && takesFocus) heading.current?.focus();
  }, [state, takesFocus]);
  const id = `checkout-section-${number}`;
  return (
    <section className="checkout__section" data-state={state} aria-labelledby={id}>
      <div className="checkout__head">
        <h2 className="checkout__heading" id={id} ref={heading} tabIndex={-1}>
          <span className="checkout__number">{number}</span>
          {title}
        </h2>
        {state === "done" && onChange && (
          <button
            type="button"
            className="checkout__change"
            aria-label={t("checkout.change_section", { section: title })}
            onClick={onChange}
          >
            {t("checkout.change")}
          </button>
        )}
      </div>
      {state === "done" && <div className="checkout__summary">{summary}</div>}
      {state === "open" && children}
    </section>
  );
}
