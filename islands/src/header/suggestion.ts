// The bar that suggests another language: shown until it is declined once (R-I18N-04). Loaded only for visitors with
// another language.

const DECLINED = "vitrine-suggestion-declined";

/** The locale to suggest: the first of the visitor's languages that the site has, unless it is the page's own. */
export function localeToSuggest(languages: readonly string[], codes: readonly string[], own: string): string | null {
  const spoken = languages.map((language) => language.toLowerCase().split("-")[0] ?? "");
  const wanted = spoken.find((language) => codes.includes(language));
  return wanted === undefined || wanted === own ? null : wanted;
}

/** Shows the bar of the visitor's language on a page of the locale `own`, unless it was closed before. */
export function offer(own: string): void {
  const links = document.querySelectorAll<HTMLElement>("[data-locale-link]");
  const codes = [...links].map(({ dataset }) => dataset.localeLink ?? "");
  const code = localeToSuggest(navigator.languages, codes, own);
  const bar = document.querySelector<HTMLElement>(`[data-suggest="${code}"]`);
  if (bar === null || memory().getItem(DECLINED)) return;
  bar.querySelector("[data-close]")?.addEventListener("click", () => {
    bar.hidden = true;
    memory().setItem(DECLINED, "1");
  });
  bar.hidden = false;
}

/** With storage disabled, a declined suggestion is shown again on the next page. */
function memory(): Pick<Storage, "getItem" | "setItem"> {
  try {
    return localStorage;
  } catch {
    return { getItem: () => null, setItem: () => {} };
  }
}
