// Login, registration and forgotten passwords, up to logging out again.
import { expectNoFaults, expectNoViolations } from "./support/accessibility";
import { AuthPage, linkOf, mailTo, newEmailAddress, PASSWORD, PERSON } from "./support/account";
import { product } from "./support/catalogue";
import { CheckoutPage, GUEST } from "./support/checkout";
import { becomeCustomer } from "./support/customers";
import { inTurn } from "./support/in-turn";
import { callApi } from "./support/network";
import { openPlaced, placeOrder } from "./support/orders";
import { sessionToken } from "./support/session";
import { expect, testOfOwnShop as own, test } from "./support/shop";
import { Storefront } from "./support/storefront";
import { home, money, route, text } from "./support/texts";

const RAVEL = product("RAVEL-RU-OA");
const GLIDES = product("GLIJDER");
const INVOICE = "Op rekening";
const NOBODY = "niemand@example.test";
/** Input of a registration whose two passwords differ. */
const OWN = {
  "register-password": PASSWORD,
  "register-confirmation": "een andere zin dan die",
  ...Object.fromEntries(Object.entries(PERSON).map(([name, value]) => [`register-${name}`, value])),
};

const isCustomer = async (page: import("@playwright/test").Page) => {
  const { body } = await callApi(page, "GET", "/api/session");
  return (body as unknown as { customer: { logged_in: boolean } | null }).customer?.logged_in === true;
};

for (const locale of inTurn("nl")) {
  test(`R-ACCT-01 R-ACCT-06 R-ACCT-07 R-HEAD-01 ${locale}: a consumer registers, logs out and logs in`, async ({
    page,
    context,
  }) => {
    const auth = new AuthPage(page, locale);
    const email = newEmailAddress();
    await page.setViewportSize({ width: 1440, height: 900 });
    await auth.open("login");

    // R-HEAD-01: "account link (account if logged in, else login)".
    await expect(auth.accountLink).toHaveText(new RegExp(text(locale, "common.log_in")));
    await expect(auth.accountLink).toHaveAttribute("href", auth.path("login"));
    const place = await auth.accountLink.boundingBox();

    await page.getByRole("link", { name: auth.t("to_register") }).click();
    await expect(auth.heading(auth.t("auth_screen.register"))).toBeVisible();

    // ADDR-12: the rule is shown before input; the password can be made visible.
    await expect(auth.field("register-password")).toHaveAccessibleDescription(auth.t("password_rule", { count: 8 }));
    await expect(auth.field("register-password")).toHaveAttribute("autocomplete", "new-password");
    await expect(auth.field("register-privacy")).not.toBeChecked();

    // FORM-2, FORM-3: all errors on submit.
    await auth.send.click();
    await expect(auth.summary).toBeFocused();
    await expect(auth.summary.getByRole("link")).toHaveText([
      auth.t("need_email"),
      ...["first_name", "last_name", "street", "zipcode_nl", "city"].map((key) => auth.t(`address.need_${key}`)),
      auth.t("need_long_password", { count: 8 }),
      auth.t("need_privacy"),
    ]);

    // R-ACCT-01: "register (private …, password confirmation)".
    await auth.fillRegistration(email);
    await auth.field("register-confirmation").fill("een andere zin dan die");
    await auth.send.click();
    await expect(auth.summary.getByRole("link")).toHaveText([auth.t("need_same_password")]);
    await auth.field("register-confirmation").fill(PASSWORD);
    await auth.send.click();

    // R-ACCT-07: the success message of a registration. R-ACCT-06: the customer counts as logged in.
    await expect(auth.toast("registered")).toBeVisible();
    expect(await isCustomer(page)).toBe(true);
    const token = await sessionToken(context);
    await expect(auth.accountLink.locator(".account-link__customer")).toBeVisible();
    await expect(auth.accountLink).toHaveAttribute("href", route(locale, "bor.account.index"));
    await expect(auth.accountLink).toHaveAccessibleName(text(locale, "common.account"));
    // No layout shift.
    expect((await auth.accountLink.boundingBox())?.width).toBe(place?.width);

    // R-ACCT-01: logout. The session is a new one, and no page shows the customer any more.
    expect((await callApi(page, "POST", "/api/account/logout", { everywhere: false })).status).toBe(200);
    expect(await isCustomer(page)).toBe(false);

    // R-ACCT-01, R-ACCT-07: login.
    await auth.open("login");
    await expect(auth.field("login-password")).toHaveAttribute("autocomplete", "current-password");
    await auth.fillLogin(email.toUpperCase(), PASSWORD);
    await auth.send.click();
    await expect(auth.toast("logged_in")).toBeVisible();
    expect(await isCustomer(page)).toBe(true);
    expect(await sessionToken(context)).not.toBe(token);

    // R-ROUTE-11: "An auth screen sends a logged-in customer to the account home".
    const account = route(locale, "bor.account.index");
    for (const screen of ["login", "register", "forgot-password", "reset-password"] as const) {
      await auth.open(screen);
      await page.waitForURL(({ pathname }) => pathname === account);
    }
  });
}

