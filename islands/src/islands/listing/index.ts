// A list with filters: products by the API, entries of an overview in the browser. The page's own list is unchanged;
// the filters are loaded on first interaction, or if the URL already contains a selection (R-CMS-07).
//
// **Invariant:** without React, and in one file, because of the request budget of lists (budgets.md).
import type { IslandContext } from "../../island";
import { startListing } from "../../listing/start-listing";

export default function mount(root: HTMLElement, context: IslandContext): void {
  startListing(root, async (before) => {
    const live = root.dataset.of === "entries" ? import("../../overview/live") : import("../../product-list/live");
    await (await live).takeOver(root, context, before);
  });
}
