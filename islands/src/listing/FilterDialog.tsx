// Filter dialog for narrow viewports: changes are collected; the button at the bottom shows the number of results and
// applies them (FACET-5).
//
// **Invariant:** closing it in any other way changes nothing.
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Answer } from "./answer";
import { Facets, type FacetsProps } from "./Facets";
import { type Chosen, countChosen } from "./state";

type DialogProps = Omit<FacetsProps, "onChange"> & {
  /** The first page of a selection that is not applied yet. */
  readonly preview: (chosen: Chosen, signal: AbortSignal) => Promise<Answer<unknown>>;
  readonly total: number;
  /** `Show 38 products`; for 0, that there are none. */
  readonly show: (total: number) => string;
  readonly onApply: (chosen: Chosen) => void;
  readonly onClose: () => void;
};

export function FilterDialog({ preview, total, show, onApply, onClose, t, ...list }: DialogProps) {
  const [draft, setDraft] = useState(list.chosen);
  const [seen, setSeen] = useState<Pick<Answer<unknown>, "facets" | "prices" | "total">>({ ...list, total });
  const [busy, setBusy] = useState(false);
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const applied = useRef(false);
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element && !element.open) element.showModal();
    title.current?.focus();
    return () => element?.close();
  }, []);
  useEffect(() => {
    if (draft === list.chosen) return;
    const abort = new AbortController();
    setBusy(true);
    preview(draft, abort.signal).then(
      (answer) => {
        if (abort.signal.aborted) return;
        setSeen(answer);
        setBusy(false);
      },
      // Without the number the selection can still be applied, and the list shows the error.
      () => abort.signal.aborted || setBusy(false),
    );
    return () => abort.abort();
  }, [draft, preview, list.chosen]);
  return (
    <dialog
      className="filters"
      ref={dialog}
      aria-labelledby="filters-title"
      onClose={() => {
        if (!applied.current) onClose();
      }}
    >
      <div className="filters__head">
        <h2 className="filters__title" id="filters-title" ref={title} tabIndex={-1}>
          {t("listing.filters")}
        </h2>
        <button type="button" className="filters__close" aria-label={t("listing.close")} onClick={onClose}>
          <span aria-hidden="true">×</span>
        </button>
      </div>
      <div className="filters__body" aria-busy={busy || undefined}>
        <Facets
          facets={seen.facets}
          prices={seen.prices}
          chosen={draft}
          onChange={setDraft}
          disclosures={{ atFirst: list.chosen }}
          t={t}
        />
      </div>
      <div className="filters__foot">
        {countChosen(draft) > 0 && (
          <button type="button" className="text-link" data-clear="" onClick={() => setDraft({})}>
            {t("listing.clear")}
          </button>
        )}
        <button
          type="button"
          className="button filters__apply"
          data-apply=""
          aria-busy={busy || undefined}
          onClick={() => {
            applied.current = true;
            onApply(draft);
          }}
        >
          {show(seen.total)}
        </button>
        <p className="visually-hidden" role="status">
          {draft !== list.chosen && !busy && show(seen.total)}
        </p>
      </div>
    </dialog>
  );
}
