// @vitest-environment jsdom
import { screen } from "@testing-library/dom";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import type { SearchResponse } from "../../api/schema.gen";
import { createTranslate } from "../../i18n";
import { DUTCH } from "../../testing/messages";
import { type Heading, startHeading, startSuggestions } from "./heading";
import type { SearchKey } from "./messages";

const t = createTranslate<SearchKey>(DUTCH.search, "nl-NL");
const onSearch = vi.fn();
const onTyping = vi.fn();
const STATE = { query: "", category: null, chosen: {}, sort: null, page: 1 };
const NONE: SearchResponse = {
  query: "lamp",
  corrected: null,
  exact: null,
  total: 0,
  page: 1,
  pages: 0,
  products: [],
  facets: [],
  prices: null,
  public_order: null,
  content: [],
};

beforeEach(() => {
  vi.clearAllMocks();
  document.title = "lamp – Zoeken – Lindhoven";
  // As in `templates/pages/search.html`.
  document.body.innerHTML = `<h1>Zoeken</h1>
    <form><label for="search-q">Zoek</label><input id="search-q" type="search" name="q" required minlength="2" value="lamp"><button>Zoeken</button></form>
    <p hidden>Bedoelde u <a data-corrected></a></p>
    <section class="search__start" aria-label="Begin"><p class="search__note" hidden>Controleer de spelling</p></section>`;
});

function start(): Heading {
  return startHeading({ root: document, t, onSearch, onTyping });
}

it("R-SEARCH-01 submit is disabled unless the trimmed query is longer than 1 character, and says why", async () => {
  const user = userEvent.setup();
  start();
  const field = screen.getByRole("searchbox");
  const submit = screen.getByRole("button");
  for (const [text, isEnabled] of [
    [" ", false],
    ["l", false],
    ["  l ", false],
    ["la", true],
    [" lamp  op  voet ", true],
  ] as const) {
    await user.clear(field);
    await user.type(field, text);
    expect(submit.getAttribute("aria-disabled"), text).toBe(isEnabled ? null : "true");
    await user.click(submit);
    expect(screen.getByRole("alert").textContent, text).toBe(isEnabled ? "" : "Typ minstens 2 tekens.");
    expect(field.getAttribute("aria-invalid"), text).toBe(isEnabled ? null : "true");
    if (!isEnabled) expect(document.activeElement, text).toBe(field);
  }
  expect(onSearch.mock.calls).toEqual([["la"], ["lamp op voet"]]);
  expect(onTyping).toHaveBeenCalled();
});

it("SEARCH-12 the field follows Back and Forward, and what is being typed stays while a response comes", async () => {
  history.replaceState(null, "", "?q=lamp");
  const heading = start();
  const field = screen.getByRole<HTMLInputElement>("searchbox");
  await userEvent.setup().type(field, "e");
  heading.show({ state: { ...STATE, query: "lamp" }, first: { ...NONE, total: 2 } });
  expect(field.value).toBe("lampe");
  heading.show({ state: { ...STATE, query: "stoel" }, first: { ...NONE, total: 2 } });
  expect(field.value).toBe("stoel");
});

it("SEARCH-12 heading and title have the number of results of every kind, the query, and nothing but text of it", () => {
  const heading = start();
  const h1 = screen.getByRole("heading");
  const query = "<b>lamp</b>";
  const content = [{ kind: "page", label: "Pagina’s", total: 1, hits: [] }];
  const chosen = { brand: ["kante"] };
  for (const [state, first, text, title] of [
    [STATE, undefined, "Zoeken", "Zoeken"],
    [{ ...STATE, query: "lamp" }, undefined, "Zoeken lamp", "We zoeken naar ‘lamp’"],
    [{ ...STATE, query: "lamp" }, NONE, "Niets gevonden voor lamp", "0 resultaten voor ‘lamp’"],
    [{ ...STATE, query: "lamp", chosen }, NONE, "0 resultaten voor lamp", "0 resultaten voor ‘lamp’"],
    [{ ...STATE, query: "lamp" }, { ...NONE, content }, "1 resultaat voor lamp", "1 resultaat voor ‘lamp’"],
    [{ ...STATE, query }, { ...NONE, query, total: 2 }, `2 resultaten voor ${query}`, `2 resultaten voor ‘${query}’`],
    [{ ...STATE, chosen }, { ...NONE, query: "", total: 9 }, "Alle producten", "Alle producten"],
  ] as const) {
    heading.show({ state, first });
    expect(h1.textContent).toBe(text);
    expect(document.title).toBe(`${title} – Lindhoven`);
  }
  expect(h1.querySelector("b")).toBeNull();
});

it("SEARCH-13 a correction is a link that searches for it in place, but not with a key for a new tab", async () => {
  const heading = start();
  const user = userEvent.setup();
  heading.show({ state: { ...STATE, query: "lmap" }, first: { ...NONE, corrected: "lamp & licht" } });
  const link = screen.getByRole("link", { name: "lamp & licht" });
  expect(link.getAttribute("href")).toBe("?q=lamp+%26+licht");
  link.addEventListener("click", (event) => event.preventDefault());
  await user.keyboard("{Control>}");
  await user.click(link);
  await user.keyboard("{/Control}");
  expect(onSearch).not.toHaveBeenCalled();
  await user.click(link);
  expect(onSearch.mock.calls).toEqual([["lamp & licht"]]);
  heading.show({ state: { ...STATE, query: "lamp" }, first: NONE });
  expect(screen.queryByRole("link")).toBeNull();
});

it("SEARCH-13 suggestions stand without a query, after nothing was found, and where nothing could be asked", () => {
  const show = startSuggestions(document);
  const section = document.querySelector<HTMLElement>(".search__start");
  const help = document.querySelector<HTMLElement>(".search__note");
  const state = { ...STATE, query: "lamp" };
  const chosen = { brand: ["kante"] };
  for (const [shown, status, isShown, isHelp] of [
    [{ state: STATE, first: undefined }, "ready", true, false],
    [{ state, first: { ...NONE, total: 3 } }, "ready", false, true],
    [{ state, first: NONE }, "pending", false, true],
    [{ state, first: NONE }, "ready", true, true],
    [{ state: { ...state, chosen }, first: NONE }, "ready", false, true],
    [{ state, first: undefined }, "failed", true, false],
  ] as const) {
    show(shown, status);
    expect([section?.hidden, help?.hidden], JSON.stringify([shown, status])).toEqual([!isShown, !isHelp]);
  }
});
