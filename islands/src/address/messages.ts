// The texts of an address form, for every island with such a form.
import type addressMessages from "../../../locales/nl/islands/address.json";

export type AddressKey = keyof typeof addressMessages;
