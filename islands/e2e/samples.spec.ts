// Samples of cloths: chosen below the options of products, taken out in the form, sent and seen in the CMS.
import type { Locator, Page } from "@playwright/test";
import { expectNoFaults } from "./support/accessibility";
import { newEmailAddress } from "./support/account";
import { nameOfOption, product } from "./support/catalogue";
import { inTurn } from "./support/in-turn";
import { expect, test, testOfOwnShop } from "./support/shop";
import { type Locale, text } from "./support/texts";

const RUST = product("RAVEL-RU-OA");
const MOSS = product("RAVEL-MO-OA");
/** 180 cloths, in a list that opens. */
const LONG = product("VAART-0109");
const FORM = {
  nl: "/service/stalen-aanvragen",
  en: "/en/service/order-samples",
  de: "/de/service/muster-bestellen",
} as const;
const MOST = 5;

const add = (page: Page, locale: Locale) => page.getByRole("button", { name: text(locale, "product.sample_of_cloth") });
const said = (page: Page) => page.locator(".sample__said");
const toForm = (page: Page) => page.locator(".sample__page");
const form = (page: Page) => page.locator('[data-form="samples"]');
const field = (page: Page) => form(page).locator("[name=cloths]");
const chosen = (page: Page) => form(page).locator(".samples__list").getByRole("listitem");
const cloth = (key: string, locale: Locale) => nameOfOption("cloth", key, locale);

async function fill(of: Locator, locale: Locale, email: string): Promise<void> {
  const answers = { first_name: "Noor", last_name: "Bakker", street: "Kadelaan", number: "12", city: "Maasdrecht" };
  for (const [name, value] of Object.entries({ ...answers, email, postcode: "6211 KL" })) {
    await of.locator(`[name=${name}]`).fill(value);
  }
  await of.locator("[name=country]").selectOption("NL");
  await of.getByLabel(text(locale, "forms.fields.privacy_label")).check();
}

for (const locale of inTurn("nl")) {
  testOfOwnShop(
    `two cloths are chosen, one is taken out, the other is sent and in the CMS, by keyboard (${locale})`,
    async ({ page, shop }) => {
      const [rust, moss] = [cloth("rust", locale), cloth("moss", locale)];
      for (const [count, one] of [RUST, MOSS].entries()) {
        await page.goto(one.path(locale));
        await expect(toForm(page)).toBeHidden();
        await add(page, locale).focus();
        await page.keyboard.press("Enter");
        const words = { cloth: count === 0 ? rust : moss, count: count + 1, most: MOST };
        await expect(said(page)).toHaveText(text(locale, "samples.added", words));
        await expect(add(page, locale)).toBeFocused();
      }
      await page.keyboard.press("Enter");
      await expect(said(page)).toHaveText(text(locale, "samples.there", { cloth: moss, count: 2, most: MOST }));
      await expectNoFaults(page);
      await page.keyboard.press("Tab");
      await expect(toForm(page)).toBeFocused();
      await page.keyboard.press("Enter");
      await expect(page).toHaveURL(FORM[locale]);

      await expect(chosen(page)).toHaveCount(2);
      await expect(chosen(page).first()).toContainText(`${rust}${RUST.name(locale)}`);
      await expect(field(page)).toBeHidden();
      await expectNoFaults(page);
      await chosen(page).first().getByRole("button").focus();
      await page.keyboard.press("Enter");
      await expect(chosen(page)).toHaveCount(1);
      await expect(chosen(page).getByRole("button", { name: moss })).toBeFocused();
      await expect(form(page).getByRole("status")).toHaveText(
        text(locale, "samples.taken_out", { cloth: rust, count: 1, most: MOST }),
      );

      const email = newEmailAddress();
      await fill(form(page), locale, email);
      await form(page).locator("[data-send]").focus();
      await page.keyboard.press("Enter");
      await expect(form(page).locator('[data-shown="samples.sent"]')).toBeFocused();
      await expectNoFaults(page);
      const { submissions } = (await shop.control("submissions", undefined, "GET")) as {
        submissions: { form: string; data: Record<string, unknown> }[];
      };
      const sent = submissions.map(({ data }) => data).filter((data) => data.email === email);
      const line = `${moss}: ${MOSS.name(locale)} (${MOSS.number})`;
      expect(sent).toEqual([expect.objectContaining({ cloths: line, city: "Maasdrecht", locale })]);

      await page.goto(FORM[locale]);
      await expect(field(page)).toBeVisible();
      await expect(field(page)).toHaveValue("");
      await expect(chosen(page)).toHaveCount(0);
    },
  );
}

for (const locale of inTurn("en")) {
  test(`a sixth cloth is refused in words; the last one taken out gives the field back (${locale})`, async ({
    page,
  }) => {
    await page.goto(LONG.path(locale));
    await page.evaluate((most) => {
      const one = { color: "#9c4327", product: "Ravel", number: "RAVEL-RU-OA", path: "/", image: "" };
      const all = Array.from({ length: most }, (_, place) => ({ ...one, id: `${place}`, name: `Cloth ${place}` }));
      localStorage.setItem("vitrine-samples", JSON.stringify(all));
    }, MOST);
    await add(page, locale).click();
    await expect(said(page)).toHaveText(text(locale, "samples.full", { count: MOST }));
    await toForm(page).click();
    await expect(page).toHaveURL(FORM[locale]);
    for (let left = MOST - 1; left >= 0; left -= 1) {
      await chosen(page).last().getByRole("button").click();
      await expect(chosen(page)).toHaveCount(left);
    }
    await expect(field(page)).toBeFocused();
    // The link is no option: the product is where the visitor came from.
    await page.goBack();
    await expect(page).toHaveURL(LONG.path(locale));
    await add(page, locale).click();
    await expect(said(page)).toContainText(text(locale, "samples.added", { cloth: "", count: 1, most: MOST }).trim());
    await page.goForward();
    await expect(chosen(page)).toHaveCount(1);
  });
}

for (const locale of inTurn("de")) {
  test(`without storage the page says that the next one does not know the cloth (${locale})`, async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(window, "localStorage", {
        get() {
          throw new DOMException("blocked", "SecurityError");
        },
      });
    });
    await page.goto(RUST.path(locale));
    await add(page, locale).click();
    const added = text(locale, "samples.added", { cloth: cloth("rust", locale), count: 1, most: MOST });
    await expect(said(page)).toHaveText(`${added} ${text(locale, "samples.not_kept")}`);
    await toForm(page).click();
    await expect(field(page)).toBeVisible();
    await expect(chosen(page)).toHaveCount(0);
  });
}

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  for (const locale of inTurn("nl")) {
    test(`below the cloths is a link to the form, whose field takes names (${locale})`, async ({ page }) => {
      await page.goto(RUST.path(locale));
      await expect(add(page, locale)).toBeHidden();
      await toForm(page).click();
      await expect(page).toHaveURL(FORM[locale]);
      await expect(field(page)).toBeVisible();
      await expect(form(page)).toContainText(text(locale, "forms.fields.cloths_hint"));
    });
  }
});
