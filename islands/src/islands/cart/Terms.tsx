// Delivery, returns and payment methods as text, shown before the ordering process starts (law §1).
import type { CartOverviewResponse } from "../../api/schema.gen";
import { pageLocale } from "../../i18n";
import { useCartScreen } from "./context";

export function Terms({ overview }: { readonly overview: CartOverviewResponse | null }) {
  const { t, props } = useCartScreen();
  const list = (words: readonly string[]) => new Intl.ListFormat(pageLocale()).format(words);
  const countries = delivered(overview);
  const methods = overview?.payment_methods ?? [];
  return (
    <section className="cart__terms" aria-labelledby="cart-terms">
      <h2 className="cart__terms-title" id="cart-terms">
        {t("cart.terms_title")}
      </h2>
      <ul>
        {props.promises.map(({ label, href }) => (
          <li key={label}>{href === null ? label : <a href={href}>{label}</a>}</li>
        ))}
        {countries.length > 0 && <li>{t("cart.delivers_to", { countries: list(countries) })}</li>}
        {methods.length > 0 && <li>{t("cart.payment_methods", { methods: list(methods) })}</li>}
      </ul>
    </section>
  );
}

/** The names of the countries that are shipped to; the one of the cart's calculation comes first. */
function delivered(overview: CartOverviewResponse | null): readonly string[] {
  if (overview === null) return [];
  const { delivery_countries: countries, country_id } = overview;
  const others = countries.filter(({ id }) => id !== country_id);
  const own = countries.filter(({ id }) => id === country_id);
  const names = others.map(({ name }) => name).sort(new Intl.Collator(pageLocale()).compare);
  return [...own.map(({ name }) => name), ...names];
}
