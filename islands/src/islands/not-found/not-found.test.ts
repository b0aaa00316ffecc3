// @vitest-environment jsdom
import { expect, it } from "vitest";
import mount, { shown } from "./index";

it("R-ROUTE-10 names the path as text, in the words of the page", () => {
  history.pushState(null, "", "/en/a%20b/%3Cimg%20src=x%3E?q=1");
  document.body.innerHTML = '<div><p hidden data-missing="Page not found: {path}"></p></div>';
  const [root] = document.body.children;
  mount(root as HTMLElement);
  const place = document.querySelector("p");
  expect(place?.hidden).toBe(false);
  expect(place?.textContent).toBe("Page not found: /en/a b/<img src=x>");
  expect(place?.children).toHaveLength(0);
});

it("R-ROUTE-10 leaves a page alone that names its path already", () => {
  document.body.innerHTML = "<div><p>Page not found: /en/a</p></div>";
  mount(document.body.firstElementChild as HTMLElement);
  expect(document.body.textContent).toBe("Page not found: /en/a");
});

it("R-ROUTE-10 shows 200 characters at most, decoded where that is possible, and nothing that turns text around", () => {
  expect(shown("/stra%C3%9Fe/%E2%80%AEx")).toBe("/straße/x");
  expect(shown("/%ff")).toBe("/%ff");
  expect(shown(`/${"a".repeat(199)}`)).toBe(`/${"a".repeat(199)}`);
  expect(shown(`/${"a".repeat(200)}`)).toBe(`/${"a".repeat(199)}…`);
});
