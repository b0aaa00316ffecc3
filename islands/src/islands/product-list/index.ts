// A list of products that can be filtered. The list of the page stays as it is; what filters it is fetched when a visitor
// turns to it, or when the address has a choice already (R-CMS-07).
//
// **Invariant:** without React; a press before the filters are there is kept and made once they are.
import type { IslandContext } from "../../island";
import { startListing } from "../../listing/start-listing";

export default function mount(root: HTMLElement, context: IslandContext): void {
  startListing(root, (press) => import("./live").then(({ takeOver }) => takeOver(root, context, press)));
}
