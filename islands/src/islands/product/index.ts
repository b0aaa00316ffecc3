// The scripts of a product page, without React: zoom, search in long lists, the buy bar, current price and stock.
import { createTranslate, pageLocale } from "../../i18n";
import type { IslandContext } from "../../island";
import { startBuyBar } from "../../product/buy-bar";
import { startFolds } from "../../product/folds";
import { startGallery } from "../../product/gallery";
import { keepPlace } from "../../product/keep-place";
import { startLive } from "../../product/live";
import type { ProductProps } from "../../props.gen";
import { offerStore } from "../../stores/offer";
import { rememberSeen } from "../../stores/seen";
import type { ProductKey } from "./messages";

export default function mount(root: HTMLElement, { props, messages }: IslandContext): void {
  const page = root.closest<HTMLElement>(".product");
  if (page === null) return;
  const { product_id, ordering_allowed, hours } = props as ProductProps;
  const locale = pageLocale();
  const t = createTranslate<ProductKey>(messages, locale);
  const changes = keepPlace(page);
  const said = changes ? [t("product.also_changed", { changes })] : [];
  rememberSeen({
    path: location.pathname,
    name: page.querySelector("h1")?.textContent ?? "",
    image: pictureOf(page.querySelector("[data-picture] img")),
  });
  startGallery(page, t);
  startBuyBar(page);
  startLive({ page, productId: product_id, t, locale, offers: offerStore(), said });
  startFolds(page, hours, { t, locale });
  // Loaded only on pages that are closed to guests.
  if (!ordering_allowed) void import("../../product/customers").then((it) => it.openToCustomers(page)).catch(() => {});
}

/** The URL of the image that the browser has chosen or will choose. */
function pictureOf(image: HTMLImageElement | null): string {
  return image?.currentSrc || image?.src || "";
}
