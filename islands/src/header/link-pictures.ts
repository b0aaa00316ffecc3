// Shows the picture of the hovered or focused menu link instead of the panel's own (R-CMS-11).
//
// **Invariant:** a picture is not requested before its link is hovered. Without this script, or without the picture
// file, the panel shows its own.

/** URL, and whether it is a packshot; a link's `data-link-picture` is its index in the header's picture file. */
type LinkPicture = readonly [url: string, packshot: boolean];

/** Follows pointer and focus in the panels of `navigation`. */
export async function start(navigation: HTMLElement): Promise<void> {
  const file = navigation.dataset.linkPictures;
  if (file === undefined) return;
  const answer = await fetch(file);
  if (!answer.ok) return;
  const pictures: unknown = await answer.json();
  if (!Array.isArray(pictures) || !pictures.every(isLinkPicture)) return;
  for (const panel of navigation.querySelectorAll<HTMLElement>(".mega__inner")) followIn(panel, pictures);
}

function followIn(panel: HTMLElement, pictures: readonly LinkPicture[]): void {
  const made = new Map<Element, HTMLElement>();
  let shown: HTMLElement | undefined;
  const show = (link: HTMLElement | null) => {
    const of = pictures[Number(link?.dataset.linkPicture)];
    const next = link === null || of === undefined ? undefined : (made.get(link) ?? pictureOf(of));
    if (next === shown) return;
    shown?.toggleAttribute("hidden", true);
    shown = next;
    if (link === null || next === undefined) return;
    made.set(link, next);
    next.hidden = false;
    if (!next.isConnected) panel.append(next);
  };
  const follow = ({ target }: Event) =>
    show(target instanceof Element ? target.closest<HTMLElement>("[data-link-picture]") : null);
  panel.addEventListener("pointerover", follow);
  panel.addEventListener("focusin", follow);
  panel.addEventListener("pointerleave", () => show(null));
  show([...panel.querySelectorAll<HTMLElement>("[data-link-picture]:is(:hover, :focus-within)")].at(-1) ?? null);
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
