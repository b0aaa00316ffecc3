// The picture of the menu link under the pointer or the focus, in the place of the panel's own (R-CMS-11).
//
// **Invariant:** a picture is not requested before its link is pointed at; without this script the panel shows its own.

/** Follows pointer and focus in the panels of `navigation`. */
export function startLinkPictures(navigation: Element): void {
  for (const panel of navigation.querySelectorAll<HTMLElement>(".mega__inner")) followIn(panel);
}

function followIn(panel: HTMLElement): void {
  const pictures = new Map<Element, HTMLElement>();
  let shown: HTMLElement | undefined;
  const show = (link: HTMLElement | null) => {
    const next = link === null ? undefined : (pictures.get(link) ?? pictureOf(link));
    if (next === shown) return;
    shown?.toggleAttribute("hidden", true);
    shown = next;
    if (link === null || next === undefined) return;
    pictures.set(link, next);
    next.hidden = false;
    if (!next.isConnected) panel.append(next);
  };
  const follow = ({ target }: Event) =>
    show(target instanceof Element ? target.closest<HTMLElement>("[data-link-picture]") : null);
  panel.addEventListener("pointerover", follow);
  panel.addEventListener("focusin", follow);
  panel.addEventListener("pointerleave", () => show(null));
  show([...panel.querySelectorAll<HTMLElement>("[data-link-picture]:hover")].at(-1) ?? null);
}

/** As `panel_picture` of `templates/components/header/macros.html` prints it. */
function pictureOf(link: HTMLElement): HTMLElement {
  const picture = document.createElement("picture");
  picture.className = "image mega__picture mega__picture--of";
  picture.classList.toggle("image--packshot", link.dataset.packshot !== undefined);
  const image = document.createElement("img");
  image.className = "image__file";
  image.alt = "";
  image.width = 320;
  image.height = 400;
  image.src = link.dataset.linkPicture ?? "";
  picture.append(image);
  return picture;
}
