// The Dutch catalogues, as pages provide them to islands.
import address from "../../../locales/nl/islands/address.json";
import auth from "../../../locales/nl/islands/auth.json";
import buyBox from "../../../locales/nl/islands/buy-box.json";
import cart from "../../../locales/nl/islands/cart.json";
import cartCount from "../../../locales/nl/islands/cart-count.json";
import checkout from "../../../locales/nl/islands/checkout.json";
import form from "../../../locales/nl/islands/form.json";
import openNow from "../../../locales/nl/islands/open-now.json";
import orderOutcome from "../../../locales/nl/islands/order-outcome.json";
import payment from "../../../locales/nl/islands/payment.json";
import product from "../../../locales/nl/islands/product.json";
import samples from "../../../locales/nl/islands/samples.json";
import search from "../../../locales/nl/islands/search.json";
import withdrawal from "../../../locales/nl/islands/withdrawal.json";
import type { Messages } from "../i18n";

export const DUTCH = {
  address,
  auth,
  buyBox,
  cart,
  cartCount,
  checkout,
  form,
  openNow,
  orderOutcome: { ...orderOutcome, ...payment },
  product,
  samples,
  search,
  withdrawal,
} satisfies Record<string, Messages>;
