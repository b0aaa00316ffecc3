// Where on the page a line stands, so that an error can lead to it.

/** The `id` of a line's row. */
export function lineAnchor(lineId: string): string {
  return `cart-line-${lineId}`;
}
