// Shows the requested path on the 404 page (R-ROUTE-10), because a plain CDN serves one file for all such paths.
// `vitrine serve` inserts it instead of the island.

/** Maximum length of the shown path in characters, as on the server. */
const MAX_PATH_CHARACTERS = 200;

export default function mount(root: HTMLElement): void {
  const words = root.dataset.missing ?? "";
  root.textContent = words.replace("{path}", () => shown(location.pathname));
  root.hidden = false;
}

export function shown(path: string): string {
  let decoded = path;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    // Not valid UTF-8: shown as it is.
  }
  const letters = [...decoded.replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, "")];
  return letters.length > MAX_PATH_CHARACTERS ? `${letters.slice(0, MAX_PATH_CHARACTERS).join("")}…` : letters.join("");
}
