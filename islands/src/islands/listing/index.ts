// A list that can be filtered: products by the API, entries of an overview in the browser. The list of the page stays as
// it is; what filters it is fetched when a visitor turns to it, or when the address has a choice already (R-CMS-07).
//
// **Invariant:** without React, and one file: a list has no request to spare (budgets.md).
import type { IslandContext } from "../../island";
import { startListing } from "../../listing/start-listing";

export default function mount(root: HTMLElement, context: IslandContext): void {
  startListing(root, async (before) => {
    const live = root.dataset.of === "entries" ? import("../../overview/live") : import("../../product-list/live");
    await (await live).takeOver(root, context, before);
  });
}
