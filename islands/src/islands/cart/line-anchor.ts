// The element ids of line items, so that an error can link to one.

/** The `id` of a line item's row. */
export function lineAnchor(lineId: string): string {
  return `cart-line-${lineId}`;
}
