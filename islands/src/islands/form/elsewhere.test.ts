// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from "vitest";
import { fetchPage } from "../../fetch-page";
import { wait } from "./elsewhere";

vi.mock("../../fetch-page", () => ({ fetchPage: vi.fn() }));

const ACTION = "/api/forms/newsletter?locale=nl&page=/nieuwsbrief";
const LINE = `<div id="line"><form action="${ACTION}"><input name="email"></form></div>`;
/** The page has the line in its footer, too. */
const page = (action: string) =>
  new DOMParser().parseFromString(
    `<div data-island="form"><form action="${action}"></form>
      <script type="application/json">{"messages":{"form.fault":"Fout:"},"props":{"page":null}}</script></div>
     <div data-island="form"><form action="${action}"></form></div>`,
    "text/html",
  );

const root = () => document.querySelector("#line") as HTMLElement;
const form = () => document.querySelector("form") as HTMLFormElement;

function press() {
  const event = new SubmitEvent("submit", { bubbles: true, cancelable: true });
  form().dispatchEvent(event);
  return event.defaultPrevented;
}

beforeEach(() => {
  document.body.innerHTML = LINE;
  form().requestSubmit = vi.fn();
  form().submit = vi.fn();
});

describe("a form in one line", () => {
  it("takes rules and words from the page of the whole form, and is sent once they have come", async () => {
    vi.mocked(fetchPage).mockResolvedValue(page(ACTION));
    const begin = vi.fn();
    const begun = wait(root(), "/nieuwsbrief", begin);
    expect(press()).toBe(true);
    await begun;
    expect(fetchPage).toHaveBeenCalledWith("/nieuwsbrief");
    expect(begin).toHaveBeenCalledExactlyOnceWith({ messages: { "form.fault": "Fout:" }, props: { page: null } });
    expect(form().requestSubmit).toHaveBeenCalledOnce();
    expect(press()).toBe(false);
  });

  it.each([
    ["the page does not come", () => Promise.reject(new Error("/nieuwsbrief"))],
    ["the page has another form", () => Promise.resolve(page("/api/forms/contact"))],
  ])("is sent as a browser does if %s", async (_, answer) => {
    vi.mocked(fetchPage).mockImplementation(answer);
    const begin = vi.fn();
    const begun = wait(root(), "/nieuwsbrief", begin);
    press();
    await begun;
    expect(begin).not.toHaveBeenCalled();
    expect(form().submit).toHaveBeenCalledOnce();
  });

  it("is not sent before it was", async () => {
    vi.mocked(fetchPage).mockResolvedValue(page(ACTION));
    await wait(root(), "/nieuwsbrief", () => {});
    expect(form().requestSubmit).not.toHaveBeenCalled();
  });
});
