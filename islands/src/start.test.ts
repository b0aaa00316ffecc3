// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { IslandContext, IslandModule } from "./island";
import { type LoaderEnvironment, startIslands } from "./start";
import { settled } from "./testing/carts";

const FALLBACK = `
  <div data-island="box" data-when="interaction">
    <input name="quantity" value="1"><button type="button" data-buy>Koop</button><button type="button" data-step="1">+</button>
    <script type="application/json">{"props": {"id": 1}, "messages": {"box.buy": "Koop"}}</script>
  </div>`;

const root = () => document.querySelector("[data-island]") as HTMLElement;
const fallbackButton = () => root().querySelector("[data-buy]") as HTMLButtonElement;

/** An island with the same buttons as its fallback, which records events. */
function island() {
  const presses: string[] = [];
  const contexts: IslandContext[] = [];
  const module: IslandModule = {
    default: (place, context) => {
      contexts.push(context);
      place.innerHTML =
        '<input name="quantity"><button type="button" data-buy></button><button type="button" data-step="1"></button>';
      for (const button of place.querySelectorAll("button")) {
        button.addEventListener("click", () => presses.push(Object.keys(button.dataset).join()));
      }
    },
  };
  return { module, presses, contexts };
}

function environment(
  importer: () => Promise<IslandModule>,
  change: Partial<LoaderEnvironment> = {},
): LoaderEnvironment {
  sessionStorage.clear();
  return {
    importers: { box: importer },
    pause: () => Promise.resolve(),
    now: () => 50_000,
    path: "/producten/ravel",
    memory: () => sessionStorage,
    reload: vi.fn(),
    ...change,
  };
}

beforeEach(() => {
  document.body.innerHTML = FALLBACK;
  vi.spyOn(console, "error").mockImplementation(() => {});
});

