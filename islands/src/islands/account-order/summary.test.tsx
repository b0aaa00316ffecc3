// @vitest-environment jsdom
import { cleanup, render } from "@testing-library/react";
import { afterEach, beforeEach, expect, it } from "vitest";
import messages from "../../../../locales/nl/islands/account-order.json";
import type { Order } from "../../api/schema.gen";
import { formatMoney } from "../../format";
import { createTranslate } from "../../i18n";
import { euro, lineItem } from "../../testing/carts";
import { orderOf } from "../../testing/outcomes";
import { type OrderScreen, OrderScreenProvider } from "./context";
import type { OrderKey } from "./messages";
import { Summary } from "./Summary";

beforeEach(() => {
  document.documentElement.lang = "nl-NL";
});
afterEach(cleanup);

type Line = Order["line_items"][number];
const line = (change: Partial<Line>): Line => ({
  ...lineItem({ options: [] }),
  downloads: [],
  ...change,
  children: change.children ?? [],
});

function open(change: Partial<Order>): void {
  const value = {
    t: createTranslate<OrderKey>(messages, "nl-NL"),
    money: (amount: Parameters<OrderScreen["money"]>[0]) => formatMoney(amount, "nl-NL"),
    props: { image_template: "{url}?width={width}" },
  } as OrderScreen;
  render(
    <OrderScreenProvider value={value}>
      <Summary order={orderOf({}, change).order} />
    </OrderScreenProvider>,
  );
}

it.each([
  [2, "Afronding€ 0,02"],
  [-2, "Afronding€ -0,02"],
])("ORDER-4 the amount of cash rounding is above the total: %i", (minor, rounding) => {
  open({ rounding: euro(minor) });
  const sums = [...document.querySelectorAll("[data-sum]")].map((row) => row.textContent?.replaceAll("\u00a0", " "));
  expect(sums.slice(0, 3)).toEqual(["Subtotaal€ 149,00", rounding, "Totaal incl. btw€ 149,00"]);
});

it("ORDER-4 no rounding, no row", () => {
  open({});
  expect(document.querySelector("[data-sum=rounding]")).toBeNull();
});

it("R-ACCT-03 what is inside of a container is below it, at any depth; a line without a price says so", () => {
  const screws = line({ id: "c3".repeat(16), label: "Schroef", quantity: 8 });
  const rail = line({ id: "c2".repeat(16), label: "Rail", quantity: 2, children: [screws] });
  open({
    line_items: [line({ label: "Wandkast", children: [rail], unit_price: null, total_price: null })],
  });
  const lines = document.querySelector(".order-detail__lines");
  expect(lines?.children).toHaveLength(1);
  expect(lines?.querySelector(".parts")?.textContent).toBe("2 × Rail8 × Schroef");
  expect(lines?.querySelector(".parts .parts")?.textContent).toBe("8 × Schroef");
  expect(lines?.querySelector(".order-detail__amount")?.textContent).toContain("prijs onbekend");
});
