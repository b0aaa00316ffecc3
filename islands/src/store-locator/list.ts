// The page's list of places: filters it, sorts it by distance, and shows what is open now.
//
// **Invariant:** only moves and hides existing list items; without an origin they are in their original order.

import { localTime, openState } from "../open-now/state";
import { markToday, openWords } from "../open-now/words";
import type { LocatorPlace } from "../props.gen";
import type { Choice } from "./choice";
import { distanceWords, kilometres, type Point } from "./distance";
import type { LocatorTranslate } from "./texts";

/** A place and its list item. */
export type Listed = { readonly place: LocatorPlace; readonly item: HTMLElement };

/** The origin of distances; without a name it is the visitor's position. */
export type Origin = { readonly name: string | null; readonly at: Point };

type Words = { readonly t: LocatorTranslate; readonly locale: string };

export function listedPlaces(root: HTMLElement, places: readonly LocatorPlace[]): readonly Listed[] {
  return places.flatMap((place) => {
    const item = root.querySelector<HTMLElement>(`[data-place="${CSS.escape(place.key)}"]`);
    return item === null ? [] : [{ place, item }];
  });
}

/** Shows for each place whether it is open, and highlights today in its opening hours. */
export function showHours(listed: readonly Listed[], now: Date, { t, locale }: Words): void {
  const local = localTime(now);
  for (const { place, item } of listed) {
    markToday(item, local.date);
    const line = item.querySelector<HTMLElement>("[data-open-now]");
    const state = openState(place.hours, local);
    if (line === null || state === null) continue;
    line.dataset.state = state.state;
    line.textContent = openWords(state, t, locale);
  }
}

export function fits({ place }: Listed, choice: Choice, now: Date): boolean {
  return (
    (choice.brand === "" || place.brands.includes(choice.brand)) &&
    (choice.type === "" || place.kind === choice.type) &&
    (!choice.open || openState(place.hours, localTime(now))?.state === "open")
  );
}

/** The places by distance; those without coordinates come last. */
export function byDistance(listed: readonly Listed[], { at }: Origin): readonly Listed[] {
  const away = ({ place }: Listed) => (place.at ? kilometres(at, place.at as Point) : Number.POSITIVE_INFINITY);
  return [...listed].sort((one, other) => away(one) - away(other) || 0);
}

/** The original position of each item. */
type Home = { readonly list: HTMLElement; readonly item: HTMLElement };

export function createList(root: HTMLElement, listed: readonly Listed[], words: Words) {
  const homes: readonly Home[] = listed.flatMap(({ item }) =>
    item.parentElement === null ? [] : [{ list: item.parentElement, item }],
  );
  const near = root.querySelector<HTMLElement>("[data-near]");
  const empty = root.querySelector<HTMLElement>("[data-empty]");

  /** Shows only these places; returns them in display order. */
  function show(shown: readonly Listed[], origin: Origin | null): readonly Listed[] {
    const items = new Set(shown.map(({ item }) => item));
    for (const { item } of listed) item.hidden = !items.has(item);
    const inOrder = origin === null ? atHome(shown) : nearest(shown, origin);
    for (const group of root.querySelectorAll<HTMLElement>("[data-group]")) {
      group.hidden = group.querySelector("[data-place]:not([hidden])") === null;
    }
    if (near !== null) near.hidden = origin === null || shown.length === 0;
    if (empty !== null) empty.hidden = shown.length > 0;
    return inOrder;
  }

  function atHome(shown: readonly Listed[]): readonly Listed[] {
    for (const { list, item } of homes) {
      setDistance(item, null);
      list.append(item);
    }
    return shown;
  }

  function nearest(shown: readonly Listed[], origin: Origin): readonly Listed[] {
    const { t, locale } = words;
    if (near !== null) titleOf(near, origin);
    const list = near?.querySelector("ul");
    for (const { place, item } of byDistance(listed, origin)) {
      const distance = place.at ? kilometres(origin.at, place.at as Point) : null;
      setDistance(
        item,
        distance === null
          ? t("store_locator.unlocated")
          : t("store_locator.distance", { distance: distanceWords(distance, locale) }),
      );
      list?.append(item);
    }
    return byDistance(shown, origin);
  }

  /** Replaces the country headings, if the list has them. */
  function titleOf(place: HTMLElement, { name }: Origin): void {
    const { t } = words;
    const { level } = place.dataset;
    if (level === undefined) return;
    const title = document.createElement(`h${level}`);
    title.className = "places__country";
    title.textContent = name === null ? t("store_locator.near_you") : t("store_locator.near", { place: name });
    place.querySelector(".places__country")?.remove();
    place.prepend(title);
  }

  return { show };
}

/** Next to the type of place. */
function setDistance(item: HTMLElement, words: string | null): void {
  item.querySelector("[data-distance]")?.remove();
  if (words === null) return;
  const line = item.querySelector(".place__note") ?? item.querySelector(".place__title");
  const span = document.createElement("span");
  span.className = "place__distance";
  span.dataset.distance = "";
  span.textContent = words;
  line?.append(span);
}
