// Shows images in the size of the window, one after another, and at double size (GAL-4).
//
// **Invariant:** the large image is loaded only here; Escape closes, and the focus returns to where it was (both by
// `<dialog>`).
import type { Translate } from "../i18n";
import type { ProductKey } from "../islands/product/messages";
import { element } from "./dom";

export type Picture = {
  readonly src: string;
  /** Pixels; 0 if unknown. */
  readonly width: number;
  readonly height: number;
  readonly alt: string;
};

export function openZoom(pictures: readonly Picture[], first: number, t: Translate<ProductKey>): void {
  let place = first;
  const image = element("img", { class: "zoom__picture" });
  const stage = element("button", { type: "button", class: "zoom__stage", "aria-pressed": "false" }, image);
  const position = element("p", { class: "zoom__place", role: "status" });
  const button = (name: string, key: ProductKey, sign: string, act: () => void) => {
    const made = element("button", { type: "button", class: `zoom__button zoom__${name}`, "aria-label": t(key) }, sign);
    made.addEventListener("click", act);
    return made;
  };
  const dialog = element("dialog", { class: "zoom", "aria-label": t("product.zoom") });

  const double = (on: boolean) => {
    stage.ariaPressed = String(on);
    dialog.toggleAttribute("data-double", on);
    stage.ariaLabel = [image.alt, t("product.zoom_double")].filter((text) => text !== "").join(", ");
  };
  const show = (next: number) => {
    place = (next + pictures.length) % pictures.length;
    const picture = pictures[place];
    if (picture === undefined) return;
    image.src = picture.src;
    image.alt = picture.alt;
    for (const side of ["width", "height"] as const) {
      if (picture[side] > 0) image[side] = picture[side];
      else image.removeAttribute(side);
    }
    position.textContent = t("product.place", { place: place + 1, count: pictures.length });
    double(false);
  };

  stage.addEventListener("click", (event) => {
    const on = stage.ariaPressed !== "true";
    double(on);
    if (on) lookAt(stage, event);
  });
  stage.addEventListener("pointermove", (event) => {
    if (event.pointerType === "mouse" && stage.ariaPressed === "true") lookAt(stage, event);
  });
  dialog.append(
    stage,
    position,
    button("close", "product.zoom_close", "×", () => dialog.close()),
  );
  if (pictures.length > 1) {
    dialog.append(
      button("previous", "product.zoom_previous", "←", () => show(place - 1)),
      button("next", "product.zoom_next", "→", () => show(place + 1)),
    );
  }
  dialog.addEventListener("keydown", ({ key }) => {
    // At double size the arrow keys scroll within the image.
    if (stage.ariaPressed === "true" || pictures.length < 2) return;
    if (key === "ArrowLeft") show(place - 1);
    if (key === "ArrowRight") show(place + 1);
  });
  dialog.addEventListener("close", () => dialog.remove());
  show(first);
  document.body.append(dialog);
  dialog.showModal();
}

/** Shows the part of the enlarged image at the pointer; its centre after a click by keyboard. */
function lookAt(stage: HTMLElement, { type, clientX, clientY, detail }: MouseEvent): void {
  const { left, top, width, height } = stage.getBoundingClientRect();
  const [x, y] = type === "click" && detail === 0 ? [0.5, 0.5] : [(clientX - left) / width, (clientY - top) / height];
  stage.scrollTo((stage.scrollWidth - width) * x, (stage.scrollHeight - height) * y);
}
