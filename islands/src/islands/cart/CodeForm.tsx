// The form of a promotion code, loaded when its disclosure is opened; errors are shown next to the field.
import { type FormEvent, useEffect, useRef, useState } from "react";
import type { ApiError } from "../../api/request";
import type { CartResponse } from "../../api/schema.gen";
import { Field } from "../../ui/field";
import { useStore } from "../../ui/use-store";
import type { CartScreen } from "./context";

type Props = {
  readonly screen: CartScreen;
  /** Whether the disclosure is open: then the field gets the focus. */
  readonly opened: boolean;
  /** Called with the message about an accepted code; empty while another one is being sent. */
  readonly onDone: (words: string) => void;
};

export function CodeForm({ screen: { t, cart }, opened, onDone }: Props) {
  const { cart: contents } = useStore(cart);
  const [code, setCode] = useState("");
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const form = useFocusOnError(error);
  useEffect(() => {
    if (opened) form.current?.querySelector("input")?.focus();
  }, [opened, form]);

  const apply = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const wanted = code.trim();
    if (wanted === "") return setError(t("cart.code_empty"));
    setBusy(true);
    setError(undefined);
    onDone("");
    try {
      const answer = await cart.addCode(wanted);
      if (isUnchanged(contents, answer)) setError(t("cart.code_present", { code: wanted }));
      else {
        onDone(t("cart.code_added", { code: wanted }));
        setCode("");
      }
    } catch (refused) {
      setError((refused as ApiError).details(t("cart.code_failed")).join(" "));
    }
    setBusy(false);
  };

  return (
    <form className="cart__code-form" ref={form} noValidate={true} onSubmit={(event) => void apply(event)}>
      <Field
        name="promotion-code"
        texts={{ label: t("cart.code"), error, errorWord: t("cart.error_word") }}
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
