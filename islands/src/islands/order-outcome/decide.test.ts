import { describe, expect, it } from "vitest";
import type { OrderState, PaymentState } from "../../api/schema.gen";
import { asksForPayment, type Begun, type Facts, type Outcome, outcomeOf, SETTLING_MS } from "./decide";

const SCREENS = ["placed", "paid", "unpaid"] as const;
const ORDERS: readonly OrderState[] = ["open", "in-progress", "completed", "cancelled", "other"];
const PAYMENTS: readonly PaymentState[] = ["paid", "pending", "unpaid", "failed", "cancelled", "refunded", "unknown"];
const BEGUN: readonly (Begun | null)[] = ["waiting", "left", "nothing-to-pay", null];
const AGES = [null, 0, SETTLING_MS - 1, SETTLING_MS, 30 * 24 * SETTLING_MS];

const ALL: readonly Facts[] = SCREENS.flatMap((screen) =>
  ORDERS.flatMap((order) =>
    PAYMENTS.flatMap((payment) =>
      BEGUN.flatMap((begun) =>
        [true, false].flatMap((expired) => AGES.map((age) => ({ screen, order, payment, begun, expired, age }))),
      ),
    ),
  ),
);

const where = (wanted: (facts: Facts) => boolean) => [...new Set(ALL.filter(wanted).map(outcomeOf))].sort();

/** States that depend only on the order, not on the URL, the tab or the clock. */
const SAID: readonly (readonly [PaymentState, Outcome])[] = [
  ["paid", "paid"],
  ["pending", "pending"],
  ["failed", "declined"],
  ["cancelled", "stopped"],
  ["refunded", "refunded"],
  ["unknown", "unknown"],
];

/** States of an order that the shop has no payment for. */
const OPEN: readonly (readonly [Partial<Facts>, Outcome])[] = [
  [{ screen: "placed", begun: "waiting" }, "leaving"],
  [{ screen: "placed", begun: "left" }, "unpaid"],
  [{ screen: "placed", begun: null }, "owed"],
  [{ screen: "unpaid", expired: false, begun: null }, "unpaid"],
  [{ screen: "unpaid", expired: false, begun: "waiting" }, "unpaid"],
  [{ screen: "unpaid", expired: false, begun: "left" }, "unpaid"],
  [{ screen: "unpaid", expired: true, begun: null }, "expired"],
  [{ screen: "unpaid", expired: true, begun: "waiting" }, "expired"],
  [{ screen: "unpaid", expired: true, begun: "left" }, "expired"],
  ...SCREENS.map((screen) => [{ screen, begun: "nothing-to-pay" }, "placed"] as const),
  ...([null, "waiting", "left"] as const).flatMap((begun) => [
    [{ screen: "paid", begun, age: null }, "pending"] as const,
    [{ screen: "paid", begun, age: 0 }, "pending"] as const,
    [{ screen: "paid", begun, age: SETTLING_MS - 1 }, "pending"] as const,
    [{ screen: "paid", begun, age: SETTLING_MS }, "unpaid"] as const,
    [{ screen: "paid", begun, age: 30 * 24 * SETTLING_MS }, "unpaid"] as const,
  ]),
];

const matches = (facts: Facts, wanted: Partial<Facts>) =>
  Object.entries(wanted).every(([name, value]) => facts[name as keyof Facts] === value);
const isOpen = ({ order, payment }: Facts) => order !== "cancelled" && payment === "unpaid";

describe("which state is shown", () => {
  it.each(SAID)("of a payment that is %s: %s, whatever else is known", (payment, outcome) => {
    expect(where((facts) => facts.order !== "cancelled" && facts.payment === payment)).toEqual([outcome]);
  });

  it("of a cancelled order: that, whatever became of its payment", () => {
    expect(where(({ order }) => order === "cancelled")).toEqual(["cancelled"]);
  });

  it.each(OPEN)("of an order whose payment the shop has not heard of: %o gives %s", (wanted, outcome) => {
    expect(where((facts) => isOpen(facts) && matches(facts, wanted))).toEqual([outcome]);
  });

  it("every combination is told by one of these lines", () => {
    const untold = ALL.filter((facts) => isOpen(facts) && !OPEN.some(([wanted]) => matches(facts, wanted)));
    expect(untold).toEqual([]);
    expect(ALL).toHaveLength(SCREENS.length * ORDERS.length * PAYMENTS.length * BEGUN.length * 2 * AGES.length);
  });

  it("nobody is sent to a payment page from another screen than the first, or twice", () => {
    const sent = ALL.filter((facts) => outcomeOf(facts) === "leaving");
    expect(sent.length).toBeGreaterThan(0);
    for (const { screen, begun, payment } of sent) {
      expect([screen, begun, payment]).toEqual(["placed", "waiting", "unpaid"]);
    }
  });

  it("no payment is asked for where one may have been made", () => {
    const asked = ALL.filter((facts) => asksForPayment(outcomeOf(facts)));
    expect([...new Set(asked.map(({ payment }) => payment))].sort()).toEqual(["cancelled", "failed", "unpaid"]);
    expect(asked.some(({ order }) => order === "cancelled")).toBe(false);
    expect(asked.some(({ screen, payment, age }) => screen === "paid" && payment === "unpaid" && age === 0)).toBe(
      false,
    );
  });
});
