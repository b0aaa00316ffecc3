// The demo shop's products, read from its data files, so that expectations come from the input and not from another
// page.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { type Locale, route, TAGS } from "./texts";

const FOLDER = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../../../generator/demo/shops/lindhoven");

/** Numbers of the orders that the demo's customers have from the start. */
export const PAST_ORDERS: ReadonlySet<string> = new Set(
  (JSON.parse(readFileSync(path.join(FOLDER, "orders.json"), "utf8")) as { number: string }[]).map(
    ({ number }) => number,
  ),
);

type Translated = string | Readonly<Record<string, string>>;
type Limits = { readonly min: number; readonly max: number | null; readonly steps: number };

type ProductData = {
  readonly number: string;
  readonly name: Translated;
  readonly price: number;
  readonly regulation_price?: number | null;
  readonly stock: number;
  readonly delivery_time: string;
  readonly purchase?: Limits;
  readonly seo_path?: Readonly<Record<string, string>> | null;
  readonly active?: boolean;
  readonly options?: Readonly<Record<string, string>> | readonly string[];
  readonly properties?: Readonly<Record<string, readonly string[]>>;
  readonly variants?: readonly Partial<ProductData>[];
};

type Named = { readonly name: Translated };
type Group = Named & { readonly options: Readonly<Record<string, Named>> };

/** A product that can be bought in every locale. Amounts in minor units. */
export type Product = {
  readonly number: string;
  readonly price: number;
  /** What is struck through: the lowest price of 30 days as Shopware has it, since nothing older was live (law §2). */
  readonly formerPrice: number | null;
  readonly stock: number;
  readonly limits: Limits;
  /** Whether it has an SEO path in every locale. */
  readonly hasSeoPath: boolean;
  name(locale: Locale): string;
  path(locale: Locale): string;
  deliveryTime(locale: Locale): string;
  /** Pairs of group and option, in the product's order of groups. */
  options(locale: Locale): [group: string, option: string][];
};

/** A product with all its variants, as shown by product cards. */
export type Family = {
  readonly number: string;
  /** Keys of its designers, which are the slugs of their pages. */
  readonly designers: readonly string[];
  name(locale: Locale): string;
};

const PROPERTIES = read("properties.json") as Readonly<Record<string, Group>>;
const DELIVERY_TIMES = read("delivery_times.json") as Readonly<Record<string, Named>>;
const PRODUCTS = new Map(readdirSync(path.join(FOLDER, "products")).flatMap(productsOf));

/** The product with this number. */
export function product(number: string): Product {
  const found = PRODUCTS.get(number);
  if (found === undefined) throw new Error(`the demo shop has no product ${number} that can be bought`);
  return found;
}

/** Why a product is excluded from the right of withdrawal. */
export function excludedReason({ number }: Product, locale: Locale): string {
  const file = path.join("products", `${number.toLowerCase()}.json`);
  const { custom_fields } = read(file) as { custom_fields: { vitrine_withdrawal_excluded: Translated } };
  return translated(custom_fields.vitrine_withdrawal_excluded, locale);
}

/** Every product with a page and an SEO path. */
export function allProducts(): readonly Product[] {
  return [...PRODUCTS.values()].filter(({ hasSeoPath }) => hasSeoPath);
}

/** Every product that is sold, with its variants. */
export function families(): readonly Family[] {
  const all = readdirSync(path.join(FOLDER, "products")).map(
    (file) => read(path.join("products", file)) as ProductData,
  );
  return all
    .filter(({ active = true }) => active)
    .map(({ number, name, properties = {} }) => ({
      number,
      designers: properties.designer ?? [],
      name: (locale) => translated(name, locale),
    }));
}

/** The name of an option (`oak`) of a group (`material`). */
export function nameOfOption(group: string, option: string, locale: Locale): string {
  return nameOf(PROPERTIES[group]?.options[option], locale);
}

/** The name of the default shipping method. */
export function shippingName(locale: Locale): string {
  const { shipping } = read("shop.json") as { shipping: readonly [Named] };
  return translated(shipping[0].name, locale);
}

/** The payment methods of a new cart, in the shop's order. */
export function paymentNames(locale: Locale): readonly string[] {
  const { payment } = read("shop.json") as {
    payment: readonly (Named & {
      readonly technical_name?: string;
      readonly available?: { readonly shipping?: unknown };
    })[];
  };
  // PayPal card payments need its script, so they are hidden (Shopware §25.4).
  return payment
    .filter(
      ({ technical_name, available }) => available?.shipping === undefined && technical_name !== "swag_paypal_acdc",
    )
    .map(({ name }) => translated(name, locale));
}

function productsOf(file: string): [string, Product][] {
  const family = read(path.join("products", file)) as ProductData;
  const { variants = [] } = family;
  const sold = variants.length === 0 ? [family] : variants.map((variant) => ({ ...family, ...variant }));
  const groups = Array.isArray(family.options) ? (family.options as readonly string[]) : [];
  return sold.filter(({ active = true }) => active).map((data) => [data.number, productOf(data, groups)]);
}

function productOf(data: ProductData, groups: readonly string[]): Product {
  const chosen = (Array.isArray(data.options) ? {} : (data.options ?? {})) as Readonly<Record<string, string>>;
  return {
    number: data.number,
    price: minor(data.price),
    formerPrice: data.regulation_price == null ? null : minor(data.regulation_price),
    stock: data.stock,
    limits: data.purchase ?? { min: 1, max: null, steps: 1 },
    hasSeoPath: Object.values(TAGS).every((tag) => data.seo_path?.[tag] !== undefined),
    name: (locale) => translated(data.name, locale),
    path: (locale) => {
      const slug = (data.seo_path?.[TAGS[locale]] ?? "").toLowerCase().replaceAll("/", "--");
      return route(locale, "bor.product").replace(/\{.*$/, slug);
    },
    deliveryTime: (locale) => nameOf(DELIVERY_TIMES[data.delivery_time], locale),
    options: (locale) =>
      groups.map((key) => {
        const group = PROPERTIES[key];
        return [nameOf(group, locale), nameOf(group?.options[chosen[key] ?? ""], locale)];
      }),
  };
}

function nameOf(named: Named | undefined, locale: Locale): string {
  if (named === undefined) throw new Error("the demo shop's data points at something that is not there");
  return translated(named.name, locale);
}

function translated(value: Translated, locale: Locale): string {
  return typeof value === "string" ? value : (value[TAGS[locale]] ?? "");
}

function minor(amount: number): number {
  return Math.round(amount * 100);
}

function read(file: string): unknown {
  return JSON.parse(readFileSync(path.join(FOLDER, file), "utf8"));
}
