import { describe, expect, it } from "vitest";
import type { Order, OrderState } from "../../api/schema.gen";
import {
  asksForPayment,
  type Begun,
  CONFIRMING_MS,
  type Facts,
  type Outcome,
  outcomeOf,
  SETTLING_MS,
  type Standing,
  standingOf,
} from "./decide";

const SCREENS = ["placed", "paid", "unpaid"] as const;
const ORDERS: readonly OrderState[] = ["open", "in-progress", "completed", "cancelled", "other"];
const PAYMENTS: readonly Standing[] = [
  "paid",
  "authorized",
  "begun",
  "arranged",
  "pending",
  "unpaid",
  "failed",
  "cancelled",
  "refunded",
  "unknown",
];
const BEGUN: readonly (Begun | null)[] = ["waiting", "left", "nothing-to-pay", null];
const WAITED = [0, CONFIRMING_MS - 1, CONFIRMING_MS, SETTLING_MS];
const AGES = [null, 0, SETTLING_MS - 1, SETTLING_MS, 30 * 24 * SETTLING_MS];

const ALL: readonly Facts[] = SCREENS.flatMap((screen) =>
  ORDERS.flatMap((order) =>
    PAYMENTS.flatMap((payment) =>
      BEGUN.flatMap((begun) =>
        [true, false].flatMap((expired) =>
          AGES.flatMap((age) =>
            WAITED.map((waited) => ({ screen, order, payment, way: "page" as const, begun, expired, age, waited })),
          ),
        ),
      ),
    ),
  ),
);

const where = (wanted: (facts: Facts) => boolean) => [...new Set(ALL.filter(wanted).map(outcomeOf))].sort();

/** States that depend only on the order, not on the URL, the tab or the clock. */
const SAID: readonly (readonly [Standing, Outcome])[] = [
  ["paid", "paid"],
  ["authorized", "authorized"],
  ["pending", "pending"],
  ["failed", "declined"],
  ["cancelled", "stopped"],
  ["refunded", "refunded"],
  ["unknown", "unknown"],
];

