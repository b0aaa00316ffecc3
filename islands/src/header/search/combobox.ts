// A text field with a list of suggestions: the W3C's combobox with list autocomplete and manual selection (SEARCH-3 to
// SEARCH-5).
//
// **Invariant:** the focus stays in the field; at most one option is active, and it is part of the list that is shown.

export type Combobox = {
  /** Shows `groups`, whose options have the role `option`; none closes the list. No option is active. */
  readonly show: (groups: readonly HTMLElement[]) => void;
};

export type ComboboxEvents = {
  /** The list was closed with Escape, or left with Tab. */
  readonly onClose: () => void;
  /** Escape, while no list is shown. Returns whether there was something to do. */
  readonly onEscape: () => boolean;
};

export function startCombobox(input: HTMLInputElement, list: HTMLElement, events: ComboboxEvents): Combobox {
  let active: HTMLElement | null = null;
  const options = () => [...list.querySelectorAll<HTMLElement>("[role=option]")];
  const activate = (option: HTMLElement | null) => {
    active?.setAttribute("aria-selected", "false");
    active = option;
    option?.setAttribute("aria-selected", "true");
    if (option === null) input.removeAttribute("aria-activedescendant");
    else input.setAttribute("aria-activedescendant", option.id);
    option?.scrollIntoView({ block: "nearest" });
  };
  const show = (groups: readonly HTMLElement[]) => {
    activate(null);
    list.replaceChildren(...groups);
    for (const [place, option] of options().entries()) {
      option.id = `${list.id}-${place}`;
      option.setAttribute("aria-selected", "false");
    }
    list.hidden = groups.length === 0;
    input.ariaExpanded = String(!list.hidden);
  };
  const step = (by: 1 | -1) => {
    const all = options();
    const from = active === null ? (by === 1 ? -1 : 0) : all.indexOf(active);
    activate(all[(from + by + all.length) % all.length] ?? null);
    return true;
  };
  const choose = () => {
    active?.click();
    return active !== null;
  };
  const leave = () => {
    show([]);
    events.onClose();
    return true;
  };
  describe(input, list);
  followKeys(input, list, { step, choose, leave, onEscape: events.onEscape });
  return { show };
}

function describe(input: HTMLInputElement, list: HTMLElement): void {
  input.role = "combobox";
  input.ariaAutoComplete = "list";
  input.ariaExpanded = "false";
  input.setAttribute("aria-controls", list.id);
  list.hidden = true;
}

type Moves = {
  readonly step: (by: 1 | -1) => boolean;
  readonly choose: () => boolean;
  readonly leave: () => boolean;
  readonly onEscape: () => boolean;
};

function followKeys(input: HTMLInputElement, list: HTMLElement, { step, choose, leave, onEscape }: Moves): void {
  /** Handles a key; returns whether its default action is to be prevented. */
  const act = (key: string): boolean => {
    // The first Escape closes the list, the next one is for the surrounding dialog (SEARCH-4).
    if (list.hidden) return key === "Escape" && onEscape();
    if (key === "ArrowDown") return step(1);
    if (key === "ArrowUp") return step(-1);
    if (key === "Enter") return choose();
    if (key === "Escape") return leave();
    if (key === "Tab") leave();
    return false;
  };
  input.addEventListener("keydown", (event) => {
    // During IME composition the keys select among its own candidates.
    if (event.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
    if (act(event.key)) event.preventDefault();
  });
}
