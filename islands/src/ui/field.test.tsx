// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { Checkbox, Field, type FieldProps, type FieldTexts, Select, TextArea } from "./field";

afterEach(cleanup);

const TEXTS: FieldTexts = { label: "Postcode", errorWord: "Fout:" };

function field(texts: Partial<FieldTexts> = {}, props: Partial<FieldProps> = {}) {
  const onChange = vi.fn();
  render(
    <Field
      name="zipcode"
      texts={{ ...TEXTS, ...texts }}
      value=""
      autoComplete="shipping postal-code"
      onChange={onChange}
      {...props}
    />,
  );
  return { control: screen.getByRole("textbox") as HTMLInputElement, onChange };
}

/** The accessible description. */
function description(control: Element): string {
  const ids = control.getAttribute("aria-describedby")?.split(" ") ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent ?? `nothing is called ${id}`).join(" | ");
}

describe("FORM-4 a field", () => {
  it("is labelled, and is the target of links by its name", () => {
    const { control } = field();
    expect(screen.getByLabelText("Postcode")).toBe(control);
    expect([control.id, control.name]).toEqual(["zipcode", "zipcode"]);
    expect(control.hasAttribute("aria-describedby")).toBe(false);
    expect(control.hasAttribute("aria-invalid")).toBe(false);
    expect(control.hasAttribute("aria-required")).toBe(false);
  });

  it("is described by its hint, then by its error, with a word for screen readers", () => {
    const { control } = field({ hint: "Zoals 1011 AB", error: "Vul een postcode in, zoals 1011 AB" });
    expect(description(control)).toBe("Zoals 1011 AB | !Fout: Vul een postcode in, zoals 1011 AB");
    expect(control.getAttribute("aria-invalid")).toBe("true");
    const sign = screen.getByText("!");
    expect(sign.getAttribute("aria-hidden")).toBe("true");
    expect(screen.getByText("Fout:").className).toBe("visually-hidden");
    const error = document.querySelector(".field__error") as Element;
    expect(error.compareDocumentPosition(control) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  });

  it.each([
    [{ hint: "Zoals 1011 AB" }, "Zoals 1011 AB"],
    [{ error: "Vul een postcode in" }, "!Fout: Vul een postcode in"],
  ])("is described by what there is: %o", (texts, heard) => {
    expect(description(field(texts).control)).toBe(heard);
  });

  it("that is required has an asterisk and `aria-required`", () => {
    const { control } = field({ optional: "(niet verplicht)" }, { required: true });
    expect(control.getAttribute("aria-required")).toBe("true");
    // The browser's own message would be in the browser's language.
    expect(control.required).toBe(false);
    const label = document.querySelector("label") as HTMLLabelElement;
    expect(label.textContent).toBe("Postcode*");
    expect(screen.getByText("*").getAttribute("aria-hidden")).toBe("true");
    expect(screen.getByRole("textbox", { name: "Postcode" })).toBe(control);
  });

  it("that is optional says so in its label", () => {
    field({ optional: "(niet verplicht)" });
    expect(screen.getByRole("textbox", { name: "Postcode (niet verplicht)" })).toBeTruthy();
  });

  it("has autofill tokens and input modes", () => {
    const { control } = field({}, { type: "tel", inputMode: "numeric", maxLength: 7 });
    expect(control.getAttribute("autocomplete")).toBe("shipping postal-code");
    expect(control.getAttribute("inputmode")).toBe("numeric");
    expect(control.type).toBe("tel");
    expect(control.maxLength).toBe(7);
    expect(control.getAttribute("spellcheck")).toBe("false");
  });

  it("passes on input and blur", () => {
    const onLeave = vi.fn();
    const { control, onChange } = field({}, { onLeave });
    fireEvent.change(control, { target: { value: "1011" } });
    expect(onChange).toHaveBeenCalledExactlyOnceWith("1011");
    expect(onLeave).not.toHaveBeenCalled();
    fireEvent.blur(control);
    expect(onLeave).toHaveBeenCalledOnce();
  });

  it("that is locked can be read and focused, not changed", () => {
    const { control } = field({}, { locked: true });
    expect(control.readOnly).toBe(true);
    expect(control.disabled).toBe(false);
  });
});

it("FORM-4 a text area has label, hint and error like a field", () => {
  const onChange = vi.fn();
  render(
    <TextArea
      name="comment"
      texts={{ ...TEXTS, label: "Opmerking", hint: "Voor de bezorger", error: "Te lang" }}
      value=""
      maxLength={500}
      onChange={onChange}
    />,
  );
  const control = screen.getByRole("textbox", { name: "Opmerking" }) as HTMLTextAreaElement;
  expect(control.localName).toBe("textarea");
  expect(description(control)).toBe("Voor de bezorger | !Fout: Te lang");
  expect(control.getAttribute("aria-invalid")).toBe("true");
  expect(control.maxLength).toBe(500);
  fireEvent.change(control, { target: { value: "Bel aan" } });
  expect(onChange).toHaveBeenCalledExactlyOnceWith("Bel aan");
});

it("FORM-4 a select has label and error like a field", () => {
  const onChange = vi.fn();
  render(
    <Select
      name="country"
      texts={{ ...TEXTS, label: "Land", error: "Kies een land" }}
      value=""
      required
      autoComplete="shipping country"
      options={[
        { value: "", label: "Kies", disabled: true },
        { value: "nl", label: "Nederland" },
      ]}
      onChange={onChange}
    />,
  );
  const control = screen.getByRole("combobox", { name: "Land" });
  expect(description(control)).toBe("!Fout: Kies een land");
  expect(control.getAttribute("autocomplete")).toBe("shipping country");
  expect(control.getAttribute("aria-required")).toBe("true");
  expect((screen.getByRole("option", { name: "Kies" }) as HTMLOptionElement).disabled).toBe(true);
  fireEvent.change(control, { target: { value: "nl" } });
  expect(onChange).toHaveBeenCalledExactlyOnceWith("nl");
});

describe("FORM-4 a checkbox", () => {
  it("has its label and its error", () => {
    const onChange = vi.fn();
    render(
      <Checkbox
        name="terms"
        label="Ik ga akkoord"
        checked={false}
        required
        error="Ga akkoord om te bestellen"
        errorWord="Fout:"
        onChange={onChange}
      />,
    );
    const box = screen.getByRole("checkbox", { name: "Ik ga akkoord" });
    expect(box.id).toBe("terms");
    expect(description(box)).toBe("!Fout: Ga akkoord om te bestellen");
    expect(box.getAttribute("aria-invalid")).toBe("true");
    expect(box.getAttribute("aria-required")).toBe("true");
    fireEvent.click(screen.getByText("Ik ga akkoord"));
    expect(onChange).toHaveBeenCalledExactlyOnceWith(true);
  });

  it("renders nothing without errors", () => {
    render(<Checkbox name="same" label="Hetzelfde adres" checked errorWord="Fout:" onChange={vi.fn()} />);
    const box = screen.getByRole("checkbox", { name: "Hetzelfde adres" }) as HTMLInputElement;
    expect(box.checked).toBe(true);
    for (const attribute of ["aria-describedby", "aria-invalid", "aria-required"]) {
      expect(box.hasAttribute(attribute), attribute).toBe(false);
    }
  });
});
