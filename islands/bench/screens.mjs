// Screenshots of the shop's pages and states at every width, for visual review: `node bench/screens.mjs <url> <folder>
// [--only home,cart] [--widths 390,1440] [--locales nl]`.
// `url` is a running `vitrine dev` on the demo shop. Each page is split into sheets: its parts side by side, in a size
// that image viewers show without scaling.
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { chromium } from "@playwright/test";

/** @typedef {import("@playwright/test").Page} Page */
/** @typedef {{ path: string, act?: (page: Page, wide: boolean) => Promise<void>, window?: boolean, locale?: string, on?: "wide" | "narrow" }} Scene */

const ADDRESSES = {
  cloths: "/producten/vaart-bank--loden-mos",
  sofa: "/producten/ravel-armstoel--roest-eiken",
  lamp: "/producten/koepel-hanglamp--flesgroen",
  accessory: "/producten/dinerkaars--oker",
  bundle: "/producten/plank-vier-ravel",
  sold_out: "/producten/statief-vloerlamp",
  download: "/producten/houtwijzer",
};

/** @param {Page} page @param {string} address */
async function buy(page, address) {
  await page.goto(new URL(address, page.url()).href);
  const added = page.waitForResponse((answer) => answer.url().includes("/api/cart/line-items"));
  await page.locator("[data-buy]").first().click();
  await added;
}

/** @param {number} place */
const menu = (place) => async (/** @type {Page} */ page) => {
  await page.locator(".header__nav summary").nth(place).click();
};

/** @type {Record<string, Scene>} */
const SCENES = {
  home: { path: "/" },
  ...Object.fromEntries(Object.entries(ADDRESSES).map(([name, address]) => [`product-${name}`, { path: address }])),
  brand: { path: "/merken/kante" },
  designer: { path: "/designers/mara-vink" },
  collection: { path: "/collecties/lange-tafel" },
  project: { path: "/projecten/hotel-de-spuikom" },
  news: { path: "/nieuws/ravel-tien-jaar" },
  showroom: { path: "/showrooms/breda" },
  service: { path: "/service" },
  delivery: { path: "/service/levering-en-montage" },
  about: { path: "/over-ons" },
  contact: { path: "/contact" },
  lost: { path: "/waar-is-dit" },
  "cart-empty": {
    path: "/winkelwagen",
    act: async (page) => {
      await page.locator("[data-island=cart] a").first().waitFor();
    },
  },
  cart: {
    path: "/winkelwagen",
    act: async (page) => {
      const cart = page.url();
      await buy(page, ADDRESSES.sofa);
      await buy(page, ADDRESSES.accessory);
      await buy(page, ADDRESSES.bundle);
      await page.goto(cart);
      await page.locator(".cart__row, .cart-row").first().waitFor({ timeout: 5_000 });
    },
  },
  bought: {
    path: ADDRESSES.sofa,
    window: true,
    act: async (page) => buy(page, ADDRESSES.sofa),
  },
  "menu-products": { path: "/", window: true, on: "wide", act: menu(0) },
  "menu-lamps": { path: "/service", window: true, on: "wide", act: menu(1) },
  "menu-brands": { path: "/", window: true, on: "wide", act: menu(2) },
  "menu-other": { path: "/", window: true, on: "wide", act: menu(3) },
  "menu-three": { path: "/", window: true, on: "wide", act: menu(4) },
  language: {
    path: "/",
    window: true,
    on: "wide",
    act: async (page) => page.locator("[data-panel=language-switch] summary").click(),
  },
  flyout: { path: "/", window: true, on: "narrow", act: async (page) => page.locator(".flyout > summary").click() },
  "flyout-level": {
    path: "/",
    window: true,
    on: "narrow",
    act: async (page) => {
      await page.locator(".flyout > summary").click();
      await page.locator(".flyout__link--toggle").first().click();
    },
  },
  zoom: {
    path: ADDRESSES.sofa,
    window: true,
    act: async (page) => page.locator(".product-gallery__link").first().click(),
  },
  chooser: {
    path: ADDRESSES.cloths,
    window: true,
    act: async (page) => {
      await page.locator(".chooser > summary").first().click();
      await page.locator(".chooser").first().scrollIntoViewIfNeeded();
    },
  },
  offer: { path: "/", window: true, locale: "de-DE" },
  styleguide: { path: "/styleguide" },
};

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: "string" },
    widths: { type: "string", default: "320,390,820,1440,1920" },
    locales: { type: "string", default: "nl" },
  },
});
const [url, folder] = positionals;
if (url === undefined || folder === undefined) {
  throw new Error("usage: node bench/screens.mjs <url> <folder> [--only a,b] [--widths 390,1440] [--locales nl,en,de]");
}
await mkdir(folder, { recursive: true });

