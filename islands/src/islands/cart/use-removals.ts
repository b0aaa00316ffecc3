// Line items that were removed on this page; each removal can be undone while the page is open (CART-7).
import { useState } from "react";
import type { ApiError } from "../../api/request";
import type { LineItem } from "../../api/schema.gen";
import { useCartScreen } from "./context";

export type Removal = { readonly item: LineItem; readonly index: number; readonly busy: boolean };

export type Removals = {
  readonly removed: readonly Removal[];
  /** Ids of the line items whose removal is being sent. */
  readonly leaving: ReadonlySet<string>;
  readonly remove: (item: LineItem, index: number) => void;
  readonly undo: (removal: Removal) => void;
};

export function useRemovals(): Removals {
  const { cart, t, toasts } = useCartScreen();
  const [removed, setRemoved] = useState<readonly Removal[]>([]);
  const [leaving, setLeaving] = useState<ReadonlySet<string>>(new Set());

  const tell = (error: ApiError, fallback: string) => {
    for (const detail of error.details(fallback)) toasts.show(detail, "error");
  };
  const setBusy = (id: string, busy: boolean) =>
    setRemoved((all) => all.map((removal) => (removal.item.id === id ? { ...removal, busy } : removal)));

  const remove = async (item: LineItem, index: number) => {
    if (leaving.has(item.id)) return;
    setLeaving((ids) => new Set(ids).add(item.id));
    try {
      await cart.remove(item);
      setRemoved((all) => [...all.filter((other) => other.item.id !== item.id), { item, index, busy: false }]);
    } catch (error) {
      tell(error as ApiError, t("cart.remove_failed", { name: item.label }));
    }
    setLeaving((ids) => new Set([...ids].filter((id) => id !== item.id)));
  };

  const undo = async ({ item, busy }: Removal) => {
    const productId = item.product_id ?? null;
    if (busy || productId === null) return;
    setBusy(item.id, true);
    try {
      await cart.add(productId, item.quantity);
      setRemoved((all) => all.filter((other) => other.item.id !== item.id));
    } catch (error) {
      tell(error as ApiError, t("cart.undo_failed", { name: item.label }));
      setBusy(item.id, false);
    }
  };

  return {
    removed,
    leaving,
    remove: (item, index) => void remove(item, index),
    undo: (removal) => void undo(removal),
  };
}
