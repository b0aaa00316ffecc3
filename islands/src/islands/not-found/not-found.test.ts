// @vitest-environment jsdom
import { expect, it } from "vitest";
import mount, { shown } from "./index";

it("R-ROUTE-10 names the path as text, in the words of the page", () => {
  history.pushState(null, "", "/en/a%20b/%3Cimg%20src=x%3E?q=1");
  document.body.innerHTML = '<p hidden data-island="not-found" data-missing="Page not found: {path}"></p>';
  const [root] = document.body.children;
  mount(root as HTMLElement);
  const place = document.querySelector("p");
  expect(place?.hidden).toBe(false);
  expect(place?.textContent).toBe("Page not found: /en/a b/<img src=x>");
  expect(place?.children).toHaveLength(0);
});

it("R-ROUTE-10 shows 200 characters at most, decoded where that is possible, and nothing that turns text around", () => {
  expect(shown("/stra%C3%9Fe/%E2%80%AEx")).toBe("/straße/x");
  expect(shown("/%ff")).toBe("/%ff");
  expect(shown(`/${"a".repeat(199)}`)).toBe(`/${"a".repeat(199)}`);
  expect(shown(`/${"a".repeat(200)}`)).toBe(`/${"a".repeat(199)}…`);
});
