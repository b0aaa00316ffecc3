// Formats whole units of the shop's currency.

/** `€ 250` */
export function wholeUnits(units: number, locale: string): string {
  const currency = document.documentElement.dataset.currency ?? "EUR";
  return new Intl.NumberFormat(locale, { style: "currency", currency, maximumFractionDigits: 0 }).format(units);
}
