// Every form of the demo shop by keyboard: refused, filled in, sent, and seen in the CMS or the mailbox (R-FORM-01 to -06).
import type { Locator, Page } from "@playwright/test";
import { expectNoSidewaysScroll, expectNoViolations } from "./support/accessibility";
import { newEmailAddress } from "./support/account";
import { becomeCustomer } from "./support/customers";
import { fillIn, formOf, send } from "./support/form-keyboard";
import { expectArrival, INCOMPLETE, REQUIRED } from "./support/form-outcomes";
import { FORM_ROWS, type FormRow } from "./support/form-rows";
import { inTurn } from "./support/in-turn";
import { hold } from "./support/network";
import { total, watchShifts } from "./support/shifts";
import { expect, testOfOwnShop as test } from "./support/shop";
import { LOCALES, type Locale, text } from "./support/texts";

/** The island moves nothing when it comes. Fonts, which move words on any page, are there already. */
async function expectToComeInPlace(page: Page, form: Locator): Promise<void> {
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  const shifts = await watchShifts(page);
  const before = total(shifts);
  const island = page.waitForResponse(/\/assets\/form-[^/]+\.js$/);
  await send(form).focus();
  await island;
  // Shifts are reported with the next frame.
  await page.screenshot();
  expect(total(shifts), JSON.stringify(shifts)).toBe(before);
}

/** Sends the empty form; the focus is in its first field that is wrong then. */
async function refuse(page: Page, form: Locator, row: FormRow, locale: Locale): Promise<void> {
  const {
    required: [handle, label],
    line,
  } = row;
  await send(form).focus();
  await page.keyboard.press("Enter");
  const message = REQUIRED[locale](text(locale, label));
  const wrong = form.locator(`[name=${handle}]`).first();
  await expect(form.locator(`p[data-shown$=".fault.${handle}"]`)).toContainText(message);
  if (line === undefined) {
    const summary = form.locator('[data-shown$=".faults"]');
    await expect(summary).toBeFocused();
    await expect(summary).toContainText(INCOMPLETE[locale]);
    await page.keyboard.press("Tab");
    await expect(summary.getByRole("link").first()).toBeFocused();
    await page.keyboard.press("Enter");
  }
  await expect(wrong).toBeFocused();
}

/** Looks at the form while it waits for its answer, and lets the answer come. */
async function sendSlowly(page: Page, form: Locator, locale: Locale): Promise<void> {
  const letGo = await hold(page, "**/api/forms/**", "POST");
  await page.keyboard.press("Enter");
  await expect(send(form)).toHaveText(text(locale, "form.sending"));
  await expect(send(form)).toBeFocused();
  // R-FORM-04: "the form is disabled while its handler runs".
  await expect(form.locator(".form__fields, .form-line__fields")).toHaveAttribute("inert", "");
  await expectNoViolations(page);
  letGo();
  await expectSent(form);
  await page.unroute("**/api/forms/**");
}

/** R-ACCT-07: the success message "form submitted". */
async function expectSent(form: Locator): Promise<void> {
  const sent = form.locator('[data-shown$=".sent"]');
  await expect(sent).toBeFocused();
  await expect(sent).toContainText(/\p{L}{3}/u);
}

for (const [index, row] of FORM_ROWS.entries()) {
  for (const locale of inTurn(LOCALES[index % LOCALES.length] ?? "nl")) {
    test(`R-FORM-04 R-ACCT-07 ${row.requirement ?? ""} ${row.line ?? row.handle} is refused, filled in and sent by keyboard (${locale})`, async ({
      page,
      shop,
    }) => {
      const form = formOf(page, row);
      const own = (email: string) => ({ ...row.answers, ...("email" in row.answers && { email }) });
      // At the second width it is sent without another look at each state.
      const widths = index % 2 === 0 ? [390, 1440] : [1440, 390];
      const [first = 0, second = 0] = widths;
      const [email, other] = [newEmailAddress(), newEmailAddress()];
      await page.setViewportSize({ width: first, height: 900 });
      await page.goto(row.paths[locale]);
      await expectNoViolations(page);
      await expectToComeInPlace(page, form);
      await refuse(page, form, row, locale);
      await expectNoViolations(page);
      await page.setViewportSize({ width: 320, height: 900 });
      await expectNoSidewaysScroll(page);
      await page.setViewportSize({ width: first, height: 900 });
      await fillIn(page, form, own(email));
      await sendSlowly(page, form, locale);
      await expectNoViolations(page);
      await expectNoSidewaysScroll(page);
      await expectArrival(shop, row, email, locale);

      await page.setViewportSize({ width: second, height: 900 });
      await page.goto(row.paths[locale]);
      await refuse(page, form, row, locale);
      await fillIn(page, form, own(other));
      await page.keyboard.press("Enter");
      await expectSent(form);
      await expectArrival(shop, row, other, locale);
    });
  }
}

/** What a customer has told already, by the name of the field. */
const KNOWN = {
  first_name: "Lena",
  last_name: "de Wit",
  contact: "Lena de Wit",
  street: "Lange Voorhout",
  number: "9",
  postcode: "2514 EA",
  city: "Den Haag",
} as const;

test("FORM-11 a customer who is logged in finds name, address and e-mail address in each form that asks for them", async ({
  page,
}) => {
  const customer = await becomeCustomer(page, "nl");
  const known = { ...KNOWN, email: customer.email };
  for (const row of FORM_ROWS.filter(({ line }) => line === undefined)) {
    await page.goto(row.paths.nl);
    const form = formOf(page, row);
    await send(form).focus();
    for (const [name, value] of Object.entries(known)) {
      const field = form.locator(`[data-field] [name=${name}]`);
      if ((await field.count()) > 0) await expect(field, `${name} of ${row.handle}`).toHaveValue(value);
    }
  }
});
