// A link that opens in a new tab, so that the form's input is not lost.
import { useCheckoutScreen } from "./context";

/** Plain text if there is no such page. */
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
