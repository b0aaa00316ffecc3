// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from "vitest";
import { forgetSearch, forgetSearches, recentSearches, rememberSearch } from "./recent-searches";

beforeEach(() => localStorage.clear());

it("keeps the newest five, each once, ignoring case", () => {
  for (const query of ["lamp", "bank", "kast", "stoel", "Lamp", "tafel", "kleed"]) rememberSearch(query);
  expect(recentSearches()).toEqual(["kleed", "tafel", "Lamp", "stoel", "kast"]);
});

it("forgets one, or all, and leaves nothing behind", () => {
  for (const query of ["lamp", "bank"]) rememberSearch(query);
  forgetSearch("LAMP");
  expect(recentSearches()).toEqual(["bank"]);
  forgetSearches();
  expect(recentSearches()).toEqual([]);
  expect(localStorage).toHaveLength(0);
});

it("stores no pasted texts, and handles invalid entries and missing storage", () => {
  rememberSearch("x".repeat(61));
  expect(recentSearches()).toEqual([]);
  for (const kept of ["{", "{}", '[1, "lamp", null]']) {
    localStorage.setItem("vitrine-searches", kept);
    expect(recentSearches()).toEqual(kept.startsWith("[") ? ["lamp"] : []);
  }
  const denied = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new Error("denied");
  });
  expect(() => rememberSearch("bank")).not.toThrow();
  denied.mockRestore();
});
