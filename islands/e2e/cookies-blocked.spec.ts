// A browser that blocks all cookies, and with them storage and locks: pages work, and each action that needs a session
// says why it failed and what to do.
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { chromium, type Page } from "@playwright/test";
import { expectNoFaults } from "./support/accessibility";
import { AuthPage, newEmailAddress, PASSWORD } from "./support/account";
import { WHOLE_BROWSER } from "./support/browsers";
import { product } from "./support/catalogue";
import { watchWrites } from "./support/network";
import { expect, test as shared } from "./support/shop";
import { Storefront } from "./support/storefront";
import { home, LOCALES, route, text } from "./support/texts";

const RAVEL = product("RAVEL-RU-OA");
const NOOR = { email: "noor@example.com", password: "lindehout-2026" };
/** The setting "block all cookies" of Chromium. */
const BLOCKED = { profile: { default_content_setting_values: { cookies: 2 } } };

const test = shared.extend({
  context: async ({ baseURL, launchOptions }, use, testInfo) => {
    const folder = testInfo.outputPath("profile");
    await mkdir(path.join(folder, "Default"), { recursive: true });
    await writeFile(path.join(folder, "Default", "Preferences"), JSON.stringify(BLOCKED));
    const browser = { ...launchOptions, executablePath: WHOLE_BROWSER };
    const options = { ...browser, locale: "fr-FR", ...(baseURL === undefined ? {} : { baseURL }) };
    const context = await chromium.launchPersistentContext(folder, options);
    await use(context);
    await context.close();
  },
  page: async ({ context }, use) => {
    await use(await context.newPage());
  },
});

/** No session is stored, and the browser denies access to cookies and storage. */
async function expectBlocked(page: Page): Promise<void> {
  const refused = await page.evaluate(async () => {
    const nameOf = (error: unknown) => (error as Error).name;
    const names = [() => localStorage, () => sessionStorage].map((storage) => {
      try {
        return storage().length;
      } catch (error) {
        return nameOf(error);
      }
    });
    return [document.cookie, ...names, await navigator.locks.request("probe", () => "held").catch(nameOf)];
  });
  expect(refused).toEqual(["", "SecurityError", "SecurityError", "SecurityError"]);
}

for (const locale of LOCALES) {
  const told = text(locale, "errors.cookies_blocked");

  test.describe(`${locale}: with all cookies blocked`, () => {
    test.use({ shopOptions: { consumerLocales: ["nl", "en", "de"] } });

    test("R-PDP-05 adding reports that cookies are blocked and what to do, and adds nothing", async ({ page }) => {
      const shop = new Storefront(page, locale);
      await shop.openBuyBox(RAVEL);
      await expectBlocked(page);
      const writes = watchWrites(page);
      await shop.buyButton.click();
      const alert = page.locator(".buy-box__error");
      await expect(alert.getByText(text(locale, "buy_box.failed"))).toBeVisible();
      await expect(alert.getByRole("listitem")).toHaveText([told]);
      await expect(alert).not.toContainText(text(locale, "buy_box.unreachable"));
      await expect(shop.confirmation(RAVEL, 1)).toHaveCount(0);
      expect(writes, "it was sent once, so that the shop could answer").toHaveLength(1);
      await shop.expectCount(0);
      // The button works again once cookies are allowed.
      await expect(shop.buyButton).not.toHaveAttribute("aria-disabled");
      await expectNoFaults(page);
    });

    test("R-ACCT-01 login and registration report it, keep the input, and create no account", async ({ page }) => {
      const auth = new AuthPage(page, locale);
      await auth.logIn(NOOR.email, NOOR.password);
      await expect(auth.summary).toBeFocused();
      await expect(auth.summary.getByRole("listitem")).toHaveText([told]);
      await expect(auth.field("login-email")).toHaveValue(NOOR.email);
      await expectNoFaults(page);

      const email = newEmailAddress();
      await auth.open("register");
      for (let time = 0; time < 2; time += 1) {
        await auth.fillRegistration(email);
        const answer = page.waitForResponse(/\/api\/account\/register$/);
        await auth.send.click();
        expect((await answer).status(), "the second time too: there is no account").toBe(403);
        await expect(auth.summary.getByRole("listitem")).toHaveText([told]);
        await expect(auth.field("register-password")).toHaveValue(PASSWORD);
      }
    });

    test("R-ACCT-01 requests without a session work: the mail for a new password is sent", async ({ page }) => {
      const auth = new AuthPage(page, locale);
      await auth.open("forgot-password");
      await auth.field("forgot-email").fill(newEmailAddress());
      await auth.send.click();
      await expect(auth.heading(auth.t("look_in_mail"))).toBeFocused();
    });

    test("pages work: no exceptions, lists filter, and account and cart link on", async ({ page }) => {
      const paths = [home(locale), route(locale, "bor.shopping-cart"), route(locale, "bor.checkout")];
      for (const where of paths) {
        await page.goto(where);
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        await expectNoFaults(page);
      }
      await page.goto(`${route(locale, "bor.search")}?q=ravel`);
      const found = page.locator(".search .product-card");
      await found.first().getByRole("link").first().click();
      await expect(page.locator("[data-island=buy-box]")).toBeVisible();
      await page.goBack();
      await expect(found.first()).toBeVisible();
      await page.goto(route(locale, "bor.account.index"));
      await expect(page.getByRole("main").getByLabel(text(locale, "auth.email"))).toBeVisible();
    });
  });
}
