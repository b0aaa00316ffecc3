// The address of a picture at the size it is shown, by the image CDN's URL template.

/** Device pixels for one CSS pixel that a small picture is asked with; sharper than this nobody sees. */
const DENSITY = 2;

/**
 * Fills `{url}`, `{width}`, `{height}`, `{quality}`, `{focus_x}` and `{focus_y}`. A cover comes without a focus, so the middle is kept. A picture whose address has a query already gets the template's parameters after it.
 * @param width CSS pixels
 * @param height CSS pixels
 */
export function imageUrl(template: string, url: string, width: number, height: number, quality = 75): string {
  const parts: Record<string, string> = {
    url,
    width: String(width * DENSITY),
    height: String(height * DENSITY),
    quality: String(quality),
    focus_x: "50",
    focus_y: "50",
  };
  const joined = url.includes("?") ? template.replace("{url}?", "{url}&") : template;
  return joined.replace(/\{(url|width|height|quality|focus_x|focus_y)\}/g, (_, name: string) => parts[name] ?? "");
}
