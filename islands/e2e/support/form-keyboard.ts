// A form of the demo shop by keyboard alone.
import { expect, type Locator, type Page } from "@playwright/test";
import type { Answers, FormRow } from "./form-rows";

/** Most steps with the tab key that any form takes. */
const MOST_STEPS = 90;

/** The button that sends a form. */
export const send = (form: Locator) => form.locator("[data-send]");

/** The form of the row on this page. The block's mark is its id, which differs by locale. */
export function formOf(page: Page, { handle, line }: FormRow): Locator {
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
export async function fillIn(page: Page, form: Locator, answers: Answers): Promise<void> {
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
