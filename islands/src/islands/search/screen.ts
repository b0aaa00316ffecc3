// What the parts of the search screen share.
import type { Translate } from "../../i18n";
import type { Heading, Shown } from "./heading";
import type { SearchKey } from "./messages";

export type Status = "pending" | "failed" | "ready";

export type Screen = {
  /** Results, or suggestions to continue. */
  readonly found: HTMLElement;
  readonly heading: Heading;
  /** Shows or hides the suggestions to continue. */
  readonly start: (shown: Shown, status: Status) => void;
  readonly tell: (shown: Shown) => void;
  readonly t: Translate<SearchKey>;
};
