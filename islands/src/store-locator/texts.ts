// The texts of the store locator.
import type messages from "../../../locales/nl/islands/store-locator.json";
import type { Translate } from "../i18n";
import type { OpenNowKey } from "../open-now/words";

export type LocatorKey = keyof typeof messages;
export type LocatorTranslate = Translate<LocatorKey | OpenNowKey>;
