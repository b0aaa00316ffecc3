// Page object of login, registration and passwords, and the mails that they send.
import { expect, type Locator, type Page } from "@playwright/test";
import { type Locale, route, text } from "./texts";

/** A password that no other test's account has. */
export const PASSWORD = "een zin over zes linden";

/** A new e-mail address per test, so that tests share no account. */
export function newEmailAddress(): string {
  return `lena-${crypto.randomUUID()}@example.test`;
}

export const PERSON = {
  first_name: "Lena",
  last_name: "de Wit",
  street: "Lange Voorhout 9",
  zipcode: "2514 EA",
  city: "Den Haag",
} as const;

export type AuthRoute = "login" | "register" | "forgot-password" | "reset-password" | "confirm-registration";

/** One of the screens of the island `auth`. */
export class AuthPage {
  readonly page: Page;
  readonly locale: Locale;

  constructor(page: Page, locale: Locale) {
    this.page = page;
    this.locale = locale;
  }

  t(key: string, values?: Readonly<Record<string, string | number>>): string {
    return text(this.locale, key.includes(".") ? key : `auth.${key}`, values);
  }

  path(screen: AuthRoute): string {
    return route(this.locale, `bor.auth.${screen}`);
  }

  async open(screen: AuthRoute, query = ""): Promise<void> {
    await this.page.goto(`${this.path(screen)}${query}`);
  }

  field(name: string): Locator {
    return this.page.locator(`[id="${name}"]`);
  }

  /** The submit button. */
  get send(): Locator {
    return this.page.locator(".auth-form__button");
  }

  get summary(): Locator {
    return this.page.getByRole("alert").filter({ hasText: this.t("problem") });
  }

  /** The heading of the screen. */
  heading(words: string): Locator {
    return this.page.getByRole("heading", { level: 1, name: words, exact: true });
  }

  /** The confirmation shown on the next page (R-ACCT-07). */
  toast(key: string): Locator {
    return this.page.locator(".toasts").getByText(this.t(key), { exact: true });
  }

  /** The header's link to login or account, which keeps its place on wide viewports. */
  get accountLink(): Locator {
    return this.page.getByRole("banner").locator(".header__tools > .account-link");
  }

  async fillLogin(email: string, password: string): Promise<void> {
    await this.field("login-email").fill(email);
    await this.field("login-password").fill(password);
  }

  async logIn(email: string, password: string): Promise<void> {
    await this.open("login");
    await this.fillLogin(email, password);
    await this.send.click();
  }

  async fillRegistration(email: string, password = PASSWORD): Promise<void> {
    await this.field("register-email").fill(email);
    for (const [name, value] of Object.entries(PERSON)) await this.field(`register-${name}`).fill(value);
    await this.field("register-password").fill(password);
    await this.field("register-confirmation").fill(password);
    await this.field("register-privacy").check();
  }

  /** Registers and waits until the customer is logged in. */
  async register(email: string, password = PASSWORD): Promise<void> {
    await this.open("register");
    await this.fillRegistration(email, password);
    await this.send.click();
    await expect(this.toast("registered")).toBeVisible();
  }
}

type Mail = { readonly kind: string; readonly to: string; readonly links: readonly string[] };

/** The newest mail of this kind to an address, as the demo keeps it. */
export async function mailTo(
  control: (route: string, body?: unknown, method?: "GET") => Promise<Record<string, unknown>>,
  to: string,
  kind: string,
): Promise<Mail> {
  let found: Mail | undefined;
  await expect
    .poll(async () => {
      const { mails } = (await control("mailbox", undefined, "GET")) as { mails: readonly Mail[] };
      found = mails.find((mail) => mail.to === to && mail.kind === kind);
      return found?.kind;
    })
    .toBe(kind);
  return found as Mail;
}

/** Path and query of a mail's first link; the host is ignored. */
export function linkOf({ links: [link = ""] }: Mail): string {
  const { pathname, search } = new URL(link);
  return pathname + search;
}
