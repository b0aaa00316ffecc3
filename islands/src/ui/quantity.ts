// Which quantities may be chosen: whole numbers between two bounds, in steps counted from the lower one (R-CART-03).

import type { QuantityLimits } from "../api/schema.gen";

export type { QuantityLimits };

/** The stepper's own limits, where no product gives others. */
export const DEFAULT_LIMITS: QuantityLimits = { min: -100, max: 100, step: 1 };

/** The nearest quantity that may be chosen, rounded down to a whole step as the backend does. */
export function nearestQuantity(wanted: number, { min, max, step }: QuantityLimits): number {
  const size = Math.max(1, step);
  const bounded = Math.min(Math.max(Math.trunc(wanted), min), Math.max(min, max));
  return min + Math.floor((bounded - min) / size) * size;
}

/** One step up or down; the same quantity at a bound. */
export function steppedQuantity(quantity: number, direction: 1 | -1, limits: QuantityLimits): number {
  const next = nearestQuantity(quantity + direction * Math.max(1, limits.step), limits);
  return direction === 1 ? Math.max(next, quantity) : Math.min(next, quantity);
}

/** What was typed, if it is a whole number. */
export function parseQuantity(text: string): number | null {
  return /^\s*-?\d{1,6}\s*$/.test(text) ? Number(text) : null;
}
