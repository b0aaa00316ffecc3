// Formats money in the page's locale. The generator writes the same strings; amounts are never computed here (guide,
// rule 7).

/** An amount in minor units: 129900 EUR is € 1.299,00. */
type Amount = { readonly minor: number; readonly currency: string };

const formats = new Map<string, Intl.NumberFormat>();

/** An amount in the locale's format (R-I18N-07): `€ 1.299,00` in nl-NL, `€1,299.00` in en-GB, `1.299,00 €` in de-DE. */
export function formatMoney({ minor, currency }: Amount, locale: string): string {
  const key = `${locale} ${currency}`;
  let format = formats.get(key);
  if (format === undefined) {
    format = new Intl.NumberFormat(locale, { style: "currency", currency });
    formats.set(key, format);
  }
  return format.format(minor / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}