for (const locale of inTurn("en")) {
  test(`R-ACCT-01 ORDER-6 ${locale}: wrong passwords get one generic text, and are throttled with a remaining time`, async ({
    page,
  }) => {
    const auth = new AuthPage(page, locale);
    const email = newEmailAddress();
    // An account with a rate limit of its own.
    const known = await becomeCustomer(page, "nl");
    expect((await callApi(page, "POST", "/api/account/logout", { everywhere: false })).status).toBe(200);
    await page.clock.install();
    await auth.open("login");

    // ORDER-6: "one generic failure text; no user enumeration in … wording": known and unknown addresses get the same
    // text.
    const refused = text(locale, "errors.login_refused");
    await auth.fillLogin(known.email, "dit is het niet");
    await auth.send.click();
    await expect(auth.summary).toContainText(refused);
    await auth.fillLogin(email, "dit is het niet");
    await auth.send.click();
    await expect(auth.summary).toBeFocused();
    await expect(auth.summary.getByRole("listitem")).toHaveText([refused]);
    await expectNoFaults(page);
    // FORM-6: the input is kept.
    await expect(auth.field("login-email")).toHaveValue(email);
    await expect(auth.field("login-password")).toHaveValue("dit is het niet");

    for (let tries = 1; tries < 5; tries += 1) {
      const answer = page.waitForResponse(/\/api\/account\/login$/);
      await auth.send.click();
      expect((await answer).status()).toBe(403);
      await expect(auth.send).not.toHaveAttribute("aria-disabled");
    }
    // "rate limit message with time". The clock is paused, so that the seconds are those of the answer on any machine.
    await page.clock.pauseAt(Date.now() + 3_600_000);
    const answer = page.waitForResponse(/\/api\/account\/login$/);
    await auth.send.click();
    const { status, seconds } = await answer.then((it) => ({
      status: it.status(),
      seconds: Number(it.headers()["retry-after"]),
    }));
    expect(status).toBe(429);
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
    const time = auth.t("seconds", { count: seconds });
    await expect(auth.summary).toContainText(auth.t("throttled", { time }));
    const timer = page.getByRole("timer");
    await expect(timer).toHaveText(/\d+/);
    // Nothing is sent during the countdown; after it the form works again.
    await auth.send.click({ force: true });
    await expect(auth.send).toHaveAttribute("aria-disabled", "true");
    await page.clock.runFor(10_000);
    await expect(timer).toHaveText(auth.t("wait_left", { time: auth.t("seconds", { count: seconds - 10 }) }));
    await page.clock.resume();
    await expectNoFaults(page);
    await page.clock.runFor(seconds * 1000);
    await expect(timer).toHaveCount(0);
    await expect(auth.send).not.toHaveAttribute("aria-disabled");
  });
}

