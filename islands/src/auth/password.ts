// The rules of a new password (ADDR-12): length alone, because rules about characters make passwords worse.
import type { AuthKey } from "./messages";

export const MIN_PASSWORD = 12;

export type NewPassword = { readonly password: string; readonly confirmation: string };

/** Text keys of errors by field. */
export function passwordFaults({ password, confirmation }: NewPassword): {
  readonly password?: AuthKey;
  readonly confirmation?: AuthKey;
} {
  if ([...password].length < MIN_PASSWORD) return { password: "auth.need_long_password" };
  return password === confirmation ? {} : { confirmation: "auth.need_same_password" };
}
