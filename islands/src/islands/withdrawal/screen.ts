// Shared by the island's components.
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
  /** Earlier input, or data of the customer. */
  readonly first: Values;
  readonly send: (statement: WithdrawRequest) => Promise<WithdrawResponse>;
  /** The logged-in customer with their orders; `null` for everyone else. */
  readonly customer: () => Promise<KnownCustomer | null>;
  readonly print: () => void;
};
