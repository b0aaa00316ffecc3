// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { SessionResponse } from "../api/schema.gen";
import { createTranslate } from "../i18n";
import type { Account } from "../stores/account";
import { createSessionStore } from "../stores/session";
import { settled } from "../testing/carts";
import { fakeClock } from "../testing/fake-clock";
import { DUTCH } from "../testing/messages";
import { AuthProvider } from "./context";
import type { AuthKey } from "./messages";
import { LIFETIME_MS, SessionCare, WARNING_MS } from "./SessionCare";

beforeEach(() => {
  HTMLDialogElement.prototype.showModal = vi.fn(function (this: HTMLDialogElement) {
    this.open = true;
  });
  HTMLDialogElement.prototype.close = vi.fn(function (this: HTMLDialogElement) {
    this.open = false;
  });
});
afterEach(cleanup);

const t = createTranslate<AuthKey>(DUTCH.auth, "nl-NL");
const NOBODY: SessionResponse = {
  customer: null,
  ordering_allowed: true,
  currency: "EUR",
  tax_status: "gross",
  item_count: 0,
  notice: null,
};
const NOOR: SessionResponse = {
  ...NOBODY,
  customer: { logged_in: true, guest: false, account_type: "private", first_name: "Noor" },
};

async function open(answers: SessionResponse[]) {
  const clock = fakeClock();
  let written: number | null = clock.now();
  const session = createSessionStore(
    { getSession: () => Promise.resolve(answers.shift() ?? NOBODY) },
    {
      known: ({ customer }, wrote) => {
        if (wrote || customer === null) written = customer === null ? null : clock.now();
      },
    },
  );
  await session.load();
  const renew = vi.fn(() => Promise.resolve({ session: NOOR }));
  const logIn = vi.fn<Account["logIn"]>(() => session.take(NOOR));
  const account: Account = { logIn, register: vi.fn(), confirm: vi.fn(), logOut: vi.fn() };
  render(
    <AuthProvider value={{ t: createTranslate({ ...DUTCH.address, ...DUTCH.auth }, "nl-NL"), account, clock }}>
      <input aria-label="typed" defaultValue="half a sentence" />
      <SessionCare session={session} written={() => written} renew={renew} forgotPath={null} />
    </AuthProvider>,
  );
  const pass = (milliseconds: number) =>
    act(async () => {
      clock.pass(milliseconds);
      await settled();
    });
  // Another tab removes the time of the last write, and this tab gets the storage event.
  const logOutElsewhere = () =>
    act(async () => {
      written = null;
      session.refresh();
      dispatchEvent(new Event("storage"));
      await settled();
    });
  return { pass, renew, logIn, logOutElsewhere };
}

const dialog = () => document.querySelector("dialog");
const press = (name: string) =>
  act(async () => {
    fireEvent.click(screen.getByRole("button", { name }));
    await settled();
  });

it("ORDER-7 warns at least two minutes before the session ends, and not before", async () => {
  expect(WARNING_MS).toBeGreaterThanOrEqual(120_000);
  const { pass } = await open([NOOR]);
  await pass(LIFETIME_MS - WARNING_MS - 1000);
  expect(dialog()?.open).toBe(false);
  await pass(1000);
  expect(dialog()?.open).toBe(true);
  expect(screen.getByText(t("auth.session_ends"))).toBeTruthy();
  expect(screen.getByRole("timer").textContent).toBe(t("auth.wait_left", { time: t("auth.minutes", { count: 5 }) }));
  await pass(60_000);
  expect(screen.getByRole("timer").textContent).toBe(t("auth.wait_left", { time: t("auth.minutes", { count: 4 }) }));
});

it("ORDER-7 'Stay signed in' extends the session by its full lifetime", async () => {
  const { pass, renew } = await open([NOOR]);
  await pass(LIFETIME_MS - WARNING_MS);
  await press(t("auth.stay"));
  expect(renew).toHaveBeenCalledOnce();
  expect(dialog()?.open).toBe(false);
  await pass(LIFETIME_MS - WARNING_MS - 1000);
  expect(dialog()?.open).toBe(false);
  await pass(1000);
  expect(dialog()?.open).toBe(true);
});

it("ORDER-7 after the end the input is kept, and the visitor logs in in place", async () => {
  const { pass, logIn } = await open([NOOR, NOBODY]);
  await pass(LIFETIME_MS - WARNING_MS);
  await pass(WARNING_MS);
  expect(screen.getByText(t("auth.session_over"))).toBeTruthy();
  expect((screen.getByLabelText("typed") as HTMLInputElement).value).toBe("half a sentence");
  fireEvent.change(document.getElementById("login-email") as HTMLInputElement, { target: { value: "n@example.test" } });
  fireEvent.change(document.getElementById("login-password") as HTMLInputElement, { target: { value: "x" } });
  await press(t("auth.log_in"));
  expect(logIn).toHaveBeenCalledWith({ email: "n@example.test", password: "x" });
  expect(dialog()?.open).toBe(false);
});

it("reports no end while the API knows the customer", async () => {
  const { pass } = await open([NOOR, NOOR]);
  await pass(LIFETIME_MS + 1000);
  expect(screen.queryByText(t("auth.session_over"))).toBeNull();
});

it("ORDER-7 a tab that another one logged out shows this before any input", async () => {
  const { logOutElsewhere, pass } = await open([NOOR, NOBODY]);
  await pass(60_000);
  expect(dialog()?.open).toBe(false);
  await logOutElsewhere();
  expect(dialog()?.open).toBe(true);
  expect(screen.getByText(t("auth.session_over"))).toBeTruthy();
});
