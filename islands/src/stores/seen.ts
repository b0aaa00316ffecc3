// The products that were looked at last in this tab, for an empty cart.
//
// **Invariant:** stays in the browser and ends with the tab; what is not as it was written is forgotten.

export type Seen = {
  /** The product's page. */
  readonly path: string;
  readonly name: string;
  /** The address of its first picture, as the page showed it; empty without one. */
  readonly image: string;
};

type Memory = Pick<Storage, "getItem" | "setItem">;

const KEY = "vitrine-seen";
const MOST = 3;

const BROWSER = () => sessionStorage;

/** Newest first. */
export function lastSeen(memory: () => Memory = BROWSER): readonly Seen[] {
  try {
    const found: unknown = JSON.parse(memory().getItem(KEY) ?? "[]");
    return Array.isArray(found) ? found.filter(isSeen).slice(0, MOST) : [];
  } catch {
    return [];
  }
}

export function rememberSeen(product: Seen, memory: () => Memory = BROWSER): void {
  // Variants have one name: the last one that was looked at stands for all.
  const others = lastSeen(memory).filter(({ path, name }) => path !== product.path && name !== product.name);
  try {
    memory().setItem(KEY, JSON.stringify([product, ...others].slice(0, MOST)));
  } catch {
    // Without a memory an empty cart shows no more than its ways on.
  }
}

function isSeen(one: unknown): one is Seen {
  if (typeof one !== "object" || one === null) return false;
  const { path, name, image } = one as Record<string, unknown>;
  const written = typeof path === "string" && typeof name === "string" && typeof image === "string";
  // A path of this site, and no address of another one.
  return written && /^\/(?!\/)/.test(path);
}
