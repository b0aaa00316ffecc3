// The interface between loader and island. Types only, so it adds no code to either.
import type { Messages } from "./i18n";

/**
 * What an island gets when it is mounted. `props` is the JSON that the template wrote; the island declares its type.
 */
export type IslandContext = {
  readonly props: unknown;
  readonly messages: Messages;
  /** Input in the fallback's named fields before the island was mounted. */
  readonly values: Readonly<Record<string, string>>;
};

/** Replaces the fallback before it returns, so that a stored click can be replayed immediately. */
export type Mount = (root: HTMLElement, context: IslandContext) => void;

export type IslandModule = { readonly default: Mount };
