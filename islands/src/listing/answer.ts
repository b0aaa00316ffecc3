// The data of a list, in the format that pages, the API and client-side lists share.

export type FacetValue = {
  readonly key: string;
  readonly label: string;
  readonly count: number;
  /** `#9c4327` */
  readonly color?: string | null | undefined;
};

export type Facet = { readonly key: string; readonly label: string; readonly values: readonly FacetValue[] };

/** One page of a list. */
export type Answer<Item> = {
  readonly total: number;
  readonly pages: number;
  readonly products: readonly Item[];
  readonly facets: readonly Facet[];
  /** For customers with own prices: says that prices were compared by public ones. */
  readonly public_order?: string | null | undefined;
  /** Lowest and highest price in whole units. */
  readonly prices?: { readonly from: number; readonly to: number } | null | undefined;
};

/** The label of a selected value; its key if the list no longer contains it. */
export function labelOf(facets: readonly Facet[], facet: string, key: string): string {
  const values = facets.find((one) => one.key === facet)?.values;
  return values?.find((one) => one.key === key)?.label ?? key;
}
