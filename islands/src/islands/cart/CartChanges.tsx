// Changes of the cart that the visitor did not make, with old and new values and no action required (CART-11), and a
// message about the session.
import type { CartNotes } from "../../stores/cart";
import { useOnDemand } from "../../ui/use-on-demand";

export function CartChanges({ notes: { changes, notice, login } }: { readonly notes: CartNotes }) {
  const List = useOnDemand(changes.length > 0, () => import("./ChangesList").then((part) => part.ChangesList));
  // The region exists before it has content, because screen readers announce changes of a region.
  return (
    <div role="status">
      {notice !== null && (
        <p className="cart__notice">
          {notice} {login !== undefined && <a href={login.path}>{login.label}</a>}
        </p>
      )}
      {List && changes.length > 0 && <List changes={changes} />}
    </div>
  );
}
