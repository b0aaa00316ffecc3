// All islands with their imports: one line per island, named like its folder.
import type { IslandModule } from "./island";

export const registry = {
  auth: () => import("./islands/auth/index"),
  "buy-box": () => import("./islands/buy-box/index"),
  cart: () => import("./islands/cart/index"),
  "cart-count": () => import("./islands/cart-count/index"),
  checkout: () => import("./islands/checkout/index"),
  "not-found": () => import("./islands/not-found/index"),
  "open-now": () => import("./islands/open-now/index"),
  "order-outcome": () => import("./islands/order-outcome/index"),
  product: () => import("./islands/product/index"),
} satisfies Record<string, () => Promise<IslandModule>>;
