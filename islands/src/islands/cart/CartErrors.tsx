// The cart's errors: each one once, in a red box above the line items (R-CART-06).
import { useEffect, useRef } from "react";
import type { CartError, LineItem } from "../../api/schema.gen";
import { useCartScreen } from "./context";
import { lineAnchor } from "./line-anchor";

/** The first error of each key. */
export function uniqueByKey(errors: readonly CartError[]): readonly CartError[] {
  return errors.filter((error, index) => errors.findIndex(({ key }) => key === error.key) === index);
}

type Props = { readonly errors: readonly CartError[]; readonly items: readonly LineItem[] };

export function CartErrors({ errors, items }: Props) {
  const { t } = useCartScreen();
  const unique = uniqueByKey(errors);
  const notices = unique.filter(({ level }) => level === "notice");
  const faults = unique.filter(({ level }) => level !== "notice");
  const box = useFocusOnArrival(faults.length > 0);
  return (
    <>
      {faults.length > 0 && (
        <div className="cart__errors" ref={box} tabIndex={-1}>
          <h2 className="cart__errors-title">{t("cart.errors_title")}</h2>
          <ErrorList errors={faults} items={items} />
        </div>
      )}
      {notices.length > 0 && (
        <div className="cart__notices">
          <ErrorList errors={notices} items={items} />
        </div>
      )}
    </>
  );
}

/** Focuses the box when it appears after an action of the visitor, but not when the page opens with it (CART-10). */
function useFocusOnArrival(present: boolean) {
  const box = useRef<HTMLDivElement>(null);
  const before = useRef<boolean | null>(null);
  useEffect(() => {
    if (before.current === false && present) box.current?.focus();
    before.current = present;
  }, [present]);
  return box;
}

function ErrorList({ errors, items }: Props) {
  const { t } = useCartScreen();
  return (
    <ul>
      {errors.map((error) => {
        const text = isFetchingError(error) ? t("cart.product_fetching_error") : error.message || error.message_key;
        const line = items.find(({ id }) => error.key.includes(id));
        return <li key={error.key}>{line === undefined ? text : <a href={`#${lineAnchor(line.id)}`}>{text}</a>}</li>;
      })}
    </ul>
  );
}

/** Whether it is the error whose text comes from the interface (R-CART-08). */
function isFetchingError({ message_key }: CartError): boolean {
  return message_key === "cart.product_fetching_error" || message_key === "product_fetching_error";
}
