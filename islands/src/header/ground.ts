// The background of a header that is placed over an image (R-HEAD-07).

/** Gives the header a background once more than half the window's height is scrolled. */
export function watchGround(header: HTMLElement): void {
  const look = () => header.toggleAttribute("data-solid", scrollY > innerHeight / 2);
  for (const event of ["scroll", "resize"]) addEventListener(event, look);
  look();
  header.dataset.ready = "";
}
