// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { QuantityLimits } from "./quantity";
import { QuantityStepper } from "./quantity-stepper";

afterEach(cleanup);

const TEXTS = { label: "Aantal", name: "Aantal, Ravel", decrease: "Minder", increase: "Meer", limits: "Van 1 tot 3." };

function stepper(quantity: number, limits?: QuantityLimits, locked = false) {
  const onChange = vi.fn();
  const own = limits === undefined ? {} : { limits };
  render(<QuantityStepper quantity={quantity} locked={locked} texts={TEXTS} onChange={onChange} {...own} />);
  return {
    onChange,
    field: screen.getByRole("spinbutton", { name: "Aantal, Ravel" }) as HTMLInputElement,
    less: screen.getByRole("button", { name: "Minder" }),
    more: screen.getByRole("button", { name: "Meer" }),
    hint: () => screen.getByRole("status").textContent,
  };
}

const LIMITS = { min: 1, max: 3, step: 1 };

describe("R-CART-03 stepper", () => {
  it("ranges from -100 to 100 by default", () => {
    const { field, less, onChange } = stepper(0);
    expect(field.getAttribute("aria-valuemin")).toBe("-100");
    expect(field.getAttribute("aria-valuemax")).toBe("100");
    fireEvent.click(less);
    expect(onChange).toHaveBeenCalledExactlyOnceWith(-1);
  });

  it("steps by its buttons and arrow keys", () => {
    const { field, less, more, onChange } = stepper(2, LIMITS);
    fireEvent.click(less);
    fireEvent.click(more);
    fireEvent.keyDown(field, { key: "ArrowUp" });
    fireEvent.keyDown(field, { key: "ArrowDown" });
    expect(onChange.mock.calls).toEqual([[1], [3], [3], [1]]);
  });

  it("disables each button at its limit, and explains why when clicked (QTY-2)", () => {
    const { less, more, onChange, hint } = stepper(3, LIMITS);
    expect(more.getAttribute("aria-disabled")).toBe("true");
    expect(less.hasAttribute("aria-disabled")).toBe(false);
    fireEvent.click(more);
    expect(onChange).not.toHaveBeenCalled();
    expect(hint()).toBe("Van 1 tot 3.");
  });

  it("accepts a permitted quantity while it is typed", () => {
    const { field, onChange } = stepper(1, LIMITS);
    fireEvent.change(field, { target: { value: "" } });
    fireEvent.change(field, { target: { value: "3" } });
    expect(onChange).toHaveBeenCalledExactlyOnceWith(3);
  });

  it.each([
    ["9", 3],
    ["-2", 1],
  ])("puts %s right when the field is left, not while typing, and says so", (typed, expected) => {
    const { field, onChange, hint } = stepper(2, LIMITS);
    fireEvent.change(field, { target: { value: typed } });
    expect(onChange).not.toHaveBeenCalled();
    expect(hint()).toBe("");
    fireEvent.blur(field);
    expect(onChange).toHaveBeenCalledExactlyOnceWith(expected);
    expect(hint()).toBe("Van 1 tot 3.");
  });

  it.each(["1.5", "twee", ""])("goes back from %j: whole numbers only", (typed) => {
    const { field, onChange } = stepper(2, LIMITS);
    fireEvent.change(field, { target: { value: typed } });
    fireEvent.keyDown(field, { key: "Enter" });
    expect(onChange).not.toHaveBeenCalled();
    expect(field.value).toBe("2");
  });

  it("R-CART-02 cannot be changed while locked, and keeps the focus", () => {
    const { field, more, onChange } = stepper(2, LIMITS, true);
    fireEvent.click(more);
    fireEvent.keyDown(field, { key: "ArrowUp" });
    expect(onChange).not.toHaveBeenCalled();
    expect(field.readOnly).toBe(true);
    expect(more.getAttribute("aria-disabled")).toBe("true");
    expect(more.hasAttribute("disabled")).toBe(false);
  });
});
