// All islands with their imports: one line per island, named like its folder.
import type { IslandModule } from "./island";

export const registry = {
  "account-order": () => import("./islands/account-order/index"),
  "account-orders": () => import("./islands/account-orders/index"),
  "account-overview": () => import("./islands/account-overview/index"),
  "account-profile": () => import("./islands/account-profile/index"),
  auth: () => import("./islands/auth/index"),
  "buy-box": () => import("./islands/buy-box/index"),
  cart: () => import("./islands/cart/index"),
  "cart-count": () => import("./islands/cart-count/index"),
  checkout: () => import("./islands/checkout/index"),
  consent: () => import("./islands/consent/index"),
  form: () => import("./islands/form/index"),
  listing: () => import("./islands/listing/index"),
  "not-found": () => import("./islands/not-found/index"),
  "open-now": () => import("./islands/open-now/index"),
  "order-outcome": () => import("./islands/order-outcome/index"),
  product: () => import("./islands/product/index"),
  samples: () => import("./islands/samples/index"),
  search: () => import("./islands/search/index"),
  "store-locator": () => import("./islands/store-locator/index"),
  withdrawal: () => import("./islands/withdrawal/index"),
} satisfies Record<string, () => Promise<IslandModule>>;
