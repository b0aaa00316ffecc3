// What the review has besides the order, by who orders: a business its reference, a consumer the official notice on the
// legal guarantee, seen before the order without a click (law §5).
import type { CheckoutResponse } from "../../api/schema.gen";
import { Reference } from "./Business";
import { useCheckoutScreen } from "./context";
import { NewTabLink } from "./NewTabLink";
import type { OrderNotes } from "./use-order";

type Props = {
  readonly checkout: CheckoutResponse;
  readonly words: OrderNotes;
  readonly onWords: (words: Partial<OrderNotes>) => void;
};

export function ReviewNotes({ checkout, words, onWords }: Props) {
  const business = checkout.customer?.account_type === "business";
  return business ? <Reference value={words.reference} onWords={onWords} /> : <GuaranteeNotice />;
}

function GuaranteeNotice() {
  const notice = useCheckoutScreen().props.guarantee_notice;
  if (notice === null) return null;
  const { src, width, height, alt, href, label } = notice;
  return (
    <figure className="guarantee-notice">
      <img className="guarantee-notice__image" src={src} width={width} height={height} alt={alt} loading="lazy" />
      <figcaption>
        <NewTabLink label={label} href={href} />
      </figcaption>
    </figure>
  );
}
