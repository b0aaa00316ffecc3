// The bar above a list: facets, number of results, sort order. On phones the facets are in a dialog.
import { useEffect, useRef, useState } from "react";
import { useOnDemand } from "../ui/use-on-demand";
import type { Answer } from "./answer";
import { Facets, type FacetsProps } from "./Facets";
import { Sort, type SortOption } from "./Sort";
import { type Chosen, countChosen } from "./state";

export type ListBarProps = FacetsProps & {
  readonly total: number;
  /** `38 products` */
  readonly count: (total: number) => string;
  /** `Show 38 products` */
  readonly show: (total: number) => string;
  readonly preview: (chosen: Chosen, signal: AbortSignal) => Promise<Answer<unknown>>;
  readonly sorts?: readonly SortOption[];
  readonly sort?: string | null;
  readonly onSort?: (sort: string | null) => void;
  /** The facet that was open before the script ran, or `filters` for the dialog. */
  readonly opened?: string | null;
};

/** The dialog's name among the facets. */
export const DIALOG = "filters";

export function ListBar(props: ListBarProps) {
  const { total, count, show, preview, sorts = [], sort = null, onSort, opened = null, ...facets } = props;
  const [open, setOpen] = useState<string | null>(opened);
  const bar = useRef<HTMLDivElement>(null);
  const chosen = countChosen(facets.chosen);
  const { t } = facets;
  const opener = useRef<HTMLButtonElement>(null);
  const wasDialog = useRef(false);
  // Announced here, because the clicked button may be that of the static page, which was replaced.
  useEffect(() => {
    if (wasDialog.current && open === null) opener.current?.focus({ preventScroll: true });
    wasDialog.current = open === DIALOG;
  }, [open]);
  const FilterDialog = useOnDemand(
    open === DIALOG,
    () => import("./FilterDialog").then((part) => part.FilterDialog),
    () => setOpen(null),
  );
  useEffect(() => {
    if (open === null || open === DIALOG) return;
    const close = (event: Event) => {
      if (event.target instanceof Node && !bar.current?.contains(event.target)) setOpen(null);
    };
    addEventListener("pointerdown", close);
    return () => removeEventListener("pointerdown", close);
  }, [open]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens for Escape
    <div
      className="list-bar__line"
      ref={bar}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || open === null || open === DIALOG) return;
        event.preventDefault();
        bar.current?.querySelector<HTMLElement>(`[data-facet-name="${open}"]`)?.focus();
        setOpen(null);
      }}
    >
      <button
        type="button"
        className="list-bar__open"
        ref={opener}
        data-filters=""
        aria-haspopup="dialog"
        aria-label={chosen > 0 ? t("listing.filters_chosen", { count: chosen }) : undefined}
        onClick={() => setOpen(DIALOG)}
      >
        {t("listing.filters")}
        {chosen > 0 && <span className="list-bar__number"> ({chosen})</span>}
      </button>
      <Facets
        {...facets}
        disclosures={{
          open,
          // The close event of one facet must not close the facet that replaced it.
          onOpen: (facet, isOpen) => setOpen((now) => (isOpen ? facet : now === facet ? null : now)),
        }}
      />
      <p className="list-bar__count" role="status">
        {count(total)}
      </p>
      {onSort && <Sort options={sorts} sort={sort} onChange={onSort} t={t} />}
      {open === DIALOG && FilterDialog !== null && (
        <FilterDialog
          {...facets}
          total={total}
          show={show}
          preview={preview}
          onClose={() => setOpen(null)}
          onApply={(draft) => {
            setOpen(null);
            facets.onChange(draft);
          }}
        />
      )}
    </div>
  );
}
