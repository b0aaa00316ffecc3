// Several tabs of one visitor, for tests that open many pages and wait for the network of each.
import type { Page } from "@playwright/test";

const TABS = 4;

/**
 * Calls `look` for each address in one of a few tabs beside `page`, so that a tab in which a page waits does not hold up
 * the others. What is to happen in every tab is set up in the page's context.
 */
export async function inTabs(
  page: Page,
  addresses: readonly string[],
  look: (tab: Page, address: string) => Promise<void>,
): Promise<void> {
  const left = [...addresses];
  const work = async () => {
    const tab = await page.context().newPage();
    for (let address = left.shift(); address !== undefined; address = left.shift()) await look(tab, address);
    await tab.close();
  };
  await Promise.all(Array.from({ length: TABS }, work));
}
