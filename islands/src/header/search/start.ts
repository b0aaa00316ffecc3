// Starts the header's search on first interaction: validation, suggestions while typing, and recent searches
// (R-SEARCH-01, R-SEARCH-04).
//
// **Invariant:** the form works as without this script: Enter submits it, whatever fails here. Without React, because
// every page has it.

import { suggest } from "../../api/suggest.gen";
import { createTranslate, type Messages, pageLocale, type Translate } from "../../i18n";
import { startCombobox } from "./combobox";
import { element } from "./element";
import type { SearchPanelKey } from "./messages";
import { recentRows } from "./recent";
import { groupsOf } from "./rows";
import { SHORTEST, startSuggesting } from "./suggesting";

/** The delay after typing before the number of suggestions is announced, in milliseconds (SEARCH-6). */
const SAY_MS = 500;
/** The delay before the field is focused after the panel was opened, in milliseconds (R-SEARCH-02). */
const FOCUS_MS = { narrow: 300, wide: 500 };
/** The minimum viewport width of the desktop layout (R-HEAD-03). */
const WIDE = "(width >= 1024px)";

type Parts = {
  readonly panel: HTMLElement;
  readonly form: HTMLFormElement;
  readonly input: HTMLInputElement;
  readonly submit: HTMLElement;
  /** Shown while there are no suggestions. */
  readonly start: HTMLElement;
  readonly t: Translate<SearchPanelKey>;
};

export function start(panel: HTMLElement): void {
  const form = panel.querySelector("form");
  const input = panel.querySelector("input");
  const submit = panel.querySelector<HTMLElement>("[type=submit]");
  const start = panel.querySelector<HTMLElement>("[data-search-start]");
  const json = panel.querySelector("script")?.textContent;
  if (!form || !input || !submit || !start || !json) return;
  const { messages } = JSON.parse(json) as { messages: Messages };
  const parts = { panel, form, input, submit, start, t: createTranslate<SearchPanelKey>(messages, pageLocale()) };
  linkSheet(panel.dataset);
  requireText(parts);
  startSuggestions(parts, startClearing(parts));
  startRecent(parts);
  focusLater(parts);
}

/**
 * Focuses the field soon after the panel was opened, unless the visitor has moved the focus within it (R-SEARCH-02).
 */
function focusLater({ panel, input }: Parts): void {
  const dialog = panel.querySelector("dialog");
  // It has the focus until then, so that typed text is not lost.
  const first = dialog?.querySelector("[autofocus]");
  const focus = () => {
    if (dialog?.open && document.activeElement === first) input.focus();
  };
  const wait = () => setTimeout(focus, matchMedia(WIDE).matches ? FOCUS_MS.wide : FOCUS_MS.narrow);
  // During the click itself, because phones show their keyboard only then.
  panel.querySelector("summary")?.addEventListener("click", wait);
  // It was opened while this script was loading.
  if (dialog?.open) wait();
  dialog?.addEventListener("keydown", ({ key }) => {
    if (key.length === 1) focus();
  });
}

/** Not awaited: it styles the suggestions, which arrive later. */
function linkSheet({ sheet: href = "", sheetIntegrity: integrity = "" }: DOMStringMap): void {
  document.head.append(element("link", { rel: "stylesheet", href, integrity }));
}

/**
 * Marks the button as disabled while the field is empty, and explains why when it is clicked (R-SEARCH-01, SEARCH-1).
 */
function requireText({ form, input, submit, t }: Parts): void {
  const note = element("p", { class: "field__error", id: "search-panel-note", role: "alert" });
  form.append(note);
  form.noValidate = true;
  input.setAttribute("aria-describedby", note.id);
  const isLong = () => input.value.trim().length >= SHORTEST;
  const look = () => {
    submit.ariaDisabled = isLong() ? null : "true";
    if (isLong()) note.textContent = "";
  };
  input.addEventListener("input", look);
  form.addEventListener("submit", (event) => {
    if (isLong()) return;
    event.preventDefault();
    note.textContent = t("search_panel.too_short");
    input.focus();
  });
  // A page restored from the back/forward cache has its text again.
  addEventListener("pageshow", look);
  look();
}

/** Returns a function that empties the field. */
function startClearing({ input, submit, t }: Parts): () => void {
  const button = element("button", {
    type: "button",
    class: "search-found__clear",
    "aria-label": t("search_panel.clear"),
  });
  button.append(element("span", { "aria-hidden": "true" }, "×"));
  const look = () => {
    button.hidden = input.value === "";
  };
  const clear = () => {
    input.value = "";
    input.dispatchEvent(new Event("input"));
    input.focus();
  };
  button.addEventListener("click", clear);
  input.addEventListener("input", look);
  submit.before(button);
  look();
  return clear;
}

function startSuggestions({ form, input, start, t }: Parts, clear: () => void): void {
  const list = element("div", {
    role: "listbox",
    id: "search-found",
    class: "search-found",
    "aria-label": t("search_panel.suggestions"),
  });
  const status = element("p", { role: "status", class: "visually-hidden" });
  start.before(list, status);
  let timer = 0;
  const say = (text: string) => {
    clearTimeout(timer);
    timer = window.setTimeout(() => {
      status.textContent = text;
    }, SAY_MS);
  };
  const hrefOf = (query: string) => `${form.action}?${new URLSearchParams({ q: query })}`;
  const closed = () => {
    start.hidden = false;
    suggesting.stop();
    say("");
  };
  const combobox = startCombobox(input, list, {
    onClose: closed,
    onEscape: () => {
      const isText = input.value !== "";
      if (isText) clear();
      return isText;
    },
  });
  const suggesting = startSuggesting(
    (query, signal) => suggest({ query: { q: query }, signal }),
    (answer, query) => {
      const groups = answer === null ? [] : groupsOf(answer, query, { t, hrefOf, wide: matchMedia(WIDE).matches });
      combobox.show(groups);
      start.hidden = groups.length > 0;
      const count = list.querySelectorAll(".search-found__row").length;
      say(answer === null ? "" : t("search_panel.count", { count }));
    },
  );
  input.addEventListener("input", () => suggesting.typed(input.value));
  suggesting.typed(input.value);
}

/** Read whenever the panel opens, because other tabs search too. */
function startRecent({ panel, start, t, form }: Parts): void {
  const place = element("div");
  start.prepend(place);
  const show = () => recentRows(place, form.action, t);
  panel.addEventListener("toggle", show);
  show();
}
