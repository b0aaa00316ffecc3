// A product card, with the markup and classes of `templates/components/macros/product_card.html`.
import type { CardImage, SearchCard } from "../api/schema.gen";
import type { Translate } from "../i18n";
import { Energy } from "../ui/energy";
import type { ListingKey } from "./messages";

type CardProps = {
  readonly card: SearchCard;
  /** Heading level. */
  readonly level: 2 | 3 | 4;
  readonly t: Translate<ListingKey>;
};

export function ProductCard({ card, level, t }: CardProps) {
  const Heading = `h${level}` as const;
  return (
    <li className="product-card">
      {card.image ? (
        <div className="product-card__picture">
          <Packshot image={card.image} className="product-card__first" />
          {card.second && <Packshot image={card.second} className="product-card__second" />}
        </div>
      ) : (
        <div className="product-card__picture image image--empty" />
      )}
      <div className="product-card__words">
        <Heading className="product-card__name">
          <a className="product-card__link" href={card.href}>
            {card.name}
          </a>
        </Heading>
        <Price card={card} t={t} />
        {card.price_note && <p className="product-card__note">{card.price_note}</p>}
        {card.maker && <p className="product-card__maker">{card.maker}</p>}
        <Swatches card={card} t={t} />
        <Energy of={card.energy} className="product-card__energy" />
      </div>
    </li>
  );
}

function Packshot({ image, className }: { readonly image: CardImage; readonly className: string }) {
  return (
    <picture className={`image image--packshot ${className}`}>
      <img
        className={image.focus ? `image__file ${image.focus}` : "image__file"}
        // Set before `src`, which would otherwise be loaded immediately.
        loading="lazy"
        decoding="async"
        sizes={image.sizes ?? undefined}
        srcSet={image.srcset}
        src={image.src}
        width={image.width ?? undefined}
        height={image.height ?? undefined}
        alt={image.alt}
      />
    </picture>
  );
}

function Price({ card, t }: Pick<CardProps, "card" | "t">) {
  return (
    <p className="product-card__price">
      {card.list_price && (
        <>
          <span className="visually-hidden">{t("listing.list_price")} </span>
          <s className="product-card__list-price">{card.list_price}</s>{" "}
          <span className="visually-hidden">{t("listing.now")} </span>
        </>
      )}
      {card.price}
      {card.tax !== null && <small className="product-card__note"> {card.tax}</small>}
    </p>
  );
}

function Swatches({ card, t }: Pick<CardProps, "card" | "t">) {
  if (card.swatches.length === 0) return null;
  return (
    <p className="swatches">
      <span className="visually-hidden">{t("listing.colours", { colours: card.swatch_words })}</span>
      {card.swatches.map(({ color }) => (
        <Swatch key={color} color={color} />
      ))}
      {card.more_swatches > 0 && <span aria-hidden="true">+{card.more_swatches}</span>}
    </p>
  );
}

export function Swatch({ color }: { readonly color: string }) {
  return <svg className="swatch" color={color} aria-hidden="true" />;
}
