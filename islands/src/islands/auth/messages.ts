// The texts that this island may use: its own, and those of address forms.
export type { AddressKey } from "../../address/messages";
export type { AuthKey } from "../../auth/messages";
