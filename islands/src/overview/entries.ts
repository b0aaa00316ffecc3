// The entries of an overview and their facets. Pure, except for reading the page.
import type { Answer, Facet } from "../listing/answer";
import type { Chosen } from "../listing/state";

export type Entry<Item> = {
  readonly item: Item;
  /** Keys by facet. */
  readonly values: Chosen;
};

/** An entry of the page: `data-values='["brand=kante","year=2024"]'`. */
export function readEntry(item: HTMLElement): Entry<HTMLElement> {
  const values: Record<string, string[]> = {};
  for (const pair of JSON.parse(item.dataset.values ?? "[]") as string[]) {
    const place = pair.indexOf("=");
    const facet = pair.slice(0, place);
    values[facet] = [...(values[facet] ?? []), pair.slice(place + 1)];
  }
  return { item, values };
}

/** The matching entries, and the count of each value. Values of one facet are combined with OR, facets with AND. */
export function answerOf<Item>(
  entries: readonly Entry<Item>[],
  facets: readonly Facet[],
  chosen: Chosen,
): Answer<Item> {
  const left = entries.filter((entry) => missed(entry, chosen).length === 0);
  const counted = facets.map((facet) => {
    const fitting = entries.filter((entry) => missed(entry, chosen).every((key) => key === facet.key));
    const count = (key: string) => fitting.filter(({ values }) => values[facet.key]?.includes(key)).length;
    return { ...facet, values: facet.values.map((value) => ({ ...value, count: count(value.key) })) };
  });
  return { total: left.length, pages: 1, products: left.map(({ item }) => item), facets: counted };
}

/** The facets whose selection an entry does not match. */
function missed({ values }: Entry<unknown>, chosen: Chosen): string[] {
  const facets = Object.entries(chosen).filter(([facet, keys]) => !keys.some((key) => values[facet]?.includes(key)));
  return facets.map(([facet]) => facet);
}
