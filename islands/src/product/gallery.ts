// Where in the strip of pictures one is, and the way from each picture to itself in full.
import type { Translate } from "../i18n";
import type { ProductKey } from "../islands/product/props";
import { openZoom, type Picture } from "./zoom";

export function startGallery(page: ParentNode, t: Translate<ProductKey>): void {
  const links = [...page.querySelectorAll<HTMLAnchorElement>("[data-picture]")];
  const pictures = links.map(pictureOf);
  links.forEach((link, place) => {
    link.addEventListener("click", (event) => {
      // A new tab or window is asked for: the link is what it is.
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
      event.preventDefault();
      openZoom(pictures, place, t);
    });
  });
  const count = page.querySelector<HTMLElement>("[data-gallery-count]");
  if (count !== null) countPlaces(links, count, t);
}

function pictureOf(link: HTMLAnchorElement): Picture {
  return {
    src: link.href,
    width: Number(link.dataset.width ?? 0),
    height: Number(link.dataset.height ?? 0),
    alt: link.querySelector("img")?.alt ?? "",
  };
}

/** `3 / 9`, and in words for those who hear it. */
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
