// A form of the demo shop, found on its page and filled in.
import type { Locator, Page } from "@playwright/test";
import type { Answers, FormRow } from "./form-rows";

/** The button that sends a form. */
export const send = (form: Locator): Locator => form.locator("[data-send]");

/** The form of the row on this page. The block's mark is its id, which differs by locale. */
export function formOf(page: Page, { handle, line }: FormRow): Locator {
  if (line?.startsWith("block-")) return page.locator("main").locator(`[data-form$="-${handle}"]`);
  return page.locator(`[data-form="${line ?? handle}"]`);
}

/** The controls of the field, or those with this value. */
export const controls = (form: Locator, name: string, value?: string): Locator =>
  form
    .locator(`[data-field] [name=${name}], .form-line__fields [name=${name}]`)
    .and(value === undefined ? form.locator("[name]") : form.locator(`[value="${value}"]`));

/** Fills in the fields, in their order. */
export async function fillIn(form: Locator, answers: Answers): Promise<void> {
  for (const [name, given] of Object.entries(answers)) {
    if (typeof given === "object" && "buffer" in given) await controls(form, name).setInputFiles(given);
    else if (typeof given !== "string") {
      for (const value of given) await controls(form, name, value).check();
    } else if ((await controls(form, name).count()) > 1) await controls(form, name, given).check();
    else if (await controls(form, name).evaluate((one) => one instanceof HTMLSelectElement)) {
      await controls(form, name).selectOption(given);
    } else await controls(form, name).fill(given);
  }
}
