// The store locator: searches, filters and sorts the page's list of places, and opens a map next to it (R-STORE-01).
//
// **Invariant:** works on the page's own data, without the API; the visitor's position never leaves this script.
import { createTranslate, pageLocale } from "../../i18n";
import type { IslandContext } from "../../island";
import type { StoreLocatorProps } from "../../props.gen";
import { type Choice, NOTHING, readChoice, writeChoice } from "../../store-locator/choice";
import { createList, fits, type Listed, listedPlaces, type Origin, showHours } from "../../store-locator/list";
import type { StoreMap } from "../../store-locator/map";
import type { Search } from "../../store-locator/search";
import type { LocatorTranslate } from "../../store-locator/texts";

export default function mount(root: HTMLElement, context: IslandContext): void {
  const form = root.querySelector<HTMLFormElement>("[data-locator]");
  if (form !== null) new Locator(root, form, context).start();
}

class Locator {
  private readonly root: HTMLElement;
  private readonly form: HTMLFormElement;
  private readonly props: StoreLocatorProps;
  private readonly t: LocatorTranslate;
  private readonly locale = pageLocale();
  private readonly input: HTMLInputElement;
  private readonly listed: readonly Listed[];
  private readonly list: ReturnType<typeof createList>;
  private choice: Choice = NOTHING;
  private origin: Origin | null = null;
  /** The position that the visitor shared; Back may return to it. */
  private position: Origin | null = null;
  private shown: readonly Listed[] = [];
  private searching: Promise<Search> | null = null;
  private map: StoreMap | null = null;

  constructor(root: HTMLElement, form: HTMLFormElement, { props, messages }: IslandContext) {
    this.root = root;
    this.form = form;
    this.props = props as StoreLocatorProps;
    this.t = createTranslate(messages, this.locale);
    this.input = form.elements.namedItem("near") as HTMLInputElement;
    this.listed = listedPlaces(root, this.props.places);
    this.list = createList(root, this.listed, { t: this.t, locale: this.locale });
  }

