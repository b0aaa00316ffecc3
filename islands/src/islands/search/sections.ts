// The sections of the results: their headings, and the links to them (SEARCH-12).

export const PRODUCTS = "products";

/** The id of a section's heading, as the served page has it (`api/src/search/page.rs`). */
export function headingOf(kind: string): string {
  return `search-${kind}`;
}

/** Without a history entry: the URL stays that of the search. */
export function goToSection(event: MouseEvent, link: HTMLAnchorElement): void {
  const heading = document.getElementById(link.hash.slice(1));
  if (heading === null || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  heading.focus({ preventScroll: true });
  heading.scrollIntoView();
}
