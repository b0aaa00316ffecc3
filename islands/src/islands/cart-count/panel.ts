// The cart panel of the header: at the side of the page, or at the bottom on a phone (R-HEAD-06, CART-3, CART-5).
//
// **Invariant:** one panel per page; it shows the store's data and computes nothing. It is closed by Escape, by a click
// outside of it, by "continue", and with the page.
import type { CartResponse, LineItem } from "../../api/schema.gen";
import { energyArrow } from "../../energy-arrow";
import { formatMoney } from "../../format";
import { createTranslate, pageLocale, type Translate } from "../../i18n";
import { imageUrl } from "../../image";
import type { IslandContext } from "../../island";
import type { CartCountProps } from "../../props.gen";
import { type CartState, cartStore } from "../../stores/cart";
import { type Added, itemCount } from "../../stores/item-count";
import { sessionStore } from "../../stores/session";
import type { CartCountKey } from "./messages";

type Panel = { readonly props: CartCountProps; readonly t: Translate<CartCountKey> };

const COVER = { width: 64, height: 80 };
const BODY = "cart-panel-said";

let dialog: HTMLDialogElement | null = null;

/**
 * Performs the pending action: creates the link for a visitor who may order, confirms an added product, or opens the
 * cart. Returns the created link. Rejects if the panel's style sheet cannot be loaded.
 */
export async function act(root: HTMLElement, context: IslandContext): Promise<HTMLAnchorElement | null> {
  if (root.hidden) return linkForCustomers(root, context);
  const { added } = itemCount();
  const product = added.get();
  if (product !== null) {
    added.set(null);
    announce(product, panelOf(context));
  }
  await open(root, context, product);
  return null;
}

/** Shows that the session has ended (`ended`). */
export async function tell(context: IslandContext): Promise<void> {
  await (await import("./ended")).tell(context);
}

/** Announces it in the header's live region. */
function announce({ name, quantity, itemCount: items }: Added, { t }: Panel): void {
  const status = document.querySelector("[data-cart-status]");
  if (status === null) return;
  status.textContent = `${t("cart_count.added", { name, count: quantity })} ${t("cart_count.holds", { count: items })}`;
}

async function open(root: HTMLElement, context: IslandContext, added: Added | null): Promise<void> {
  const link = root.closest("a");
  const focused = document.activeElement;
  await styled(root.dataset);
  dialog?.close();
  const panel = panelOf(context);
  const { t } = panel;
  const title = element("h2", { class: "cart-panel__title", id: "cart-panel-title", tabindex: "-1" });
  title.textContent = t(added === null ? "cart_count.title" : "cart_count.added_title");
  const body = element("div", { class: "cart-panel__body", id: BODY });
  const described: Record<string, string> = added === null ? {} : { "aria-describedby": BODY };
  const made = element("dialog", { class: "cart-panel", "aria-labelledby": title.id, ...described });
  made.append(title, body, ways(panel, made));
  const cart = cartStore();
  const show = () => body.replaceChildren(...contents(cart.get(), panel, added));
  const end = cart.subscribe(show);
  show();
  if (cart.get().cart === null) void cart.load();
  document.body.append(made);
  listen(made, { trigger: added === null ? link : focused, end });
  dialog = made;
  made.showModal();
  title.focus();
  link?.removeAttribute("aria-busy");
  // Set after the other panels have closed, because the focus has left them.
  header()?.setAttribute("data-panel", "cart");
}

/** Creates the link if the session allows this visitor to order on a page that is closed to guests (R-HEAD-02). */
async function linkForCustomers(root: HTMLElement, context: IslandContext): Promise<HTMLAnchorElement | null> {
  const session = sessionStore();
  await session.load();
  if (!session.get().session?.ordering_allowed || !root.hidden) return null;
  const { props } = panelOf(context);
  const link = element("a", { class: "header__link", href: props.cart_path }, props.label);
  root.replaceWith(link);
  link.append(root);
  root.hidden = false;
  return link;
}

function panelOf({ props, messages }: IslandContext): Panel {
  return { props: props as CartCountProps, t: createTranslate<CartCountKey>(messages, pageLocale()) };
}

function header(): Element | null {
  return document.querySelector("[data-header]");
}

function listen(
  made: HTMLDialogElement,
  { trigger, end }: { readonly trigger: Element | null; readonly end: () => void },
) {
  const leave = () => made.close();
  made.addEventListener("click", ({ target }) => {
    // A click outside of the content is a click on the dialog itself.
    if (target === made) leave();
  });
  for (const event of ["pagehide", "hashchange"]) addEventListener(event, leave);
  made.addEventListener("close", () => {
    end();
    for (const event of ["pagehide", "hashchange"]) removeEventListener(event, leave);
    if (dialog === made) dialog = null;
    made.remove();
    header()?.removeAttribute("data-panel");
    if (trigger instanceof HTMLElement) trigger.focus({ preventScroll: true });
  });
}

/** Resolves when the panel's style sheet is loaded. */
export function styled({ sheet: href = "", sheetIntegrity: integrity = "" }: DOMStringMap): Promise<void> {
  if (document.querySelector(`link[href="${href}"]`)) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const sheet = element("link", { rel: "stylesheet", href, integrity });
    sheet.onload = () => resolve();
    sheet.onerror = () => {
      sheet.remove();
      reject(new Error(`the style sheet ${href} did not come`));
    };
    document.head.append(sheet);
  });
}

