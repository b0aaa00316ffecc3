// Replaces the fallback with the buy box, keeping the typed quantity.
import { createTranslate, pageLocale } from "../../i18n";
import type { IslandContext } from "../../island";
import type { BuyBoxProps } from "../../props.gen";
import { cartStore } from "../../stores/cart";
import { itemCount } from "../../stores/item-count";
import { offerStore } from "../../stores/offer";
import { sessionStore } from "../../stores/session";
import { mountReact } from "../../ui/mount-react";
import { parseQuantity } from "../../ui/quantity";
import { BuyBox } from "./BuyBox";
import type { BuyBoxKey } from "./messages";

export default function mount(root: HTMLElement, { props, messages, values }: IslandContext): void {
  mountReact(
    root,
    <BuyBox
      {...(props as BuyBoxProps)}
      typedQuantity={parseQuantity(values.quantity ?? "")}
      t={createTranslate<BuyBoxKey>(messages, pageLocale())}
      cart={cartStore()}
      session={sessionStore()}
      offers={offerStore()}
      locale={pageLocale()}
      added={itemCount().added}
    />,
  );
}
