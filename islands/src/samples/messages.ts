// The texts that this island may use.
import type samplesMessages from "../../../locales/nl/islands/samples.json";
import type { Translate } from "../i18n";
import type { Samples } from "../stores/samples";

export type SamplesKey = keyof typeof samplesMessages;

/** The basket, and the words about it. */
export type Shown = { readonly samples: Samples; readonly t: Translate<SamplesKey> };
