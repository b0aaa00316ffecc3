// The texts of login and registration, on their own screens and in the checkout.
import type authMessages from "../../../locales/nl/islands/auth.json";

export type AuthKey = keyof typeof authMessages;
