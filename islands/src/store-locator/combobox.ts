// A text field with suggestions (W3C combobox pattern): arrow keys move through the list and back to the field, Enter
// selects, Escape closes the list and then empties the field. Separate from that of the header's search, whose options
// are links: a shared chunk would be one more request for both.
//
// **Invariant:** the focus stays in the field; at most one suggestion is active, and it is part of the visible list.
import { element } from "../product/dom";

export type Suggestion<Value> = { readonly label: string; readonly where: string; readonly value: Value };

type Behaviour<Value> = {
  readonly suggest: (typed: string) => readonly Suggestion<Value>[];
  readonly choose: (suggestion: Suggestion<Value>) => void;
};

export function startCombobox<Value>(
  input: HTMLInputElement,
  list: HTMLElement,
  { suggest, choose }: Behaviour<Value>,
) {
  let shown: readonly Suggestion<Value>[] = [];
  let active = -1;

  function draw(): void {
    list.replaceChildren(
      ...shown.map(({ label, where }, index) =>
        element(
          "li",
          {
            class: "locator__option",
            role: "option",
            id: `${list.id}-${index}`,
            "aria-selected": String(index === active),
          },
          element("span", {}, label),
          element("span", { class: "locator__where" }, where),
        ),
      ),
    );
    list.hidden = shown.length === 0;
    input.setAttribute("aria-expanded", String(shown.length > 0));
    if (active < 0) input.removeAttribute("aria-activedescendant");
    else input.setAttribute("aria-activedescendant", `${list.id}-${active}`);
  }

  function open(): void {
    shown = suggest(input.value);
    active = -1;
    draw();
  }

  function close(): void {
    shown = [];
    active = -1;
    draw();
  }

  function move(step: number): void {
    if (shown.length === 0) open();
    if (shown.length === 0) return;
    const places = shown.length + 1;
    // One position of the cycle is the field itself.
    active = ((active + 1 + step + places) % places) - 1;
    draw();
  }

  function take(suggestion: Suggestion<Value>): void {
    close();
    choose(suggestion);
  }

  input.addEventListener("input", open);
  input.addEventListener("blur", close);
  input.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    if (event.key === "ArrowDown") move(1);
    else if (event.key === "ArrowUp") move(-1);
    else if (event.key === "Escape" && shown.length > 0) close();
    else if (event.key === "Escape" && input.value !== "") input.value = "";
    else return;
    event.preventDefault();
  });
  // The field keeps the focus, so that the list is not closed before the click ends.
  list.addEventListener("pointerdown", (event) => event.preventDefault());
  list.addEventListener("mousedown", (event) => event.preventDefault());
  list.addEventListener("click", (event) => {
    const option = event.target instanceof Element ? event.target.closest("[role=option]") : null;
    const suggestion = shown[[...list.children].indexOf(option ?? list)];
    if (suggestion !== undefined) take(suggestion);
  });

  return {
    open,
    close,
    /** Selects the active suggestion, or the first one for the input; `false` if there is none. */
    submit(): boolean {
      const suggestion = shown[active] ?? suggest(input.value)[0];
      if (suggestion === undefined) return false;
      take(suggestion);
      return true;
    },
  };
}
