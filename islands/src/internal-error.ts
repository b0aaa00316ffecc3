// Internal errors: thrown in development, logged in production, where the page continues (R-CART-09).

export class InternalError extends Error {
  override readonly name = "InternalError";
}

/**
 * Throws in development; logs with the place in production, after which the caller continues.
 * @param place where in our code it was detected, such as `cart store: setQuantity`
 */
export function internalError(message: string, place: string, development: boolean = __DEVELOPMENT__): void {
  if (development) throw new InternalError(`${place}: ${message}`);
  // biome-ignore lint/suspicious/noConsole: internal errors are logged in production
  console.error(`[vitrine] internal error in ${place}: ${message}`);
}
