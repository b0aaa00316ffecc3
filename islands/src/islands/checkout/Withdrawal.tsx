// How far the cart can be withdrawn from, in a sentence above its line items (law §4).
import type { ReactNode } from "react";
import type { LineItem } from "../../api/schema.gen";
import type { Translate } from "../../i18n";
import { type WithdrawalOf, withdrawalOf } from "../../ui/withdrawal-of";
import type { CheckoutKey } from "./messages";

/** "Below" is right because the sentence is above the line items. */
const TEXTS = {
  all: "checkout.withdrawal_all",
  part: "checkout.withdrawal_part",
  none: "checkout.withdrawal_none",
  unknown: "checkout.withdrawal_unknown",
} satisfies Record<WithdrawalOf, CheckoutKey>;

type WithdrawalProps = {
  readonly items: readonly LineItem[];
  readonly t: Translate<CheckoutKey>;
  /** The link to how it works. */
  readonly link: ReactNode;
};

export function Withdrawal({ items, t, link }: WithdrawalProps) {
  const of = withdrawalOf(items);
  return (
    <p className="checkout__note">
      {t(TEXTS[of])} {of !== "none" && <>{link}.</>}
    </p>
  );
}
