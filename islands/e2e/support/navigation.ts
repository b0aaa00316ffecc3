// The demo's navigations, read from its data files: the expected content of header and footer.
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { type Locale, TAGS } from "./texts";

const CONTENT = path.resolve(
  path.dirname(fileURLToPath(import.meta.url)),
  "../../../generator/demo/shops/lindhoven/content",
);

type Target = { readonly label: string };

/** A node of a navigation in the CMS. */
export type NavigationNode = {
  readonly title: string;
  readonly url?: string;
  readonly entry?: string;
  readonly dropdown_type?: "products" | "brands" | "other";
  readonly columns?: number;
  readonly label?: string;
  readonly is_highlighted?: boolean;
  readonly expand_on_mobile?: boolean;
  readonly logo_light?: boolean;
  readonly featured_image?: string;
  readonly highlight?: { readonly title: string; readonly text: string };
  readonly call_to_action?: Target;
  readonly children?: readonly NavigationNode[];
};

/** The root nodes of a navigation that are published in the locale. */
export function navigation(handle: string, locale: Locale): readonly NavigationNode[] {
  const { tree } = read(`navs/${handle}.json`) as { tree: Readonly<Record<string, readonly NavigationNode[]>> };
  return published(tree[TAGS[locale]] ?? [], locale);
}

/** The values of a global set in a locale, merged over those it inherits. */
export function global(handle: string, locale: Locale): Readonly<Record<string, unknown>> {
  const set = read(`globals/${handle}.json`) as Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  return { ...set[TAGS.nl], ...set[TAGS[locale]] };
}

/** The values of an entry (`pages/service`) in a locale, merged over those it inherits. */
export function entry(id: string, locale: Locale): Readonly<Record<string, unknown>> | null {
  if (!existsSync(path.join(CONTENT, `${id}.json`))) return null;
  const sites = read(`${id}.json`) as Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  const own = sites[TAGS[locale]];
  return own === undefined ? null : { ...sites[TAGS.nl], ...own };
}

function published(nodes: readonly NavigationNode[], locale: Locale): readonly NavigationNode[] {
  return nodes
    .filter((node) => node.entry === undefined || entry(node.entry, locale)?.published === true)
    .map((node) => (node.children ? { ...node, children: published(node.children, locale) } : node));
}

function read(file: string): unknown {
  return JSON.parse(readFileSync(path.join(CONTENT, file), "utf8"));
}
