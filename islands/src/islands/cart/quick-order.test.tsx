// @vitest-environment jsdom
import { act, cleanup, fireEvent, render } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "../../api/request";
import type { NumberLine, NumberResult } from "../../api/schema.gen";
import { createTranslate } from "../../i18n";
import { cartOf } from "../../testing/carts";
import { DUTCH } from "../../testing/messages";
import type { CartScreen } from "./context";
import type { CartKey } from "./messages";
import { QuickOrder } from "./QuickOrder";

beforeEach(() => {
  document.documentElement.lang = "nl-NL";
});
afterEach(cleanup);

const t = createTranslate<CartKey>(DUTCH.cart, "nl-NL");
const result = (number: string, change: Partial<NumberResult> = {}): NumberResult => ({
  number,
  quantity: 1,
  outcome: "added",
  label: "Knaap",
  in_cart: 1,
  ...change,
});

function open(answer: (lines: readonly NumberLine[]) => Promise<readonly NumberResult[]>) {
  const addNumbers = vi.fn(async (lines: readonly NumberLine[]) => ({
    cart: cartOf([]),
    lines: [...(await answer(lines))],
  }));
  const screen = { t, cart: { addNumbers } } as unknown as Pick<CartScreen, "t" | "cart">;
  render(<QuickOrder screen={screen} />);
  const list = document.querySelector("textarea") as HTMLTextAreaElement;
  const send = async (text: string) => {
    fireEvent.change(list, { target: { value: text } });
    await act(async () => fireEvent.submit(list.form as HTMLFormElement));
  };
  const notes = () => [...document.querySelectorAll("[role=status] li")].map((note) => note.textContent);
  return { addNumbers, list, send, notes };
}

describe("R-CART-07 quick order", () => {
  it("sends the input, shows each line's result, and keeps lines that were not added", async () => {
    const { addNumbers, list, send, notes } = open(async () => [
      result("KNAAP-RU-4"),
      result("PLANK", { outcome: "adjusted", in_cart: 3 }),
      result("STIP", { outcome: "sold-out", in_cart: null }),
      result("KNAAP", { outcome: "has-variants", in_cart: null }),
      result("NIETS", { outcome: "not-found", label: null, in_cart: null }),
    ]);
    await send("KNAAP-RU-4\t2\nPLANK;5\nSTIP 1\nKNAAP\nNIETS x 2\nSTIP;veel");
    expect(addNumbers).toHaveBeenCalledWith([
      { number: "KNAAP-RU-4", quantity: 2 },
      { number: "PLANK", quantity: 5 },
      { number: "STIP", quantity: 1 },
      { number: "KNAAP", quantity: 1 },
      { number: "NIETS", quantity: 2 },
    ]);
    expect(document.querySelector("[role=status] p")?.textContent).toBe("2 van 6 regels toegevoegd.");
    expect(notes()).toEqual([
      "PLANK, Knaap: er kunnen er 3 worden besteld. Het aantal is aangepast.",
      "STIP, Knaap: uitverkocht.",
      "KNAAP, Knaap: kies een uitvoering en gebruik het nummer daarvan.",
      "NIETS: dit nummer kennen we niet.",
      "„STIP;veel”: het aantal is geen heel getal van 1 tot 10.000.",
    ]);
    expect(list.value).toBe("STIP 1\nKNAAP\nNIETS x 2\nSTIP;veel");
  });

  it.each([
    ["", "Vul ten minste één artikelnummer in."],
    ["zomaar;iets", "Vul ten minste één artikelnummer in."],
    ["A 1\n".repeat(101), "Dit zijn 101 regels. Voeg er hoogstens 100 tegelijk toe."],
  ])("sends nothing of %j and says why", async (typed, why) => {
    const { addNumbers, list, send } = open(async () => []);
    await send(typed);
    expect(addNumbers).not.toHaveBeenCalled();
    expect(document.querySelector(".field__error")?.textContent).toContain(why);
    expect(document.activeElement).toBe(list);
    expect(list.value).toBe(typed);
  });

  it("loses nothing if the API does not respond", async () => {
    const { list, send } = open(async () => {
      throw new ApiError(502, [{ code: "BACKEND_UNAVAILABLE", title: "", detail: "" }]);
    });
    await send("KNAAP-RU-4 2");
    expect(document.querySelector(".field__error")?.textContent).toContain("Uw lijst staat er nog");
    expect(list.value).toBe("KNAAP-RU-4 2");
  });
});
