// Validation errors and submission of a form.
//
// **Invariants:** errors appear after the first attempt and disappear as soon as they are corrected; the API's errors
// stay until their field is changed (FORM-2); nothing is sent twice at once, and no input is lost (FORM-6, -7).
import { type FormEvent, useState } from "react";
import { ApiError, type ErrorDetail } from "../api/request";
import type { FormFault } from "./error-summary";

export type FormRules<Values> = {
  readonly values: Values;
  /** Validation errors: texts by the id of their field, in the order of the fields. */
  readonly faults: Readonly<Record<string, string>>;
  /** The id of the field that an API error is about; undefined if it is about none of this form. */
  readonly fieldOf: (detail: ErrorDetail, sent: Values) => string | undefined;
  /** The value of a field; an API error is cleared when this changes. */
  readonly entered: (values: Values, field: string) => unknown;
  /** The text for a failure without one. */
  readonly failed: string;
  /** Rejects with an `ApiError`. */
  readonly send: () => Promise<void>;
  /** The texts for a refusal, instead of the API's. */
  readonly explain?: (error: ApiError) => readonly FormFault[] | undefined;
};

export type Form = {
  readonly summary: readonly FormFault[];
  /** A new number for each failed attempt. */
  readonly attempt: number;
  readonly sending: boolean;
  readonly errorOf: (field: string) => string | undefined;
  readonly submit: (event: FormEvent) => void;
};

export function useForm<Values>(rules: FormRules<Values>): Form {
  const { values, faults, send } = rules;
  const [tried, setTried] = useState<readonly string[]>([]);
  const [refused, setRefused] = useState<{ readonly sent: Values; readonly error: ApiError } | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [sending, setSending] = useState(false);
  const own = tried.flatMap((field): FormFault[] => {
    const text = faults[field];
    return text === undefined ? [] : [{ field, text }];
  });
  const theirs = refused === null ? [] : faultsOfApi(refused.error, refused.sent, rules);
  const summary = [...own, ...theirs.filter(({ field }) => !own.some((fault) => fault.field === field))];
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // Events of a form nested through a portal bubble through the React tree; they must not reach the outer form.
    event.stopPropagation();
    if (sending) return;
    const wrong = Object.keys(faults);
    setTried(wrong);
    setRefused(null);
    if (wrong.length > 0) {
      setAttempt((count) => count + 1);
      return;
    }
    setSending(true);
    try {
      await send();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setRefused({ sent: values, error });
      setAttempt((count) => count + 1);
    } finally {
      setSending(false);
    }
  };
  return {
    summary,
    attempt,
    sending,
    errorOf: (field) => summary.find((fault) => fault.field === field)?.text,
    submit: (event) => void submit(event),
  };
}

function faultsOfApi<Values>(error: ApiError, sent: Values, rules: FormRules<Values>): readonly FormFault[] {
  const { values, fieldOf, entered, failed, explain } = rules;
  const explained = explain?.(error);
  if (explained !== undefined) return explained;
  if (error.errors.length === 0) return [{ text: failed }];
  return error.errors.flatMap((detail): FormFault[] => {
    const field = fieldOf(detail, sent);
    const text = detail.detail || failed;
    if (field === undefined) return [{ text }];
    return entered(sent, field) === entered(values, field) ? [{ field, text }] : [];
  });
}
