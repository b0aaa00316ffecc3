// Shows the picture of the hovered or focused menu link instead of the panel's own (R-CMS-11).
//
// **Invariant:** a picture is not requested before its link is hovered. Without this script, or without the picture
// file, the panel shows its own.

/** URL, and whether it is a packshot. */
type LinkPicture = readonly [url: string, packshot: boolean];

/** By the href of the link. */
type LinkPictures = ReadonlyMap<string, LinkPicture>;

/** Follows pointer and focus in the panels of `navigation`. */
export async function start(navigation: HTMLElement): Promise<void> {
  const file = navigation.dataset.linkPictures;
  if (file === undefined) return;
  const answer = await fetch(file);
  if (!answer.ok) return;
  const found: unknown = await answer.json();
  if (typeof found !== "object" || found === null) return;
  const pictures = new Map(Object.entries(found).filter((one): one is [string, LinkPicture] => isLinkPicture(one[1])));
  for (const panel of navigation.querySelectorAll<HTMLElement>(".mega__inner")) followIn(panel, pictures);
}

function followIn(panel: HTMLElement, pictures: LinkPictures): void {
  const made = new Map<LinkPicture, HTMLElement>();
  let shown: HTMLElement | undefined;
  const show = (of: LinkPicture | undefined) => {
    const next = of === undefined ? undefined : (made.get(of) ?? pictureOf(of));
    if (next === shown) return;
    shown?.toggleAttribute("hidden", true);
    shown = next;
    if (of === undefined || next === undefined) return;
    made.set(of, next);
    next.hidden = false;
    if (!next.isConnected) panel.append(next);
  };
  const follow = ({ target }: Event) => show(target instanceof Element ? pictureAt(target, pictures) : undefined);
  panel.addEventListener("pointerover", follow);
  panel.addEventListener("focusin", follow);
  panel.addEventListener("pointerleave", () => show(undefined));
  const touched = [...panel.querySelectorAll("li:is(:hover, :focus-within)")].at(-1);
  show(touched === undefined ? undefined : pictureAt(touched, pictures));
}

/** The picture of the link of the innermost item around `target` that has one. */
function pictureAt(target: Element, pictures: LinkPictures): LinkPicture | undefined {
  for (let item = target.closest("li"); item !== null; item = item.parentElement?.closest("li") ?? null) {
    const href = item.querySelector(":scope > a")?.getAttribute("href");
    const picture = pictures.get(href ?? "");
    if (picture !== undefined) return picture;
  }
  return undefined;
}

/** The same markup as `panel_picture` of `templates/components/header/macros.html`. */
function pictureOf([url, packshot]: LinkPicture): HTMLElement {
  const picture = document.createElement("picture");
  picture.className = "image mega__picture mega__picture--of";
  picture.classList.toggle("image--packshot", packshot);
  const image = document.createElement("img");
  image.className = "image__file";
  image.alt = "";
  image.width = 320;
  image.height = 400;
  image.src = url;
  picture.append(image);
  return picture;
}

function isLinkPicture(value: unknown): value is LinkPicture {
  return Array.isArray(value) && typeof value[0] === "string" && typeof value[1] === "boolean";
}
