// Visitors who find something through the menu alone, without searching.
import type { Locator, Page } from "@playwright/test";
import { type Family, families, nameOfOption, product } from "./support/catalogue";
import { type NavigationNode, navigation } from "./support/navigation";
import { expect, test } from "./support/shop";
import { home, LOCALES, type Locale, money, text } from "./support/texts";

/** The visitor's price limit, in minor units. */
const MOST = 50_000;
const OAK_CHAIR = product("HALM-OA");

const WINDOWS = [
  [390, 844],
  [1440, 900],
] as const;

/** The header item whose panel contains the link to the entry, and the link's label. */
function wayTo(entry: string, locale: Locale): { word: NavigationNode; link: NavigationNode } {
  for (const word of navigation("main", locale)) {
    for (const group of word.children ?? []) {
      for (const link of [group, ...(group.children ?? [])]) if (link.entry === entry) return { word, link };
    }
  }
  throw new Error(`no menu leads to ${entry}`);
}

/** Opens the panel of a header item, or the narrow menu; returns what opened. */
async function open(page: Page, locale: Locale, { title }: NavigationNode): Promise<Locator> {
  const header = page.getByRole("banner");
  const menu = header.locator("summary:visible").filter({ hasText: text(locale, "common.menu") });
  if ((await menu.count()) > 0) {
    await menu.click();
    const dialog = page.getByRole("dialog", { name: text(locale, "common.menu") });
    await dialog.locator("summary").filter({ hasText: title }).click();
    return dialog;
  }
  await header.locator("summary:visible").filter({ hasText: title }).click();
  return header.getByRole("group", { name: title });
}

async function go(page: Page, locale: Locale, entry: string): Promise<void> {
  await page.goto(home(locale));
  const { word, link } = wayTo(entry, locale);
  const opened = await open(page, locale, word);
  await opened.getByRole("link", { name: link.title, exact: true }).click();
  await expect(page).not.toHaveURL(home(locale));
}

const card = (page: Page, name: string) =>
  page
    .getByRole("main")
    .locator(".product-card")
    .filter({ has: page.getByRole("link", { name, exact: true }) });

for (const locale of LOCALES) {
  for (const [width, height] of WINDOWS) {
    test.describe(`${locale}, ${width} px`, () => {
      test.use({ viewport: { width, height } });

      test("an oak dining chair under 500 euro is found through the menu only", async ({ page }) => {
        await go(page, locale, "pages/eetkamerstoelen");
        // The list shows which chairs are of oak, and their prices.
        const oak = nameOfOption("material", "oak", locale).split(" ").at(-1) ?? "";
        const named = OAK_CHAIR.name(locale).split(" ")[0] ?? "";
        await expect(page.getByRole("main").getByText(new RegExp(`${named}[^,]* ${oak}`))).toBeVisible();
        const chair = card(page, OAK_CHAIR.name(locale));
        await expect(chair).toContainText(money(locale, OAK_CHAIR.price));
        expect(OAK_CHAIR.price).toBeLessThan(MOST);
        await chair.getByRole("link", { name: OAK_CHAIR.name(locale), exact: true }).click();
        const [[group, option] = ["", ""]] = OAK_CHAIR.options(locale);
        await page
          .getByRole("main")
          .getByRole("region", { name: group })
          .getByRole("link", { name: option, exact: true })
          .click();
        await expect(page).toHaveURL(OAK_CHAIR.path(locale));
        await expect(
          page.getByRole("main").getByText(money(locale, OAK_CHAIR.price), { exact: true }).first(),
        ).toBeVisible();
      });

      test("everything by Lena Hartwig is found through the menu only", async ({ page }) => {
        await go(page, locale, "designers/lena-hartwig");
        await expect(page.getByRole("heading", { level: 1 })).toHaveText("Lena Hartwig");
        const hers = families().filter(({ designers }) => designers.includes("lena-hartwig"));
        expect(hers.length).toBeGreaterThan(10);
        await seesAll(page, locale, hers);
      });
    });
  }
}

/** Every family has a card on the page, on one of its further pages, or in the full list that it links to. */
async function seesAll(page: Page, locale: Locale, wanted: readonly Family[]): Promise<void> {
  for (const family of wanted) await expect(card(page, family.name(locale))).toBeVisible();
}
