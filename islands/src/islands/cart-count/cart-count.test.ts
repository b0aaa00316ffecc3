// @vitest-environment jsdom
import { expect, it } from "vitest";
import { itemCount } from "../../stores/item-count";
import { DUTCH } from "../../testing/messages";
import mount from "./index";

it("R-CART-01 shows the number of the cookie in the link, follows the cart, and hides at none", () => {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie is what is under test
  document.cookie = "vitrine-cart=2";
  document.documentElement.lang = "nl-NL";
  document.body.innerHTML = '<a href="/winkelwagen" data-island="cart-count">Winkelwagen</a>';
  const link = document.querySelector("a") as HTMLAnchorElement;
  mount(link, { props: {}, messages: DUTCH.cartCount, values: {} });
  const value = link.querySelector("[data-cart-count]") as HTMLElement;
  expect(value.textContent).toBe("2");
  expect(link.getAttribute("aria-label")).toBe("Winkelwagen, 2 artikelen");
  itemCount().set(1);
  expect(value.textContent).toBe("1");
  expect(link.getAttribute("aria-label")).toBe("Winkelwagen, 1 artikel");
  itemCount().set(0);
  expect(value.hidden).toBe(true);
  expect(link.hasAttribute("aria-label")).toBe(false);
});
