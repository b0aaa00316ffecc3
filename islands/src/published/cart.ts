// What islands of a shop's own folder import as "vitrine/cart": the cart that all islands of a page share.
export { cartStore } from "../stores/cart";
