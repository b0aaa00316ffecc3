// @vitest-environment jsdom
import { afterEach, expect, test, vi } from "vitest";
import { Morph } from "./morph";

function sent(body: string, title = "A"): Document {
  return new DOMParser().parseFromString(`<title>${title}</title><body>${body}</body>`, "text/html");
}

function open(body: string): Morph {
  document.documentElement.replaceWith(document.importNode(sent(body).documentElement, true));
  return new Morph(document);
}

afterEach(() => document.body.replaceChildren());

test("R-CMS-09 what differs is changed in place, and every other node stays", () => {
  const morph = open("<h1>One</h1><p class='a'>Text</p><details><summary>S</summary></details>");
  const nodes = [...document.body.children];
  const panel = document.querySelector("details");
  panel?.setAttribute("open", "");
  morph.to(sent("<h1>Two</h1><p class='a'>Text <b>more</b></p><details><summary>S</summary></details>", "B"));
  expect([...document.body.children]).toEqual(nodes);
  expect(document.body.textContent).toBe("TwoText moreS");
  expect(document.title).toBe("B");
  expect(panel?.hasAttribute("open")).toBe(true);
  morph.to(sent("<h1>Three</h1><p class='a'>Text <b>more</b></p><details><summary>S</summary></details>", "B"));
  expect(document.querySelector("h1")?.textContent).toBe("Three");
  expect(document.querySelector("h1")).toBe(nodes[0]);
});

test("R-CMS-09 parts come and go at their places, beside what scripts have added", () => {
  const morph = open("<main><p>1</p><p>2</p><p>3</p></main>");
  const [one, two, three] = document.querySelectorAll("p");
  two?.after(document.createElement("dialog"));
  morph.to(sent("<main><p>1</p><section>new</section><p>3</p><p>4</p></main>"));
  expect(document.querySelector("main")?.innerHTML).toBe(
    "<p>1</p><section>new</section><dialog></dialog><p>3</p><p>4</p>",
  );
  expect(document.querySelector("p")).toBe(one);
  expect(document.querySelectorAll("p")[1]).toBe(three);
});

test("R-CMS-09 an island keeps what it rendered, unless the server's part of it differs: then it is handed to the loader", () => {
  const morph = open("<h1>One</h1><div data-island='x'>fallback</div>");
  const island = document.querySelector("[data-island]");
  if (island) island.textContent = "rendered";
  morph.to(sent("<h1>Two</h1><div data-island='x'>fallback</div>"));
  expect(island?.isConnected && island.textContent).toBe("rendered");
  const told = vi.fn((event: Event) => (event as CustomEvent<DocumentFragment>).detail.textContent);
  addEventListener("vitrine:inserted", told);
  morph.to(sent("<h1>Two</h1><div data-island='x'>another</div>"));
  expect(told).toHaveReturnedWith("another");
  expect(island?.isConnected).toBe(false);
  expect(document.querySelector("[data-island]")?.textContent).toBe("another");
});

test("R-CMS-09 attributes follow, what scripts set stays, and noscript is left alone", () => {
  const morph = open("<a href='/a' class='b'>A</a><noscript>text</noscript>");
  const link = document.querySelector("a");
  link?.setAttribute("aria-busy", "true");
  morph.to(sent("<a href='/b' class='b' title='t'>A</a><noscript><img src='x'></noscript>"));
  expect(link?.outerHTML).toBe(`<a href="/b" class="b" aria-busy="true" title="t">A</a>`);
  expect(document.querySelector("img")).toBeNull();
});
