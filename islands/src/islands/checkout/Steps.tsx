// The five sections with the order summary next to them: open section, input, announcements.
import { useEffect, useState } from "react";
import type { CheckoutResponse } from "../../api/schema.gen";
import type { CheckoutState } from "../../stores/checkout";
import { Aside } from "./Aside";
import { isBlocked } from "./blocked";
import { useCheckoutScreen } from "./context";
import { Details } from "./Details";
import { beginning, type Draft } from "./draft";
import { chosenOf, deliveryCards, Methods, paymentCards } from "./Methods";
import { SinceLast, Welcome } from "./notes";
import { Review } from "./Review";
import type { SectionState } from "./Section";
import type { Ordering } from "./use-order";

type Step = "details" | "delivery" | "payment" | "review";

type StepsProps = {
  readonly state: CheckoutState;
  readonly checkout: CheckoutResponse;
  readonly ordering: Ordering;
};

export function Steps({ state, checkout, ordering }: StepsProps) {
  const { t, money } = useCheckoutScreen();
  const [draft, setDraft] = useDraft(checkout);
  const [changing, setChanging] = useState<Step | null>(null);
  const [moved, setMoved] = useState(false);
  // An address that is being edited stays open until that is done, even if another one is selected meanwhile.
  if (changing === null && checkout.customer !== null && isBlocked(checkout)) setChanging("details");
  const open = changing ?? firstOpen(state, checkout, draft);
  const stateOf = (step: Step): SectionState => {
    if (step === open) return "open";
    return isPassed(step, state, checkout, draft) ? "done" : "waiting";
  };
  const change = (step: Step) => () => {
    setMoved(true);
    setChanging(step);
  };
  const pass = (passed: Partial<Draft["passed"]>) => () => {
    setMoved(true);
    setChanging(null);
    setDraft((now) => ({ ...now, passed: { ...now.passed, ...passed } }));
  };
  const busy = state.status === "saving";
  const shared = (step: Step) => ({ state: stateOf(step), takesFocus: moved, onChange: change(step) });
  return (
    <div className="checkout">
      <Aside cart={checkout.cart} busy={busy} />
      <div className="checkout__sections">
        <Welcome checkout={checkout} />
        {state.outdated === null && <SinceLast changes={state.changes} />}
        <Announcement checkout={checkout} open={open} moved={moved} />
        <Details
          checkout={checkout}
          draft={draft}
          onDraft={setDraft}
          open={open === "details"}
          takesFocus={moved}
          onChange={change("details")}
          onDone={pass({})}
        />
        <Methods
          number={3}
          title={t("checkout.delivery")}
          name="shipping_method_id"
          cards={deliveryCards(checkout, money, t("checkout.free"))}
          none={t("checkout.no_delivery")}
          next={t("checkout.to_payment")}
          onDone={pass({ delivery: true })}
          {...shared("delivery")}
        />
        <Methods
          number={4}
          title={t("checkout.payment")}
          name="payment_method_id"
          cards={paymentCards(checkout)}
          none={t("checkout.no_payment")}
          next={t("checkout.to_review")}
          onDone={pass({ payment: true })}
          {...shared("payment")}
        />
        <Review
          checkout={checkout}
          store={state}
          state={stateOf("review")}
          takesFocus={moved}
          ordering={ordering}
          words={draft}
          onWords={(words) => setDraft((now) => ({ ...now, ...words }))}
        />
      </div>
    </div>
  );
}

/** The input, stored with every keystroke (CHK-13); another person's input is discarded. */
function useDraft(checkout: CheckoutResponse) {
  const { memory } = useCheckoutScreen();
  const [draft, setDraft] = useState<Draft>(() => beginning(checkout, memory.draft()));
  const who = checkout.customer === null ? null : `${checkout.customer.guest} ${checkout.customer.email}`;
  const [owner, setOwner] = useState(who);
  if (owner !== who) {
    setOwner(who);
    // A visitor who logs in or registers is the same person: input about the order is kept.
    setDraft((now) => ({ ...beginning(checkout, now), comment: now.owner === "guest" ? now.comment : "" }));
  }
  useEffect(() => memory.keepDraft(draft), [memory, draft]);
  return [draft, setDraft] as const;
}

function isPassed(step: Step, state: CheckoutState, checkout: CheckoutResponse, draft: Draft): boolean {
  switch (step) {
    case "details":
      return (
        checkout.customer !== null &&
        checkout.shipping_address !== null &&
        checkout.billing_address !== null &&
        !isBlocked(checkout)
      );
    case "delivery":
      return draft.passed.delivery && chosenOf(state, checkout, "shipping_method_id") !== null;
    case "payment":
      return draft.passed.payment && chosenOf(state, checkout, "payment_method_id") !== null;
    default:
      return false;
  }
}

function firstOpen(state: CheckoutState, checkout: CheckoutResponse, draft: Draft): Step {
  const steps = ["details", "delivery", "payment"] as const;
  return steps.find((step) => !isPassed(step, state, checkout, draft)) ?? "review";
}

type AnnouncementProps = { readonly checkout: CheckoutResponse; readonly open: Step; readonly moved: boolean };

/** Announces that a section is complete (CHK-14), and a changed total. */
function Announcement({ checkout: { cart }, open, moved }: AnnouncementProps) {
  const { t, money } = useCheckoutScreen();
  const total = money(cart.total);
  const [first, setFirst] = useState(total);
  const texts: string[] = [];
  if (moved && open !== "details") texts.push(t("checkout.saved"));
  if (total !== first) texts.push(t("checkout.new_total", { total }));
  useEffect(() => {
    if (open === "review") setFirst(total);
  }, [open, total]);
  return (
    <p className="visually-hidden" role="status">
      {texts.join(" ")}
    </p>
  );
}
