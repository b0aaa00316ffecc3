// Changing the e-mail address, if the shop lets customers do that (`account.change_email`).
import { expectNoFaults } from "./support/accessibility";
import { newEmailAddress, PASSWORD } from "./support/account";
import { AccountPage } from "./support/account-area";
import { becomeCustomer } from "./support/customers";
import { inTurn } from "./support/in-turn";
import { callApi } from "./support/network";
import { expect, test } from "./support/shop";
import { home, LOCALES } from "./support/texts";

// The shared shop with `change_email = true`.
test.use({ shopOptions: { consumerLocales: [...LOCALES] } });

for (const locale of inTurn("de")) {
  test(`R-ACCT-04 R-ACCT-07 ${locale}: the change-e-mail call (email, confirmation, password): errors are at their field, and the new address can log in`, async ({
    page,
  }) => {
    const account = new AccountPage(page, locale);
    const { email: former } = await becomeCustomer(page, locale);
    const next = newEmailAddress();
    await account.open("profile");
    const shown = account.fact(account.t("account_profile.email"));
    await expect(shown).toHaveText(former);
    const open = account.button("account_profile.change_email");
    await open.focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: account.t("account_profile.change_email") })).toBeFocused();
    const save = account.button("account_profile.save");
    const problem = page.getByRole("alert").filter({ hasText: account.t("account_area.problem") });

    // Nothing is sent while a field is empty or the two addresses differ.
    await save.click();
    await expect(problem).toBeFocused();
    await expect(problem.getByRole("link")).toHaveText([
      account.t("account_profile.need_email"),
      account.t("account_profile.need_current_password"),
    ]);
    await expectNoFaults(page);
    await account.field("email-email").fill(next);
    await account.field("email-email_confirmation").fill(`x${next}`);
    await account.field("email-password").fill("niet het wachtwoord");
    await save.click();
    await expect(problem.getByRole("link")).toHaveText([account.t("account_profile.need_same_email")]);
    await expect(account.field("email-email_confirmation")).toHaveAccessibleDescription(
      new RegExp(account.t("account_profile.need_same_email")),
    );

    // A wrong password is reported at its field, and the input is kept.
    await account.field("email-email_confirmation").fill(next);
    await save.click();
    await expect(account.field("email-password")).toHaveAttribute("aria-invalid", "true");
    await expect(account.field("email-email")).toHaveValue(next);
    await expectNoFaults(page);

    await account.field("email-password").fill(PASSWORD);
    await page.keyboard.press("Enter");
    // R-ACCT-07: "e-mail changed".
    await expect(account.toast("account_profile.email_changed")).toBeVisible();
    await expect(shown).toHaveText(next);
    await expect(page.getByRole("heading", { name: account.t("account_profile.details") })).toBeFocused();
    await account.expectNoToast();
    await expectNoFaults(page);

    // The new address logs in, the former one does not.
    expect((await callApi(page, "POST", "/api/account/logout", { everywhere: false })).status).toBe(200);
    await page.goto(home(locale));
    expect((await callApi(page, "POST", "/api/account/login", { email: former, password: PASSWORD })).status).toBe(403);
    expect((await callApi(page, "POST", "/api/account/login", { email: next, password: PASSWORD })).status).toBe(200);
  });
}
