// What the loader and an island agree on. Types only: neither side pays for it.
import type { Messages } from "./i18n";

/** What an island finds when it is mounted. `props` is the page's JSON as written by the template; the island says which shape it is. */
export type IslandContext = {
  readonly props: unknown;
  readonly messages: Messages;
  /** What was typed into the fallback's named fields before the island was there. */
  readonly values: Readonly<Record<string, string>>;
};

/** Takes the fallback's place before it returns, so that a kept press can be replayed at once. */
export type Mount = (root: HTMLElement, context: IslandContext) => void;

export type IslandModule = { readonly default: Mount };
