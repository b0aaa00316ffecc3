// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from "vitest";
import { startAccountLinks } from "./account-links";

const start = vi.hoisted(() => vi.fn());
vi.mock("../own-prices/start", () => ({ start }));

function become(customer: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the test sets the cookie
  document.cookie = `vitrine-customer=${customer}`;
  document.dispatchEvent(new Event("vitrine-customer"));
}
const paths = () => [...document.querySelectorAll("a")].map(({ pathname }) => pathname);

beforeEach(() => {
  start.mockClear();
  // biome-ignore lint/suspicious/noDocumentCookie: as above
  document.cookie = "vitrine-customer=";
  document.body.innerHTML = '<a href="/inloggen" data-account="/account"></a><a href="/en" ></a>';
  startAccountLinks(document);
});

it("R-HEAD-01 links lead to the account while a customer is logged in, and back to the login", () => {
  expect(paths()).toEqual(["/inloggen", "/en"]);
  for (const customer of ["1", "1", "2"]) {
    become(customer);
    expect(paths()).toEqual(["/account", "/en"]);
  }
  become("");
  expect(paths()).toEqual(["/inloggen", "/en"]);
});

it("law §3 the page is marked for a customer, and only own prices load their script", async () => {
  expect(document.documentElement.dataset.customer).toBeUndefined();
  become("1");
  expect(document.documentElement.dataset.customer).toBe("1");
  await vi.dynamicImportSettled();
  expect(start).not.toHaveBeenCalled();
  become("2");
  expect(document.documentElement.dataset.customer).toBe("2");
  await vi.waitFor(() => expect(start).toHaveBeenCalled());
});
