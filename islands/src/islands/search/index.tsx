// The search screen. The static form and results stay until the first response, so that nothing moves.

import type { SearchCard, SearchResponse } from "../../api/schema.gen";
import { createTranslate, pageLocale } from "../../i18n";
import type { IslandContext } from "../../island";
import { createList } from "../../listing/list";
import { rememberTile } from "../../listing/tile";
import type { SearchProps } from "../../props.gen";
import { mountReact } from "../../ui/mount-react";
import { askFor, GRAMMAR, isNothingAsked, tidy } from "./ask";
import type { SearchKey } from "./messages";
import { Search } from "./Search";

export default function mount(root: HTMLElement, context: IslandContext): void {
  // A page that was served with its results is complete before the island is mounted.
  const isFilled = root.querySelector(".product-card") !== null;
  if (!isFilled || document.readyState === "complete") start(root, context);
  else addEventListener("load", () => start(root, context), { once: true });
}

function start(root: HTMLElement, { props, messages }: IslandContext): void {
  const list = createList<SearchCard, SearchResponse>({ grammar: GRAMMAR, ask: askFor, isShown: isNothingAsked });
  const locale = pageLocale();
  const t = createTranslate<SearchKey>(messages, locale);
  const remember = () => {
    const { state, status, pages } = list.get();
    if (status !== "ready" || pages.length === 0 || state.query === "") return;
    // Shared with the header's search, which must not load the modules of this screen.
    import("../../stores/recent-searches").then((it) => it.rememberSearch(tidy(state.query))).catch(() => {});
  };
  list.subscribe(remember);
  remember();
  root.addEventListener("click", rememberTile);
  const show = () => {
    if (list.get().status === "pending") return;
    end();
    const field = root.querySelector<HTMLInputElement>("input[name=q]");
    const isFocused = field !== null && field === document.activeElement;
    const typed = field !== null && field.value !== field.defaultValue ? field.value : null;
    mountReact(
      root,
      <Search
        root={root}
        list={list}
        props={props as SearchProps}
        typed={typed}
        siteName={siteName(t("search.title"))}
        t={t}
        locale={locale}
      />,
    );
    if (isFocused) root.querySelector<HTMLElement>("input[name=q]")?.focus();
  };
  const end = list.subscribe(show);
  show();
}

/** The suffix of the document's title: separator and shop name. */
function siteName(title: string): string {
  const at = document.title.lastIndexOf(title);
  return at < 0 ? "" : document.title.slice(at + title.length);
}
