// A section of the profile: its heading and content.
import { type ReactNode, useEffect, useId, useRef } from "react";

type PartProps = {
  readonly id?: string;
  readonly title: string;
  readonly note?: string;
  /** When this number changes, the heading gets the focus: a form was closed, or something was removed. */
  readonly closed?: number;
  readonly children: ReactNode;
};

export function Part({ id, title, note, closed = 0, children }: PartProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (closed > 0) heading.current?.focus();
  }, [closed]);
  const named = useId();
  return (
    <section className="account-area__part" id={id} aria-labelledby={named}>
      <div className="account-area__part-head">
        <h2 className="account-area__heading" id={named} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        {note && <p className="account-area__note">{note}</p>}
      </div>
      <div className="account-area__part-body">{children}</div>
    </section>
  );
}
