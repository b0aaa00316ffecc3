// The texts that the search in the header may use.
import type messages from "../../../../locales/nl/islands/search-panel.json";

export type SearchPanelKey = keyof typeof messages;
