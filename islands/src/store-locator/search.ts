// The place search: suggestions from the gazetteer, which is loaded on first use of the field, and from the shops of
// the list.
//
// **Invariant:** the input is never sent to a server.

import { type Suggestion, startCombobox } from "./combobox";
import type { Point } from "./distance";
import { findPlaces, type KnownPlace, plain, readPlaces, shopPlace } from "./gazetteer";
import type { Listed } from "./list";

const SUGGESTIONS = 6;
const SHOP_SUGGESTIONS = 3;
/** Minimum length of the input for suggestions. */
const FEWEST_LETTERS = 2;

type Parts = {
  readonly input: HTMLInputElement;
  readonly list: HTMLElement;
  readonly listed: readonly Listed[];
  readonly locale: string;
  readonly choose: (place: KnownPlace) => void;
};

export type Search = {
  /** Selects the typed place; `false` if there is none with this name. */
  readonly submit: () => boolean;
  readonly close: () => void;
  /** The place with the name in a URL. */
  readonly find: (name: string) => KnownPlace | null;
  /** For the labels of the map. */
  readonly places: readonly KnownPlace[];
};

export async function startSearch(gazetteer: string | null | undefined, parts: Parts): Promise<Search> {
  const { input, list, listed, locale, choose } = parts;
  const known = await loadPlaces(gazetteer, locale.split("-")[1]);
  const shops = shopsOf(listed);
  const cities = citiesOf(listed, known);
  const places = [...known, ...cities];
  const regions = new Intl.DisplayNames(locale, { type: "region" });
  const suggestion = (place: KnownPlace): Suggestion<KnownPlace> => ({
    label: place.name,
    where: "country" in place.where ? (regions.of(place.where.country) ?? "") : place.where.city,
    value: place,
  });
  const find = (typed: string) => [
    ...findPlaces(places, typed, SUGGESTIONS),
    ...findPlaces(shops, typed, SHOP_SUGGESTIONS),
  ];
  const box = startCombobox(input, list, {
    suggest: (typed) => (typed.trim().length < FEWEST_LETTERS ? [] : find(typed).map(suggestion)),
    choose: ({ value }) => choose(value),
  });
  if (document.activeElement === input && input.value !== "") box.open();
  return { submit: box.submit, close: box.close, find: (name) => find(name)[0] ?? null, places: known };
}

/** Without the file, shops and their cities can still be found. */
async function loadPlaces(file: string | null | undefined, home: string | undefined): Promise<readonly KnownPlace[]> {
  if (!file) return [];
  try {
    const answer = await fetch(file);
    return answer.ok ? readPlaces(await answer.json(), home) : [];
  } catch {
    return [];
  }
}

function shopsOf(listed: readonly Listed[]): readonly KnownPlace[] {
  return listed.flatMap(({ place, item }) => {
    const name = item.querySelector(".place__title")?.textContent?.trim() ?? "";
    // A shop that is named after its city is found as the city.
    return place.at && name !== "" && name !== place.city ? [shopPlace(name, place.city ?? "", place.at as Point)] : [];
  });
}

/** The cities of shops that are not in the gazetteer. */
function citiesOf(listed: readonly Listed[], known: readonly KnownPlace[]): readonly KnownPlace[] {
  const names = new Set(known.flatMap(({ keys }) => keys));
  return listed.flatMap(({ place: { city, at } }) => {
    if (!city || !at || names.has(plain(city))) return [];
    names.add(plain(city));
    return [shopPlace(city, "", at as Point)];
  });
}
