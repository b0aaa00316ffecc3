// A link to what is read beside the checkout: in a tab of its own, so that nothing typed is left.
import { useCheckoutScreen } from "./context";

/** Words alone where there is no such page. */
export function NewTabLink({ label, href }: { readonly label: string; readonly href: string | null }) {
  const { t } = useCheckoutScreen();
  if (href === null) return label;
  return (
    <a href={href} target="_blank" rel="noopener">
      {label}
      <span className="visually-hidden"> {t("checkout.new_tab")}</span>
    </a>
  );
}
