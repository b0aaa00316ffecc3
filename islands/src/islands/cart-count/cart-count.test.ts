// @vitest-environment jsdom
import { screen } from "@testing-library/dom";
import { expect, it } from "vitest";
import { itemCount } from "../../stores/item-count";
import { DUTCH } from "../../testing/messages";
import mount from "./index";

it("R-CART-01 shows the cookie's number in the link, follows the cart, and is hidden at zero", () => {
  // biome-ignore lint/suspicious/noDocumentCookie: the test sets the cookie
  document.cookie = "vitrine-cart=2";
  document.documentElement.lang = "nl-NL";
  document.body.innerHTML =
    '<a href="/winkelwagen">Winkelwagen<span data-island="cart-count"><span data-cart-count aria-hidden="true" hidden></span><span data-cart-items> </span></span></a>';
  const root = document.querySelector("[data-island]") as HTMLElement;
  mount(root, { props: {}, messages: DUTCH.cartCount, values: {} });
  const value = root.querySelector("[data-cart-count]") as HTMLElement;
  const link = screen.getByRole("link", { name: "Winkelwagen 2 artikelen" });
  expect(value.textContent).toBe("2");
  itemCount().set(1);
  expect(value.textContent).toBe("1");
  expect(screen.getByRole("link", { name: "Winkelwagen 1 artikel" })).toBe(link);
  itemCount().set(0);
  expect(value.hidden).toBe(true);
  expect(screen.getByRole("link", { name: "Winkelwagen" })).toBe(link);
});
