// Forms of the CMS in the browser: refused, mended, sent and seen in the CMS; what the visitor is told when it cannot be (R-FORM-01 to -06).
import type { Locator, Page } from "@playwright/test";
import { expectNoFaults, expectNoViolations } from "./support/accessibility";
import { inTurn } from "./support/in-turn";
import { expect, test, testOfOwnShop } from "./support/shop";
import { type Locale, text } from "./support/texts";

const CONTACT = { nl: "/contact", en: "/en/contact", de: "/de/kontakt" } as const;

/** R-FORM-04: 'Sorry, not all fields are filled out correctly.' */
const INCOMPLETE = {
  nl: "Sorry, niet alle velden zijn correct ingevuld.",
  en: "Sorry, not all fields are filled out correctly.",
  de: "Leider sind nicht alle Felder richtig ausgefüllt.",
} as const;

/** Specification, section 5: required '{Name} is required.' */
const REQUIRED = {
  nl: (name: string) => `${name} is verplicht.`,
  en: (name: string) => `${name} is required.`,
  de: (name: string) => `${name} ist erforderlich.`,
} as const;

const formOf = (page: Page, handle: string) => page.locator(`[data-form="${handle}"]`);
const send = (form: Locator) => form.locator("[data-send]");
const place = (form: Locator, name: string) => form.locator(`[data-shown="contact.${name}"]`);

/** Answers of the API that a journey makes itself: those that the shop gives only when something is out of order. */
async function answerWith(page: Page, status: number, body: unknown): Promise<void> {
  await page.route("**/api/forms/**", (request) =>
    request.fulfill({ status, contentType: "application/json", body: JSON.stringify(body) }),
  );
}

async function fillContact(form: Locator, locale: Locale): Promise<void> {
  await form.getByLabel(text(locale, "forms.fields.first_name")).fill("Noor");
  await form.getByLabel(text(locale, "forms.fields.last_name")).fill("Bakker");
  await form.getByLabel(text(locale, "forms.fields.email")).fill("noor@example.com");
  await form.getByLabel(text(locale, "forms.fields.subject")).selectOption("other");
  await form.getByLabel(text(locale, "forms.fields.message")).fill("Past de tafel in een lift van een meter?");
  await form.getByLabel(text(locale, "forms.fields.privacy_label")).check();
}

for (const locale of inTurn("nl")) {
  testOfOwnShop(
    `R-FORM-04 the contact form is refused, mended, sent and in the CMS, by keyboard (${locale})`,
    async ({ page, shop }) => {
      await page.goto(CONTACT[locale]);
      const form = formOf(page, "contact");
      await expectNoFaults(page);
      await send(form).focus();
      await page.keyboard.press("Enter");
      const summary = place(form, "faults");
      await expect(summary).toBeFocused();
      await expect(summary).toContainText(INCOMPLETE[locale]);
      const name = text(locale, "forms.fields.first_name");
      await expect(summary.getByRole("link", { name: REQUIRED[locale](name) })).toBeVisible();
      await expect(page).toHaveTitle(new RegExp(`^${text(locale, "form.fault")} `));
      await expectNoFaults(page);
      await summary.getByRole("link", { name: REQUIRED[locale](name) }).focus();
      await page.keyboard.press("Enter");
      await expect(form.getByLabel(name)).toBeFocused();
      await page.keyboard.type("Noor");
      await expect(place(form, "fault.first_name").last()).toBeHidden();
      await fillContact(form, locale);
      await expect(summary).toBeHidden();
      await send(form).focus();
      await page.keyboard.press("Enter");
      await expect(place(form, "sent")).toBeFocused();
      await expect(place(form, "done")).toContainText(/[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{4}/);
      await expectNoFaults(page);
      const { submissions } = (await shop.control("submissions", undefined, "GET")) as {
        submissions: { form: string; data: Record<string, unknown> }[];
      };
      const [sent] = submissions.filter((one) => one.form === "contact").slice(-1);
      expect(sent?.data).toMatchObject({ email: "noor@example.com", subject: "other", locale });
    },
  );
}

for (const locale of inTurn("en")) {
  test(`R-FORM-01 a field that depends on another one comes with it and is asked for then (${locale})`, async ({
    page,
  }) => {
    await page.goto(CONTACT[locale]);
    const form = formOf(page, "contact");
    const order = form.getByLabel(text(locale, "forms.fields.order_number"));
    await expect(order).toBeHidden();
    await form.getByLabel(text(locale, "forms.fields.subject")).selectOption("order");
    await expect(order).toBeVisible();
    await send(form).click();
    await expect(place(form, "fault.order_number").last()).toContainText(
      REQUIRED[locale](text(locale, "forms.fields.order_number")),
    );
    await form.getByLabel(text(locale, "forms.fields.subject")).selectOption("other");
    await expect(order).toBeHidden();
  });
}

for (const locale of inTurn("de")) {
  test(`FORM-7 FORM-8 a form is locked while it is sent, and tells the truth of what came of it (${locale})`, async ({
    page,
  }) => {
    await page.goto(CONTACT[locale]);
    const form = formOf(page, "contact");
    await fillContact(form, locale);
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route("**/api/forms/**", async (request) => {
      await held;
      await request.fulfill({ status: 503, contentType: "text/html", body: "<h1>Bad gateway</h1>" });
    });
    await send(form).click();
    await expect(send(form)).toHaveText(text(locale, "form.sending"));
    await expect(send(form)).toBeFocused();
    await expect(form.locator(".form__fields")).toHaveAttribute("inert", "");
    await expectNoViolations(page);
    letGo();
    await expect(place(form, "problem")).toHaveText(text(locale, "form.unknown"));
    await page.unroute("**/api/forms/**");
    await answerWith(page, 405, {});
    await send(form).click();
    await expect(place(form, "problem")).toHaveText(text(locale, "form.nowhere"));
    await expect(page.locator(".form-frame__others a[href^='tel:']").first()).toBeVisible();
    await page.unroute("**/api/forms/**");
    await answerWith(page, 422, {
      errors: [{ code: "FORM_REFUSED", title: "Refused", detail: "So nicht.", source: { pointer: "/email" } }],
    });
    await send(form).click();
    await expect(place(form, "fault.email").last()).toContainText("So nicht.");
    await expect(form.getByLabel(text(locale, "forms.fields.email"))).toHaveValue("noor@example.com");
    await page.unroute("**/api/forms/**");
    await answerWith(page, 200, { outcome: "kept", reference: "4F2A-91BC-03DE" });
    await form.getByLabel(text(locale, "forms.fields.email")).fill("noor@example.org");
    await send(form).click();
    await expect(place(form, "kept-here")).toBeFocused();
    await expect(place(form, "kept-here")).toContainText(text(locale, "content.form_kept_title"));
    await expectNoViolations(page);
  });
}

test("the newsletter is ordered on its page, to which every footer leads", async ({ page }) => {
  await page.goto("/");
  await page.locator(".footer__newsletter a").click();
  const form = formOf(page, "newsletter");
  await form.getByLabel("E-mailadres").fill("noor@example.com");
  for (const box of await form.getByRole("checkbox").all()) await box.check();
  await answerWith(page, 200, { outcome: "sent", reference: "4F2A-91BC-03DE" });
  await send(form).click();
  await expect(form.locator('[data-shown="newsletter.sent"]')).toBeFocused();
});
