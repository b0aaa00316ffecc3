// Forms where nothing answers them: a CDN without an API says so and offers telephone and letter; nothing typed is lost.
import type { ServerResponse } from "node:http";
import { withBareCdn } from "./support/bare-cdn";
import { fillIn, formOf, send } from "./support/form-filling";
import { FORM_ROWS } from "./support/form-rows";
import { inTurn } from "./support/in-turn";
import { expect, test } from "./support/shop";
import { LOCALES, text } from "./support/texts";

/** What hosts of files answer to a form: unknown path, method not allowed, not implemented, and a page for everything. */
const HOSTS = [
  (response: ServerResponse) => response.writeHead(404, { "content-type": "text/html" }).end("<h1>Not found</h1>"),
  (response: ServerResponse) => response.writeHead(405).end(),
  (response: ServerResponse) => response.writeHead(501, { "content-type": "application/xml" }).end("<Error/>"),
  (response: ServerResponse) => response.writeHead(200, { "content-type": "text/html" }).end("<h1>Lindhoven</h1>"),
] as const;

for (const [index, row] of FORM_ROWS.entries()) {
  for (const locale of inTurn(LOCALES[(index + 1) % LOCALES.length] ?? "nl")) {
    const name = row.line ?? row.handle;
    test(`R-FORM-04 ${name} on a CDN without an API says so and keeps what was typed (${locale})`, async ({
      page,
      shop,
    }) => {
      const answer = HOSTS[index % HOSTS.length] ?? HOSTS[0];
      const visit = async (url: string) => {
        await page.setViewportSize({ width: 390, height: 844 });
        await page.goto(`${url}${row.paths[locale].replace(/\?.*/, "")}`);
        const form = formOf(page, row);
        const island = page.waitForResponse(/\/assets\/form-[^/]+\.js$/);
        await send(form).focus();
        await island;
        await fillIn(form, row.answers);
        await send(form).click();
        const problem = form.locator('[data-shown$=".problem"]');
        await expect(problem).toHaveText(text(locale, "form.nowhere"));
        for (const [field, value] of Object.entries(row.answers)) {
          const control = form.locator(`[name=${field}]`);
          if (typeof value !== "string" || (await control.count()) > 1) continue;
          await expect(control, field).toHaveValue(value);
        }
        // A line is part of a page, whose footer has both.
        const ways = row.line === undefined ? page.locator(".form-frame__others") : page.getByRole("contentinfo");
        await expect(ways.locator("a[href^='tel:']").first()).toBeVisible();
        await expect(ways.locator("a[href^='mailto:']").first()).toBeVisible();
        await expect(form.locator('[data-shown$=".sent"]')).toBeHidden();
      };
      await withBareCdn(shop, visit, ({ url }, response) => {
        if (!url?.startsWith("/api/")) return false;
        answer(response);
        return true;
      });
    });
  }
}
