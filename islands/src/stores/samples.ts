// The basket of samples: the cloths that a visitor wants to see at home, from any product.
//
// **Invariant:** at most five, each cloth once; stored in this browser only. Invalid entries are dropped; without storage
// the basket lasts as long as the page, and says so.

export type Sample = {
  /** The id of the option, which is the same for all products in this cloth. */
  readonly id: string;
  readonly name: string;
  /** `#9c4327` */
  readonly color: string | null;
  /** The product that it was chosen for: name, number, path of its page. */
  readonly product: string;
  readonly number: string;
  readonly path: string;
  /** The URL of the product's picture; empty if there is none. */
  readonly image: string;
};

/** What became of a cloth that was to be put in. */
export type Put = "added" | "there" | "full";

export type Samples = {
  readonly all: () => readonly Sample[];
  readonly put: (sample: Sample) => Put;
  readonly takeOut: (id: string) => void;
  readonly empty: () => void;
  /** Whether the next page has them too. */
  readonly isKept: () => boolean;
};

type Memory = Pick<Storage, "getItem" | "setItem" | "removeItem">;

const KEY = "vitrine-samples";
export const MOST_SAMPLES = 5;
/** Longest text that is kept, in characters: all samples together fit into the field of the form. */
const LONGEST = 120;

export function createSamples(memory: () => Memory = () => localStorage): Samples {
  /** The basket of this page, once it could not be stored. */
  let here: readonly Sample[] | null = null;
  const all = () => {
    if (here !== null) return here;
    try {
      return valid(JSON.parse(memory().getItem(KEY) ?? "[]"));
    } catch {
      return [];
    }
  };
  const keep = (samples: readonly Sample[]) => {
    try {
      if (samples.length === 0) memory().removeItem(KEY);
      else memory().setItem(KEY, JSON.stringify(samples));
      here = null;
    } catch {
      // Storage is disabled or full.
      here = samples;
    }
  };
  return {
    all,
    put(sample) {
      const samples = all();
      if (samples.some(({ id }) => id === sample.id)) return "there";
      if (samples.length >= MOST_SAMPLES) return "full";
      keep([...samples, shortened(sample)]);
      return "added";
    },
    takeOut: (id) => keep(all().filter((sample) => sample.id !== id)),
    empty: () => keep([]),
    isKept: () => here === null,
  };
}

function shortened(sample: Sample): Sample {
  const { name, product, number } = sample;
  return {
    ...sample,
    name: name.slice(0, LONGEST),
    product: product.slice(0, LONGEST),
    number: number.slice(0, LONGEST),
  };
}

function valid(stored: unknown): readonly Sample[] {
  if (!Array.isArray(stored)) return [];
  const samples = stored.filter(isSample);
  const once = samples.filter(({ id }, place) => samples.findIndex((other) => other.id === id) === place);
  return once.slice(0, MOST_SAMPLES).map(shortened);
}

function isSample(one: unknown): one is Sample {
  if (typeof one !== "object" || one === null) return false;
  const { color, path, ...rest } = one as Readonly<Record<string, unknown>>;
  const written = [path, rest.id, rest.name, rest.product, rest.number, rest.image];
  if (written.some((text) => typeof text !== "string") || rest.name === "") return false;
  // A path of this site, not the URL of another one.
  if (!/^\/(?!\/)/.test(String(path))) return false;
  return color === null || (typeof color === "string" && /^#[\da-f]{3,6}$/.test(color));
}
