// Explains why nothing can be ordered on this page, with links to pages where it can (R-HEAD-02).

import type { LinkView } from "../props.gen";

type OrderingClosedProps = { readonly title: string; readonly text: string; readonly ways: readonly LinkView[] };

export function OrderingClosed({ title, text, ways }: OrderingClosedProps) {
  return (
    <div className="ordering-closed">
      <p className="ordering-closed__title">{title}</p>
      <p className="ordering-closed__text">{text}</p>
      {ways.length > 0 && (
        <ul className="ordering-closed__ways">
          {ways.map(({ label, href }) => (
            <li key={label}>{href === null ? label : <a href={href}>{label}</a>}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
