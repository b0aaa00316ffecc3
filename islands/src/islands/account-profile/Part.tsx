// A part of the profile: its heading beside what it holds.
import { type ReactNode, useEffect, useId, useRef } from "react";

type PartProps = {
  readonly id?: string;
  readonly title: string;
  readonly note?: string;
  /** A new number moves the focus to the heading: a form was closed, or something was removed. */
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
