// Faults of our own making: loud in development, survivable and traceable in production (R-CART-09).

export class InternalError extends Error {
  override readonly name = "InternalError";
}

/**
 * Throws in development; logs with its place in production, after which the caller goes on with what it has.
 * @param place where in our code it was noticed, such as `cart store: setQuantity`
 */
export function internalError(message: string, place: string, development: boolean = __DEVELOPMENT__): void {
  if (development) throw new InternalError(`${place}: ${message}`);
  // biome-ignore lint/suspicious/noConsole: an internal error must leave a trace where it happened
  console.error(`[vitrine] internal error in ${place}: ${message}`);
}
