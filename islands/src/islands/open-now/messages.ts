// The texts that this island may use.
import type openNowMessages from "../../../../locales/nl/islands/open-now.json";

export type OpenNowKey = keyof typeof openNowMessages;
