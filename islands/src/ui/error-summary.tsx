// The errors of a form, at its top: takes the focus and links to each field (FORM-3).
import { useEffect, useId, useRef } from "react";

export type FormFault = {
  /** The id of the field; undefined for an error of the whole form. */
  readonly field?: string | undefined;
  readonly text: string;
};

type ErrorSummaryProps = {
  readonly title: string;
  readonly faults: readonly FormFault[];
  /** A new number moves the focus here: another attempt has failed. */
  readonly attempt: number;
  /** Text before the page's title while there are errors: "Error: ". */
  readonly titlePrefix: string;
};

export function ErrorSummary({ title, faults, attempt, titlePrefix }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null);
  const answered = useRef(0);
  const id = useId();
  const present = faults.length > 0;
  useEffect(() => {
    // Only an attempt takes the focus, not an error that reappears while its field is edited.
    if (!present || attempt === answered.current) return;
    answered.current = attempt;
    box.current?.focus();
  }, [present, attempt]);
  useEffect(() => (present ? prefixTitle(titlePrefix) : undefined), [present, titlePrefix]);
  if (!present) return null;
  return (
    <div className="error-summary" role="alert" aria-labelledby={id} ref={box} tabIndex={-1}>
      <h2 className="error-summary__title" id={id}>
        {title}
      </h2>
      <ul className="error-summary__list">
        {faults.map(({ field, text }) => (
          <li key={`${field} ${text}`}>{field === undefined ? text : <FaultLink field={field} text={text} />}</li>
        ))}
      </ul>
    </div>
  );
}

/** Adds `prefix` to the page's title, at most once; returns a function that removes it. */
function prefixTitle(prefix: string): (() => void) | undefined {
  if (document.title.startsWith(prefix)) return undefined;
  document.title = prefix + document.title;
  return () => {
    if (document.title.startsWith(prefix)) document.title = document.title.slice(prefix.length);
  };
}

function FaultLink({ field, text }: { readonly field: string; readonly text: string }) {
  return (
    <a
      href={`#${field}`}
      onClick={(event) => {
        const control = document.getElementById(field);
        if (control === null) return;
        event.preventDefault();
        // Scrolls to the label, because it is read first.
        (control.closest(".field, .checkbox, .radio-cards") ?? control).scrollIntoView({ block: "nearest" });
        control.focus();
      }}
    >
      {text}
    </a>
  );
}
