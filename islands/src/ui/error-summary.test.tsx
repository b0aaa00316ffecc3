// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ErrorSummary, type FormFault } from "./error-summary";

const scrolled = vi.fn();
beforeEach(() => {
  document.title = "Bestellen - Lindhoven";
  // jsdom has no layout, so it cannot scroll.
  Element.prototype.scrollIntoView = scrolled;
});
afterEach(cleanup);

const ZIPCODE: FormFault = { field: "zipcode", text: "Vul een postcode in, zoals 1011 AB" };
const WHOLE: FormFault = { text: "De winkel antwoordt niet" };

type Shown = { readonly faults: readonly FormFault[]; readonly attempt: number };

function form(first: Shown, [title, prefix] = ["Er is een probleem", "Fout: "]) {
  const tree = (shown: Shown) => (
    <>
      <ErrorSummary title={title ?? ""} titlePrefix={prefix ?? ""} {...shown} />
      <div className="field">
        <label htmlFor="zipcode">Postcode</label>
        <input id="zipcode" />
      </div>
    </>
  );
  const { rerender } = render(tree(first));
  return { show: (shown: Shown) => rerender(tree(shown)), input: () => screen.getByLabelText("Postcode") };
}

describe("FORM-3 the error summary", () => {
  it.each([
    ["Er is een probleem", "Fout: "],
    ["There is a problem", "Error: "],
    ["Es gibt ein Problem", "Fehler: "],
  ])("is an alert with the heading %s, takes the focus, and the page's title gets %s", (title, prefix) => {
    const { show } = form({ faults: [], attempt: 0 }, [title, prefix]);
    expect(screen.queryByRole("alert")).toBeNull();
    expect(document.title).toBe("Bestellen - Lindhoven");
    show({ faults: [ZIPCODE, WHOLE], attempt: 1 });
    const box = screen.getByRole("alert", { name: title });
    expect(screen.getByRole("heading", { name: title })).toBeTruthy();
    expect(document.activeElement).toBe(box);
    expect(document.title).toBe(`${prefix}Bestellen - Lindhoven`);
    expect(screen.getAllByRole("listitem").map((item) => item.textContent)).toEqual([ZIPCODE.text, WHOLE.text]);
  });

  it("leads to the field, which scrolls into view with its label", () => {
    const { input } = form({ faults: [ZIPCODE, WHOLE], attempt: 1 });
    const [link, ...others] = screen.getAllByRole("link");
    expect(others).toEqual([]);
    expect(link?.getAttribute("href")).toBe("#zipcode");
    fireEvent.click(link as HTMLElement);
    expect(document.activeElement).toBe(input());
    expect(scrolled.mock.contexts[0]).toBe(input().closest(".field"));
  });

  it("takes the focus again after the next failed attempt only", () => {
    const { show, input } = form({ faults: [ZIPCODE], attempt: 1 });
    input().focus();
    show({ faults: [ZIPCODE, WHOLE], attempt: 1 });
    expect(document.activeElement).toBe(input());
    // Corrected, and made invalid again while typing.
    show({ faults: [], attempt: 1 });
    show({ faults: [ZIPCODE], attempt: 1 });
    expect(document.activeElement).toBe(input());
    show({ faults: [ZIPCODE], attempt: 2 });
    expect(document.activeElement).toBe(screen.getByRole("alert"));
  });

  it("restores the title when there are no errors any more, even if it changed meanwhile", () => {
    const { show } = form({ faults: [ZIPCODE], attempt: 1 });
    show({ faults: [], attempt: 1 });
    expect(document.title).toBe("Bestellen - Lindhoven");
    show({ faults: [ZIPCODE], attempt: 2 });
    document.title = "Betalen - Lindhoven";
    show({ faults: [], attempt: 2 });
    expect(document.title).toBe("Betalen - Lindhoven");
  });

  it("with two forms on a page, the title has one prefix", () => {
    form({ faults: [ZIPCODE], attempt: 1 });
    form({ faults: [WHOLE], attempt: 1 });
    expect(document.title).toBe("Fout: Bestellen - Lindhoven");
  });
});
