// The contents of a cart: errors and changes, line items, removed ones, totals, the link to the checkout.
import { useEffect, useRef, useState } from "react";
import type { CartResponse, LineItem } from "../../api/schema.gen";
import type { CartState } from "../../stores/cart";
import { useStore } from "../../ui/use-store";
import { ByNumber, useBusiness } from "./business";
import { CartChanges } from "./CartChanges";
import { CartErrors } from "./CartErrors";
import { CartRow } from "./CartRow";
import { CartTotals } from "./CartTotals";
import { Code } from "./Code";
import { useCartScreen } from "./context";
import { Order } from "./Order";
import { RemovedRow } from "./RemovedRow";
import { Empty, Stale } from "./states";
import { Terms } from "./Terms";
import { type Removal, type Removals, useRemovals } from "./use-removals";

type Props = { readonly state: CartState; readonly contents: CartResponse };

export function CartContents({ state, contents }: Props) {
  const screen = useCartScreen();
  const { t } = screen;
  const overview = useStore(screen.overview);
  const business = useBusiness();
  const removals = useRemovals();
  const rows = withRemovals(contents.line_items, removals.removed);
  const empty = contents.line_items.length === 0;
  const busy = state.status === "loading" || state.status === "saving";
  const unsettled = busy || Object.keys(state.edits).length > 0;
  return (
    <>
      {state.status === "failed" && <Stale />}
      <CartErrors errors={state.notes.errors} items={contents.line_items} />
      <CartChanges notes={state.notes} />
      <Announcement state={state} contents={contents} />
      {empty ? <Empty /> : <p className="cart__count">{t("cart.item_count", { count: contents.item_count })}</p>}
      <div className="cart__columns">
        {(rows.length > 0 || business) && (
          <div className="cart__main">
            {rows.length > 0 && <Lines rows={rows} state={state} removals={removals} showNumbers={business} />}
            {business && <ByNumber />}
          </div>
        )}
        {!empty && (
          <div className="cart__side">
            <CartTotals contents={contents} overview={overview} unsettled={unsettled} />
            <Code />
            <Order state={state} contents={contents} unsettled={unsettled} />
            <Terms overview={overview} />
          </div>
        )}
      </div>
    </>
  );
}

type Row = { readonly item: LineItem; readonly removal?: Removal };

/**
 * The line items in the API's order, with removed ones at their former position; one that was added again is no longer
 * removed.
 */
export function withRemovals(items: readonly LineItem[], removed: readonly Removal[]): readonly Row[] {
  const rows: Row[] = items.map((item) => ({ item }));
  const gone = removed.filter(({ item }) => !items.some(({ id }) => id === item.id));
  for (const removal of [...gone].sort((a, b) => a.index - b.index)) {
    rows.splice(Math.min(removal.index, rows.length), 0, { item: removal.item, removal });
  }
  return rows;
}

type LinesProps = {
  readonly rows: readonly Row[];
  readonly state: CartState;
  readonly removals: Removals;
  readonly showNumbers: boolean;
};

function Lines({ rows, state, removals, showNumbers }: LinesProps) {
  const { t } = useCartScreen();
  return (
    <ul className="cart__rows" aria-label={t("cart.lines")}>
      {rows.map(({ item, removal }, index) =>
        removal === undefined ? (
          <CartRow
            key={item.id}
            item={item}
            edit={state.edits[item.id]}
            failure={state.failures[item.id]}
            faults={state.notes.errors.filter(({ key, level }) => level !== "notice" && key.includes(item.id))}
            locked={removals.leaving.has(item.id) || state.status === "loading"}
            showNumber={showNumbers}
            onRemove={() => removals.remove(item, index)}
          />
        ) : (
          <RemovedRow key={item.id} removal={removal} onUndo={() => removals.undo(removal)} />
        ),
      )}
    </ul>
  );
}

/** Announces the new count and total once, when the API has confirmed a change (QTY-4). */
function Announcement({ state, contents }: Props) {
  const { t, money } = useCartScreen();
  const [text, setText] = useState("");
  const saving = useRef(false);
  const total = money(contents.total);
  const count = contents.item_count;
  useEffect(() => {
    if (state.status === "saving") {
      saving.current = true;
      setText("");
    } else if (saving.current && state.status === "ready") {
      saving.current = false;
      // An empty cart has its own message.
      if (count > 0) setText(t("cart.updated", { count, total }));
    }
  }, [state.status, count, total, t]);
  return (
    <p className="cart__announcement" role="status">
      {text}
    </p>
  );
}
