// Requests between page and shop: recorded, or held until a test releases them.
import type { Page, Request, Route } from "@playwright/test";

/** A request that changes the cart. */
export type Write = { readonly method: string; readonly body: unknown };

/** Records the requests that change the cart, from now on. */
export function watchWrites(page: Page): readonly Write[] {
  const writes: Write[] = [];
  page.on("request", (request: Request) => {
    if (!request.url().includes("/api/cart/line-items")) return;
    writes.push({ method: request.method(), body: request.postDataJSON() });
  });
  return writes;
}

/** A path that no page of the shop has. */
const INTERCEPTED = "/intercepted";

/**
 * `page.route`, which every request to the URL meets from the moment this returns. Chromium confirms it before the
 * document that is open uses it: about one request in 200 that follows at once would still go to the server.
 */
export async function intercept(
  page: Page,
  url: string | RegExp,
  handler: (route: Route) => Promise<unknown> | unknown,
): Promise<void> {
  await page.route(url, handler);
  if (!page.url().startsWith("http")) return;
  await page.route(`**${INTERCEPTED}`, (call) => call.fulfill({ status: 204 }));
  await page.evaluate(async (path) => {
    while ((await fetch(path)).status !== 204);
  }, INTERCEPTED);
  await page.unroute(`**${INTERCEPTED}`);
}

/** Holds requests to a URL with one method until the returned function is called. */
export async function hold(page: Page, url: string | RegExp, method = "GET"): Promise<() => void> {
  let letGo = () => {};
  const gone = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await intercept(page, url, async (call) => {
    if (call.request().method() === method) await gone;
    await call.continue();
  });
  return letGo;
}

/** Calls the API as a page of the shop does: same origin, with the page's locale. */
export function callApi(page: Page, method: string, path: string, body?: unknown): Promise<ApiAnswer> {
  return page.evaluate(
    async (call) => {
      const answer = await fetch(call.path, {
        method: call.method,
        headers: {
          "Content-Type": "application/json",
          "X-Vitrine": "1",
          "X-Vitrine-Locale": document.documentElement.dataset.locale ?? "",
        },
        ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
      });
      return { status: answer.status, body: await answer.json() };
    },
    { method, path, body },
  );
}

export type ApiAnswer = {
  readonly status: number;
  readonly body: { readonly errors?: readonly { readonly code: string; readonly detail: string }[] };
};
