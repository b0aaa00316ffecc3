// The texts that this island may use.
import type profileMessages from "../../../../locales/nl/islands/account-profile.json";

export type ProfileKey = keyof typeof profileMessages;
