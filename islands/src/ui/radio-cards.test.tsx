// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { RadioCards, type RadioCardsProps } from "./radio-cards";

afterEach(cleanup);

function cards(props: Partial<RadioCardsProps> = {}) {
  const onChange = vi.fn();
  render(
    <RadioCards
      name="shipping"
      legend="Bezorging"
      value="standard"
      errorWord="Fout:"
      options={[
        { value: "standard", label: "Standaard", aside: "€ 6,95", note: "1 tot 3 werkdagen" },
        { value: "pickup", label: "Afhalen" },
      ]}
      onChange={onChange}
      {...props}
    />,
  );
  return { onChange, group: screen.getByRole("radiogroup", { name: "Bezorging" }) };
}

describe("CHK-6 radio cards", () => {
  it("are native radio buttons of one group, each with price and note before it is selected", () => {
    const { group, onChange } = cards();
    expect(group.localName).toBe("fieldset");
    const [standard, pickup, ...others] = screen.getAllByRole("radio") as HTMLInputElement[];
    expect(others).toEqual([]);
    expect([standard?.name, pickup?.name]).toEqual(["shipping", "shipping"]);
    expect([standard?.checked, pickup?.checked]).toEqual([true, false]);
    expect(document.querySelector(`label[for="${standard?.id}"]`)?.textContent).toBe("Standaard€ 6,95");
    expect(document.getElementById(standard?.getAttribute("aria-describedby") ?? "")?.textContent).toBe(
      "1 tot 3 werkdagen",
    );
    expect(pickup?.hasAttribute("aria-describedby")).toBe(false);
    fireEvent.click(screen.getByText("Afhalen"));
    expect(onChange).toHaveBeenCalledExactlyOnceWith("pickup");
  });

  it("show their errors, and an error summary links to the first", () => {
    const { group } = cards({ value: null, error: "Kies hoe u het ontvangt" });
    expect(group.getAttribute("aria-invalid")).toBe("true");
    expect(document.getElementById(group.getAttribute("aria-describedby") ?? "")?.textContent).toBe(
      "!Fout: Kies hoe u het ontvangt",
    );
    expect(document.getElementById("shipping")).toBe(screen.getAllByRole("radio")[0]);
  });

  it("cannot be changed while a choice is being sent, and keep the focus", () => {
    const { group, onChange } = cards({ busy: true });
    expect(group.getAttribute("aria-busy")).toBe("true");
    const pickup = screen.getByRole("radio", { name: "Afhalen" }) as HTMLInputElement;
    pickup.focus();
    fireEvent.click(pickup);
    expect(onChange).not.toHaveBeenCalled();
    expect(pickup.checked).toBe(false);
    expect(document.activeElement).toBe(pickup);
  });
});