const HEIGHTS = /** @type {Record<number, number>} */ ({ 320: 640, 390: 844, 820: 1180, 1440: 900, 1920: 1080 });
// About the size that an image viewer shows without scaling.
const SHEET = { width: 1_080, height: 1_120 };

const browser = await chromium.launch({
  executablePath: "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
});

/** Loads everything that is loaded lazily. @param {Page} page */
async function settle(page) {
  await page.evaluate(async () => {
    await document.fonts.ready;
    for (const image of document.images) image.loading = "eager";
    await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
  });
}

/**
 * Writes the parts of a screenshot side by side. @param {Buffer} png @param {{ width: number, height: number }} size
 * @param {string} name
 */
async function sheets(png, { width, height }, name) {
  const tall = Math.min(
    height,
    Math.round((SHEET.height * Math.min(width, SHEET.width)) / Math.min(width, SHEET.width)),
  );
  const columns = Math.max(1, Math.floor((SHEET.width + 16) / (width + 16)));
  const parts = Math.ceil(height / tall);
  const page = await browser.newPage({ viewport: { width: columns * (width + 16), height: tall } });
  for (let first = 0, sheet = 0; first < parts; first += columns, sheet += 1) {
    const shown = Math.min(columns, parts - first);
    const parted = Array.from({ length: shown }, (_, place) => {
      const top = (first + place) * tall;
      return `<div style="flex:none;width:${width}px;height:${tall}px;background:#fff url(data:image/png;base64,${png.toString("base64")}) 0 ${-top}px / ${width}px no-repeat"></div>`;
    });
    await page.setContent(`<body style="margin:0;display:flex;gap:16px;background:#888">${parted.join("")}`);
    const clip = { x: 0, y: 0, width: shown * (width + 16) - 16, height: tall };
    await writeFile(path.join(folder ?? "", `${name}-${sheet}.png`), await page.screenshot({ clip }));
  }
  await page.close();
}

for (const width of values.widths.split(",").map(Number)) {
  const wide = width >= 1_024;
  // Wide windows are scaled down, so that their whole width is visible.
  const scale = width > 1_080 ? 900 / width : 1;
  for (const locale of values.locales.split(",")) {
    for (const [name, scene] of Object.entries(SCENES)) {
      if (values.only && !values.only.split(",").includes(name)) continue;
      if (scene.on && (scene.on === "wide") !== wide) continue;
      const context = await browser.newContext({
        viewport: { width, height: HEIGHTS[width] ?? 900 },
        deviceScaleFactor: scale,
        hasTouch: !wide,
        isMobile: !wide,
        locale: scene.locale ?? "fr-FR",
      });
      const page = await context.newPage();
      try {
        await page.goto(new URL(scene.path, url).href, { waitUntil: "load" });
        if (locale !== "nl") {
          const there = page.locator(`[data-locale-link=${locale}]`).first();
          await page.goto(new URL((await there.getAttribute("href")) ?? "/", url).href, { waitUntil: "load" });
        }
        await page.locator("html").evaluate(() => new Promise((done) => requestAnimationFrame(done)));
        await scene.act?.(page, wide);
        await settle(page);
        await page.waitForTimeout(350);
        const png = await page.screenshot({ fullPage: !scene.window, animations: "disabled" });
        const height = scene.window
          ? (HEIGHTS[width] ?? 900)
          : await page.evaluate(() => document.documentElement.scrollHeight);
        const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        if (over > 0) console.log(`${name} ${width} ${locale}: ${over} px wider than the window`);
        await sheets(
          png,
          { width: Math.round(width * scale), height: Math.round(height * scale) },
          `${name}-${width}-${locale}`,
        );
      } catch (error) {
        console.log(`${name} ${width} ${locale}: ${error instanceof Error ? error.message.split("\n")[0] : error}`);
      }
      await context.close();
    }
  }
}
await browser.close();
