// Style sheets of parts that are fetched when they open.

export type Sheet = { readonly href: string; readonly integrity: string };

/** Resolves when the style sheet is loaded. */
export function fetchSheet(sheet: Sheet | null | undefined): Promise<void> {
  if (!sheet || document.querySelector(`link[href="${sheet.href}"]`)) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", ...sheet });
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      reject(new Error(`the style sheet ${sheet.href} did not come`));
    };
    document.head.append(link);
  });
}
