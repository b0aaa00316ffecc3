// A form of the account area: like any form (`ui/use-form`), with the API's field names, and with a message if the
// customer was logged out (ORDER-7).
import { useState } from "react";
import type { ApiError } from "../api/request";
import { asApiError } from "../stores/call-queue";
import { type Form as AnyForm, useForm as useAnyForm } from "../ui/use-form";
import { useArea } from "./context";
import { isLoggedOut } from "./login";

/** Input errors as texts by field name, in the order of the fields. */
export type Faults<Values> = { readonly [Name in keyof Values]?: string };

type FormOptions<Values> = {
  /** Prefix of the field ids: `address-city`. */
  readonly id: string;
  readonly values: Values;
  readonly faults: Faults<Values>;
  /** The message if the API's answer has none. */
  readonly fallback: string;
  readonly send: () => Promise<void>;
  /** Called with the input if it could not be sent because the customer was logged out. */
  readonly onLoggedOut?: (values: Values) => void;
};

/** `loggedOut`: whether the last attempt failed because the customer was logged out. */
export type Form = AnyForm & { readonly loggedOut: boolean };

export function useForm<Values extends object>(options: FormOptions<Values>): Form {
  const { id, values, faults, fallback, send, onLoggedOut } = options;
  const { say } = useArea();
  const [loggedOut, setLoggedOut] = useState(false);
  const nameOf = (field: string) => field.slice(id.length + 1) as keyof Values;
  const entries = Object.entries<string | undefined>(faults);
  const form = useAnyForm<Values>({
    values,
    faults: Object.fromEntries(
      entries.flatMap(([name, text]) => (text === undefined ? [] : [[`${id}-${name}`, text]])),
    ),
    fieldOf: ({ source }, sent) => {
      const name = (source?.pointer ?? "").slice(1);
      return Object.hasOwn(sent, name) ? `${id}-${name}` : undefined;
    },
    entered: (all, field) => all[nameOf(field)],
    failed: fallback,
    explain: (error: ApiError) => (isLoggedOut(error) ? [{ text: say("account_area.logged_out") }] : undefined),
    send: async () => {
      setLoggedOut(false);
      try {
        await send();
      } catch (error) {
        const failure = asApiError(error);
        if (isLoggedOut(failure)) {
          setLoggedOut(true);
          onLoggedOut?.(values);
        }
        throw failure;
      }
    },
  });
  return { ...form, loggedOut };
}
