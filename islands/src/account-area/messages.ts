// The texts that all islands of the account area share.
import type areaMessages from "../../../locales/nl/islands/account-area.json";

export type AreaKey = keyof typeof areaMessages;
