// The top of the search screen: heading, form, correction and the document's title (SEARCH-12, R-SEARCH-01). The elements
// are the page's own, so that nothing is replaced under the visitor's hands.
import type { SearchResponse } from "../../api/schema.gen";
import { element } from "../../header/search/element";
import type { Translate } from "../../i18n";
import type { ListState } from "../../listing/state";
import { isNothingAsked, SHORTEST, tidy } from "./ask";
import type { SearchKey } from "./messages";
import type { Status } from "./screen";

/** What is searched for, and the first page of the last response. */
export type Shown = { readonly state: ListState; readonly first: SearchResponse | undefined };

export type Heading = {
  readonly show: (shown: Shown) => void;
  /** Says why the form did nothing. */
  readonly say: (text: string) => void;
};

export type HeadingOptions = {
  readonly root: ParentNode;
  readonly t: Translate<SearchKey>;
  readonly onSearch: (query: string) => void;
  /** The visitor begins to type. */
  readonly onTyping: () => void;
};

export function startHeading({ root, t, onSearch, onTyping }: HeadingOptions): Heading {
  const title = root.querySelector("h1");
  const corrected = correction(root, onSearch);
  const form = queryForm(root, { t, onSearch, onTyping });
  const siteName = suffixOf(document.title, t("search.title"));
  return {
    say: form.say,
    show({ state, first }) {
      const query = isNothingAsked(state) ? "" : tidy(state.query);
      const counted = { count: countOf(first), isChosen: Object.keys(state.chosen).length > 0 };
      document.title = titleOf(first, counted, query, t) + siteName;
      title?.replaceChildren(...headingOf(first, counted, query, t));
      corrected(first?.corrected ?? null);
      form.show(state.query);
    },
  };
}

/**
 * Shows suggestions without a query, and after a search without results (SEARCH-13). They are the page's own too.
 * While a response is pending, they are as before.
 */
export function startSuggestions(root: ParentNode): (shown: Shown, status: Status) => void {
  const section = root.querySelector<HTMLElement>(".search__start");
  const help = section?.querySelector<HTMLElement>(".search__note");
  return ({ state, first }, status) => {
    if (!section || !help || status === "pending") return;
    const isChosen = Object.keys(state.chosen).length > 0;
    help.hidden = first === undefined;
    section.hidden = first !== undefined && (countOf(first) > 0 || isChosen);
  };
}

/** Results of every kind. */
export function countOf(first: SearchResponse | undefined): number {
  return (first?.content ?? []).reduce((sum, { total }) => sum + total, first?.total ?? 0);
}

type Counted = { readonly count: number; readonly isChosen: boolean };
type Texts = Translate<SearchKey>;

function titleOf(first: SearchResponse | undefined, { count }: Counted, query: string, t: Texts): string {
  if (first === undefined) return query === "" ? t("search.title") : t("search.pending", { query });
  // While a response is pending, the heading is that of the previous one.
  return first.query === "" ? t("search.all_products") : t("search.results", { count, query: first.query });
}

function headingOf(first: SearchResponse | undefined, { count, isChosen }: Counted, query: string, t: Texts) {
  const quoted = element("q", {}, first?.query ?? query);
  if (first === undefined) return query === "" ? [t("search.title")] : [t("search.title"), " ", quoted];
  if (first.query === "") return [t("search.all_products")];
  // If the selected filters leave no products, the query is not the reason.
  if (count === 0 && !isChosen) return [t("search.nothing_for"), " ", quoted];
  return [`${count} ${t(count === 1 ? "search.result_for" : "search.results_for")} `, quoted];
}

/** Says which query was searched for instead of a misspelt one. */
function correction(root: ParentNode, onSearch: (query: string) => void): (query: string | null) => void {
  const link = root.querySelector<HTMLAnchorElement>("[data-corrected]");
  link?.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onSearch(link.textContent ?? "");
  });
  return (query) => {
    if (link?.parentElement == null) return;
    link.parentElement.hidden = query === null;
    link.textContent = query ?? "";
    link.href = `?${new URLSearchParams({ q: query ?? "" })}`;
  };
}

type FormOptions = Omit<HeadingOptions, "root">;

function queryForm(root: ParentNode, { t, onSearch, onTyping }: FormOptions) {
  const form = root.querySelector("form");
  const field = form?.querySelector("input");
  const submit = form?.querySelector("button");
  if (!form || !field || !submit) return { say() {}, show() {} };
  const note = element("p", { class: "field__error", id: "search-q-note", role: "alert" });
  // Its own messages say why, in the page's language.
  form.noValidate = true;
  form.append(note);
  field.setAttribute("aria-describedby", note.id);
  const say = (text: string) => {
    note.textContent = text;
  };
  const isReady = () => tidy(field.value).length >= SHORTEST;
  const showState = (isShort: boolean) => {
    submit.ariaDisabled = isReady() ? null : "true";
    field.ariaInvalid = isShort ? "true" : null;
    say(isShort ? t("search.too_short") : "");
  };
  field.addEventListener("input", () => {
    showState(false);
    onTyping();
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    showState(!isReady());
    if (isReady()) onSearch(tidy(field.value));
    else field.focus();
  });
  showState(false);
  let last = new URLSearchParams(location.search).get("q") ?? "";
  return {
    say,
    /** Back and Forward change the query; what is being typed stays. */
    show(query: string) {
      if (query !== last) field.value = query;
      last = query;
      submit.ariaDisabled = isReady() ? null : "true";
    },
  };
}

/** The end of the document's title: separator and shop name. */
function suffixOf(full: string, title: string): string {
  const at = full.lastIndexOf(title);
  return at < 0 ? "" : full.slice(at + title.length);
}
