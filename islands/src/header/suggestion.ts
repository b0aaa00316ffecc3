// The bar that suggests another language: once, until it is declined (R-I18N-04).

const DECLINED = "vitrine-suggestion-declined";

/** Shows `bar`, unless the reader has closed it before. */
export function offer(bar: HTMLElement): void {
  if (memory().getItem(DECLINED)) return;
  bar.querySelector("[data-close]")?.addEventListener("click", () => {
    bar.hidden = true;
    memory().setItem(DECLINED, "1");
  });
  bar.hidden = false;
}

/** Where storage is switched off, what was declined is suggested again on the next page. */
function memory(): Pick<Storage, "getItem" | "setItem"> {
  try {
    return localStorage;
  } catch {
    return { getItem: () => null, setItem: () => {} };
  }
}
