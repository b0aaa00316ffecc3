// The products that were viewed last in this tab, for an empty cart.
//
// **Invariant:** stored in the browser for this tab only; invalid entries are dropped.

export type Seen = {
  /** The path of the product's page. */
  readonly path: string;
  readonly name: string;
  /** The URL of its first image as shown on the page; empty if there is none. */
  readonly image: string;
};

type Memory = Pick<Storage, "getItem" | "setItem">;

const KEY = "vitrine-seen";
const MOST = 3;

const BROWSER = () => sessionStorage;

/** The newest is first. */
export function lastSeen(memory: () => Memory = BROWSER): readonly Seen[] {
  try {
    const found: unknown = JSON.parse(memory().getItem(KEY) ?? "[]");
    return Array.isArray(found) ? found.filter(isSeen).slice(0, MOST) : [];
  } catch {
    return [];
  }
}

export function rememberSeen(product: Seen, memory: () => Memory = BROWSER): void {
  // Variants have the same name; only the last one viewed is kept.
  const others = lastSeen(memory).filter(({ path, name }) => path !== product.path && name !== product.name);
  try {
    memory().setItem(KEY, JSON.stringify([product, ...others].slice(0, MOST)));
  } catch {
    // Without storage an empty cart shows no viewed products.
  }
}

function isSeen(one: unknown): one is Seen {
  if (typeof one !== "object" || one === null) return false;
  const { path, name, image } = one as Record<string, unknown>;
  const written = typeof path === "string" && typeof name === "string" && typeof image === "string";
  // A path of this site, not the URL of another one.
  return written && /^\/(?!\/)/.test(path);
}
