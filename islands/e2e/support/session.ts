// The visitor's session in the browser.
import type { BrowserContext, Cookie } from "@playwright/test";

/** The cookie of the context token. */
export async function sessionCookie(context: BrowserContext): Promise<Cookie> {
  const cookies = await context.cookies();
  const found = cookies.find(({ name }) => name === "vitrine-session");
  if (found === undefined) throw new Error("the browser has no vitrine-session cookie");
  return found;
}

/** The backend's context token, which page scripts cannot read. */
export async function sessionToken(context: BrowserContext): Promise<string> {
  return (await sessionCookie(context)).value;
}
