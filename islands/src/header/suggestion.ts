// The bar that suggests another language: shown until it is declined once (R-I18N-04).

const DECLINED = "vitrine-suggestion-declined";

/** Shows `bar` unless the visitor has closed it before. */
export function offer(bar: HTMLElement): void {
  if (memory().getItem(DECLINED)) return;
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
