// The account: overview, orders, one order, profile with address book and password.
import { readFile } from "node:fs/promises";
import type { OrderResponse } from "../src/api/schema.gen";
import { expectNoFaults, expectNoViolations } from "./support/accessibility";
import { PASSWORD, PERSON } from "./support/account";
import { AccountPage } from "./support/account-area";
import { withBareCdn } from "./support/bare-cdn";
import { product } from "./support/catalogue";
import { becomeBusiness, becomeCustomer, logIn, orderAsCustomer } from "./support/customers";
import { inTurn } from "./support/in-turn";
import { callApi, intercept } from "./support/network";
import { decide } from "./support/orders";
import { expect, test } from "./support/shop";
import { home, money, route } from "./support/texts";

const LAMP = product("ZWAM-KLEIN-RU");
const IDEAL = "iDEAL";
/** Price of the lamp with standard shipping. */
const TOTAL = LAMP.price + 695;
const ACCOUNT_SCREENS = ["bor.account.index", "bor.account.orders", "bor.account.profile"] as const;
const AUTH_SCREENS = ["bor.auth.login", "bor.auth.register", "bor.auth.forgot-password"] as const;
/** R-ACCT-05's words. */
const WENT_WRONG = { nl: "Er ging iets mis", en: "Something went wrong", de: "Etwas ist schiefgegangen" } as const;
const NOT_UNDONE = {
  nl: "Dit kan niet ongedaan worden gemaakt.",
  en: "This cannot be undone.",
  de: "Das kann nicht rückgängig gemacht werden.",
} as const;
const MISSING = "0123456789abcdef0123456789abcdef";