  start(): void {
    const { form, input } = this;
    input.addEventListener("focus", () => void this.search());
    input.addEventListener("input", () => {
      void this.search();
      this.say("");
    });
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.submit();
    });
    form.addEventListener("change", (event) => {
      if (event.target !== input) this.choose(this.filters());
    });
    this.on("[data-locate]", (button) => void this.locate(button));
    this.on("[data-clear]", () => this.clear());
    this.on("[data-clear-all]", () => this.clear());
    this.on("[data-map]", (button) => void this.toggleMap(button));
    addEventListener("popstate", () => void this.restore());
    document.addEventListener("visibilitychange", () => this.apply());
    void this.restore();
    if (document.activeElement === input) void this.search();
  }

  private on(selector: string, act: (button: HTMLElement) => void): void {
    const button = this.root.querySelector<HTMLElement>(selector);
    button?.addEventListener("click", () => act(button));
  }

  /** Applies the URL: at the start, and after history navigation. */
  private async restore(): Promise<void> {
    this.choice = readChoice(location.search);
    const { near, brand, type, open } = this.choice;
    this.field("brand", brand);
    this.field("type", type);
    const box = this.form.elements.namedItem("open");
    if (box instanceof HTMLInputElement) box.checked = open;
    this.origin = near === "" && history.state?.byPosition === true ? this.position : null;
    if (near !== "") {
      const place = (await this.search()).find(near);
      if (this.choice.near !== near) return;
      if (place !== null) this.origin = { name: place.name, at: place.at };
      else this.say(this.t("store_locator.unknown", { place: near }));
    }
    this.input.value = near;
    this.apply();
  }

  /** An unknown value is ignored. */
  private field(name: "brand" | "type", value: string): void {
    const select = this.form.elements.namedItem(name);
    if (!(select instanceof HTMLSelectElement)) return;
    select.value = value;
    if (select.selectedIndex < 0) {
      select.value = "";
      this.choice = { ...this.choice, [name]: "" };
    }
  }

  private filters(): Choice {
    const data = new FormData(this.form);
    const text = (name: string) => String(data.get(name) ?? "");
    return { ...this.choice, brand: text("brand"), type: text("type"), open: text("open") === "1" };
  }

  private search(): Promise<Search> {
    const { input, listed, locale, props } = this;
    const list = this.form.querySelector<HTMLElement>("[role=listbox]") as HTMLElement;
    this.searching ??= import("../../store-locator/search").then(({ startSearch }) =>
      startSearch(props.gazetteer, {
        input,
        list,
        listed,
        locale,
        choose: ({ name, at }) => {
          input.value = name;
          this.choose({ ...this.choice, near: name }, { name, at });
        },
      }),
    );
    return this.searching;
  }

  private async submit(): Promise<void> {
    const typed = this.input.value.trim();
    if (typed === "") {
      if (this.origin !== null) this.choose({ ...this.choice, near: "" }, null);
      return;
    }
    const search = await this.search();
    if (!search.submit()) this.say(this.t("store_locator.unknown", { place: typed }));
  }

  private async locate(button: HTMLElement): Promise<void> {
    if (button.getAttribute("aria-busy") === "true") return;
    const before = this.choice;
    button.setAttribute("aria-busy", "true");
    this.say(this.t("store_locator.locating"), "note");
    try {
      const { currentPosition } = await import("../../store-locator/position");
      const at = await currentPosition();
      // Another place was chosen meanwhile.
      if (this.choice.near !== before.near) return;
      this.position = { name: null, at };
      this.input.value = "";
      this.choose({ ...this.choice, near: "" }, this.position);
    } catch {
      this.say(this.t("store_locator.failed"));
      this.input.focus();
    } finally {
      button.removeAttribute("aria-busy");
    }
  }

  private clear(): void {
    this.form.reset();
    this.choose(NOTHING, null);
    this.input.focus();
  }

  /** Applies a choice from the URL, which never contains a position. */
  private choose(choice: Choice, origin: Origin | null = this.origin): void {
    this.choice = choice;
    this.origin = origin;
    const byPosition = origin !== null && origin.name === null;
    history.pushState({ byPosition }, "", location.pathname + writeChoice(location.search, choice) + location.hash);
    this.say("");
    this.apply();
  }

  private apply(): void {
    const now = new Date();
    const { t, locale, choice, origin } = this;
    showHours(this.listed, now, { t, locale });
    const fitting = this.listed.filter((one) => fits(one, choice, now));
    this.shown = this.list.show(fitting, origin);
    const count = this.root.querySelector("[data-count]");
    if (count !== null) count.textContent = t("store_locator.count", { count: fitting.length });
    const clear = this.root.querySelector<HTMLElement>("[data-clear]");
    const isChosen = origin !== null || choice.brand !== "" || choice.type !== "" || choice.open;
    if (clear !== null) clear.hidden = !isChosen;
    this.map?.show(this.shown, origin);
  }

  /** Shows a message below the field; `error` has its own colour. */
  private say(words: string, kind: "error" | "note" = "error"): void {
    const place = this.form.querySelector<HTMLElement>("[data-said]");
    if (place === null) return;
    place.dataset.said = kind;
    place.textContent = words;
  }

  private async toggleMap(button: HTMLElement): Promise<void> {
    const place = this.root.querySelector<HTMLElement>("[data-map-place]");
    if (place === null || button.getAttribute("aria-busy") === "true") return;
    if (this.map !== null) {
      this.map.close();
      this.map = null;
      place.hidden = true;
      delete this.root.dataset.withMap;
      button.textContent = this.t("store_locator.show_map");
      button.setAttribute("aria-expanded", "false");
      return;
    }
    button.setAttribute("aria-busy", "true");
    try {
      const { openMap } = await import("../../store-locator/map");
      const { t, locale, props, listed } = this;
      const places = props.tiles ? [] : (await this.search()).places;
      this.map = await openMap(place, { t, locale, props, listed, places, root: this.root });
      button.textContent = t("store_locator.hide_map");
      button.setAttribute("aria-expanded", "true");
      this.map.show(this.shown, this.origin);
    } catch {
      this.say(this.t("store_locator.map_failed"));
    } finally {
      button.removeAttribute("aria-busy");
    }
  }
}
