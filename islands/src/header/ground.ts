// The ground of a header that stands over a picture (R-HEAD-07).

/** Gives the header its ground once more than half the window is scrolled. */
export function watchGround(header: HTMLElement): void {
  const look = () => header.toggleAttribute("data-solid", scrollY > innerHeight / 2);
  for (const event of ["scroll", "resize"]) addEventListener(event, look);
  look();
  header.dataset.ready = "";
}
