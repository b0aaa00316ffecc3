// The part of the list in the page's URL (FACET-1): `?year=2026&page=2`. Invalid values are ignored.

export type Part = { readonly page: number; readonly year: number | null };

export function partIn(query: string): Part {
  const parameters = new URLSearchParams(query);
  const page = parameters.get("page") ?? "";
  const year = parameters.get("year") ?? "";
  return {
    page: /^[1-9]\d{0,3}$/.test(page) ? Number(page) : 1,
    year: /^[12]\d{3}$/.test(year) ? Number(year) : null,
  };
}

/** The query of the API for a part of the list. */
export function queryOf({ page, year }: Part): { page?: string; year?: string } {
  return { ...(page > 1 && { page: String(page) }), ...(year !== null && { year: String(year) }) };
}

/** The URL of a part of the list. */
export function hrefOf(path: string, part: Part): string {
  const query = new URLSearchParams(queryOf(part)).toString();
  return query === "" ? path : `${path}?${query}`;
}
