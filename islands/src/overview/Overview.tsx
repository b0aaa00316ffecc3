// The filter bar of an overview; entries that do not match are hidden in place.
import { useCallback, useEffect, useLayoutEffect, useState } from "react";
import { createPortal } from "react-dom";
import type { Translate } from "../i18n";
import { Chips } from "../listing/Chips";
import { Failed } from "../listing/Failed";
import { DIALOG, ListBar } from "../listing/ListBar";
import type { Ask, List } from "../listing/list";
import { NoResult } from "../listing/NoResult";
import { type PageBar, tellRobots } from "../listing/page";
import type { Before } from "../listing/start-listing";
import { type Chosen, countChosen, isOwnList, toggled } from "../listing/state";
import { useStore } from "../ui/use-store";
import type { OverviewKey } from "./messages";

type OverviewProps = {
  readonly root: HTMLElement;
  /** The entries of the static page. */
  readonly own: readonly HTMLElement[];
  /** The element that shows the active filters. */
  readonly said: HTMLElement;
  readonly page: PageBar;
  readonly list: List<HTMLElement>;
  readonly ask: Ask<HTMLElement>;
  readonly before: Before;
  readonly t: Translate<OverviewKey>;
};

export function Overview({ root, own, said, page, list, ask, before, t }: OverviewProps) {
  const { focusTile } = before;
  const [pressed] = useState(before.press);
  const data = useStore(list);
  const { state, pages, status, scrollTo: top } = data;
  const [answer] = isOwnList(state) ? [] : pages;
  const { facets, total } = answer ?? page;
  const choose = useCallback((chosen: Chosen) => list.choose({ chosen }), [list]);
  const preview = useCallback(
    (chosen: Chosen, signal: AbortSignal) => ask({ ...list.get().state, chosen, page: 1 }, signal),
    [ask, list],
  );
  useEffect(() => {
    if (pressed?.kind === "value") choose(toggled(list.get().state.chosen, pressed.facet, pressed.value));
  }, [pressed, choose, list]);
  useEffect(() => tellRobots(countChosen(state.chosen)), [state]);
  useLayoutEffect(() => {
    root.ariaBusy = status === "pending" ? "true" : null;
    if (status === "pending") return;
    showOnly(root, answer?.products ?? own, answer !== undefined);
    if (top !== null) scrollTo({ top, behavior: "instant" });
    focusTile(root);
  }, [root, own, answer, status, top, focusTile]);
  const price = String;
  const chips = { facets, chosen: state.chosen, onChange: choose, price, t };
  return (
    <>
      <ListBar
        facets={facets}
        prices={null}
        chosen={state.chosen}
        onChange={choose}
        total={total}
        count={(count) => t("overview.count", { count })}
        show={(count) => (count === 0 ? t("overview.none_to_show") : t("overview.show", { count }))}
        preview={preview}
        opened={pressed?.kind === "dialog" ? DIALOG : page.open}
        t={t}
      />
      {createPortal(
        <>
          <Chips {...chips} />
          <Failed text={status === "failed" ? t("overview.failed") : null} onRetry={list.retry} t={t} />
          {answer?.total === 0 && <NoResult {...chips} text={t("overview.none")} />}
        </>,
        said,
      )}
    </>
  );
}

/** Hides all other entries, groups without visible entries, and the pagination while filters are active. */
function showOnly(root: HTMLElement, items: readonly HTMLElement[], chosen: boolean): void {
  const shown = new Set(items);
  for (const item of root.querySelectorAll<HTMLElement>("li.tile")) item.hidden = !shown.has(item);
  for (const list of root.querySelectorAll<HTMLElement>(".tiles")) {
    const isEmpty = list.querySelector("li.tile:not([hidden])") === null;
    const group = list.closest<HTMLElement>("section.overview__group, section.overview__part") ?? list;
    group.hidden = isEmpty;
    const letter = root.querySelector<HTMLElement>(`.letters a[href="#${group.querySelector("[id]")?.id}"]`);
    if (letter) letter.hidden = isEmpty;
  }
  const pager = root.querySelector<HTMLElement>(".pager");
  if (pager) pager.hidden = chosen;
}
