// Allowed quantities: whole numbers between two limits, in steps counted from the lower one (R-CART-03).

import type { QuantityLimits } from "../api/schema.gen";

export type { QuantityLimits };

/** The stepper's limits without a product's. */
export const DEFAULT_LIMITS: QuantityLimits = { min: -100, max: 100, step: 1 };

/** The nearest allowed quantity, rounded down to a step as in the backend. */
export function nearestQuantity(wanted: number, { min, max, step }: QuantityLimits): number {
  const size = Math.max(1, step);
  const bounded = Math.min(Math.max(Math.trunc(wanted), min), Math.max(min, max));
  return min + Math.floor((bounded - min) / size) * size;
}

/** One step up or down; unchanged at a limit. */
export function steppedQuantity(quantity: number, direction: 1 | -1, limits: QuantityLimits): number {
  const next = nearestQuantity(quantity + direction * Math.max(1, limits.step), limits);
  return direction === 1 ? Math.max(next, quantity) : Math.min(next, quantity);
}

/** The input as a number, if it is a whole number. */
export function parseQuantity(text: string): number | null {
  return /^\s*-?\d{1,6}\s*$/.test(text) ? Number(text) : null;
}
