// The path that was asked for, on the page that says it is not there (R-ROUTE-10): a bare CDN answers all such paths with one file. `vitrine serve` has named it already.

/** Characters of a path that are shown, as many as the server shows. */
const MAX_PATH_CHARACTERS = 200;

export default function mount(root: HTMLElement): void {
  const place = root.querySelector<HTMLElement>("[data-missing]");
  if (place === null) return;
  const words = place.dataset.missing ?? "";
  place.textContent = words.replace("{path}", () => shown(location.pathname));
  place.hidden = false;
}

export function shown(path: string): string {
  let decoded = path;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    // Not UTF-8: as it was written.
  }
  const letters = [...decoded.replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, "")];
  return letters.length > MAX_PATH_CHARACTERS ? `${letters.slice(0, MAX_PATH_CHARACTERS).join("")}…` : letters.join("");
}
