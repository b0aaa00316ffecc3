// What the cart page hands to its island, and the texts it may use.
import type cartMessages from "../../../../locales/nl/islands/cart.json";
import type { Way } from "../../ui/ordering-closed";

export type CartKey = keyof typeof cartMessages;

export type CartProps = {
  readonly ordering_allowed: boolean;
  /** Ways on where ordering is closed. */
  readonly ways: readonly Way[];
  readonly home_path: string;
  /** The image CDN's URL template with `{url}`, `{width}`, `{height}` and `{quality}`. */
  readonly image_template: string;
};
