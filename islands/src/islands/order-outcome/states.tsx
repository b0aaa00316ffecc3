// The top of the screen: the state as a sentence, an explanation, and a button to check again.

import { useEffect, useRef, useState } from "react";
import type { ApiError } from "../../api/request";
import type { OrderResponse } from "../../api/schema.gen";
import { BusyButton } from "../../ui/busy-button";
import { useOutcomeScreen } from "./context";
import type { Outcome } from "./decide";
import type { OutcomeKey } from "./messages";

/** The state to show: an order's state, or why it is unknown. */
export type Shown = Outcome | "loading" | "locked" | "account";

const TITLES = {
  leaving: "order_outcome.kept_title",
  placed: "order_outcome.placed_title",
  arranged: "order_outcome.placed_title",
  owed: "order_outcome.kept_title",
  begun: "order_outcome.kept_title",
  authorized: "order_outcome.authorized_title",
  paid: "order_outcome.paid_title",
  pending: "order_outcome.pending_title",
  unpaid: "order_outcome.unpaid_title",
  declined: "order_outcome.unpaid_title",
  stopped: "order_outcome.unpaid_title",
  expired: "order_outcome.unpaid_title",
  cancelled: "order_outcome.cancelled_title",
  refunded: "order_outcome.refunded_title",
  unknown: "order_outcome.unknown_title",
  locked: "order_outcome.look_up_title",
  account: "order_outcome.account_title",
} satisfies Record<Exclude<Shown, "loading">, OutcomeKey>;

const TEXTS: Record<Shown, readonly OutcomeKey[]> = {
  loading: [],
  leaving: [],
  locked: ["order_outcome.look_up_text"],
  account: ["order_outcome.account_text"],
  placed: ["order_outcome.placed_text"],
  arranged: [],
  owed: ["order_outcome.owed_text"],
  begun: ["order_outcome.begun_text"],
  authorized: ["order_outcome.authorized_text"],
  paid: ["order_outcome.paid_text"],
  pending: ["order_outcome.pending_text"],
  unpaid: ["order_outcome.unpaid_text", "order_outcome.uncharged_text"],
  declined: ["order_outcome.declined_text", "order_outcome.unpaid_text", "order_outcome.uncharged_text"],
  stopped: ["order_outcome.stopped_text", "order_outcome.unpaid_text", "order_outcome.uncharged_text"],
  expired: ["order_outcome.expired_text", "order_outcome.unpaid_text", "order_outcome.uncharged_text"],
  cancelled: ["order_outcome.cancelled_text"],
  refunded: ["order_outcome.refunded_text"],
  unknown: ["order_outcome.unknown_text"],
};

type TitleProps = {
  readonly shown: Shown;
  readonly answer: OrderResponse | null;
  readonly failure: ApiError | null;
};

/** Gets the focus with each new state (ORDER-1). */
export function Title({ shown, answer, failure }: TitleProps) {
  const { t, title, tab, key } = useOutcomeScreen();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (shown !== "loading") heading.current?.focus();
  }, [shown]);
  const number = answer?.order.number ?? tab.number(key.id) ?? "";
  const words = () => {
    if (shown === "loading") return title;
    return shown === "unknown" && failure?.maintenance
      ? t("order_outcome.maintenance_title")
      : t(TITLES[shown], { number });
  };
  return (
    <h1 className="order__title outcome__title" ref={heading} tabIndex={-1} aria-describedby="outcome-text">
      {words()}
    </h1>
  );
}

export function Texts({ shown, answer }: Pick<TitleProps, "shown" | "answer">) {
  const { t, money } = useOutcomeScreen();
  const amount = answer === null ? "" : money(answer.order.total);
  if (TEXTS[shown].length === 0) return null;
  return (
    <div className="outcome__texts" id="outcome-text">
      {TEXTS[shown].map((key) => (
        <p key={key}>{t(key, { amount })}</p>
      ))}
    </div>
  );
}

type CheckAgainProps = {
  readonly busy: boolean;
  /** The provider's page to continue the payment. */
  readonly page: string | null;
};

/** The actions while the state is unknown: continue the pending payment, or check again. */
export function CheckAgain({ busy, page }: CheckAgainProps) {
  const { t, order, tab } = useOutcomeScreen();
  const id = order.get().answer?.order.id ?? null;
  return (
    <div className="buttons">
      {page !== null && id !== null && (
        <a className="button" href={page} onClick={() => tab.depart(id)}>
          {t("order_outcome.go_on")}
        </a>
      )}
      <BusyButton
        className="button button--secondary"
        label={t("order_outcome.reload")}
        busyLabel={t("order_outcome.reloading")}
        busy={busy}
        onPress={() => void order.load()}
      />
      <ContactLink />
    </div>
  );
}

export function ContactLink() {
  const { t, props } = useOutcomeScreen();
  const href = props.contact_path;
  if (href === null) return null;
  return (
    <a className="outcome__press" href={href}>
      {t("order_outcome.contact")}
    </a>
  );
}

/** Shorter waits show no indicator (LOAD-2), in milliseconds. */
const SIGN_DELAY_MS = 200;

export function Loading() {
  const { t, clock } = useOutcomeScreen();
  const [shown, setShown] = useState(false);
  useEffect(() => clock.after(SIGN_DELAY_MS, () => setShown(true)), [clock]);
  return (
    <p className="outcome__loading" role="status">
      {shown && t("order_outcome.loading")}
    </p>
  );
}