for (const locale of inTurn("de")) {
  own(
    `R-ACCT-01 R-ACCT-07 R-ROUTE-03 ${locale}: a forgotten password is set anew by a mail`,
    async ({ page, shop }) => {
      const auth = new AuthPage(page, locale);
      const email = newEmailAddress();
      await auth.register(email);
      await callApi(page, "POST", "/api/account/logout", { everywhere: false });

      await auth.open("login");
      await page.getByRole("link", { name: auth.t("forgot") }).click();
      await expect(auth.heading(auth.t("auth_screen.forgot_password"))).toBeVisible();

      // "in recovery": the same answer for known and unknown addresses.
      await auth.field("forgot-email").fill(NOBODY);
      await auth.send.click();
      await expect(auth.heading(auth.t("look_in_mail"))).toBeFocused();
      await expect(page.getByText(auth.t("recovery_sent", { email: NOBODY }))).toBeVisible();
      await expectNoFaults(page);
      // A visitor without the mail can request another one.
      await page
        .getByRole("main")
        .getByRole("link", { name: auth.t("new_mail") })
        .click();
      await auth.field("forgot-email").fill(email);
      await auth.send.click();
      await expect(auth.heading(auth.t("look_in_mail"))).toBeFocused();
      await expect(page.getByText(auth.t("recovery_sent", { email }))).toBeVisible();

      // R-ROUTE-03: "/account/recover/password (each prefix) redirects to reset password and keeps the query string".
      const link = linkOf(await mailTo(shop.control, email, "customer_recovery"));
      expect(link).toMatch(/^(\/en|\/de)?\/account\/recover\/password\?hash=[0-9A-Za-z]{32}$/);
      await page.goto(link);
      expect(new URL(page.url()).pathname).toBe(encodeURI(auth.path("reset-password")));
      expect(new URL(page.url()).search).toBe(link.slice(link.indexOf("?")));

      // R-ACCT-01: "reset password"; reset forms have password confirmation.
      await auth.field("reset-password").fill("te kort");
      await auth.send.click();
      await expect(auth.summary.getByRole("link")).toHaveText([auth.t("need_long_password", { count: 8 })]);
      await expectNoFaults(page);
      const fresh = "zeven beuken aan de weg";
      await auth.field("reset-password").fill(fresh);
      await auth.field("reset-confirmation").fill(PASSWORD);
      await auth.send.click();
      await expect(auth.summary.getByRole("link")).toHaveText([auth.t("need_same_password")]);
      await auth.field("reset-confirmation").fill(fresh);
      await auth.send.click();
      await page.waitForURL(({ pathname }) => pathname === auth.path("login"));
      await expect(auth.toast("password_reset")).toBeVisible();

      await auth.fillLogin(email, PASSWORD);
      await auth.send.click();
      await expect(auth.summary).toContainText(text(locale, "errors.login_refused"));
      await auth.fillLogin(email, fresh);
      await auth.send.click();
      await expect(auth.toast("logged_in")).toBeVisible();

      // A used link offers a new mail.
      await callApi(page, "POST", "/api/account/logout", { everywhere: false });
      await page.goto(link);
      await expect(auth.heading(auth.t("link_over"))).toBeFocused();
      await expect(page.getByRole("link", { name: auth.t("new_mail") })).toHaveAttribute(
        "href",
        auth.path("forgot-password"),
      );
      await expectNoFaults(page);
    },
  );
}

for (const locale of inTurn("nl")) {
  own(`R-ROUTE-14 ${locale}: a registration is confirmed by the link of its mail`, async ({ page, shop }) => {
    await shop.control("accounts", { double_opt_in: true });
    try {
      const auth = new AuthPage(page, locale);
      const email = newEmailAddress();
      await auth.open("register");
      await auth.fillRegistration(email);
      await auth.send.click();
      await expect(auth.heading(auth.t("look_in_mail"))).toBeFocused();
      await expect(page.getByText(auth.t("confirm_mail_sent", { email }))).toBeVisible();
      // Shopware sends this mail only once: visitors without it see a telephone number and a link to continue.
      await expect(page.getByText(auth.t("confirm_mail_not_there"))).toBeVisible();
      await expect(
        page.getByRole("main").getByRole("link", { name: auth.t("back_to_login"), exact: true }),
      ).toHaveAttribute("href", auth.path("login"));
      await expectNoFaults(page);
      expect(await isCustomer(page)).toBe(false);

      const link = linkOf(await mailTo(shop.control, email, "customer_opt_in"));
      expect(link).toMatch(/^(\/en|\/de)?\/registration\/confirm\?/);
      await page.goto(link);
      expect(new URL(page.url()).pathname).toBe(auth.path("confirm-registration"));
      await expect(auth.heading(auth.t("confirmed"))).toBeFocused();
      await expectNoFaults(page);
      expect(await isCustomer(page)).toBe(true);

      await callApi(page, "POST", "/api/account/logout", { everywhere: false });
      await page.goto(link);
      await expect(auth.heading(auth.t("confirmed_before"))).toBeFocused();
      await expect(page.locator("main").getByRole("link", { name: auth.t("log_in") })).toHaveAttribute(
        "href",
        auth.path("login"),
      );
      await expectNoFaults(page);
      await auth.open("confirm-registration", `?em=${"0".repeat(40)}&hash=${"0".repeat(32)}`);
      await expect(auth.heading(auth.t("link_over"))).toBeFocused();
      await expectNoFaults(page);
    } finally {
      await shop.control("accounts", { double_opt_in: false });
    }
  });
}

