// Shared by overview, list and detail of orders: dates, states, small images, links to an order.
import type { Cover, Status } from "../api/schema.gen";
import { pageLocale } from "../i18n";
import { imageUrl } from "../image";
import type { AccountPlaces } from "../props.gen";

/** The date in the page's locale, without a line break inside; empty if the shop does not provide it. */
export function dayOf(at: string | null): string {
  if (at === null) return "";
  return new Intl.DateTimeFormat(pageLocale(), { dateStyle: "long" }).format(new Date(at)).replace(" ", "\u00a0");
}

/**
 * The label of a state: the shop's own for this page, otherwise the backend's name, otherwise its technical name
 * (R-ACCT-03).
 */
export function stateInWords(words: Readonly<Record<string, string>>, { code, name }: Status): string {
  return (Object.hasOwn(words, code) ? words[code] : undefined) ?? name ?? code;
}

export function orderHref({ order_path }: Pick<AccountPlaces, "order_path">, id: string): string {
  return order_path.replace(":order", id);
}

/** The value of `:order` of the route's pattern in a path; `null` if it is not an order id. */
export function orderIdIn(pattern: string, path: string): string | null {
  const segment = path.split("/")[pattern.split("/").indexOf(":order")] ?? "";
  return /^[0-9a-f]{32}$/.test(segment) ? segment : null;
}

/** The maximum size of a 4:5 image in CSS pixels. */
const SMALL = { width: 80, height: 100 };

type PicturesProps = {
  readonly covers: readonly (Cover | null)[];
  readonly template: string;
};

/** Small product images; their content is described by the text next to them. */
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
