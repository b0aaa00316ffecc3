// Replaces the bar of an overview, and filters its entries.
import { createTranslate, pageLocale } from "../i18n";
import type { IslandContext } from "../island";
import { furtherPages } from "../listing/further";
import { createList } from "../listing/list";
import { keepFocus, readBar, styled } from "../listing/page";
import type { Before } from "../listing/start-listing";
import { isOwnList, type ListState } from "../listing/state";
import { mountReact } from "../ui/mount-react";
import { answerOf, type Entry, readEntry } from "./entries";
import type { OverviewKey } from "./messages";
import { Overview } from "./Overview";

/** More pages than an overview has. */
const ALL = 1000;
const ENTRIES = "li.tile";

export async function takeOver(root: HTMLElement, context: IslandContext, before: Before): Promise<void> {
  const bar = root.querySelector<HTMLElement>("[data-list]");
  if (bar === null) return;
  await styled(root.dataset);
  await before.released();
  const page = readBar(bar);
  const here = location.pathname;
  const first = root.dataset.first ?? here;
  const items = (part: ParentNode) => part.querySelectorAll<HTMLElement>(`.listing ${ENTRIES}`);
  const own = [...items(document)].filter((item) => root.contains(item));
  let all: Promise<readonly Entry<HTMLElement>[]> | null = null;
  const entries = () => {
    all ??= loadAll(root, own, first === here).catch((error: unknown) => {
      // The next selection retries.
      all = null;
      throw error;
    });
    return all;
  };
  const ask = async ({ chosen }: ListState) => answerOf(await entries(), page.facets, chosen);
  const list = createList({
    grammar: page.grammar,
    ask,
    isShown: isOwnList,
    keepAnswers: false,
    pathOf: (state) => (isOwnList(state) ? here : first),
  });
  const said = document.createElement("div");
  said.className = "listing__results";
  bar.after(said);
  const t = createTranslate<OverviewKey>(context.messages, pageLocale());
  const focusAgain = keepFocus(bar);
  mountReact(
    bar,
    <Overview root={root} own={own} said={said} page={page} list={list} ask={ask} before={before} t={t} />,
  );
  focusAgain();
}

/** Loads the entries of all pages of the overview, and appends them to those of this page. */
async function loadAll(
  root: HTMLElement,
  own: readonly HTMLElement[],
  isFirst: boolean,
): Promise<readonly Entry<HTMLElement>[]> {
  const items = (part: ParentNode) => part.querySelectorAll<HTMLElement>(`.listing ${ENTRIES}`);
  const next = (part: ParentNode) =>
    part.querySelector<HTMLAnchorElement>(".listing .pager [rel=next]")?.getAttribute("href") ?? null;
  // On a further page, a selection leads to the first one.
  if (!isFirst) throw new Error("only the first page of an overview is filtered in place");
  if (next(document) !== null) {
    const further = furtherPages(document.documentElement, items, next);
    await further.showUpTo(ALL);
  }
  const shown = [...root.querySelectorAll<HTMLElement>(ENTRIES)];
  for (const item of shown) item.hidden = !own.includes(item);
  return shown.map(readEntry);
}