for (const locale of inTurn("nl")) {
  test(`R-ACCT-02 R-ACCT-03 R-ROUTE-01 ${locale}: a new customer sees three tabs, an empty list, then the new order, and pays it again`, async ({
    page,
  }) => {
    const account = new AccountPage(page, locale);
    await becomeCustomer(page, locale);
    await account.open("orders");

    // R-ACCT-02: "Account tabs: Overview, Orders, Profile."
    const tabs = page.getByRole("navigation", { name: account.t("common.account"), exact: true });
    await expect(tabs.getByRole("link")).toHaveText(
      ["overview", "orders", "profile"].map((tab) => account.t(`common.account_${tab}`)),
    );
    await expect(tabs.locator("[aria-current=page]")).toHaveText(account.t("common.account_orders"));

    // R-ACCT-03: "empty state"; LOAD-5: what is empty, why, one next action.
    await expect(account.main.getByText(account.t("account_orders.empty_title"))).toBeVisible();
    await expect(account.main.getByText(account.t("account_orders.empty_text"))).toBeVisible();
    await expect(account.main.getByRole("link", { name: account.t("account_orders.to_shop") })).toHaveAttribute(
      "href",
      home(locale),
    );
    await expectNoFaults(page);
    await account.open("index");
    await expect(account.heading(account.t("account_overview.greeting", { name: "Lena de Wit" }))).toBeVisible();
    await expect(account.main.getByText(account.t("account_overview.no_orders"))).toBeVisible();
    await expectNoFaults(page);

    const placed = await orderAsCustomer(page, "nl", LAMP, IDEAL);
    const { body: read } = await callApi(page, "GET", `/api/orders/${placed.order_id}`);
    const placedAt = (read as unknown as OrderResponse).order.placed_at ?? "";
    await account.open("orders");
    const row = account.main.getByRole("row").filter({ hasText: placed.order_number });
    // "order_number, order_date, order_status, delivery_status, delivery_method, payment_status, payment_method, total"
    const day = new Intl.DateTimeFormat({ nl: "nl-NL", en: "en-GB", de: "de-DE" }[locale], { dateStyle: "long" });
    await expect(row.getByRole("rowheader")).toContainText(placed.order_number);
    await expect(row.getByRole("rowheader")).toContainText(day.format(new Date(placedAt)));
    await expect(row).toContainText(account.t("account.order_state_open"));
    await expect(row).toContainText(account.t("account.delivery_state_open"));
    await expect(row).toContainText(account.t("account.payment_state_open"));
    await expect(row).toContainText(IDEAL);
    await expect(row).toContainText(money(locale, TOTAL));
    await expect(account.main.getByRole("columnheader")).toHaveText(
      ["order", "products", "status", "delivery", "payment", "total"].map((key) => account.t(`account_orders.${key}`)),
    );
    await expectNoFaults(page);

    // Detail: "with lines (product, quantity, item price, sub total)".
    await row
      .getByRole("link", { name: account.t("account_orders.order_number", { number: placed.order_number }) })
      .click();
    await expect(page).toHaveURL(account.orderPath(placed.order_id));
    await expect(account.heading(account.t("account_order.title_of", { number: placed.order_number }))).toBeVisible();
    await expect(tabs.locator("[aria-current=true]")).toHaveText(account.t("common.account_orders"));
    const line = page.getByRole("list", { name: account.t("account_order.lines") }).getByRole("listitem");
    await expect(line).toHaveCount(1);
    await expect(line).toContainText(LAMP.name("nl"));
    await expect(line).toContainText(
      account.t("account_order.quantity", { count: 1, price: money(locale, LAMP.price) }),
    );
    await expect(line).toContainText(`${account.t("account_order.line_total")} ${money(locale, LAMP.price)}`);
    await expect(page.locator("[data-sum=total]")).toContainText(money(locale, TOTAL));
    await expect(account.main.getByText(`${PERSON.zipcode} ${PERSON.city}`).first()).toBeVisible();
    await expect(account.main.getByText(account.t("account_order.step_placed"))).toBeVisible();
    await expect(account.main.getByRole("link", { name: account.t("account_order.withdraw") })).toBeVisible();
    await expectNoFaults(page);

    // ORDER-4: "pay again"; a payment that the gateway refused can be repeated with the same method.
    await account.button("account_order.pay", { amount: money(locale, TOTAL) }).click();
    await decide(page, "failed");
    await account.openOrder(placed.order_id);
    await expect(account.fact(account.t("account_order.payment"))).toContainText(
      account.t("account.payment_state_failed"),
    );
    await account.button("account_order.pay_again", { amount: money(locale, TOTAL) }).click();
    await decide(page, "paid");
    await account.openOrder(placed.order_id);
    await expect(account.fact(account.t("account_order.payment"))).toContainText(
      account.t("account.payment_state_paid"),
    );
    await expect(page.locator("#payment")).toHaveCount(0);
    await account.open("index");
    await expect(account.part("account_overview.newest")).toContainText(placed.order_number);
    await expect(account.part("account_overview.newest")).toContainText(account.t("account.payment_state_paid"));
    await expectNoFaults(page);
  });
}

