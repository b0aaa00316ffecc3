// The URL of an image in the size it is shown, by the image CDN's URL template.

/** Requested device pixels per CSS pixel of a small image; more makes no visible difference. */
const DENSITY = 2;

/**
 * Fills in `{url}`, `{width}`, `{height}`, `{quality}`, `{focus_x}` and `{focus_y}`. Covers have no focus point, so the
 * centre is used. If the image's URL has a query, the template's parameters are appended to it.
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