for (const locale of inTurn("en")) {
  test(`R-ACCT-01 ${locale}: a company registers with its name and VAT id`, async ({ page }) => {
    const auth = new AuthPage(page, locale);
    await auth.open("register");
    await expect(auth.field("register-company")).toHaveCount(0);
    await page.getByRole("radio", { name: auth.t("business") }).check();
    await auth.fillRegistration(newEmailAddress());
    await auth.field("register-vat_id").fill("001234567B01");
    await auth.send.click();
    await expect(auth.summary.getByRole("link")).toHaveText([auth.t("need_company"), auth.t("need_vat_id")]);
    await expectNoFaults(page);
    await auth.field("register-company").fill("De Wit Interieur BV");
    await auth.field("register-vat_id").fill("nl 0012.345.67 b01");
    const sent = page.waitForRequest(/\/api\/account\/register$/);
    await auth.send.click();
    expect((await sent).postDataJSON()).toMatchObject({
      account_type: "business",
      vat_id: "NL001234567B01",
      billing_address: { company: "De Wit Interieur BV" },
    });
    await expect(auth.toast("registered")).toBeVisible();
    const { body } = await callApi(page, "GET", "/api/account");
    expect(body).toMatchObject({
      profile: { account_type: "business", company: "De Wit Interieur BV", vat_ids: ["NL001234567B01"] },
    });
  });
}

for (const locale of inTurn("de")) {
  test(`G-2 ${locale}: without JavaScript each screen says what it requires and shows a telephone number`, async ({
    browser,
    shop,
  }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL: shop.url });
    const page = await context.newPage();
    const auth = new AuthPage(page, locale);
    for (const [screen, title, why] of [
      ["login", "login", "login_without_script"],
      ["register", "register", "register_without_script"],
      ["forgot-password", "forgot_password", "password_without_script"],
      ["reset-password", "reset_password", "password_without_script"],
      ["confirm-registration", "confirm_registration", "confirm_without_script"],
    ] as const) {
      await auth.open(screen);
      await expect(auth.heading(auth.t(`auth_screen.${title}`))).toBeVisible();
      // Not by text: Playwright treats the content of <noscript> as invisible.
      await expect(page.getByRole("main").locator("noscript p")).toHaveText(auth.t(`auth_screen.${why}`));
      const help = page.getByRole("complementary", { name: auth.t("auth_screen.question") });
      await expect(help.locator("a[href^='tel:']")).toBeVisible();
    }
    await context.close();
  });
}