for (const locale of inTurn("en")) {
  test(`R-ACCT-05 R-ACCT-07 ${locale}: address book with create, update, delete, and default billing and delivery addresses`, async ({
    page,
  }) => {
    const account = new AccountPage(page, locale);
    await becomeCustomer(page, locale);
    await account.open("profile");
    const own = account.card(PERSON.street);
    await expect(own).toContainText(account.t("account_profile.default_both"));

    // Create: street and house number, zipcode, city, country, phone number, default billing, default shipping.
    await account.button("account_profile.add_address").click();
    await expect(page.getByRole("heading", { name: account.t("account_profile.add_address") })).toBeFocused();
    await account.button("account_profile.save").click();
    const problem = page.getByRole("alert").filter({ hasText: account.t("account_area.problem") });
    await expect(problem).toBeFocused();
    await expect(problem.getByRole("link")).toHaveText([
      account.t("address.need_street"),
      account.t("address.need_zipcode_nl"),
      account.t("address.need_city"),
    ]);
    await expectNoFaults(page);
    for (const [name, value] of [
      ["street", "Herengracht 1"],
      ["zipcode", "1015ba"],
      ["city", "Amsterdam"],
      ["phone", "+31 20 000 00 00"],
    ] as const)
      await account.field(`address-${name}`).fill(value);
    await page.getByRole("checkbox", { name: account.t("account_profile.as_default_shipping") }).check();
    await account.button("account_profile.save").click();
    await expect(account.toast("account_profile.address_created")).toBeVisible();
    const other = account.card("Herengracht 1");
    for (const words of ["1015 BA Amsterdam", "+31 20 000 00 00", account.t("account_profile.default_shipping")])
      await expect(other).toContainText(words);
    await expect(own).toContainText(account.t("account_profile.default_billing"));

    // Update.
    await other.getByRole("button", { name: account.t("account_profile.change") }).click();
    await account.field("address-street").fill("Herengracht 2");
    await account.button("account_profile.save").click();
    await expect(account.toast("account_profile.address_updated")).toBeVisible();
    const changed = account.card("Herengracht 2");
    await expect(changed).toBeVisible();
    await expect(account.card("Herengracht 1")).toHaveCount(0);

    // "default billing and shipping"
    await changed.getByRole("button", { name: account.t("account_profile.use_billing") }).click();
    await expect(account.toast("account_profile.default_changed")).toBeVisible();
    await expect(changed).toContainText(account.t("account_profile.default_both"));
    // "failure 'Something went wrong'", and nothing else changes.
    expect(account.t("account_area.something_wrong")).toBe(WENT_WRONG[locale]);
    await intercept(page, /\/default$/, (call) => call.abort());
    await own.getByRole("button", { name: account.t("account_profile.use_shipping") }).click();
    await expect(own.getByRole("alert")).toContainText(account.t("account_area.something_wrong"));
    await expect(changed).toContainText(account.t("account_profile.default_both"));
    await page.unroute(/\/default$/);

    await account.expectNoToast();
    // "delete (confirm dialog that warns that it cannot be undone)": its other button and Escape keep it.
    const remove = own.getByRole("button", { name: account.t("account_profile.delete") });
    await remove.click();
    await expect(account.dialog).toContainText(NOT_UNDONE[locale]);
    await expectNoViolations(page);
    await account.dialog.getByRole("button", { name: account.t("account_area.keep") }).click();
    await remove.click();
    await page.keyboard.press("Escape");
    await expect(account.dialog).toHaveCount(0);
    await remove.click();
    await intercept(page, /\/api\/addresses\//, (call) => call.abort());
    const confirm = account.dialog.getByRole("button", { name: account.t("account_profile.delete"), exact: true });
    await confirm.click();
    await expect(account.dialog.getByRole("alert")).toContainText(account.t("account_area.something_wrong"));
    await page.unroute(/\/api\/addresses\//);
    await confirm.click();
    await expect(account.toast("account_profile.address_deleted")).toBeVisible();
    await expect(own).toHaveCount(0);
    // An address that is a default cannot be deleted.
    await expect(changed.getByRole("button", { name: account.t("account_profile.delete") })).toHaveCount(0);
    await account.expectNoToast();
    await expectNoFaults(page);
    // The overview shows the same.
    await account.open("index");
    await expect(account.part("account_overview.addresses")).toContainText("Herengracht 2");
    await expect(account.part("account_overview.addresses")).toContainText(
      account.t("account_overview.both_addresses"),
    );
  });
}

for (const locale of inTurn("de")) {
  test(`R-ACCT-04 R-ACCT-07 ${locale}: the profile shows the customer's data, changes name, salutation and password, and says what only the shop can change`, async ({
    page,
  }) => {
    const account = new AccountPage(page, locale);
    const { email } = await becomeCustomer(page, locale);
    await account.open("profile");
    const fact = (key: string) => account.fact(account.t(`account_profile.${key}`));
    await expect(fact("customer_number")).toHaveText(/^\d+$/);
    await expect(fact("first_name")).toHaveText(PERSON.first_name);
    await expect(fact("last_name")).toHaveText(PERSON.last_name);
    await expect(fact("account_type")).toHaveText(account.t("account_profile.private"));
    await expect(fact("salutation")).toBeVisible();
    // "E-mail … read-only and say to contact the shop; the change-e-mail call … exists behind `account.change_email = false`."
    await expect(fact("email")).toContainText(email);
    await expect(fact("email")).toContainText(account.t("account_profile.ask_shop"));
    await expect(fact("email").getByRole("link")).toHaveAttribute("href", /contact|kontakt/);
    await expect(account.button("account_profile.change_email")).toHaveCount(0);
    await expectNoFaults(page);

    // "name and salutation can be changed"
    await account.button("account_profile.change_name").click();
    await account.field("name-first_name").fill("");
    await account.button("account_profile.save").click();
    await expect(account.field("name-first_name")).toHaveAccessibleDescription(
      new RegExp(account.t("account_profile.need_first_name")),
    );
    await account.field("name-first_name").fill("Leonie");
    const select = account.field("name-salutation_id");
    const title = (await select.locator("option").allTextContents())[1] ?? "";
    await select.selectOption({ label: title });
    await account.button("account_profile.save").click();
    await expect(account.toast("account_profile.profile_changed")).toBeVisible();
    await expect(fact("first_name")).toHaveText("Leonie");
    await expect(fact("salutation")).toHaveText(title);
    await expect(page.getByRole("heading", { name: account.t("account_profile.details") })).toBeFocused();

    // "change password (current, new, confirmation)"
    await account.button("account_profile.change_password").click();
    const fill = async (current: string, next: string, again: string) => {
      await account.field("password-password").fill(current);
      await account.field("password-new_password").fill(next);
      await account.field("password-new_password_confirmation").fill(again);
      await account.button("account_profile.save_password").click();
    };
    const problem = page.getByRole("alert").filter({ hasText: account.t("account_area.problem") });
    await fill("", "kort", "korter");
    await expect(problem.getByRole("link")).toHaveText([
      account.t("account_profile.need_current_password"),
      account.t("account_profile.need_new_password", { count: 8 }),
      account.t("account_profile.need_same_password"),
    ]);
    await account.expectNoToast();
    await expectNoFaults(page);
    const next = "vier eiken in de wind";
    await fill("niet het wachtwoord", next, next);
    await expect(account.field("password-password")).toHaveAttribute("aria-invalid", "true");
    await fill(PASSWORD, next, next);
    await expect(account.toast("account_profile.password_changed")).toBeVisible();

    // This session continues, and the new password works: log out (everywhere), and in again.
    await account.button("account_profile.log_out_everywhere").click();
    await expect(page).toHaveURL(home(locale));
    await expect(page.locator(".toasts").getByText(account.t("account_profile.logged_out"))).toBeVisible();
    await logIn(page, locale, { email, password: next });
    await account.open("profile");
    await expect(fact("first_name")).toHaveText("Leonie");
  });
}

for (const locale of inTurn("nl")) {
  test(`R-ACCT-04 ${locale}: a business customer sees company, VAT id and account type, and contacts the shop for another VAT id`, async ({
    page,
  }) => {
    const account = new AccountPage(page, locale);
    await becomeBusiness(page, locale, { company: "De Wit Interieur BV", vat_id: "NL001234567B01" });
    await account.open("profile");
    const fact = (key: string) => account.fact(account.t(`account_profile.${key}`));
    // "Profile shows … company, vat_id, account type"
    await expect(fact("company")).toHaveText("De Wit Interieur BV");
    await expect(fact("vat_id")).toContainText("NL001234567B01");
    await expect(fact("account_type")).toHaveText(account.t("account_profile.business"));
    // "E-mail and VAT id are read-only and say to contact the shop"
    for (const key of ["email", "vat_id"]) {
      await expect(fact(key)).toContainText(account.t("account_profile.ask_shop"));
      await expect(fact(key).getByRole("link")).toHaveAttribute("href", /contact|kontakt/);
      await expect(fact(key).getByRole("textbox")).toHaveCount(0);
    }
    await account.button("account_profile.change_name").click();
    await expect(account.field("name-vat_id")).toHaveCount(0);
    await expectNoFaults(page);
  });
}

for (const locale of inTurn("en")) {
  test(`R-ROUTE-10 R-ROUTE-04 ${locale}: another customer's order is not found`, async ({ page }) => {
    const account = new AccountPage(page, locale);
    await becomeCustomer(page, locale);
    for (const id of [MISSING, "10042", "%3Cb%3E"]) {
      await account.openOrder(id);
      await expect(account.heading(account.t("account_order.not_found_title"))).toBeVisible();
      // "A route check that fails gives 404 with 'Page Not Found: {path}'"
      await expect(
        account.main.getByText(account.t("account_order.not_found", { path: account.orderPath(id) })),
      ).toBeVisible();
      await expect(account.main.getByRole("link", { name: account.t("account_order.all_orders") })).toHaveAttribute(
        "href",
        route(locale, "bor.account.orders"),
      );
      // All orders share one shell page, which must not be indexed on a plain CDN either.
      await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", "noindex");
      await expectNoFaults(page);
    }
  });
}

for (const locale of inTurn("de")) {
  test(`R-ROUTE-11 ${locale}: a logged-out visitor is redirected to the login and back; the HTML contains no personal data`, async ({
    page,
    browser,
    baseURL,
  }) => {
    const account = new AccountPage(page, locale);
    const { email } = await becomeCustomer(page, locale);
    const { order_id } = await orderAsCustomer(page, "nl", LAMP, IDEAL);
    const screens = ["index", "orders", "profile"].map((screen) => route(locale, `bor.account.${screen}`));
    for (const path of [...screens, account.orderPath(order_id)]) {
      const answer = await page.request.get(path);
      // `vitrine serve` reads the cookie, a CDN does not: every visitor gets the same bytes.
      const html = await answer.text();
      for (const secret of [email, PERSON.last_name, PERSON.street, PERSON.zipcode, order_id])
        expect(html, path).not.toContain(secret);
    }
    const newEmailAddress = await browser.newPage({ ...(baseURL === undefined ? {} : { baseURL }) });
    for (const path of [...screens, account.orderPath(order_id)]) {
      await newEmailAddress.goto(path);
      await expect(newEmailAddress).toHaveURL(
        `${route(locale, "bor.auth.login")}?${new URLSearchParams({ redirect: path })}`,
      );
    }
    await newEmailAddress.locator("[id=login-email]").fill(email);
    await newEmailAddress.locator("[id=login-password]").fill(PASSWORD);
    await newEmailAddress.locator(".auth-form__button").click();
    await expect(newEmailAddress).toHaveURL(account.orderPath(order_id));
    await newEmailAddress.close();
  });
}

for (const locale of inTurn("nl")) {
  test(`R-ROUTE-11 ${locale}: on a plain CDN without sessions, the island redirects`, ({ browser, shop }) =>
    withBareCdn(shop, async (baseURL) => {
      const page = await browser.newPage({ baseURL });
      const login = route(locale, "bor.auth.login");
      for (const name of ACCOUNT_SCREENS) {
        const wanted = route(locale, name);
        await page.goto(wanted);
        // "an account screen sends a visitor who is not logged in to login (and back after it)"
        await expect(page).toHaveURL(`${login}?${new URLSearchParams({ redirect: wanted })}`);
      }
      const { email } = await becomeCustomer(page, locale);
      for (const name of AUTH_SCREENS) {
        await page.goto(route(locale, name));
        // "an auth screen sends a logged-in customer to the account home"
        await expect(page).toHaveURL(route(locale, "bor.account.index"));
      }
      const newEmailAddress = await browser.newPage({ baseURL });
      const wanted = route(locale, "bor.account.orders");
      await newEmailAddress.goto(wanted);
      await newEmailAddress.locator("[id=login-email]").fill(email);
      await newEmailAddress.locator("[id=login-password]").fill(PASSWORD);
      await newEmailAddress.locator(".auth-form__button").click();
      await expect(newEmailAddress).toHaveURL(wanted);
      await newEmailAddress.close();
      await page.close();
    }));
}

test("R-ACCT-03 an unknown state is shown with the backend's label", async ({ page }) => {
  const account = new AccountPage(page, "nl");
  await becomeCustomer(page, "nl");
  const placed = await orderAsCustomer(page, "nl", LAMP, IDEAL);
  await intercept(page, /\/api\/orders(\?|\/|$)/, async (call) => {
    const answer = await call.fetch();
    const body = (await answer.text()).replace(
      /"status":\{"code":"open","name":"[^"]*"\}/g,
      '"status":{"code":"in_storage","name":"Ligt in het magazijn"}',
    );
    await call.fulfill({ response: answer, body });
  });
  await account.open("orders");
  await expect(account.main.getByRole("row").filter({ hasText: placed.order_number })).toContainText(
    "Ligt in het magazijn",
  );
  await account.openOrder(placed.order_id);
  await expect(account.fact(account.t("account_order.status"))).toHaveText("Ligt in het magazijn");
});

test("law §10 ORDER-5 the customer downloads their data, and deletes the account, each within two clicks", async ({
  page,
}) => {
  const account = new AccountPage(page, "nl");
  const { email } = await becomeCustomer(page, "nl");
  const placed = await orderAsCustomer(page, "nl", LAMP, IDEAL);
  await account.open("index");
  await page.getByRole("link", { name: "Profiel", exact: true }).click();
  const saved = page.waitForEvent("download");
  await account.button("account_profile.export").click();
  const file = await saved;
  expect(file.suggestedFilename()).toMatch(/^account-\d+\.json$/);
  const data = JSON.parse(await readFile(await file.path(), "utf8"));
  expect(data.profile.email).toBe(email);
  expect(data.addresses[0].street).toBe(PERSON.street);
  expect(data.orders.map(({ number }: { number: string }) => number)).toEqual([placed.order_number]);
  await expect(account.toast("account_profile.exported")).toBeVisible();

  await account.button("account_profile.delete_account").click();
  await expect(account.dialog).toContainText("Dit kan niet ongedaan worden gemaakt.");
  await expectNoViolations(page);
  const confirm = account.dialog.getByRole("button", { name: "Account verwijderen", exact: true });
  const password = account.dialog.getByRole("textbox", { name: "Huidig wachtwoord", exact: true });
  await confirm.click();
  await expect(password).toHaveAccessibleDescription(/Vul uw huidige wachtwoord in/);
  await password.fill("niet het wachtwoord");
  await confirm.click();
  await expect(password).toHaveAccessibleDescription(/Dit is niet uw huidige wachtwoord/);
  await password.fill(PASSWORD);
  await confirm.click();
  await expect(page).toHaveURL("/");
  await expect(page.locator(".toasts").getByText("Uw account is verwijderd.")).toBeVisible();
  const refused = await callApi(page, "POST", "/api/account/login", { email, password: PASSWORD });
  expect(refused.status).toBe(403);
});

test("G the account by keyboard only: tabs, list, order, and an address", async ({ page }) => {
  const account = new AccountPage(page, "nl");
  await becomeCustomer(page, "nl");
  const placed = await orderAsCustomer(page, "nl", LAMP, IDEAL);
  await account.open("index");
  await page.getByRole("link", { name: "Overzicht", exact: true }).focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/account/bestellingen");
  const link = account.main.getByRole("link", { name: `Bestelling ${placed.order_number}` });
  await link.focus();
  await page.keyboard.press("Enter");
  await expect(account.heading(`Bestelling ${placed.order_number}`)).toBeVisible();
  await account.open("profile");
  await account.button("account_profile.add_address").focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Adres toevoegen" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(account.field("address-country_id")).toBeFocused();
  const cancel = account.button("account_area.cancel");
  await cancel.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Adressen" })).toBeFocused();

  // A confirmation dialog traps the focus and returns it.
  const remove = account.button("account_profile.delete_account");
  await remove.focus();
  await page.keyboard.press("Enter");
  await expect(account.dialog).toBeVisible();
  for (let stop = 0; stop < 4; stop += 1) {
    await page.keyboard.press("Tab");
    const inside = await page.evaluate(() => {
      const { activeElement } = document;
      // After its last button the focus may move to the browser itself.
      return activeElement === document.body || activeElement?.closest("dialog") !== null;
    });
    expect(inside).toBe(true);
  }
  await page.keyboard.press("Escape");
  await expect(account.dialog).toHaveCount(0);
  await expect(remove).toBeFocused();
});
