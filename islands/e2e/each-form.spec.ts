// Every form of the demo shop by keyboard: refused, filled in, sent, and seen in the CMS or the mailbox (R-FORM-01 to -06).
import type { Locator, Page } from "@playwright/test";
import { expectNoSidewaysScroll, expectNoViolations } from "./support/accessibility";
import { mailTo, newEmailAddress } from "./support/account";
import { becomeCustomer } from "./support/customers";
import { type Answers, FORM_ROWS, type FormRow } from "./support/form-rows";
import { inTurn } from "./support/in-turn";
import { total, watchShifts } from "./support/shifts";
import { expect, type OwnShop, testOfOwnShop as test } from "./support/shop";
import { LOCALES, type Locale, text } from "./support/texts";

/** Specification, section 5: required '{Name} is required.' */
const REQUIRED = {
  nl: (name: string) => `${name} is verplicht.`,
  en: (name: string) => `${name} is required.`,
  de: (name: string) => `${name} ist erforderlich.`,
} as const;

/** R-FORM-04: 'Sorry, not all fields are filled out correctly.' */
const INCOMPLETE = {
  nl: "Sorry, niet alle velden zijn correct ingevuld.",
  en: "Sorry, not all fields are filled out correctly.",
  de: "Leider sind nicht alle Felder richtig ausgefüllt.",
} as const;

/** Most steps with the tab key that any form takes. */
const MOST_STEPS = 90;

const send = (form: Locator) => form.locator("[data-send]");

/** The form of the row on this page. The block's mark is its id, which differs by locale. */
function formOf(page: Page, { handle, line }: FormRow): Locator {
  if (line?.startsWith("block-")) return page.locator("main").locator(`[data-form$="-${handle}"]`);
  return page.locator(`[data-form="${line ?? handle}"]`);
}

type Focused = { readonly name: string; readonly type: string; readonly value: string };

/** The control of the form that has the focus. */
function focusedIn(form: Locator): Promise<Focused | undefined> {
  return form.evaluate((root) => {
    const { activeElement: at } = document;
    if (!(at instanceof HTMLElement) || !root.contains(at)) return undefined;
    const { name = "", type = "", value = "" } = at as HTMLInputElement;
    return { name, type, value };
  });
}

/** Presses the arrow until the control has the value. */
async function turnTo(page: Page, form: Locator, value: string): Promise<void> {
  for (let turn = 0; turn < 20 && (await focusedIn(form))?.value !== value; turn += 1) {
    await page.keyboard.press("ArrowDown");
  }
}

/** Fills in the focused control; says whether its field is complete. */
async function answer(page: Page, form: Locator, at: Focused, given: Answers[string]): Promise<boolean> {
  if (typeof given === "object" && "buffer" in given) {
    await form.locator(`[name=${at.name}]`).setInputFiles(given);
    return true;
  }
  if (typeof given !== "string") {
    if (given.includes(at.value)) await page.keyboard.press("Space");
    return at.value === given.at(-1);
  }
  if (at.type === "radio") {
    await page.keyboard.press("Space");
    await turnTo(page, form, given);
  } else if (at.type === "select-one") await turnTo(page, form, given);
  // As the browser of the tests writes a day: day, month, year.
  else if (at.type === "date") await page.keyboard.type(given.split("-").reverse().join(""));
  else await page.keyboard.insertText(given);
  return true;
}

/** Goes through the form with the tab key, from the control in focus to its button. */
async function fillIn(page: Page, form: Locator, answers: Answers): Promise<void> {
  const names = Object.keys(answers);
  const left = new Set(names);
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const at = await focusedIn(form);
    if (at?.type === "submit") break;
    const given = at && left.has(at.name) ? answers[at.name] : undefined;
    if (at && given !== undefined && (await answer(page, form, at, given))) {
      left.delete(at.name);
      const next = names.find((name) => left.has(name));
      // What depends on this answer comes a moment after it.
      if (next !== undefined) await expect(form.locator(`[name=${next}]`).first()).toBeVisible();
    }
    await page.keyboard.press("Tab");
  }
  expect([...left], "fields that the tab key did not come to").toEqual([]);
}

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

/** Sends the form, looks at it while it waits for its answer, and lets the answer come. */
async function sendSlowly(page: Page, form: Locator, locale: Locale): Promise<void> {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route("**/api/forms/**", async (request) => {
    await held;
    await request.continue();
  });
  await page.keyboard.press("Enter");
  await expect(send(form)).toHaveText(text(locale, "form.sending"));
  await expect(send(form)).toBeFocused();
  // R-FORM-04: "the form is disabled while its handler runs".
  await expect(form.locator(".form__fields, .form-line__fields")).toHaveAttribute("inert", "");
  await expectNoViolations(page);
  letGo();
  const sent = form.locator('[data-shown$=".sent"]');
  await expect(sent).toBeFocused();
  // R-ACCT-07: the success message "form submitted".
  await expect(sent).toContainText(/\p{L}{3}/u);
}

async function expectArrival(
  shop: OwnShop,
  { handle, arrives }: FormRow,
  email: string,
  locale: Locale,
): Promise<void> {
  if (arrives === "newsletter") {
    await mailTo(shop.control, email, "newsletter_opt_in");
    return;
  }
  const { submissions } = (await shop.control("submissions", undefined, "GET")) as {
    submissions: { form: string; data: Record<string, unknown> }[];
  };
  const sent = submissions.filter(({ form, data }) => form === handle && JSON.stringify(data).includes(email));
  expect(sent.map(({ data }) => data)).toEqual([expect.objectContaining({ ...arrives, locale })]);
}

for (const [index, row] of FORM_ROWS.entries()) {
  for (const locale of inTurn(LOCALES[index % LOCALES.length] ?? "nl")) {
    test(`R-FORM-04 R-ACCT-07 ${row.requirement ?? ""} ${row.line ?? row.handle} is refused, filled in and sent by keyboard (${locale})`, async ({
      page,
      shop,
    }) => {
      const email = newEmailAddress();
      const answers = { ...row.answers, ...("email" in row.answers && { email }) };
      const form = formOf(page, row);
      // Each form is refused at one width and filled in at the other.
      const widths = index % 2 === 0 ? [390, 1440] : [1440, 390];
      const [first = 0, second = 0] = widths;
      await page.setViewportSize({ width: first, height: 900 });
      await page.goto(row.paths[locale]);
      await expectNoViolations(page);
      await expectToComeInPlace(page, form);
      await refuse(page, form, row, locale);
      await expectNoViolations(page);
      await page.setViewportSize({ width: 320, height: 900 });
      await expectNoSidewaysScroll(page);
      await page.setViewportSize({ width: second, height: 900 });
      await fillIn(page, form, answers);
      await sendSlowly(page, form, locale);
      await expectNoViolations(page);
      await expectNoSidewaysScroll(page);
      await expectArrival(shop, row, email, locale);
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
