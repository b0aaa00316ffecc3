// The energy arrow of a light source (law §6): it opens the label in place, and the information sheet is beside it.
//
// **Invariant:** the markup and classes of `templates/components/macros/energy.html`.
import type { EnergyArrow } from "../api/schema.gen";

type EnergyProps = { readonly of: EnergyArrow | null; readonly className?: string };

export function Energy({ of, className }: EnergyProps) {
  if (!of) return null;
  const arrow = (
    <span className={`energy__arrow energy__arrow--${of.class} energy__arrow--small`}>
      <span className="energy__range" aria-hidden="true">
        <span>A</span>
        <span>↑</span>
        <span>G</span>
      </span>
      <span className="energy__class" aria-hidden="true">
        {of.class}
      </span>
      <span className="visually-hidden">{of.alt}</span>
    </span>
  );
  return (
    <div className={className ? `energy ${className}` : "energy"}>
      {of.label_alt ? (
        // Of all labels of a page one is open; it is loaded when it is opened.
        <details name="energy">
          <summary>{arrow}</summary>
          <img
            className="energy__picture"
            loading="lazy"
            decoding="async"
            src={of.label_href}
            width={192}
            height={384}
            alt={of.label_alt}
          />
        </details>
      ) : (
        <a className="energy__link" href={of.label_href} rel="noopener">
          {arrow}
        </a>
      )}
      <a className="energy__link" href={of.sheet_href} rel="noopener">
        {of.sheet_label}
      </a>
    </div>
  );
}
