// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { createTranslate } from "../../i18n";
import { DUTCH } from "../../testing/messages";
import type { SearchKey } from "./messages";
import { QueryForm } from "./QueryForm";

const t = createTranslate<SearchKey>(DUTCH.search, "nl-NL");
const onSearch = vi.fn();

function form(query: string, typed: string | null = null) {
  return <QueryForm query={query} typed={typed} onSearch={onSearch} t={t} />;
}

afterEach(() => {
  cleanup();
  vi.clearAllMocks();
});

it("R-SEARCH-01 submit is disabled unless the trimmed query is longer than 1 character, and says why", async () => {
  const user = userEvent.setup();
  render(form(""));
  const field = screen.getByRole("searchbox", { name: "Waar bent u naar op zoek?" });
  const submit = screen.getByRole("button", { name: "Zoeken" });
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
  }
  expect(onSearch.mock.calls).toEqual([["la"], ["lamp op voet"]]);
});

it("SEARCH-12 the query is in the field, follows Back and Forward, and keeps input from before the island was mounted", () => {
  const { rerender } = render(form("lamp", "lampe"));
  const field = screen.getByRole("searchbox");
  expect(field).toHaveProperty("value", "lampe");
  rerender(form("lamp"));
  expect(field).toHaveProperty("value", "lampe");
  rerender(form("stoel"));
  expect(field).toHaveProperty("value", "stoel");
});
