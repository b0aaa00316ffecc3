// The texts of an address form, which every island with such a form is given.
import type addressMessages from "../../../locales/nl/islands/address.json";

export type AddressKey = keyof typeof addressMessages;
