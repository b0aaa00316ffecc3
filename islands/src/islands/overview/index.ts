// An overview of entries that can be filtered: all of them are in its pages, so that the browser filters (R-CMS-03).
//
// **Invariant:** without React; a press before the filters are there is kept and made once they are.
import type { IslandContext } from "../../island";
import { startListing } from "../../listing/start-listing";

export default function mount(root: HTMLElement, context: IslandContext): void {
  startListing(root, (press) => import("./live").then(({ takeOver }) => takeOver(root, context, press)));
}
