// @vitest-environment jsdom
import { act, cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ApiError } from "../../api/request";
import type { WithdrawRequest, WithdrawResponse } from "../../api/schema.gen";
import { createTranslate } from "../../i18n";
import { DUTCH } from "../../testing/messages";
import type { WithdrawalKey } from "./messages";
import type { WithdrawalScreen } from "./screen";
import { begin, newKey } from "./statement";
import { Withdrawal } from "./Withdrawal";

const RECEIPT: WithdrawResponse = {
  reference: "4F2A-91BC-03DE",
  received_at: "2026-11-23T18:40:12Z",
  received_on: "23 november 2026, 19:40:12 uur (CET)",
  mailed: true,
};

beforeEach(() => {
  document.documentElement.lang = "nl-NL";
});
afterEach(cleanup);

function mount(change: Partial<WithdrawalScreen> = {}) {
  const sent: WithdrawRequest[] = [];
  const own: WithdrawalScreen = {
    props: { returns_path: "/retourneren", home_path: "/" },
    t: createTranslate<WithdrawalKey>(DUTCH.withdrawal, "nl-NL"),
    first: begin({ name: "Noor Visser", email: "noor@example.test" }, "#order=10042"),
    send: async (statement) => {
      sent.push(statement);
      return RECEIPT;
    },
    customer: async () => null,
    print: vi.fn(),
    ...change,
  };
  render(<Withdrawal screen={own} />);
  return { sent, user: userEvent.setup() };
}

const press = (name: string) => screen.getByRole("button", { name });
const heading = () => screen.getByRole("heading", { level: 1 }).textContent;

it("law §4a: earlier input and the order of a link are filled in", () => {
  expect(begin({ name: "Noor", order_number: "1" }, "#order=2")).toEqual({
    order_number: "1",
    name: "Noor",
    email: "",
    items: "",
    comment: "",
  });
  expect(begin({}, "#order=10%2042").order_number).toBe("10 42");
  expect(begin({}, "").order_number).toBe("");
  expect(newKey()).toMatch(/^[0-9a-f]{32}$/);
  expect(newKey()).not.toBe(newKey());
});

it("law §4a: form, review, receipt; nothing is sent before the second step", async () => {
  const { sent, user } = mount();
  await user.click(press("Verder"));
  expect(heading()).toBe("Controleer uw ontbinding");
  expect(sent).toEqual([]);
  await user.click(press("Ontbinding bevestigen"));
  expect(heading()).toBe("Wij hebben uw ontbinding ontvangen");
  expect(sent).toEqual([
    {
      key: expect.stringMatching(/^[0-9a-f]{32}$/),
      order_number: "10042",
      name: "Noor Visser",
      email: "noor@example.test",
      items: null,
      comment: null,
    },
  ]);
  expect(screen.getByText(RECEIPT.received_on)).toBeTruthy();
  expect(screen.getByText(RECEIPT.reference)).toBeTruthy();
});

it("FORM-4: an API error links to its field", async () => {
  const fault = { code: "INVALID_REQUEST", title: "", detail: "Zo niet.", source: { pointer: "/order_number" } };
  const { user } = mount({ send: () => Promise.reject(new ApiError(400, [fault])) });
  await user.click(press("Verder"));
  await user.click(press("Ontbinding bevestigen"));
  expect(heading()).toBe("Overeenkomst hier ontbinden");
  expect(screen.getByRole("alert").textContent).toContain("Zo niet.");
  expect(screen.getByLabelText(/^Bestelnummer/).getAttribute("aria-invalid")).toBe("true");
});

it("a lost response is reported on the review, and the same key is sent again", async () => {
  const keys: string[] = [];
  const { user } = mount({
    send: ({ key }) => {
      keys.push(key);
      return keys.length === 1 ? Promise.reject(new ApiError(0, [])) : Promise.resolve(RECEIPT);
    },
  });
  await user.click(press("Verder"));
  await user.click(press("Ontbinding bevestigen"));
  expect(screen.getByRole("alert").textContent).toContain("heeft ons niet bereikt");
  await user.click(press("Ontbinding bevestigen"));
  expect(heading()).toBe("Wij hebben uw ontbinding ontvangen");
  expect(new Set(keys).size).toBe(1);
});

it("law §4a: logged in, the form is filled in and the order is chosen from a list", async () => {
  const { user } = mount({
    first: begin({}, ""),
    customer: async () => ({
      name: "Noor Visser",
      email: "noor@example.test",
      orders: [{ number: "10042", placedAt: "2026-11-20T10:00:00Z" }],
    }),
  });
  await act(async () => {});
  await user.selectOptions(screen.getByLabelText(/^Uw bestellingen/), "10042");
  expect((screen.getByLabelText(/^Bestelnummer/) as HTMLInputElement).value).toBe("10042");
  expect((screen.getByLabelText(/^Uw naam/) as HTMLInputElement).value).toBe("Noor Visser");
  await user.click(press("Verder"));
  expect(heading()).toBe("Controleer uw ontbinding");
});

it("says so if no mail was sent", async () => {
  const { user } = mount({ send: async () => ({ ...RECEIPT, mailed: false }) });
  await user.click(press("Verder"));
  await user.click(press("Ontbinding bevestigen"));
  expect(screen.getByText(/stuurt hiervan geen e-mail/)).toBeTruthy();
});
