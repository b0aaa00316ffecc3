// The background of a header that is placed over an image (R-HEAD-07).

/**
 * From this scroll position in pixels the header covers another part of the image, on which its text may be unreadable.
 */
const FAR = 80;

/** Gives the header a background after `FAR` pixels, or after half the window if that is less. */
export function watchGround(header: HTMLElement): void {
  const look = () => header.toggleAttribute("data-solid", scrollY > Math.min(FAR, innerHeight / 2));
  for (const event of ["scroll", "resize"]) addEventListener(event, look);
  look();
  header.dataset.ready = "";
}