test.describe("in the checkout", () => {
  test.use({ shopOptions: { consumerLocales: ["nl", "en", "de"] } });
  for (const locale of inTurn("nl")) {
    test(`R-CHK-01 ${locale}: login in place keeps cart and input, and reports merged lines`, async ({ page }) => {
      // A customer of this test only, with a glide in the cart of an earlier visit.
      const shop = new Storefront(page, locale);
      const auth = new AuthPage(page, locale);
      const email = newEmailAddress();
      await auth.register(email);
      await shop.add(GLIDES);
      await callApi(page, "POST", "/api/account/logout", { everywhere: false });
      await shop.add(RAVEL);

      const checkout = new CheckoutPage(page, locale);
      await checkout.open();
      await checkout.field("email").fill(email);
      await checkout.field("delivery-street").fill("Half getypt 1");
      const address = page.url();
      await page.getByRole("button", { name: auth.t("log_in"), exact: true }).click();
      const form = page.getByRole("region", { name: auth.t("log_in") });
      await expect(auth.field("login-email")).toHaveValue(email);
      await expect(auth.field("login-password")).toBeFocused();
      await auth.field("login-password").fill("dit is het niet");
      await form.getByRole("button", { name: auth.t("log_in"), exact: true }).click();
      await expect(form.getByRole("alert")).toContainText(text(locale, "errors.login_refused"));
      await expect(checkout.field("delivery-street")).toHaveValue("Half getypt 1");
      await expectNoViolations(page);

      await auth.field("login-password").fill(PASSWORD);
      await form.getByRole("button", { name: auth.t("log_in"), exact: true }).click();
      await expect(page.getByText(checkout.t("welcome", { name: PERSON.first_name }))).toBeVisible();
      await expect(page.getByText(checkout.t("cart_merged", { products: GLIDES.name(locale) }))).toBeVisible();
      // No navigation; the addresses come from the address book; the carts are merged.
      expect(page.url()).toBe(address);
      await expect(checkout.section("contact")).toContainText(email);
      await expect(checkout.section("address")).toContainText(PERSON.street);
      const order = page.getByRole("complementary", { name: checkout.t("your_order") });
      await expect(order.locator("[data-sum=total]")).toContainText(money(locale, RAVEL.price + GLIDES.price));
      await checkout.keepMethods();
      await expect(checkout.section("review").getByRole("list", { name: checkout.t("lines") })).toContainText(
        GLIDES.name(locale),
      );
    });
  }

  for (const locale of inTurn("en")) {
    test(`R-CHK-01 ${locale}: register in place keeps the cart`, async ({ page }) => {
      const shop = new Storefront(page, locale);
      await shop.add(RAVEL);
      const checkout = new CheckoutPage(page, locale);
      const auth = new AuthPage(page, locale);
      const email = newEmailAddress();
      await checkout.open();
      await checkout.fillDetails();
      await checkout.field("email").fill(email);
      // CHK-3, CHK-5: guest is the default, and no box is checked.
      await expect(checkout.field("account-too")).not.toBeChecked();
      await checkout.field("account-too").check();
      await expectNoViolations(page);
      await checkout.button("to_delivery").click();
      await expect(checkout.summary.getByRole("link")).toHaveText([auth.t("need_long_password", { count: 8 })]);
      await checkout.field("account-password").fill(PASSWORD);
      await checkout.field("account-confirmation").fill(PASSWORD);
      await checkout.button("to_delivery").click();
      await expect(checkout.button("to_payment")).toBeVisible();
      expect(await isCustomer(page)).toBe(true);
      expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))).not.toContain(PASSWORD);
      const order = page.getByRole("complementary", { name: checkout.t("your_order") });
      await expect(order.locator("[data-sum=total]")).toContainText(money(locale, RAVEL.price));
      await callApi(page, "POST", "/api/account/logout", { everywhere: false });
      await auth.logIn(email, PASSWORD);
      await expect(auth.toast("logged_in")).toBeVisible();
    });
  }
});

test("ORDER-6 rule 4 the login returns to the previous page, and never to another site", async ({ page, shop }) => {
  const auth = new AuthPage(page, "nl");
  const email = newEmailAddress();
  await auth.register(email);
  for (const [redirect, there] of [
    ["/service?a=1", "/service?a=1"],
    ["https://boos.example/", null],
    ["//boos.example/", null],
    ["/\\boos.example/", null],
    ["javascript:alert(1)", null],
    ["/api/session", null],
    ["/x/..//boos.example", null],
  ] as const) {
    // A page of the account would redirect to the login by itself after the logout.
    await page.goto(home("nl"));
    await callApi(page, "POST", "/api/account/logout", { everywhere: false });
    await auth.open("login", `?redirect=${encodeURIComponent(redirect)}`);
    await auth.fillLogin(email, PASSWORD);
    await auth.send.click();
    await expect(auth.toast("logged_in")).toBeVisible();
    const now = new URL(page.url());
    expect(now.origin).toBe(new URL(shop.url).origin);
    if (there !== null) expect(now.pathname + now.search).toBe(there);
    else expect([route("nl", "bor.account.index"), "/"]).toContain(now.pathname);
  }
});