describe("the loader", () => {
  it("loads an island of the shop's own from the file that the page names, when it is wanted", async () => {
    const file = "data:text/javascript,export default (root, context) => root.replaceChildren(JSON.stringify(context))";
    root().dataset.island = "cord-length";
    const data = { props: { ceiling: 260 }, messages: { "cord.drop": "{cm} cm" }, file, imports: [] };
    const script = root().querySelector("script") as HTMLScriptElement;
    script.textContent = JSON.stringify(data);
    startIslands(document, environment(vi.fn()));
    await settled();
    expect(root().querySelector("input")).not.toBeNull();
    root().querySelector("input")?.focus();
    await vi.waitFor(() => expect(root().querySelector("input")).toBeNull());
    const { props, messages } = data;
    expect(JSON.parse(root().textContent)).toEqual({ props, messages, values: { quantity: "1" } });
  });
  it("loads nothing before an island with data-when=interaction is touched or focused", async () => {
    const importer = vi.fn(() => Promise.resolve(island().module));
    startIslands(document, environment(importer));
    await settled();
    expect(importer).not.toHaveBeenCalled();
    root().querySelector("input")?.focus();
    await settled();
    expect(importer).toHaveBeenCalledOnce();
  });

  it.each([
    ["", false],
    ["?catalogues=getij-buiten", true],
  ])("loads an island with data-when=query at once if the address has one: %s", async (query, begins) => {
    root().dataset.when = "query";
    history.replaceState(null, "", `/${query}`);
    const importer = vi.fn(() => Promise.resolve(island().module));
    startIslands(document, environment(importer));
    await settled();
    expect(importer).toHaveBeenCalledTimes(begins ? 1 : 0);
    root().querySelector("input")?.focus();
    await settled();
    expect(importer).toHaveBeenCalledOnce();
  });

  it("keeps a click, gives immediate feedback, and replays it exactly once", async () => {
    const { module, presses } = island();
    let arrive: (module: IslandModule) => void = () => {};
    startIslands(
      document,
      environment(() => new Promise((resolve) => (arrive = resolve))),
    );
    fallbackButton().click();
    fallbackButton().click();
    expect(root().getAttribute("aria-busy")).toBe("true");
    expect(presses).toEqual([]);
    arrive(module);
    await settled();
    expect(presses).toEqual(["buy"]);
    expect(root().hasAttribute("aria-busy")).toBe(false);
    fallbackButton().click();
    expect(presses).toEqual(["buy", "buy"]);
  });

  it("lets an island that loads while a pointer is down wait for the click, and replays it", async () => {
    const { module, presses, contexts } = island();
    const importer = vi.fn(() => Promise.resolve(module));
    startIslands(document, environment(importer));
    const button = fallbackButton();
    button.dispatchEvent(new Event("pointerdown", { bubbles: true }));
    await settled();
    expect(importer).toHaveBeenCalledOnce();
    expect(contexts).toHaveLength(0);
    expect(button.isConnected).toBe(true);
    button.dispatchEvent(new Event("pointerup", { bubbles: true }));
    button.click();
    await vi.waitFor(() => expect(contexts).toHaveLength(1));
    expect(presses).toEqual(["buy"]);
  });

  it("does not wait for a click after the pointer left", async () => {
    const { module, contexts, presses } = island();
    startIslands(
      document,
      environment(() => Promise.resolve(module)),
    );
    fallbackButton().dispatchEvent(new Event("pointerdown", { bubbles: true }));
    dispatchEvent(new Event("pointercancel"));
    await vi.waitFor(() => expect(contexts).toHaveLength(1));
    expect(presses).toEqual([]);
  });

  it("replays the click on the clicked control", async () => {
    const { module, presses } = island();
    startIslands(
      document,
      environment(() => Promise.resolve(module)),
    );
    (root().querySelector("[data-step]") as HTMLButtonElement).click();
    await settled();
    expect(presses).toEqual(["step"]);
  });

  it("passes on props, texts and input, and keeps the focus", async () => {
    const { module, contexts, presses } = island();
    startIslands(
      document,
      environment(() => Promise.resolve(module)),
    );
    const field = root().querySelector("input") as HTMLInputElement;
    field.value = "4";
    field.focus();
    await settled();
    expect(contexts).toEqual([{ props: { id: 1 }, messages: { "box.buy": "Koop" }, values: { quantity: "4" } }]);
    expect(document.activeElement).toBe(root().querySelector("input"));
    expect(document.activeElement).not.toBe(field);
    expect(presses).toEqual([]);
  });

  it("loads immediately or when idle, as the page specifies", async () => {
    for (const when of ["load", "idle"]) {
      document.body.innerHTML = FALLBACK.replace("interaction", when);
      const importer = vi.fn(() => Promise.resolve(island().module));
      vi.stubGlobal("requestIdleCallback", (run: () => void) => run());
      startIslands(document, environment(importer));
      await settled();
      expect(importer, when).toHaveBeenCalledOnce();
    }
    vi.unstubAllGlobals();
  });

  it("tries a failed import once more", async () => {
    const { module, presses } = island();
    const importer = vi
      .fn<() => Promise<IslandModule>>()
      .mockRejectedValueOnce(new Error("gone"))
      .mockResolvedValue(module);
    const env = environment(importer);
    startIslands(document, env);
    fallbackButton().click();
    await settled();
    expect(presses).toEqual(["buy"]);
    expect(env.reload).not.toHaveBeenCalled();
  });

  it("leaves the fallback and marks it when the island breaks", async () => {
    const before = root().innerHTML;
    const broken = { default: () => Promise.reject(new Error("never awaited")) };
    broken.default = () => {
      throw new Error("broken");
    };
    const env = environment(() => Promise.resolve(broken as unknown as IslandModule));
    startIslands(document, env);
    fallbackButton().click();
    await settled();
    expect(root().dataset.islandError).toBe("");
    expect(root().innerHTML).toBe(before);
    expect(env.reload).not.toHaveBeenCalled();
  });

  it("marks an unknown island", () => {
    document.body.innerHTML = '<div data-island="nobody">Hier</div>';
    const env = environment(() => Promise.reject(new Error("not asked")));
    startIslands(document, env);
    expect(root().dataset.islandError).toBe("");
    expect(env.reload).not.toHaveBeenCalled();
  });
});

describe("R-UI-04 a failed chunk load", () => {
  const failing = () => Promise.reject(new Error("404"));

  it("reloads the page", async () => {
    const env = environment(failing);
    startIslands(document, env);
    fallbackButton().click();
    await settled();
    expect(env.reload).toHaveBeenCalledOnce();
  });

  it.each([
    [9_999, 0],
    [10_000, 1],
  ])("%i ms after the last reload of this path reloads %i times", async (since, times) => {
    const env = environment(failing);
    sessionStorage.setItem("vitrine-reload:/producten/ravel", String(50_000 - since));
    startIslands(document, env);
    fallbackButton().click();
    await settled();
    expect(env.reload).toHaveBeenCalledTimes(times);
    expect(root().dataset.islandError).toBe(times === 0 ? "" : undefined);
  });

  it("counts each path separately", async () => {
    const env = environment(failing);
    sessionStorage.setItem("vitrine-reload:/winkelwagen", "49999");
    startIslands(document, env);
    fallbackButton().click();
    await settled();
    expect(env.reload).toHaveBeenCalledOnce();
  });

  it("does not reload without storage: it could reload endlessly", async () => {
    const env = environment(failing, {
      memory: () => {
        throw new Error("storage is switched off");
      },
    });
    startIslands(document, env);
    fallbackButton().click();
    await settled();
    expect(env.reload).not.toHaveBeenCalled();
    expect(root().dataset.islandError).toBe("");
  });
});
