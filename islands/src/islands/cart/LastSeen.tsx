// Recently viewed products, next to an empty cart (CART-12).
import { useCartScreen } from "./context";

type LastSeenProps = Pick<ReturnType<typeof useCartScreen>, "seen">;

export function LastSeen({ seen }: LastSeenProps) {
  const { t } = useCartScreen();
  return (
    <section className="cart__seen" aria-labelledby="cart-seen">
      <h2 className="cart__seen-title" id="cart-seen">
        {t("cart.seen")}
      </h2>
      <ul className="cart__seen-list">
        {seen.map(({ path, name, image }) => (
          <li key={path}>
            <a className="cart__seen-link" href={path}>
              {image !== "" && (
                <span className="cart__seen-cover">
                  <img className="cart__seen-picture" src={image} alt="" width={160} height={200} />
                </span>
              )}
              {name}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
