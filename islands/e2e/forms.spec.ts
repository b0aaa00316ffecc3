// Forms of the CMS in the browser: refused, mended, sent and seen in the CMS; what the visitor is told when it cannot be (R-FORM-01 to -06).
import type { Locator, Page } from "@playwright/test";
import { expectNoFaults, expectNoViolations } from "./support/accessibility";
import { inTurn } from "./support/in-turn";
import { intercept } from "./support/network";
import { expect, test, testOfOwnShop } from "./support/shop";
import { type Locale, text } from "./support/texts";

const APPOINTMENT = { nl: "/service/afspraak", en: "/en/service/appointment", de: "/de/service/termin" } as const;
const CATALOGUES = {
  nl: "/service/catalogus-aanvragen",
  en: "/en/service/request-a-catalogue",
  de: "/de/service/katalog-anfordern",
} as const;
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

/** R-FORM-05: 'The selected date is invalid.' */
const DATE = {
  nl: "De gekozen datum is ongeldig.",
  en: "The selected date is invalid.",
  de: "Das gewählte Datum ist ungültig.",
} as const;

/** A day of the calendar as it names it. */
const WEDNESDAY = {
  nl: /^woensdag 2 december 2026/,
  en: /^Wednesday,? 2 December 2026/,
  de: /^Mittwoch, 2. Dezember 2026/,
} as const;
const SUNDAY = { nl: "zondag", en: "Sunday", de: "Sonntag" } as const;

const formOf = (page: Page, handle: string) => page.locator(`[data-form="${handle}"]`);
const send = (form: Locator) => form.locator("[data-send]");
const place = (form: Locator, name: string) => form.locator(`[data-shown="contact.${name}"]`);

/** Answers of the API that a journey makes itself: those that the shop gives only when something is out of order. */
async function answerWith(page: Page, status: number, body: unknown): Promise<void> {
  await intercept(page, "**/api/forms/**", (request) =>
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
    await intercept(page, "**/api/forms/**", async (request) => {
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

for (const locale of inTurn("nl")) {
  test(`R-FORM-05 R-STORE-02 a day is chosen on the calendar by keyboard; closed days cannot be (${locale})`, async ({
    page,
  }) => {
    await page.clock.setFixedTime(new Date("2026-11-28T11:00:00Z"));
    await page.goto(APPOINTMENT[locale]);
    const form = formOf(page, "showroom_appointment");
    await form.getByLabel(text(locale, "forms.fields.showroom")).selectOption("breda");
    const opener = form.locator("[data-field=date] [data-calendar]");
    // The button is hidden, and takes no focus, until the form is live.
    await expect(opener).toBeVisible();
    await opener.focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: text(locale, "calendar.title") });
    await expect(dialog.getByRole("grid")).toHaveCount(1);
    // The grid names each day whole, so that its head is for the eye alone.
    await expect(dialog.locator("th").first()).toHaveAttribute("aria-label", SUNDAY[locale]);
    await expectNoViolations(page);
    await page.setViewportSize({ width: 430, height: 800 });
    const box = await dialog.boundingBox();
    expect([box?.x, box?.width], "at 430 px the calendar is as wide as the window").toEqual([0, 430]);
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    await expect(opener).toBeFocused();
    await page.keyboard.press("Enter");
    await dialog.getByRole("button", { name: text(locale, "calendar.next") }).focus();
    await page.keyboard.press("Enter");
    await dialog.getByRole("button", { name: WEDNESDAY[locale] }).focus();
    await page.keyboard.press("Enter");
    await expect(form.locator("[name=date]")).toHaveValue("2026-12-02");
    await form.locator("[name=date]").fill("2026-12-25");
    await send(form).click();
    await expect(form.locator('p[data-shown="showroom_appointment.fault.date"]')).toContainText(DATE[locale]);
  });
}

for (const locale of inTurn("de")) {
  test(`R-CMS-08 a catalogue that is chosen on its page is chosen in the form (${locale})`, async ({ page }) => {
    await page.goto(CATALOGUES[locale]);
    const link = page.locator("a[href*='?catalogues=']").nth(1);
    await expect(link).toHaveText(new RegExp(`^${text(locale, "content.request")}: `));
    const [, chosen = ""] = /catalogues=([^#]+)/.exec((await link.getAttribute("href")) ?? "") ?? [];
    await link.click();
    const form = formOf(page, "catalogue_request");
    await expect(form.locator("[name=catalogues]:checked")).toHaveValue(chosen);
    await expect(form).toBeInViewport();
  });
}
