// What is wrong with a form, at its top: takes the focus, and leads to each field (FORM-3).
import { useEffect, useRef } from "react";

export type FormFault = {
  /** The id of the field; none: the fault is the whole form's. */
  readonly field?: string | undefined;
  readonly text: string;
};

type ErrorSummaryProps = {
  readonly title: string;
  readonly faults: readonly FormFault[];
  /** A new number moves the focus here: one more try has failed. */
  readonly attempt: number;
  /** Before the page's title while there are faults: "Error: ". */
  readonly titlePrefix: string;
};

export function ErrorSummary({ title, faults, attempt, titlePrefix }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null);
  const present = faults.length > 0;
  useEffect(() => {
    if (present && attempt > 0) box.current?.focus();
  }, [present, attempt]);
  useEffect(() => {
    if (!present) return;
    const before = document.title;
    document.title = titlePrefix + before;
    return () => {
      document.title = before;
    };
  }, [present, titlePrefix]);
  if (!present) return null;
  return (
    <div className="error-summary" role="alert" ref={box} tabIndex={-1}>
      <p className="error-summary__title">{title}</p>
      <ul className="error-summary__list">
        {faults.map(({ field, text }) => (
          <li key={`${field} ${text}`}>{field === undefined ? text : <FaultLink field={field} text={text} />}</li>
        ))}
      </ul>
    </div>
  );
}

function FaultLink({ field, text }: { readonly field: string; readonly text: string }) {
  return (
    <a
      href={`#${field}`}
      onClick={(event) => {
        const control = document.getElementById(field);
        if (control === null) return;
        event.preventDefault();
        // Its label is read first, so it is what comes into view.
        (control.closest(".field, .checkbox, .radio-cards") ?? control).scrollIntoView({ block: "nearest" });
        control.focus();
      }}
    >
      {text}
    </a>
  );
}
