// Finds places by name or postcode; accents may be missing, the name may be in another language, and one letter may be
// wrong.
//
// **Invariant:** pure; an area of postcodes is represented by the place with the nearest postcode.
import type { Point } from "./distance";

/** A row of the gazetteer file. */
type Row = readonly [
  name: string,
  others: readonly string[],
  country: string,
  postcode: string,
  latitude: number,
  longitude: number,
];

export type KnownPlace = {
  readonly name: string;
  /** What distinguishes places of the same name: a country code, or the city of a shop. */
  readonly where: { readonly country: string } | { readonly city: string };
  readonly at: Point;
  /** Empty for a shop. */
  readonly postcode: string;
  /** Number of larger places in its country; places in the visitor's country rank higher. */
  readonly rank: number;
  /** All its names in normalized form. */
  readonly keys: readonly string[];
};

/** The rank bonus of places in the visitor's country. */
const HOME = 15;

/** `home` is the country of the page's language (`NL`). */
export function readPlaces(rows: readonly Row[], home = ""): readonly KnownPlace[] {
  const counts: Record<string, number> = {};
  return rows.map(([name, others, country, postcode, latitude, longitude]) => {
    const order = counts[country] ?? 0;
    counts[country] = order + 1;
    const rank = country === home ? order - HOME : order;
    return {
      name,
      where: { country },
      at: [latitude, longitude],
      postcode,
      rank,
      keys: [name, ...others].flatMap(keysOf),
    };
  });
}

/** A shop or its city, which the visitor may search for too. */
export function shopPlace(name: string, city: string, at: Point): KnownPlace {
  return { name, where: { city }, at, postcode: "", rank: 0, keys: keysOf(name) };
}

/** The best matches first, at most `most`. */
export function findPlaces(places: readonly KnownPlace[], typed: string, most: number): readonly KnownPlace[] {
  const byPostcode = findPostcode(places, typed);
  if (byPostcode.length > 0) return byPostcode.slice(0, most);
  const query = plain(typed);
  if (query === "") return [];
  const scored = places
    .map((place) => ({ place, score: Math.min(...place.keys.map((key) => scoreOf(key, query))) }))
    .filter(({ score }) => score < FAR);
  const exact = scored.length > 0 ? scored : similar(places, query);
  return exact
    .sort((one, other) => one.score - other.score || one.place.rank - other.place.rank)
    .slice(0, most)
    .map(({ place }) => place);
}

const FAR = 9;

/** The score of a match: whole name, prefix, or prefix of one of its words. */
function scoreOf(key: string, query: string): number {
  const compact = key.replaceAll(" ", "");
  const wanted = query.replaceAll(" ", "");
  if (compact === wanted) return 0;
  if (compact.startsWith(wanted)) return 1;
  return key.includes(` ${query}`) ? 2 : FAR;
}

/** Places whose name differs by one letter, or by two if it is long. */
function similar(places: readonly KnownPlace[], query: string) {
  if (query.length < 4) return [];
  const most = query.length < 8 ? 1 : 2;
  return places
    .map((place) => ({ place, score: Math.min(...place.keys.map((key) => differences(key, query, most))) }))
    .filter(({ score }) => score <= most);
}

/** Edit distance; may be inexact above `most`. */
function differences(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return FAR;
  let before = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (const [row, letter] of [...one].entries()) {
    const line = [row + 1];
    for (const [column, same] of [...other].entries()) {
      const change = (before[column] ?? FAR) + (letter === same ? 0 : 1);
      line.push(Math.min(change, (before[column + 1] ?? FAR) + 1, (line[column] ?? FAR) + 1));
    }
    before = line;
  }
  return before[other.length] ?? FAR;
}

/** `1015 CN`, `B-2000`, `50667`: with the country, if the format implies one. */
const POSTCODE = /^(?:(nl|be?|de?)[\s-]+)?(\d{4,5})\s*([a-z]{2})?$/i;

function findPostcode(places: readonly KnownPlace[], typed: string): readonly KnownPlace[] {
  const [, prefix, digits, letters] = POSTCODE.exec(typed.trim()) ?? [];
  if (digits === undefined) return [];
  const named = prefix === undefined ? undefined : { n: "NL", b: "BE", d: "DE" }[prefix[0]?.toLowerCase() ?? ""];
  const fromLetters = letters === undefined ? named : "NL";
  const countries = new Set(places.filter((place) => place.postcode.length === digits.length).map(countryOf));
  return [...countries]
    .filter((country) => fromLetters === undefined || country === fromLetters)
    .flatMap((country) => nearestByPostcode(places, country, digits));
}

function countryOf({ where }: KnownPlace): string {
  return "country" in where ? where.country : "";
}

/** The place with the nearest postcode among those with the same first digit, which is a region. */
function nearestByPostcode(places: readonly KnownPlace[], country: string, digits: string): readonly KnownPlace[] {
  const away = ({ postcode }: KnownPlace) => Math.abs(Number(postcode) - Number(digits));
  const region = places.filter(
    (place) =>
      countryOf(place) === country && place.postcode.length === digits.length && place.postcode[0] === digits[0],
  );
  const [nearest] = region.sort((one, other) => away(one) - away(other));
  return nearest === undefined ? [] : [nearest];
}

/** Normalized forms of a name: without accents, and with umlauts transliterated. */
function keysOf(name: string): readonly string[] {
  const spelt = name.replace(/[äöü]/gi, (letter) => `${letter}e`);
  return [...new Set([plain(name), plain(spelt)])];
}

/** Lower-case letters, digits and single spaces; `Sint`, `Sankt` and `Saint` become `st`. */
export function plain(text: string): string {
  return text
    .toLowerCase()
    .replaceAll("ß", "ss")
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/['’]s[\s-]+/g, "s")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
    .replace(/^(sint|sankt|saint) /, "st ");
}
