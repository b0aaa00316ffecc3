// What overview, list and detail of orders have in common: days, states in words, small pictures, the way to an order.
import type { Cover, Status } from "../api/schema.gen";
import { pageLocale } from "../i18n";
import { imageUrl } from "../image";
import type { AccountPlaces } from "../props.gen";

/** The day in the page's locale, with its month in one line; an empty text if the shop does not say when. */
export function dayOf(at: string | null): string {
  if (at === null) return "";
  return new Intl.DateTimeFormat(pageLocale(), { dateStyle: "long" }).format(new Date(at)).replace(" ", "\u00a0");
}

/** A state in words: the shop's of this page, else as the backend names it, else its technical name (R-ACCT-03). */
export function stateInWords(words: Readonly<Record<string, string>>, { code, name }: Status): string {
  return (Object.hasOwn(words, code) ? words[code] : undefined) ?? name ?? code;
}

export function orderHref({ order_path }: Pick<AccountPlaces, "order_path">, id: string): string {
  return order_path.replace(":order", id);
}

/** The value in a path in place of `:order` in the route's pattern; `null` if it is no order's id. */
export function orderIdIn(pattern: string, path: string): string | null {
  const segment = path.split("/")[pattern.split("/").indexOf(":order")] ?? "";
  return /^[0-9a-f]{32}$/.test(segment) ? segment : null;
}

/** The largest size of a 4:5 picture in CSS pixels. */
const SMALL = { width: 80, height: 100 };

type PicturesProps = {
  readonly covers: readonly (Cover | null)[];
  readonly template: string;
};

/** Small pictures of products; what they show stands beside them in words. */
export function Pictures({ covers, template }: PicturesProps) {
  return (
    <div className="account-area__pictures">
      {covers.map((cover, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pictures may be equal and are never reordered
        <div key={index} className="account-area__picture">
          {cover !== null && (
            <img
              src={imageUrl(template, cover.url, SMALL.width, SMALL.height)}
              alt=""
              width={SMALL.width}
              height={SMALL.height}
              loading="lazy"
              decoding="async"
            />
          )}
        </div>
      ))}
    </div>
  );
}
