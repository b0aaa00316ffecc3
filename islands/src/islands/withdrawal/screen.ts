// What the island's components share.
import type { WithdrawRequest, WithdrawResponse } from "../../api/schema.gen";
import type { Translate } from "../../i18n";
import type { WithdrawalProps } from "../../props.gen";
import type { WithdrawalKey } from "./messages";
import type { Values } from "./statement";

export type KnownCustomer = {
  readonly name: string;
  readonly email: string;
  readonly orders: readonly { readonly number: string; readonly placedAt: string | null }[];
};

export type WithdrawalScreen = {
  readonly props: WithdrawalProps;
  readonly t: Translate<WithdrawalKey>;
  /** What was typed before, or is known of the visitor. */
  readonly first: Values;
  readonly send: (statement: WithdrawRequest) => Promise<WithdrawResponse>;
  /** The customer who is logged in, with their orders; `null` for everybody else. */
  readonly customer: () => Promise<KnownCustomer | null>;
  readonly print: () => void;
};
