// What the review has besides the order, by who orders: a business its reference, a consumer the official notice on the
// legal guarantee, seen before the order without a click (law §5), and, after the boxes to tick, how far the order can be
// withdrawn from. Only consumers have that right (law §4a).
import type { CheckoutResponse } from "../../api/schema.gen";
import { Reference } from "./Business";
import { useCheckoutScreen } from "./context";
import { NewTabLink } from "./NewTabLink";
import type { OrderNotes } from "./use-order";
import { Withdrawal } from "./Withdrawal";

type Props = {
  readonly checkout: CheckoutResponse;
  readonly words: OrderNotes;
  readonly onWords: (words: Partial<OrderNotes>) => void;
  /** Whether it is the note that stands after the boxes to tick. */
  readonly ofConsent?: boolean;
};

export function ReviewNotes({ checkout: { cart, customer }, words, onWords, ofConsent }: Props) {
  const { t, props } = useCheckoutScreen();
  const account = customer?.account_type;
  if (ofConsent) {
    if (account !== "private" || props.withdrawal_path === null) return null;
    const link = <NewTabLink label={t("checkout.withdrawal_name")} href={props.withdrawal_path} />;
    return <Withdrawal items={cart.line_items} t={t} link={link} />;
  }
  return account === "business" ? <Reference value={words.reference} onWords={onWords} /> : <GuaranteeNotice />;
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
