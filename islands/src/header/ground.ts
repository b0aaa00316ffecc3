// The ground of a header that stands over a picture (R-HEAD-07).

/** What lies below the header is another part of the picture by then, which its words were not set against. */
const FAR = 80;

/** Gives the header its ground after some pixels, half the window at the latest. */
export function watchGround(header: HTMLElement): void {
  const look = () => header.toggleAttribute("data-solid", scrollY > Math.min(FAR, innerHeight / 2));
  for (const event of ["scroll", "resize"]) addEventListener(event, look);
  look();
  header.dataset.ready = "";
}
