// What the review asks and says besides the order, by what is ordered and by whom: whether an old device is taken away with
// the delivery (law §8), a business's reference, or the official notice on the legal guarantee, which a consumer sees
// before the order without a click (law §5). With the boxes to tick: that of a download (law §4), and how far the order
// can be withdrawn from, a right of consumers alone (law §4a).
import type { CheckoutResponse } from "../../api/schema.gen";
import { Checkbox } from "../../ui/field";
import { Reference } from "./Business";
import { useCheckoutScreen } from "./context";
import { NewTabLink } from "./NewTabLink";
import { OldDevice } from "./OldDevice";
import type { DownloadConsent } from "./Review";
import type { OrderNotes } from "./use-order";
import { Withdrawal } from "./Withdrawal";

type CheckoutNotesProps = {
  readonly checkout: CheckoutResponse;
  readonly words: OrderNotes;
  readonly onWords: (words: Partial<OrderNotes>) => void;
  /** With the boxes to tick: the consent to a download. */
  readonly consent?: DownloadConsent;
};

export function CheckoutNotes({ checkout, words, onWords, consent }: CheckoutNotesProps) {
  if (consent) return <OfConsent checkout={checkout} consent={consent} />;
  const isBusiness = checkout.customer?.account_type === "business";
  return (
    <>
      {checkout.electrical && <OldDevice value={words.old_device} onWords={onWords} />}
      {isBusiness ? <Reference value={words.reference} onWords={onWords} /> : <GuaranteeNotice />}
    </>
  );
}

type OfConsentProps = { readonly checkout: CheckoutResponse; readonly consent: DownloadConsent };

function OfConsent({ checkout: { cart, customer }, consent }: OfConsentProps) {
  const { t, props } = useCheckoutScreen();
  const link = props.withdrawal_path && (
    <NewTabLink label={t("checkout.withdrawal_name")} href={props.withdrawal_path} />
  );
  return (
    <>
      {consent.asksDownload && (
        <Checkbox
          name="download"
          label={t("checkout.download_consent")}
          checked={consent.download}
          required
          error={consent.errorOf("download")}
          errorWord={t("checkout.error_word")}
          onChange={consent.setDownload}
        />
      )}
      {link && customer?.account_type === "private" && <Withdrawal items={cart.line_items} t={t} link={link} />}
    </>
  );
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
