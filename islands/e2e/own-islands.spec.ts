// Islands of a shop's own with what the program publishes: its React, its API and its cart.
import { test as base, expect } from "@playwright/test";
import { expectNoViolations } from "./support/accessibility";
import { withSiteFolder } from "./support/running";
import { text } from "./support/texts";

const ISLAND = `
import { useState } from "react";
import { call, formatMoney, isApiError, pageLocale, type Mount } from "vitrine";
import { mountReact, useStore } from "vitrine/react";
import { cartStore } from "vitrine/cart";

const mount: Mount<{ product: string }> = (root, { props }) => {
  const cart = cartStore();
  void cart.load();
  function Own() {
    const [said, say] = useState("");
    const state = useStore(cart);
    const ask = async () => {
      try {
        await call("DELETE /api/cart/line-items/{id}", { path: { id: "none" } });
        say("removed");
      } catch (error) {
        say(isApiError(error) ? "refused " + error.refused : "other");
      }
    };
    return (
      <div>
        <p data-count>{state.cart?.item_count ?? "-"}</p>
        <p data-money>{formatMoney({ minor: 129900, currency: "EUR" }, pageLocale())}</p>
        <p data-said>{said}</p>
        <button type="button" onClick={() => void ask()}>Ask</button>
      </div>
    );
  }
  mountReact(root, <Own />);
};
export default mount;
`;
const PLACED = `{% extends "vitrine:components/product/price.html" %}
{% block notes %}
{{ super() }}
<div data-island="own-cart" data-when="interaction"><button type="button">Ask</button>{{ island_data("own-cart", {"product": "x"}) }}</div>
{% endblock %}
`;
const LAMP = "/en/products/koepel-pendant--bottle-green";

const test = base.extend<object, { url: string }>({
  url: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the required fixtures from the pattern.
    async ({}, use) => {
      await withSiteFolder("gloedwerf", use, {
        "theme/islands/own-cart/index.tsx": ISLAND,
        "theme/templates/components/product/price.html": PLACED,
      });
    },
    { scope: "worker", timeout: 120_000 },
  ],
  baseURL: async ({ url }, use) => {
    await use(url);
  },
});

test("an island of a shop's own shares React and the cart, and keeps a press that came before it", async ({ page }) => {
  const [react, said]: [Set<string>, string[]] = [new Set(), []];
  page.on("request", (request) => {
    const file = new URL(request.url()).pathname;
    if (/react/i.test(file)) react.add(file);
  });
  page.on("pageerror", (error) => said.push(error.message));
  page.on("console", (message) => {
    // The refused call is told by the browser.
    if (message.type() === "error" && !message.text().includes("status of 400")) said.push(message.text());
  });
  await page.goto(LAMP);
  const own = page.locator("[data-island=own-cart]");
  await own.getByRole("button", { name: "Ask" }).click();
  await expect(own.locator("[data-said]"), "the press before it was loaded counts").toHaveText("refused true");
  await expect(own.locator("[data-money]")).toHaveText("€1,299.00");
  await expect(own.locator("[data-count]")).toHaveText("0");
  await page
    .locator("[data-island=buy-box]")
    .getByRole("button", { name: text("en", "buy_box.add") })
    .click();
  await expect(page.locator(".buy-box__confirmation")).toBeVisible();
  await expect(own.locator("[data-count]"), "the program's island and this one have the same cart").toHaveText("1");
  expect([...react], "one React").toHaveLength(1);
  await expectNoViolations(page);
  expect(said, "neither errors nor violations of the policy").toEqual([]);
});
