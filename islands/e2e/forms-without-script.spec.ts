// Every form of the demo shop without JavaScript: posted, back with errors beside the fields and values kept, mended, sent.
import type { Locator } from "@playwright/test";
import { expectNoSidewaysScroll } from "./support/accessibility";
import { newEmailAddress } from "./support/account";
import { controls, fillIn, formOf, send } from "./support/form-filling";
import { expectArrival, INCOMPLETE, REQUIRED } from "./support/form-outcomes";
import { type Answers, FORM_ROWS } from "./support/form-rows";
import { inTurn } from "./support/in-turn";
import { expect, testOfOwnShop as test } from "./support/shop";
import { LOCALES, text } from "./support/texts";

test.use({ javaScriptEnabled: false });

async function expectKept(form: Locator, answers: Answers): Promise<void> {
  for (const [name, given] of Object.entries(answers)) {
    if (typeof given === "object" && "buffer" in given) continue;
    if (typeof given !== "string") {
      for (const value of given) await expect(controls(form, name, value), name).toBeChecked();
    } else if ((await controls(form, name).count()) > 1) await expect(controls(form, name, given), name).toBeChecked();
    else await expect(controls(form, name), name).toHaveValue(given);
  }
}

for (const [index, row] of FORM_ROWS.entries()) {
  for (const locale of inTurn(LOCALES[(index + 2) % LOCALES.length] ?? "nl")) {
    const name = row.line ?? row.handle;
    test(`R-FORM-06 ${row.requirement ?? ""} ${name} is refused, mended and sent without JavaScript (${locale})`, async ({
      page,
      shop,
    }) => {
      const email = newEmailAddress();
      const answers: Answers = { ...row.answers, ...("email" in row.answers && { email }) };
      const [handle, label] = row.required;
      const { [handle]: missing = "", ...others } = answers;
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto(row.paths[locale]);
      await fillIn(formOf(page, row), others);
      const refused = page.waitForResponse(/\/api\/forms\//);
      await send(formOf(page, row)).click();
      expect((await refused).status()).toBe(422);
      // The line of the newsletter is answered by the page with the whole form.
      const form = row.handle === "newsletter" ? page.locator('main [data-form="newsletter"]') : formOf(page, row);
      // The API takes the marks away that it fills.
      const fault = form.locator(
        row.line === undefined || row.handle === "newsletter" ? `[data-field="${handle}"]` : "form",
      );
      await expect(fault.locator(".field__error").first()).toContainText(REQUIRED[locale](text(locale, label)));
      await expect(fault.locator(".field__error").first()).toBeVisible();
      await expect(controls(form, handle).first()).toBeVisible();
      if (row.line === undefined) {
        await expect(form.locator(".error-summary")).toContainText(INCOMPLETE[locale]);
      }
      await expectKept(form, others);
      await expectNoSidewaysScroll(page);
      const again = Object.entries(others).filter(([, given]) => typeof given === "object" && "buffer" in given);
      await fillIn(form, { [handle]: missing, ...Object.fromEntries(again) });
      const sent = page.waitForResponse(/\/api\/forms\//);
      await send(form).click();
      expect((await sent).status()).toBe(200);
      await expect(form.locator(":scope > [tabindex]").first()).toBeVisible();
      await expect(form.locator(".form__fields, .form-line__fields")).toBeHidden();
      expect(page.url()).not.toContain(encodeURIComponent(email));
      await expectArrival(shop, row, email, locale);
    });
  }
}
