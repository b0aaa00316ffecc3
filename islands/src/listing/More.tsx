// The "load more" link, which loads the next page in place (FACET-10).
import type { Translate } from "../i18n";
import type { ListingKey } from "./messages";

type MoreProps = {
  readonly shown: number;
  readonly total: number;
  /** The URL of the next page, for opening it in a new tab; `null` at the end. */
  readonly href: string | null;
  readonly busy: boolean;
  readonly onMore: () => void;
  readonly t: Translate<ListingKey>;
};

export function More({ shown, total, href, busy, onMore, t }: MoreProps) {
  return (
    <div className="list-more">
      <p className="list-more__shown">{t("listing.shown", { shown, total })}</p>
      {href !== null && (
        <a
          className="button button--secondary list-more__next"
          href={href}
          aria-busy={busy || undefined}
          onClick={(event) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey) return;
            event.preventDefault();
            if (!busy) onMore();
          }}
        >
          {t(busy ? "listing.more_busy" : "listing.more")}
        </a>
      )}
    </div>
  );
}