/** States of an order without a known payment. */
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
  [{ screen: "placed", begun: "nothing-to-pay" }, "owed"],
  [{ screen: "unpaid", expired: false, begun: "nothing-to-pay" }, "unpaid"],
  [{ screen: "unpaid", expired: true, begun: "nothing-to-pay" }, "expired"],
  ...([null, "waiting", "left", "nothing-to-pay"] as const).flatMap((begun) => [
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

const ACCOUNT = { holder: "", account: "NL91ABNA0417164300", bic: null, reference: "10042" };

/** States of a pending payment that can be continued. */
const GOING_ON: readonly (readonly [Partial<Facts>, Outcome])[] = [
  [{ screen: "placed", begun: "waiting" }, "leaving"],
  [{ screen: "placed", begun: "left" }, "begun"],
  [{ screen: "placed", begun: "nothing-to-pay" }, "begun"],
  [{ screen: "placed", begun: null }, "begun"],
  [{ screen: "unpaid", expired: false }, "begun"],
  [{ screen: "unpaid", expired: true }, "expired"],
  [{ screen: "paid", waited: 0 }, "pending"],
  [{ screen: "paid", waited: CONFIRMING_MS - 1 }, "pending"],
  [{ screen: "paid", waited: CONFIRMING_MS }, "begun"],
  [{ screen: "paid", waited: SETTLING_MS }, "begun"],
];

describe("R-CHK-05 a pending payment", () => {
  const begun = (facts: Facts) => facts.order !== "cancelled" && facts.payment === "begun";

  it.each(GOING_ON)("%o gives %s", (wanted, outcome) => {
    expect(where((facts) => begun(facts) && matches(facts, wanted))).toEqual([outcome]);
  });

  it("every combination is covered by one of these rows", () => {
    expect(ALL.filter((facts) => begun(facts) && !GOING_ON.some(([wanted]) => matches(facts, wanted)))).toEqual([]);
  });

  const order = (payment: Partial<Order["payment"]>, code: string) => ({
    payment: {
      state: "pending",
      method_id: null,
      method: null,
      description: null,
      way: "page",
      transfer: null,
      can_be_paid: false,
      page: null,
      ...payment,
    } as const,
    payment_status: { code, name: null },
  });

  it.each<[Partial<Order["payment"]>, string, Standing]>([
    [{ can_be_paid: true }, "unconfirmed", "begun"],
    [{ page: "https://pay.example/1" }, "in_progress", "begun"],
    [{}, "in_progress", "pending"],
    [{ page: "https://pay.example/1", transfer: ACCOUNT }, "in_progress", "arranged"],
    [{ can_be_paid: true, transfer: ACCOUNT }, "unconfirmed", "arranged"],
    [{ way: "invoice" }, "in_progress", "arranged"],
    [{ way: null }, "in_progress", "pending"],
    [{ state: "paid" }, "authorized", "authorized"],
    [{ state: "paid" }, "paid", "paid"],
    [{ state: "failed", can_be_paid: true }, "failed", "failed"],
  ])("of %o, %s, is %s", (payment, code, standing) => {
    expect(standingOf(order(payment, code))).toBe(standing);
  });
});

describe("R-CHK-05 a payment outside of the shop", () => {
  it.each(["invoice", "prepayment", "cash", "other"] as const)("by %s depends on nothing else", (way) => {
    expect([...new Set(ALL.filter(isOpen).map((facts) => outcomeOf({ ...facts, way })))]).toEqual(["arranged"]);
    const changed = ALL.filter((facts) => !isOpen(facts) && outcomeOf({ ...facts, way }) !== outcomeOf(facts));
    expect(changed).toEqual([]);
  });

  it("is empty if the total is zero, and shows nothing for an unknown method", () => {
    expect([...new Set(ALL.filter(isOpen).map((facts) => outcomeOf({ ...facts, way: "nothing" })))]).toEqual([
      "placed",
    ]);
    const unknown = ALL.filter((facts) => isOpen(facts) && facts.begun === "nothing-to-pay");
    expect([...new Set(unknown.map((facts) => outcomeOf({ ...facts, way: null })))]).toEqual(["placed"]);
    const changed = ALL.filter((facts) => outcomeOf({ ...facts, way: null }) !== outcomeOf(facts));
    expect(changed.every((facts) => unknown.includes(facts))).toBe(true);
  });

  it("and is pending redirects to the provider's page only at once", () => {
    const awaited = (facts: Facts) => facts.order !== "cancelled" && facts.payment === "arranged";
    const atOnce = ({ screen, begun }: Facts) => screen === "placed" && begun === "waiting";
    expect(where((facts) => awaited(facts) && atOnce(facts))).toEqual(["leaving"]);
    expect(where((facts) => awaited(facts) && !atOnce(facts))).toEqual(["arranged"]);
  });
});

describe("the shown state", () => {
  it.each(SAID)("of a payment that is %s: %s, whatever else is known", (payment, outcome) => {
    expect(where((facts) => facts.order !== "cancelled" && facts.payment === payment)).toEqual([outcome]);
  });

  it("of a cancelled order: cancelled, whatever the state of its payment", () => {
    expect(where(({ order }) => order === "cancelled")).toEqual(["cancelled"]);
  });

  it.each(OPEN)("of an order whose payment the shop has not heard of: %o gives %s", (wanted, outcome) => {
    expect(where((facts) => isOpen(facts) && matches(facts, wanted))).toEqual([outcome]);
  });

  it("every combination is covered by one of these rows", () => {
    const untold = ALL.filter((facts) => isOpen(facts) && !OPEN.some(([wanted]) => matches(facts, wanted)));
    expect(untold).toEqual([]);
    expect(ALL).toHaveLength(
      SCREENS.length * ORDERS.length * PAYMENTS.length * BEGUN.length * 2 * AGES.length * WAITED.length,
    );
  });

  it("redirects to the payment page only from the first screen, and only once", () => {
    const sent = ALL.filter((facts) => outcomeOf(facts) === "leaving");
    expect(sent.length).toBeGreaterThan(0);
    for (const { screen, begun, payment } of sent) {
      expect([screen, begun]).toEqual(["placed", "waiting"]);
      expect(["unpaid", "begun", "arranged"]).toContain(payment);
    }
  });

  it("no payment is offered if one may have been made", () => {
    const asked = ALL.filter((facts) => asksForPayment(outcomeOf(facts)));
    expect([...new Set(asked.map(({ payment }) => payment))].sort()).toEqual([
      "begun",
      "cancelled",
      "failed",
      "unpaid",
    ]);
    expect(asked.some(({ order }) => order === "cancelled")).toBe(false);
    expect(asked.some(({ screen, payment, age }) => screen === "paid" && payment === "unpaid" && age === 0)).toBe(
      false,
    );
    expect(asked.some(({ screen, payment, waited }) => screen === "paid" && payment === "begun" && waited === 0)).toBe(
      false,
    );
  });
});
