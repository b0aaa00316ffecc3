// Quick order by product number for business customers: typed line by line, or pasted as a list.
//
// **Invariant:** lines that were not added stay in the field as typed, each with a reason.
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import type { ApiError } from "../../api/request";
import type { NumberResult } from "../../api/schema.gen";
import { FieldFrame } from "../../ui/field";
import type { CartScreen } from "./context";
import type { CartKey } from "./messages";
import { type ListFault, type ListLine, MAX_LINES, readNumberList } from "./number-list";

type Outcome = {
  /** What was added, or why nothing was sent. */
  readonly summary: string;
  readonly failed: boolean;
  /** One sentence for each line that needs attention. */
  readonly notes: readonly string[];
};

const REASONS = {
  adjusted: "cart.quick_adjusted",
  "not-found": "cart.quick_not_found",
  "has-variants": "cart.quick_has_variants",
  "sold-out": "cart.quick_sold_out",
  no_number: "cart.quick_no_number",
  no_quantity: "cart.quick_no_quantity",
} satisfies Record<Exclude<NumberResult["outcome"], "added"> | ListFault["reason"], CartKey>;

export type QuickOrderProps = {
  readonly screen: Pick<CartScreen, "t" | "cart">;
};

export function QuickOrder({ screen }: QuickOrderProps) {
  const { t } = screen;
  const id = useId();
  const { text, setText, busy, outcome, submit } = useQuickOrder(screen);
  const field = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (outcome?.failed) field.current?.querySelector("textarea")?.focus();
  }, [outcome]);
  return (
    <section className="quick-order" aria-labelledby={id}>
      <h2 className="quick-order__title" id={id}>
        {t("cart.quick_title")}
      </h2>
      <form className="quick-order__form" noValidate onSubmit={(event) => void submit(event)}>
        <div ref={field}>
          <FieldFrame
            id="quick-order"
            required={false}
            texts={{
              label: t("cart.quick_label"),
              hint: t("cart.quick_hint", { max: MAX_LINES }),
              error: outcome?.failed ? outcome.summary : undefined,
              errorWord: t("cart.error_word"),
            }}
          >
            {(described) => (
              <textarea
                {...described}
                className="field__input field__input--area quick-order__list"
                name="quick-order"
                rows={4}
                value={text}
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
                readOnly={busy}
                onChange={(event) => setText(event.target.value)}
              />
            )}
          </FieldFrame>
        </div>
        <button type="submit" className="button button--secondary" aria-disabled={busy || undefined}>
          {t(busy ? "cart.quick_adding" : "cart.quick_add")}
        </button>
      </form>
      <div role="status" className="quick-order__outcome">
        {outcome !== null && <Report outcome={outcome} />}
      </div>
    </section>
  );
}

function Report({ outcome: { summary, failed, notes } }: { readonly outcome: Outcome }) {
  return (
    <>
      {!failed && <p className="quick-order__summary">{summary}</p>}
      {notes.length > 0 && (
        <ul className="quick-order__notes">
          {notes.map((note, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two lines may need the same sentence, and the list is never reordered
            <li key={place}>{note}</li>
          ))}
        </ul>
      )}
    </>
  );
}

function useQuickOrder({ t, cart }: QuickOrderProps["screen"]) {
  const [text, setText] = useState("");
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const refuse = (summary: string, notes: readonly string[] = []) => setOutcome({ summary, failed: true, notes });

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const { lines, faults } = readNumberList(text);
    const faulty = faults.map(({ text: number, reason }) => t(REASONS[reason], { number }));
    if (lines.length === 0) return refuse(t("cart.quick_empty"), faulty);
    if (lines.length > MAX_LINES) return refuse(t("cart.quick_too_many", { count: lines.length, max: MAX_LINES }));
    setBusy(true);
    setOutcome(null);
    try {
      const results = (await cart.addNumbers(lines.map(({ number, quantity }) => ({ number, quantity })))).lines;
      const added = results.filter(({ outcome: kind }) => isInCart(kind)).length;
      setText([...left(lines, results), ...faults.map((fault) => fault.text)].join("\n"));
      setOutcome({
        summary: t("cart.quick_added", { added, count: lines.length + faults.length }),
        failed: false,
        notes: [...results.flatMap((result) => noteOf(result, t)), ...faulty],
      });
    } catch (error) {
      refuse((error as ApiError).details(t("cart.quick_failed")).join(" "));
    }
    setBusy(false);
  };
  return { text, setText, busy, outcome, submit };
}

function isInCart(outcome: NumberResult["outcome"]): boolean {
  return outcome === "added" || outcome === "adjusted";
}

/** The lines that were not added, as typed; results are in the order of the lines. */
function left(lines: readonly ListLine[], results: readonly NumberResult[]): readonly string[] {
  return lines.filter((_, place) => !isInCart(results[place]?.outcome ?? "not-found")).map(({ text }) => text);
}

function noteOf(result: NumberResult, t: CartScreen["t"]): readonly string[] {
  const { outcome, number, label, in_cart } = result;
  if (outcome === "added") return [];
  return [t(REASONS[outcome], { number, name: label ?? number, count: in_cart ?? 0 })];
}
