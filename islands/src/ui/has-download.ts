// Whether a cart or an order contains a download, at any depth.
type Downloadable = { readonly digital: boolean; readonly children: readonly Downloadable[] };

/** Whether a download is among the line items, or inside of one. */
export function hasDownload(items: readonly Downloadable[]): boolean {
  return items.some(({ digital, children }) => digital || hasDownload(children));
}
