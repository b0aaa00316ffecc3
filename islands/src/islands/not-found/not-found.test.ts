// @vitest-environment jsdom
import { expect, it } from "vitest";
import mount, { shown } from "./index";

it("R-ROUTE-10 shows the path as text, in the page's language", () => {
  history.pushState(null, "", "/en/a%20b/%3Cimg%20src=x%3E?q=1");
  document.body.innerHTML = '<p hidden data-island="not-found" data-missing="Page not found: {path}"></p>';
  const [root] = document.body.children;
  mount(root as HTMLElement);
  const place = document.querySelector("p");
  expect(place?.hidden).toBe(false);
  expect(place?.textContent).toBe("Page not found: /en/a b/<img src=x>");
  expect(place?.children).toHaveLength(0);
});

it("R-ROUTE-10 shows at most 200 characters, decoded if possible, without bidirectional control characters", () => {
  expect(shown("/stra%C3%9Fe/%E2%80%AEx")).toBe("/straße/x");
  expect(shown("/%ff")).toBe("/%ff");
  expect(shown(`/${"a".repeat(199)}`)).toBe(`/${"a".repeat(199)}`);
  expect(shown(`/${"a".repeat(200)}`)).toBe(`/${"a".repeat(199)}…`);
});
