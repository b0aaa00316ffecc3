// The login of the editors' desk at an OpenID Connect provider: in each language somebody gets the role of their groups, logs out,
// and is refused without one.
import { test as base, expect, type Page } from "@playwright/test";
import { expectNoSidewaysScroll as fits, expectNoViolations as isAccessible } from "./support/accessibility";
import { CLIENT, type Person, withProvider } from "./support/provider";
import { withBackends, withBuildingShop } from "./support/running";

const HALF_AN_HOUR = 1_800_000;
const NAME = "Lindhoven ID";
const PUBLISHER: Person = { name: "Noor", groups: ["everybody", "editors"] };
const LOOKER: Person = { name: "Piet", groups: ["everybody"] };
const STRANGER: Person = { name: "Vera", groups: ["suppliers"] };

const LANGUAGES = [
  {
    code: "nl",
    at: `Inloggen met ${NAME}`,
    saves: "Opgeslagen",
    build: "Nu bouwen",
    unknown: `U bent bij ${NAME} ingelogd, maar u mag de balie niet openen. Vraag het aan wie de winkel beheert.`,
    denied: `Bij ${NAME} is het inloggen niet toegestaan of afgebroken.`,
  },
  {
    code: "en",
    at: `Log in with ${NAME}`,
    saves: "Saves",
    build: "Build now",
    unknown: `You are logged in at ${NAME}, but you may not open the desk. Ask whoever runs the shop.`,
    denied: `The login at ${NAME} was not allowed, or was broken off.`,
  },
  {
    code: "de",
    at: `Mit ${NAME} anmelden`,
    saves: "Gespeichert",
    build: "Jetzt bauen",
    unknown: `Sie sind bei ${NAME} angemeldet, dürfen die Redaktion aber nicht öffnen. Fragen Sie, wer den Shop betreibt.`,
    denied: `Bei ${NAME} wurde die Anmeldung nicht erlaubt oder abgebrochen.`,
  },
] as const;

type Language = (typeof LANGUAGES)[number];

/** Goes to the provider, and says there who one is. */
async function logInAs(desk: Page, url: string, language: Language, name: string): Promise<void> {
  await desk.goto(`${url}/desk`);
  await expect(desk).toHaveURL(`${url}/desk/login`);
  await desk.locator(`button[name=to][value=${language.code}]`).click();
  await isAccessible(desk);
  await desk.getByRole("button", { name: language.at }).click();
  await expect(desk.getByRole("heading", { name: "Who are you?" })).toBeVisible();
  await desk.getByRole("link", { name, exact: true }).click();
}

async function logOut(desk: Page, url: string): Promise<void> {
  await desk.locator("form[action='/desk/logout'] button").click();
  await desk.goto(`${url}/desk/state`);
  await expect(desk).toHaveURL(`${url}/desk/login`);
}

base(
  "editors log in to the desk at a provider, with the role of their groups, and are refused without one",
  async ({ page: desk }) => {
    base.setTimeout(HALF_AN_HOUR);
    const complaints: string[] = [];
    desk.on("pageerror", (error) => complaints.push(error.message));
    await withProvider([PUBLISHER, LOOKER, STRANGER], (provider) =>
      withBackends((backends) =>
        withBuildingShop(
          backends,
          async ({ url }) => {
            for (const language of LANGUAGES) {
              await base.step(language.code, async () => {
                await desk.context().clearCookies();
                await base.step("who may publish gets in, and may build", async () => {
                  await logInAs(desk, url, language, PUBLISHER.name);
                  await expect(desk).toHaveURL(`${url}/desk`);
                  await expect(desk.locator("html")).toHaveAttribute("lang", language.code);
                  await expect(desk.getByRole("heading", { level: 1, name: language.saves })).toBeVisible();
                  await expect(desk.getByRole("banner")).toContainText(PUBLISHER.name);
                  await expect(desk.getByRole("button", { name: language.build })).toBeVisible();
                  await isAccessible(desk);
                  const cookies = await desk.context().cookies();
                  const session = cookies.find(({ name }) => name === "vitrine-desk");
                  expect(session).toMatchObject({ httpOnly: true, sameSite: "Strict" });
                  expect(cookies.some(({ name }) => name === "vitrine-desk-login")).toBe(false);
                  await logOut(desk, url);
                });
                await base.step("who may look gets in, and may not build", async () => {
                  await logInAs(desk, url, language, LOOKER.name);
                  await expect(desk).toHaveURL(`${url}/desk`);
                  await expect(desk.getByRole("heading", { level: 1, name: language.saves })).toBeVisible();
                  await expect(desk.getByRole("button", { name: language.build })).toHaveCount(0);
                  await logOut(desk, url);
                });
                await base.step("who has no role is told so, and so is who breaks off", async () => {
                  const before = provider.exchanged();
                  for (const [name, words] of [
                    [STRANGER.name, language.unknown],
                    ["Nobody", language.denied],
                  ] as const) {
                    await logInAs(desk, url, language, name);
                    await expect(desk.getByRole("alert")).toHaveText(words);
                    await isAccessible(desk);
                    await desk.setViewportSize({ width: 390, height: 844 });
                    await fits(desk);
                    await desk.setViewportSize({ width: 1280, height: 720 });
                    await desk.goto(`${url}/desk`);
                    await expect(desk).toHaveURL(`${url}/desk/login`);
                  }
                  expect(provider.exchanged()).toBe(before + 1);
                });
              });
            }
          },
          {
            issuer: provider.issuer,
            client: CLIENT,
            name: NAME,
            roles: { publish: ["editors"], look: ["everybody"] },
          },
        ),
      ),
    );
    expect(complaints).toEqual([]);
  },
);
