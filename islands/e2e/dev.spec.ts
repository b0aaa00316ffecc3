// `vitrine dev` on copies of the project's sources: saved changes appear in the browser without a reload by hand, and
// errors are shown in the page.
import type { ChildProcess } from "node:child_process";
import { cp, mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { test as base, expect as expectWithin } from "@playwright/test";
import { configure, end, inFolder, ROOT, start } from "./support/process";

// One cycle bundles, plans and renders: below a second on an idle machine, longer next to other tests.
const expect = expectWithin.configure({ timeout: 30_000 });

/** The files that the islands' bundler needs in addition to its packages. */
const ISLANDS = ["src", "build.mjs", "bundle-on-demand.mjs", "notices.mjs", "package.json", "tsconfig.json"];

/** A `vitrine dev` process in its own folder. */
interface DevServer {
  readonly url: string;
  /** Edits a file of the copy; the edit must change it. Returns a function that restores it. */
  edit(file: string, change: (text: string) => string): Promise<() => Promise<void>>;
}

async function copySources(folder: string): Promise<void> {
  await cp(path.join(ROOT, "templates"), path.join(folder, "templates"), { recursive: true });
  await cp(path.join(ROOT, "locales"), path.join(folder, "locales"), { recursive: true });
  await mkdir(path.join(folder, "islands"));
  for (const name of ISLANDS) {
    await cp(path.join(ROOT, "islands", name), path.join(folder, "islands", name), { recursive: true });
  }
  // The bundler writes the version of the program into the manifest.
  await cp(path.join(ROOT, "Cargo.toml"), path.join(folder, "Cargo.toml"));
  await symlink(path.join(ROOT, "islands/node_modules"), path.join(folder, "islands/node_modules"));
}

async function edit(file: string, change: (text: string) => string): Promise<() => Promise<void>> {
  const before = await readFile(file, "utf8");
  const after = change(before);
  expect(after, `${file} was to change`).not.toBe(before);
  await writeFile(file, after);
  return () => writeFile(file, before);
}

const test = base.extend<{ dev: DevServer }>({
  dev: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the required fixtures from the pattern.
    async ({}, use) => {
      await inFolder(async (folder) => {
        await copySources(folder);
        const config = await configure(folder, { sources: folder });
        const ports = ["--shopware-port", "0", "--statamic-port", "0", "--images-port", "0"];
        let child: ChildProcess | undefined;
        try {
          const dev = await start<{ url: string }>(["--config", config, "dev", ...ports], process.env);
          child = dev.child;
          await use({ url: dev.ready.url, edit: (file, change) => edit(path.join(folder, file), change) });
        } finally {
          if (child) await end(child);
        }
      });
    },
    { timeout: 180_000 },
  ],
  baseURL: async ({ dev }, use) => {
    await use(dev.url);
  },
});

test.setTimeout(180_000);

test("saved changes appear without a manual reload, errors are shown in the page, and the styleguide is served", async ({
  page,
  dev,
}) => {
  await page.goto("/service");
  const title = page.locator("h1");
  const words = (await title.textContent()) ?? "";

  await test.step("a template", async () => {
    await dev.edit("templates/pages/content.html", (text) =>
      text.replace("{{ page.title }}</h1>", "{{ page.title }}, bijgewerkt</h1>"),
    );
    await expect(title).toHaveText(`${words}, bijgewerkt`);
  });

  await test.step("a style", async () => {
    await dev.edit("templates/styles/base.css", (text) => `${text}\nh1 { outline: 3px solid rgb(1, 2, 3); }\n`);
    await expect(title).toHaveCSS("outline-color", "rgb(1, 2, 3)");
  });

  await test.step("a text", async () => {
    const skip = page.locator("a[href='#main']").first();
    const before = (await skip.textContent()) ?? "";
    await dev.edit("locales/nl/common.json", (text) => text.replace(before.trim(), "Naar de zaak zelf"));
    await expect(skip).toHaveText("Naar de zaak zelf");
  });

  const fault = page.getByRole("alert").filter({ has: page.locator(".dev-fault__place") });
  await test.step("a broken template is reported with file, line and available values, over the last good page", async () => {
    const mend = await dev.edit("templates/pages/content.html", (text) =>
      text.replace("{{ page.title }}, bijgewerkt", "{{ page.titel }}"),
    );
    await expect(fault).toContainText(/templates\/pages\/content\.html:\d+/);
    await expect(fault).toContainText("page.titel");
    await expect(fault).toContainText("page {blocks, guarantee, imprint, is_list, lead, title");
    await expect(fault).toBeInViewport();
    // The last good page may be one cycle old.
    await expect(title).toContainText(words);
    await mend();
    await expect(title).toHaveText(`${words}, bijgewerkt`);
    await expect(fault).toHaveCount(0);
  });

  await test.step("a template that cannot be parsed is reported with the lines around the position", async () => {
    const mend = await dev.edit("templates/components/footer.html", (text) =>
      text.replace("{% endfor %}", "{% endfro %}"),
    );
    await expect(fault).toContainText(/templates\/components\/footer\.html:\d+/);
    await expect(fault).toContainText("endfro");
    await expect(title).toHaveText(`${words}, bijgewerkt`);
    await mend();
    await expect(fault).toHaveCount(0);
  });

  // In a separate window: the first one may be about to reload after the last fix.
  await test.step("the styleguide is updated like any page", async () => {
    const styleguide = await page.context().newPage();
    await page.close();
    await styleguide.goto("/styleguide");
    await expect(styleguide.locator("h1")).toHaveText("Styleguide");
    await dev.edit("templates/styleguide/links.html", (text) => `<p>Een voorbeeld meer</p>\n${text}`);
    await expect(styleguide.getByText("Een voorbeeld meer")).toBeVisible();
  });
});
