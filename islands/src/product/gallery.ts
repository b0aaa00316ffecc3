// The position in the strip of images, and opening an image in full size.
//
// **Invariant:** the script for the full size is loaded when a pointer or the focus reaches an image; if that fails,
// the link leads to the image.
import type { Translate } from "../i18n";
import type { ProductKey } from "../islands/product/messages";
import type { Picture } from "./zoom";

export function startGallery(page: ParentNode, t: Translate<ProductKey>): void {
  const links = [...page.querySelectorAll<HTMLAnchorElement>("[data-picture]")];
  const pictures = links.map(pictureOf);
  links.forEach((link, place) => {
    link.addEventListener("click", (event) => {
      // The visitor wants a new tab or window: the link works as usual.
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
      event.preventDefault();
      void show(link, (openZoom) => openZoom(pictures, place, t));
    });
    for (const event of ["pointerenter", "pointerdown", "focus"])
      link.addEventListener(event, fetchZoom, { once: true });
  });
  const count = page.querySelector<HTMLElement>("[data-gallery-count]");
  if (count !== null) countPlaces(links, count, t);
}

type OpenZoom = typeof import("./zoom").openZoom;

/** An error while preloading is ignored; a click tries again, and opens the link if that fails too. */
function fetchZoom(): void {
  import("./zoom").catch(() => undefined);
}

async function show(link: HTMLAnchorElement, open: (openZoom: OpenZoom) => void): Promise<void> {
  if (link.ariaBusy === "true") return;
  link.ariaBusy = "true";
  try {
    open((await import("./zoom")).openZoom);
  } catch {
    location.assign(link.href);
  } finally {
    link.ariaBusy = null;
  }
}

function pictureOf(link: HTMLAnchorElement): Picture {
  return {
    src: link.href,
    width: Number(link.dataset.width ?? 0),
    height: Number(link.dataset.height ?? 0),
    alt: link.querySelector("img")?.alt ?? "",
  };
}

/** `3 / 9`, and a sentence for screen readers. */
function countPlaces(links: readonly HTMLElement[], count: HTMLElement, t: Translate<ProductKey>): void {
  const show = (place: number) => {
    count.textContent = `${place} / ${links.length}`;
    count.ariaLabel = t("product.place", { place, count: links.length });
  };
  show(1);
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (isIntersecting) show(links.indexOf(target as HTMLElement) + 1);
      }
    },
    { root: links[0]?.closest("ul") ?? null, threshold: 0.6 },
  );
  for (const link of links) observer.observe(link);
}
