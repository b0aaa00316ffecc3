// Changes a page in place to what the server sends now.
//
// **Invariant:** documents of the server are compared with each other, not with the page: what scripts have changed in it
// stays, unless the server's own part there differs.

/** What decides whether two elements are the same one with another content. */
const KEYS = ["id", "data-island", "name", "rel", "property", "class"];
/** The loader starts the islands of a part that is put into the page. */
const INSERTED = "vitrine:inserted";

export class Morph {
  /** The node of the page by that of the document that was sent last. */
  readonly #live = new WeakMap<Node, Node>();
  #sent: Element;

  /** `page` as it was sent. */
  constructor(page: Document) {
    this.#sent = page.documentElement.cloneNode(true) as Element;
    this.#pair(this.#sent, page.documentElement);
    comparable(this.#sent);
  }

  /** Changes the page to a newer document. */
  to(next: Document): void {
    comparable(next.documentElement);
    this.#change(this.#sent, next.documentElement);
    this.#sent = next.documentElement;
  }

  #pair(sent: Node, live: Node): void {
    this.#live.set(sent, live);
    each(sent, live, (child, twin) => this.#pair(child, twin));
  }

  /** Notes that the node of the page is now that of another document with the same content. */
  #keep(sent: Node, next: Node): void {
    const live = this.#live.get(sent);
    if (live) this.#live.set(next, live);
    each(sent, next, (child, twin) => this.#keep(child, twin));
  }

  #change(sent: Node, next: Node): void {
    const live = this.#live.get(sent);
    if (live === undefined || sent.isEqualNode(next)) {
      this.#keep(sent, next);
      return;
    }
    this.#live.set(next, live);
    if (sent instanceof Element && next instanceof Element && live instanceof Element) {
      changeAttributes(sent, next, live);
      this.#changeChildren([...sent.childNodes], [...next.childNodes], live);
    } else {
      live.nodeValue = next.nodeValue;
    }
  }

  #changeChildren(sent: readonly Node[], next: readonly Node[], parent: Element): void {
    const isSame = comparing(sent, next);
    let place = 0;
    let after: Node | undefined;
    for (const child of next) {
      const found = sent.findIndex((one, at) => at >= place && isSame(one, child));
      const same = sent[found];
      if (same === undefined) {
        after = this.#insert(child, parent, after);
        continue;
      }
      for (const gone of sent.slice(place, found)) this.#remove(gone);
      this.#change(same, child);
      after = this.#live.get(child) ?? after;
      place = found + 1;
    }
    for (const gone of sent.slice(place)) this.#remove(gone);
  }

  #insert(child: Node, parent: Element, after: Node | undefined): Node {
    const live = document.importNode(child, true);
    this.#pair(child, live);
    const part = new DocumentFragment();
    part.append(live);
    dispatchEvent(new CustomEvent(INSERTED, { detail: part }));
    if (after?.parentNode === parent) parent.insertBefore(part, after.nextSibling);
    else parent.prepend(part);
    return live;
  }

  #remove(gone: Node): void {
    const live = this.#live.get(gone);
    live?.parentNode?.removeChild(live);
  }
}

function each(one: Node, other: Node, visit: (child: Node, twin: Node) => void): void {
  const twins = [...other.childNodes];
  [...one.childNodes].forEach((child, place) => {
    const twin = twins[place];
    if (twin) visit(child, twin);
  });
}

/** A page parses what is in `noscript` as text, a fetched document as elements. */
function comparable(root: Element): void {
  for (const part of root.querySelectorAll("noscript")) part.remove();
}

/** Whether a child of one list is that of the other, with the same content or another. */
function comparing(sent: readonly Node[], next: readonly Node[]): (one: Node, other: Node) => boolean {
  const texts = new Map([...sent, ...next].map((node) => [node, textOf(node)]));
  const of = (nodes: readonly Node[]) => new Set(nodes.map((node) => texts.get(node)));
  const [before, now] = [of(sent), of(next)];
  return (one, other) => {
    if (texts.get(one) === texts.get(other)) return true;
    // What is elsewhere as it was is not changed into something else.
    if (one.nodeName !== other.nodeName || now.has(texts.get(one)) || before.has(texts.get(other))) return false;
    if (!(one instanceof Element && other instanceof Element)) return true;
    // An island reads its content once, when it starts.
    if (one.hasAttribute("data-island")) return false;
    return KEYS.every((key) => one.getAttribute(key) === other.getAttribute(key));
  };
}

function textOf(node: Node): string {
  return node instanceof Element ? node.outerHTML : `${node.nodeName} ${node.nodeValue}`;
}

function changeAttributes(sent: Element, next: Element, live: Element): void {
  for (const name of new Set([...sent.getAttributeNames(), ...next.getAttributeNames()])) {
    const value = next.getAttribute(name);
    if (value === sent.getAttribute(name)) continue;
    if (value === null) live.removeAttribute(name);
    else live.setAttribute(name, value);
  }
}