test("R-HEAD-01 the header of another tab follows a login and a logout without a reload", async ({ page, context }) => {
  const auth = new AuthPage(page, "nl");
  const email = newEmailAddress();
  await auth.register(email);
  await callApi(page, "POST", "/api/account/logout", { everywhere: false });
  const other = new AuthPage(await context.newPage(), "nl");
  await other.page.setViewportSize({ width: 1440, height: 900 });
  await other.open("register");
  await expect(other.field("register-email")).toBeVisible();
  await expect(other.accountLink).toHaveAttribute("href", other.path("login"));
  // The attribute would be lost by a reload: nothing here reloads.
  await other.page.evaluate(() => document.documentElement.setAttribute("data-same-page", ""));

  await auth.logIn(email, PASSWORD);
  await expect(auth.toast("logged_in")).toBeVisible();
  await expect(other.accountLink).toHaveAttribute("href", route("nl", "bor.account.index"));
  await expect(other.accountLink).toHaveAccessibleName(text("nl", "common.account"));

  await page.goto(route("nl", "bor.account.profile"));
  await page.getByRole("button", { name: text("nl", "account_profile.log_out_everywhere"), exact: true }).click();
  await expect(page).toHaveURL(home("nl"));
  await expect(other.accountLink).toHaveAttribute("href", other.path("login"));
  await expect(other.page.locator("html[data-same-page]")).toHaveCount(1);
});

test("by keyboard only a visitor logs in", async ({ page }) => {
  const auth = new AuthPage(page, "nl");
  const email = newEmailAddress();
  await auth.register(email);
  await callApi(page, "POST", "/api/account/logout", { everywhere: false });
  await auth.open("login");
  await auth.field("login-email").focus();
  await page.keyboard.type(email);
  await page.keyboard.press("Tab");
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: auth.t("show_password") })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(auth.field("login-password")).toHaveAttribute("type", "text");
  await expect(page.getByRole("button", { name: auth.t("hide_password") })).toBeFocused();
  await auth.field("login-password").focus();
  await page.keyboard.press("Enter");
  await expect(auth.toast("logged_in")).toBeVisible();
});

test("by keyboard only a company registers, and errors are reached from the error summary", async ({ page }) => {
  const auth = new AuthPage(page, "nl");
  const email = newEmailAddress();
  await auth.open("register");
  await page.getByRole("radio", { name: auth.t("private") }).focus();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("radio", { name: auth.t("business") })).toBeChecked();
  // Tab order: each field follows the previous one; optional fields are skipped.
  const typed: Readonly<Record<string, string>> = { "register-email": email, "register-company": "De Wit BV", ...OWN };
  const fields = auth.send.locator("xpath=ancestor::form").locator("input:not([type=radio]), select");
  for (const field of await fields.all()) {
    while (!(await field.evaluate((one) => one === document.activeElement))) await page.keyboard.press("Tab");
    const id = (await field.getAttribute("id")) ?? "";
    if (id === "register-privacy") await page.keyboard.press("Space");
    else if (typed[id] !== undefined) await page.keyboard.type(typed[id]);
  }
  await page.keyboard.press("Enter");
  await expect(auth.summary).toBeFocused();
  await page.keyboard.press("Tab");
  const fault = auth.summary.getByRole("link", { name: auth.t("need_same_password") });
  await expect(fault).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(auth.field("register-confirmation")).toBeFocused();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press("Enter");
  await expect(auth.toast("registered")).toBeVisible();
});

test("axe and width: each screen, empty and with its errors", async ({ page }) => {
  const auth = new AuthPage(page, "nl");
  for (const screen of ["login", "register", "forgot-password"] as const) {
    await auth.open(screen);
    await expect(auth.send).toBeVisible();
    await expectNoFaults(page);
    await auth.send.click();
    await expect(auth.summary).toBeFocused();
    await expectNoFaults(page);
  }
});

test("R-ACCT-01 ORDER-1 after an order a guest is offered an account, prefilled with the order's data", async ({
  page,
}) => {
  const auth = new AuthPage(page, "nl");
  const order = await placeOrder(page, "nl", GLIDES, INVOICE);
  await openPlaced(page, "nl", order);
  await page.getByRole("link", { name: text("nl", "order_outcome.make_account") }).click();
  await expect(auth.field("register-email")).toHaveValue(GUEST.email);
  for (const name of ["first_name", "last_name", "street", "zipcode", "city"] as const)
    await expect(auth.field(`register-${name}`)).toHaveValue(GUEST[name]);
  await auth.field("register-email").fill(newEmailAddress());
  await auth.field("register-password").fill(PASSWORD);
  await auth.field("register-confirmation").fill(PASSWORD);
  await auth.field("register-privacy").check();
  await auth.send.click();
  await expect(auth.toast("registered")).toBeVisible();
  expect(await isCustomer(page)).toBe(true);
});
