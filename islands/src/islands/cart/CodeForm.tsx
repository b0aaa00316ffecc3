// A promotion code: a collapsed form that shows the result next to its field.
import { type FormEvent, useEffect, useRef, useState } from "react";
import type { ApiError } from "../../api/request";
import type { CartResponse } from "../../api/schema.gen";
import { Field } from "../../ui/field";
import { useStore } from "../../ui/use-store";
import { useCartScreen } from "./context";

type Outcome = { readonly error?: string; readonly done?: string };

export function CodeForm() {
  const { t, cart } = useCartScreen();
  const { cart: contents } = useStore(cart);
  const [code, setCode] = useState("");
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>({});
  const form = useFocusOnError(outcome.error);

  const apply = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const wanted = code.trim();
    if (wanted === "") return setOutcome({ error: t("cart.code_empty") });
    setBusy(true);
    setOutcome({});
    try {
      const answer = await cart.addCode(wanted);
      if (isUnchanged(contents, answer)) setOutcome({ error: t("cart.code_present", { code: wanted }) });
      else {
        setOutcome({ done: t("cart.code_added", { code: wanted }) });
        setCode("");
      }
    } catch (error) {
      setOutcome({ error: (error as ApiError).details(t("cart.code_failed")).join(" ") });
    }
    setBusy(false);
  };

  return (
    <div className="cart__code">
      <details>
        <summary className="cart__code-toggle">{t("cart.code")}</summary>
        <form className="cart__code-form" ref={form} noValidate={true} onSubmit={(event) => void apply(event)}>
          <Field
            name="promotion-code"
            texts={{ label: t("cart.code"), error: outcome.error, errorWord: t("cart.error_word") }}
            value={code}
            onChange={setCode}
            autoComplete="off"
            maxLength={255}
            locked={busy}
          />
          <button type="submit" className="button button--secondary" aria-disabled={busy || undefined}>
            {t(busy ? "cart.code_applying" : "cart.code_apply")}
          </button>
        </form>
      </details>
      <p className="cart__code-done" role="status">
        {outcome.done}
      </p>
    </div>
  );
}

/** Whether the cart is unchanged, because it already contained the code. */
function isUnchanged(before: CartResponse | null, after: CartResponse): boolean {
  const promotions = (cart: CartResponse | null) => cart?.line_items.filter(({ kind }) => kind === "promotion").length;
  return promotions(before) === promotions(after) && before?.total.minor === after.total.minor;
}

/** Focuses the invalid field, so that screen readers read the error. */
function useFocusOnError(error: string | undefined) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (error !== undefined) form.current?.querySelector("input")?.focus();
  }, [error]);
  return form;
}
