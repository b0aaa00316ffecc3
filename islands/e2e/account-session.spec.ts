// The end of a customer's session on the account screens: warning, renewal, and login in place.
import type { Page } from "@playwright/test";
import { expectNoFaults, expectNoViolations } from "./support/accessibility";
import { PASSWORD } from "./support/account";
import { AccountPage } from "./support/account-area";
import { product } from "./support/catalogue";
import { becomeCustomer, orderAsCustomer } from "./support/customers";
import { inTurn } from "./support/in-turn";
import { sessionToken } from "./support/session";
import { expect, testOfOwnShop as test } from "./support/shop";

const LAMP = product("ZWAM-KLEIN-RU");
const MINUTE = 60_000;
/** Lifetime of a Shopware session without writes. */
const DAY = 24 * 60 * MINUTE;

test.afterEach(({ shop }) => shop.control("reset"));

/** Sets the time of the browser's last write to the session, as another tab would. */
async function writtenBefore(page: Page, milliseconds: number): Promise<void> {
  await page.evaluate((at) => {
    localStorage.setItem("vitrine-session-written", String(at));
    dispatchEvent(new StorageEvent("storage"));
  }, Date.now() - milliseconds);
}

for (const locale of inTurn("de")) {
  test(`ORDER-7 ${locale}: every account screen warns at least two minutes before the session ends; "stay signed in" puts it off`, async ({
    page,
  }) => {
    const account = new AccountPage(page, locale);
    await becomeCustomer(page, locale);
    await writtenBefore(page, 0);
    const { order_id } = await orderAsCustomer(page, "nl", LAMP, "iDEAL");
    const screens = [
      () => account.open("index"),
      () => account.open("orders"),
      () => account.open("profile"),
      () => account.openOrder(order_id),
    ];
    for (const open of screens) {
      await open();
      await expect(account.main.locator(".account-area")).toBeVisible();
      await expect(account.dialog).toHaveCount(0);
      await writtenBefore(page, DAY - 4 * MINUTE);
      await expect(account.dialog).toContainText(account.t("auth.session_ends"));
      await expect(account.dialog.getByRole("timer")).toHaveText(
        account.t("auth.wait_left", { time: account.t("auth.minutes", { count: 4 }) }),
      );
      await expectNoViolations(page);
      const renewed = page.waitForRequest(
        (request) => request.method() === "PATCH" && request.url().endsWith("/session"),
      );
      await account.dialog.getByRole("button", { name: account.t("auth.stay"), exact: true }).click();
      await renewed;
      await expect(account.dialog).toHaveCount(0);
    }
    const written = await page.evaluate(() => Number(localStorage.getItem("vitrine-session-written")));
    expect(Date.now() - written).toBeLessThan(MINUTE);
  });
}

for (const locale of inTurn("nl")) {
  test(`ORDER-7 ${locale}: after the end the customer logs in in place, and the input is kept`, async ({
    page,
    shop,
  }) => {
    const account = new AccountPage(page, locale);
    const { email } = await becomeCustomer(page, locale);
    await writtenBefore(page, 0);
    await account.open("profile");
    await account.button("account_profile.add_address").click();
    await account.field("address-street").fill("Herengracht 1");
    await shop.control(`sessions/${await sessionToken(page.context())}/expire`);
    await writtenBefore(page, DAY + 1);
    await expect(account.dialog).toContainText(account.t("auth.session_over"));
    await expect(account.dialog).toContainText(account.t("auth.session_over_text"));
    await expectNoFaults(page);
    await account.field("login-email").fill(email);
    await account.field("login-password").fill(PASSWORD);
    const read = page.waitForResponse((answer) => answer.url().endsWith("/api/account"));
    await account.dialog.getByRole("button", { name: account.t("auth.log_in"), exact: true }).click();
    expect((await read).status(), "the screen is read anew").toBe(200);
    await expect(account.dialog).toHaveCount(0);
    await expect(account.field("address-street")).toHaveValue("Herengracht 1");
    for (const [name, value] of [
      ["zipcode", "1015 BA"],
      ["city", "Amsterdam"],
    ] as const)
      await account.field(`address-${name}`).fill(value);
    await account.button("account_profile.save").click();
    await expect(account.toast("account_profile.address_created")).toBeVisible();
  });
}

test("ORDER-7 another customer who logs in in place sees their own account and none of the input", async ({
  page,
  shop,
}) => {
  const account = new AccountPage(page, "nl");
  const { email } = await becomeCustomer(page, "nl");
  await writtenBefore(page, 0);
  await account.open("profile");
  await expect(account.fact(account.t("account_profile.email"))).toContainText(email);
  await account.button("account_profile.add_address").click();
  await account.field("address-street").fill("Herengracht 1");
  await shop.control(`sessions/${await sessionToken(page.context())}/expire`);
  await writtenBefore(page, DAY + 1);
  await account.field("login-email").fill("noor@example.com");
  await account.field("login-password").fill("lindehout-2026");
  await account.dialog.getByRole("button", { name: account.t("auth.log_in"), exact: true }).click();
  await expect(account.dialog).toHaveCount(0);
  await expect(account.fact(account.t("account_profile.email"))).toContainText("noor@example.com");
  await expect(account.main).not.toContainText(email);
  await expect(account.field("address-street")).toHaveCount(0);
});
