// The texts that this island may use.
import type overviewMessages from "../../../../locales/nl/islands/account-overview.json";

export type OverviewKey = keyof typeof overviewMessages;
