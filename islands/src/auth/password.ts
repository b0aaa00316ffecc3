// The rules of a new password (ADDR-12): only its length, because rules about characters make passwords worse.
//
// **Invariant:** the minimum length is the shop's; until it is known, none is shown and the API decides.
import { useEffect, useState } from "react";
import { getAccountRules } from "../api/account.gen";
import type { AuthKey } from "./messages";

export type NewPassword = { readonly password: string; readonly confirmation: string };

/** The minimum length; `null` until the shop has returned it. Requested only when `wanted`. */
export function usePasswordMinimum(wanted = true): number | null {
  const [least, setLeast] = useState<number | null>(null);
  useEffect(() => {
    if (!wanted) return;
    let left = false;
    getAccountRules().then(
      ({ password_min_length }) => {
        if (!left) setLeast(password_min_length);
      },
      () => undefined,
    );
    return () => {
      left = true;
    };
  }, [wanted]);
  return least;
}

/** Text keys of errors by field; the text for a short password has the parameter `count`. */
export function passwordFaults(
  { password, confirmation }: NewPassword,
  least: number | null,
): {
  readonly password?: AuthKey;
  readonly confirmation?: AuthKey;
} {
  if (password === "") return { password: least === null ? "auth.need_password" : "auth.need_long_password" };
  if (least !== null && [...password].length < least) return { password: "auth.need_long_password" };
  return password === confirmation ? {} : { confirmation: "auth.need_same_password" };
}
