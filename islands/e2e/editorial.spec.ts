// Pages of entries: current opening hours of a showroom, and titles on an image.

import { expect, test } from "./support/shop";

test("LOC-8 the page of a showroom shows whether it is open now and highlights today, in the showroom's time zone", async ({
  page,
}) => {
  // A Tuesday at noon in Groningen.
  await page.clock.setFixedTime("2026-11-24T11:00:00Z");
  await page.goto("/showrooms/groningen");
  await expect(page.locator("[data-open-now]")).toHaveText("Nu open, tot 18:00 uur");
  await expect(page.locator(".hours__row[aria-current='date']")).toHaveText(/^dinsdag/i);
  // Christmas has special opening hours: closed.
  await page.clock.setFixedTime("2026-12-25T11:00:00Z");
  await page.reload();
  await expect(page.locator("[data-open-now]")).toHaveText(/^Weer open op /);
});

test("a title on an image has a background as wide as its text, and is below the image on phones", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/evenementen/interieur-kortrijk");
  const words = page.locator(".editorial__words");
  const beyond = await words.evaluate((span) => {
    const range = document.createRange();
    range.selectNodeContents(span);
    const lines = [...range.getClientRects()];
    return [...span.getClientRects()].map((paper, line) => paper.right - (lines[line]?.right ?? 0));
  });
  expect(beyond.length).toBeGreaterThan(1);
  for (const width of beyond) expect(width).toBeLessThanOrEqual(24);
  await page.setViewportSize({ width: 390, height: 844 });
  const picture = await page.locator(".editorial__picture").boundingBox();
  const head = await page.locator(".editorial__head").boundingBox();
  expect(picture).not.toBeNull();
  expect(head?.y ?? 0).toBeGreaterThanOrEqual((picture?.y ?? 0) + (picture?.height ?? 0));
});
