// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from "vitest";
import { createNewBuild } from "./new-build";

const OWN = ["/assets/loader-AAAAAAAA.js", "/assets/styles-AAAAAAAA.css", "/assets/product-AAAAAAAA.css"];

function page() {
  const [loader, ...styles] = OWN;
  document.head.innerHTML = `
    ${styles.map((href) => `<link rel="stylesheet" href="${href}">`).join("")}
    <link rel="modulepreload" href="/assets/chunk-AAAAAAAA.js">
    <script type="module" src="${loader}"></script>
    <script type="text/plain" src="https://tags.example/tag.js"></script>
    <script type="speculationrules">{"prefetch":[]}</script>`;
}

function watched(...answers: (() => Promise<Response>)[]) {
  page();
  const load = vi.fn(
    () => (answers.length > 1 ? answers.shift() : answers[0])?.() ?? Promise.reject(new Error("none")),
  );
  const reload = vi.fn();
  return { load, reload, ...createNewBuild({ load, page: document, reload }) };
}
const build = (files: unknown) => () => Promise.resolve(new Response(JSON.stringify({ files })));
const fetchesBeforehand = () => document.querySelector('script[type="speculationrules"]') !== null;

afterEach(() => vi.restoreAllMocks());

describe("R-UI-03 a new build, found by a periodic manifest check, reloads the page at the next navigation", () => {
  it("ignores a page whose files are all in the live release", async () => {
    const { look, reload } = watched(build([...OWN, "/assets/screens-BBBBBBBB.css"]));
    await look(false);
    await look(true);
    expect(reload).not.toHaveBeenCalled();
    expect(fetchesBeforehand()).toBe(true);
  });

  it.each(OWN)("finds one that has no %s any more: pages that were fetched beforehand are let go", async (gone) => {
    const { look, load, reload } = watched(
      build(OWN.map((file) => (file === gone ? "/assets/new-BBBBBBBB.js" : file))),
    );
    await look(false);
    expect(fetchesBeforehand()).toBe(false);
    // The page is not reloaded while the visitor reads it.
    expect(reload).not.toHaveBeenCalled();
    // The next navigation returns to this page: no further request is made.
    await look(true);
    expect(reload).toHaveBeenCalledOnce();
    expect(load).toHaveBeenCalledOnce();
  });

  it("is found by the restored page itself, too", async () => {
    const { look, reload } = watched(build(OWN), build(["/assets/loader-BBBBBBBB.js"]));
    await look(false);
    await look(true);
    expect(reload).toHaveBeenCalledOnce();
  });

  it.each([
    ["a server that cannot be reached", () => Promise.reject(new TypeError("Failed to fetch"))],
    ["a file that is not there", () => Promise.resolve(new Response("{}", { status: 404 }))],
    ["an answer that is no JSON", () => Promise.resolve(new Response("<!doctype html>"))],
    ["an answer of another shape", () => Promise.resolve(new Response("[]"))],
  ])("takes %s for nothing new", async (_, answer) => {
    const { look, reload } = watched(answer);
    await look(true);
    expect(reload).not.toHaveBeenCalled();
    expect(fetchesBeforehand()).toBe(true);
  });

  it("sends no request while the page is not visible", async () => {
    vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
    const { look, load } = watched(build([]));
    await look(false);
    expect(load).not.toHaveBeenCalled();
  });
});