function contents(state: CartState, panel: Panel, added: Added | null): Node[] {
  const { t } = panel;
  const { cart, status, notes, failure } = state;
  if (cart === null) {
    if (status !== "failed") return [element("p", { role: "status" }, t("cart_count.loading"))];
    return [element("p", { role: "alert" }, (failure?.details("") ?? [])[0] || t("cart_count.failed"))];
  }
  const said = [notes.notice ?? "", ...notes.changes.map(({ message }) => message)].filter((text) => text !== "");
  const login = notes.login === undefined ? null : element("a", { href: notes.login.path }, notes.login.label);
  const faults = notes.errors.filter(({ level }) => level !== "notice").map(({ message }) => message);
  const own = cart.line_items.filter((item) => added === null || item.product_id === added.productId);
  return [
    ...said.map((text, index) => element("p", { class: "cart-panel__said" }, text, " ", index === 0 ? login : null)),
    ...faults.map((text) => element("p", { class: "cart-panel__said cart-panel__said--error" }, text)),
    own.length === 0
      ? element("p", {}, t("cart_count.empty"))
      : element("ul", { class: "cart-panel__lines" }, ...own.map((item) => line(item, panel))),
    ...(cart.line_items.length === 0 ? [] : [sum(cart, status, panel)]),
  ];
}

function line(item: LineItem, { props, t }: Panel): HTMLElement {
  const { cover, label, path, options, quantity, total_price, children, delivery } = item;
  const { width, height } = COVER;
  const size = { width: String(width), height: String(height) };
  const src = cover && imageUrl(props.image_template, cover.url, width, height);
  const notes = options.map(({ option }) => option);
  if (item.kind !== "promotion") notes.push(t("cart_count.quantity", { count: quantity }));
  notes.push(...delivery);
  const name = path === null ? element("span", {}, label) : element("a", { href: path }, label);
  name.className = "cart-panel__name";
  return element(
    "li",
    { class: src ? "cart-panel__line" : "cart-panel__line cart-panel__line--bare" },
    src ? element("div", { class: "cart-panel__cover" }, element("img", { src, alt: "", ...size })) : null,
    name,
    element(
      "span",
      { class: "cart-panel__price" },
      total_price === null ? t("cart_count.on_request") : formatMoney(total_price, pageLocale()),
    ),
    element(
      "div",
      { class: "cart-panel__note" },
      notes.join(" · "),
      parts(children, t),
      excluded(item, t),
      energy(item),
    ),
  );
}

/** The arrow of a light source, which opens the label, and its information sheet (law §6). */
function energy({ energy: of }: LineItem): HTMLElement | null {
  if (of === null) return null;
  const { label_alt: alt, label_href: src, sheet_href, sheet_label } = of;
  const link = (href: string, content: Node | string) =>
    element("a", { class: "energy__link", href, rel: "noopener" }, content);
  const label =
    alt === null
      ? link(src, energyArrow(of))
      : element(
          "details",
          { name: "energy" },
          element("summary", {}, energyArrow(of)),
          element("img", { class: "energy__picture", loading: "lazy", src, alt, width: "192", height: "384" }),
        );
  return element(
    "div",
    { class: "energy-place" },
    element("div", { class: "energy" }, label, link(sheet_href, sheet_label)),
  );
}

/** The children of a container line item, whose price includes theirs. */
function parts(items: readonly LineItem[], t: Panel["t"]): HTMLElement | null {
  if (items.length === 0) return null;
  const rows = items.map((item) =>
    element("li", {}, `${item.quantity} × ${item.label}`, parts(item.children, t), excluded(item, t)),
  );
  return element("ul", { class: "parts" }, ...rows);
}

/** Why a product is excluded from the right of withdrawal (law §4). */
function excluded({ withdrawal_excluded: reason }: LineItem, t: Panel["t"]): HTMLElement | null {
  if (!reason) return null;
  return element(
    "span",
    { class: "cart-panel__excluded" },
    element("strong", {}, t("cart_count.withdrawal_excluded")),
    ` ${reason}`,
  );
}

function sum({ subtotal, item_count }: CartResponse, status: CartState["status"], { t }: Panel): HTMLElement {
  const words = `${t("cart_count.subtotal")} (${t("cart_count.items", { count: item_count })})`;
  return element(
    "p",
    { class: "cart-panel__sum", ...(status === "ready" ? {} : { "aria-busy": "true" }) },
    element("span", {}, words),
    element("span", {}, formatMoney(subtotal, pageLocale())),
  );
}

function ways({ props, t }: Panel, made: HTMLDialogElement): HTMLElement {
  const back = element("button", { type: "button", class: "button button--wide button--secondary" });
  back.textContent = t("cart_count.continue");
  back.addEventListener("click", () => made.close());
  return element(
    "div",
    { class: "cart-panel__ways" },
    element("a", { class: "button button--wide", href: props.cart_path }, t("cart_count.view")),
    back,
  );
}

type Child = Node | string | null;

/** Not shared with `product/`, because a shared chunk would be one more request on every product page. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  const made: HTMLElementTagNameMap[Name] = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children.filter((child) => child !== null));
  return made;
}
