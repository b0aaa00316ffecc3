// The review and the order (law §1): terms first, then line items and totals, then the button with nothing in between.
import { type FormEvent, type ReactNode, useState } from "react";
import type { CartResponse, CheckoutResponse } from "../../api/schema.gen";
import type { CheckoutState } from "../../stores/checkout";
import { ErrorSummary, type FormFault } from "../../ui/error-summary";
import { Checkbox, TextArea } from "../../ui/field";
import { hasDownload } from "../../ui/has-download";
import { useOnDemand } from "../../ui/use-on-demand";
import { useCheckoutScreen } from "./context";
import { NewTabLink } from "./NewTabLink";
import { CartFaults, OrderProblem } from "./notes";
import { Section, type SectionState } from "./Section";
import { Lines, Totals } from "./summaries";
import type { Ordering, OrderNotes } from "./use-order";

type ReviewProps = {
  readonly checkout: CheckoutResponse;
  readonly store: CheckoutState;
  readonly state: SectionState;
  readonly takesFocus: boolean;
  readonly ordering: Ordering;
  readonly words: OrderNotes;
  readonly onWords: (words: Partial<OrderNotes>) => void;
};

export function Review(props: ReviewProps) {
  const { checkout, store, state, takesFocus, ordering, words, onWords } = props;
  const { cart } = checkout;
  const { t } = useCheckoutScreen();
  const consent = useConsent(checkout);
  const busy = store.status === "saving" || store.status === "loading" || ordering.phase.kind === "sending";
  const Changed = useOnDemand(store.outdated !== null, () => import("./Changed").then((module) => module.Changed));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy || !consent.check() || cart.hash === null) return;
    // An answer for what is no longer in the cart is not sent.
    ordering.order(cart.hash, checkout.electrical ? words : { ...words, old_device: undefined }, consent.download);
  };
  const Notes = useOnDemand(true, () => import("./CheckoutNotes").then((part) => part.CheckoutNotes));
  return (
    <form className="checkout__form" noValidate onSubmit={submit}>
      <Section number={5} title={t("checkout.review")} state={state} takesFocus={takesFocus}>
        {store.outdated &&
          (Changed === null ? (
            <p className="checkout__notice">{t("checkout.changed_text")}</p>
          ) : (
            <Changed before={store.outdated} now={cart} />
          ))}
        <CartFaults cart={cart} />
        <ErrorSummary
          title={t("checkout.problem")}
          titlePrefix={t("checkout.title_error")}
          faults={consent.faults}
          attempt={consent.attempt}
        />
        {Notes && <Notes {...props} />}
        <TextArea
          name="comment"
          texts={{
            label: t("checkout.comment"),
            optional: t("address.optional"),
            errorWord: t("checkout.error_word"),
          }}
          value={words.comment}
          maxLength={2000}
          onChange={(comment) => onWords({ comment })}
        />
        <Consent consent={consent}>{Notes && <Notes {...props} consent={consent} />}</Consent>
        <div className="checkout__order">
          <Lines cart={cart} detailed />
          <ChangeCart />
          <Totals cart={cart} busy={busy} />
          <OrderButton cart={cart} busy={busy} />
        </div>
        <OrderProblem ordering={ordering} />
      </Section>
    </form>
  );
}

function ChangeCart() {
  const { t, props } = useCheckoutScreen();
  if (props.cart_path === null) return null;
  return (
    <p className="checkout__change-cart">
      <a href={props.cart_path}>{t("checkout.change_cart")}</a>
    </p>
  );
}

/** The label is fixed by a test; the amount may follow it, but in German nothing may (law §1). */
function OrderButton({ cart, busy }: { readonly cart: CartResponse; readonly busy: boolean }) {
  const { t, money, amountOnButton } = useCheckoutScreen();
  return (
    <button
      type="submit"
      className="button button--wide checkout__order-button"
      data-order
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
    >
      <span>{t("checkout.order_button")}</span>{" "}
      {amountOnButton && <span className="checkout__amount">{money(cart.total)}</span>}
    </button>
  );
}

type ConsentState = ReturnType<typeof useConsent>;

/** What the box of a download needs. */
export type DownloadConsent = Pick<ConsentState, "asksDownload" | "download" | "setDownload" | "errorOf">;

type ConsentProps = { readonly consent: ConsentState; readonly children: ReactNode };

function Consent({ consent, children }: ConsentProps) {
  const { t } = useCheckoutScreen();
  return (
    <div className="checkout__consent">
      <Checkbox
        name="terms"
        label={<TermsLabel />}
        checked={consent.terms}
        required
        error={consent.errorOf("terms")}
        errorWord={t("checkout.error_word")}
        onChange={consent.setTerms}
      />
      {children}
    </div>
  );
}

/** The text with a link in place of `{terms}`. */
function TermsLabel() {
  const { t, props } = useCheckoutScreen();
  const terms = t("checkout.terms_name");
  const [before = "", after = ""] = t("checkout.terms", { terms }).split(terms);
  return (
    <>
      {before}
      <NewTabLink label={terms} href={props.terms_path} />
      {after}
    </>
  );
}

/** No box is ticked initially, and ticks are not stored (CHK-5). */
function useConsent({ cart, blockers }: CheckoutResponse) {
  const { t } = useCheckoutScreen();
  const [terms, setTerms] = useState(false);
  const [download, setDownload] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const missing: FormFault[] = [];
  if (!terms) missing.push({ field: "terms", text: t("checkout.need_terms") });
  const asksDownload = hasDownload(cart.line_items);
  if (asksDownload && !download) missing.push({ field: "download", text: t("checkout.need_download") });
  // The shop's blockers explain why the cart cannot be ordered; such a cart has no hash.
  if (cart.hash === null) {
    const texts = blockers.map(({ message }) => message);
    for (const text of texts.length === 0 ? [t("checkout.cart_problem")] : new Set(texts)) missing.push({ text });
  }
  const faults = attempt === 0 ? [] : missing;
  return {
    terms,
    setTerms,
    asksDownload,
    download,
    setDownload,
    attempt,
    faults,
    errorOf: (field: string) => faults.find((fault) => fault.field === field)?.text,
    check: () => {
      if (missing.length > 0) setAttempt((count) => count + 1);
      return missing.length === 0;
    },
  };
}
