// The static product cards of a page and the parts of a product, by the paths of their links.
//
// **Invariant:** cards that React has made are left alone: these have own prices already, and React would lose the nodes
// that another script replaces.

/** The cards and rows that show one product. */
export type Cards = { readonly path: string; readonly cards: readonly HTMLElement[] };

/** Lists that React shows; the results of a search only once their filters are used. */
const REACT = ".listing__results, .search__found:has(.list-bar__line)";

/** The cards of the page in their order; a product may have several. */
export function cardsOf(page: ParentNode): Cards[] {
  const found = new Map<string, HTMLElement[]>();
  for (const link of page.querySelectorAll<HTMLAnchorElement>(
    ".product-card__link, .lines__row:has([data-price-of]) a",
  )) {
    const card = link.closest<HTMLElement>(".product-card, .lines__row");
    // A path with a comma could not be told from two.
    if (card === null || card.closest(REACT) !== null || link.pathname.includes(",")) continue;
    const cards = found.get(link.pathname);
    if (cards === undefined) found.set(link.pathname, [card]);
    else cards.push(card);
  }
  return [...found].map(([path, cards]) => ({ path, cards }));
}

/** Calls `add` with cards that are appended to the page's lists later: those of further pages. */
export function watchCards(page: ParentNode, add: () => void): void {
  const observer = new MutationObserver((changes) => {
    const isCard = (node: Node) => node instanceof HTMLElement && node.matches(".product-card");
    if (changes.some(({ addedNodes }) => [...addedNodes].some(isCard))) add();
  });
  for (const grid of page.querySelectorAll(".cards-grid")) observer.observe(grid, { childList: true });
}
