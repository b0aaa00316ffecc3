// @vitest-environment jsdom
import { userEvent } from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { type Combobox, startCombobox } from "./combobox";

let input: HTMLInputElement;
let list: HTMLElement;
let combobox: Combobox;
const onClose = vi.fn();
const onEscape = vi.fn(() => true);
const chosen = vi.fn();

/** A group with an option for each name; clicks are recorded. */
function group(...names: string[]): HTMLElement {
  const made = document.createElement("div");
  made.setAttribute("role", "group");
  for (const name of names) {
    const option = document.createElement("a");
    option.setAttribute("role", "option");
    option.textContent = name;
    option.addEventListener("click", () => chosen(name));
    made.append(option);
  }
  return made;
}

const active = () => document.getElementById(input.getAttribute("aria-activedescendant") ?? "")?.textContent ?? null;

beforeEach(() => {
  vi.clearAllMocks();
  Element.prototype.scrollIntoView = vi.fn();
  document.body.innerHTML = '<input type="search"><div id="found" role="listbox"></div><button>Next</button>';
  input = document.querySelector("input") as HTMLInputElement;
  list = document.querySelector("#found") as HTMLElement;
  combobox = startCombobox(input, list, { onClose, onEscape });
  input.focus();
});

it("SEARCH-3 the field is a combobox with list autocomplete that controls the list", () => {
  expect(input.getAttribute("role")).toBe("combobox");
  expect(input.getAttribute("aria-autocomplete")).toBe("list");
  expect(input.getAttribute("aria-controls")).toBe("found");
  expect(input.getAttribute("aria-expanded")).toBe("false");
  expect(list.hidden).toBe(true);
  combobox.show([group("one")]);
  expect(input.getAttribute("aria-expanded")).toBe("true");
  expect(list.hidden).toBe(false);
});

it("SEARCH-4 Down and Up move through the options of all groups and wrap; the focus stays in the field", async () => {
  const user = userEvent.setup();
  combobox.show([group("one", "two"), group("three")]);
  expect(active()).toBeNull();
  const seen: (string | null)[] = [];
  for (const key of ["ArrowDown", "ArrowDown", "ArrowDown", "ArrowDown", "ArrowUp", "ArrowUp"]) {
    await user.keyboard(`{${key}}`);
    seen.push(active());
    expect(document.activeElement).toBe(input);
    expect(list.querySelectorAll("[aria-selected=true]")).toHaveLength(1);
  }
  expect(seen).toEqual(["one", "two", "three", "one", "three", "two"]);
  combobox.show([group("one", "two")]);
  await user.keyboard("{ArrowUp}");
  expect(active()).toBe("two");
});

it("SEARCH-5 the active option is scrolled into view", async () => {
  combobox.show([group("one")]);
  await userEvent.keyboard("{ArrowDown}");
  expect(Element.prototype.scrollIntoView).toHaveBeenCalledWith({ block: "nearest" });
});

it("SEARCH-4 Enter follows the active option; without one the form is submitted", async () => {
  const user = userEvent.setup();
  combobox.show([group("one", "two")]);
  const sent = vi.fn();
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.defaultPrevented) sent();
  });
  await user.keyboard("{Enter}");
  expect(sent).toHaveBeenCalledOnce();
  expect(chosen).not.toHaveBeenCalled();
  await user.keyboard("{ArrowDown}{ArrowDown}{Enter}");
  expect(chosen).toHaveBeenCalledExactlyOnceWith("two");
  expect(sent).toHaveBeenCalledOnce();
});

it("SEARCH-4 the first Escape closes the list, the second is for the surrounding panel", async () => {
  const user = userEvent.setup();
  combobox.show([group("one")]);
  await user.keyboard("{ArrowDown}{Escape}");
  expect(list.hidden).toBe(true);
  expect(input.getAttribute("aria-expanded")).toBe("false");
  expect(active()).toBeNull();
  expect(onClose).toHaveBeenCalledOnce();
  expect(onEscape).not.toHaveBeenCalled();
  await user.keyboard("{Escape}");
  expect(onEscape).toHaveBeenCalledOnce();
});

it("SEARCH-4 Tab leaves and closes; Home, End and IME keys are left to the field", async () => {
  const user = userEvent.setup();
  combobox.show([group("one")]);
  for (const key of ["Home", "End"]) {
    const pressed = new KeyboardEvent("keydown", { key, cancelable: true });
    input.dispatchEvent(pressed);
    expect(pressed.defaultPrevented).toBe(false);
  }
  const composing = new KeyboardEvent("keydown", { key: "ArrowDown", cancelable: true, isComposing: true });
  input.dispatchEvent(composing);
  expect(composing.defaultPrevented).toBe(false);
  expect(active()).toBeNull();
  await user.keyboard("{Tab}");
  expect(list.hidden).toBe(true);
  expect(onClose).toHaveBeenCalledOnce();
  expect(document.activeElement?.textContent).toBe("Next");
});
