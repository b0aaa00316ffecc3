// Shows the layer and records what the visitor chose.
//
// **Invariant:** nothing is ticked before; refusing and accepting are one press each; without a recorded choice nothing
// is measured.
import { type Choice, choiceCookie, isGranted, isScreen, readChoice } from "../../consent/choice";
import { fetchSheet } from "../../fetch-sheet";
import type { ConsentProps } from "../../props.gen";

const ALL: Choice = { analytics: true, marketing: true };
const NONE: Choice = { analytics: false, marketing: false };

let end = () => {};

/** Shows it; with `opener`, the visitor asked for it and it gets the focus. */
export async function show(root: HTMLElement, props: ConsentProps, opener: HTMLElement | null): Promise<void> {
  const { sheet: href, sheetIntegrity: integrity = "" } = root.dataset;
  // Without its style sheet it would move the page.
  await fetchSheet(href === undefined ? null : { href, integrity });
  end();
  const parts = partsOf(root);
  fill(parts, readChoice(document.cookie, props, Date.now()) ?? NONE);
  placeIn(root, opener);
  const close = () => {
    end();
    const inside = root.contains(document.activeElement);
    root.hidden = true;
    if (inside) (opener ?? document.getElementById("main"))?.focus({ preventScroll: true });
  };
  const choose = (choice: Choice) => {
    close();
    record(root, props, choice);
  };
  const press = ({ target }: Event) => {
    const way = target instanceof Element ? target.closest<HTMLElement>("[data-consent]")?.dataset.consent : undefined;
    if (way === "refuse") choose(NONE);
    if (way === "accept") choose(ALL);
    if (way === "choose") open(parts);
    if (way === "save") choose({ analytics: parts.analytics.checked, marketing: parts.marketing.checked });
  };
  // Closed without a choice, the next page asks again.
  const leave = ({ key }: KeyboardEvent) => key === "Escape" && close();
  root.addEventListener("click", press);
  root.addEventListener("keydown", leave);
  end = () => {
    root.removeEventListener("click", press);
    root.removeEventListener("keydown", leave);
  };
  root.hidden = false;
  if (opener) parts.title.focus();
}

type Parts = {
  readonly title: HTMLElement;
  readonly choices: HTMLElement;
  readonly choose: HTMLElement;
  readonly save: HTMLElement;
  readonly analytics: HTMLInputElement;
  readonly marketing: HTMLInputElement;
};

function partsOf(root: HTMLElement): Parts {
  const part = <Found extends HTMLElement>(selector: string) => root.querySelector(selector) as Found;
  return {
    title: part("#consent-title"),
    choices: part("#consent-choices"),
    choose: part("[data-consent=choose]"),
    save: part("[data-consent=save]"),
    analytics: part("[name=analytics]"),
    marketing: part("[name=marketing]"),
  };
}

function fill({ choices, choose, save, analytics, marketing }: Parts, choice: Choice): void {
  analytics.checked = choice.analytics;
  marketing.checked = choice.marketing;
  choose.hidden = false;
  choose.ariaExpanded = "false";
  choices.hidden = true;
  save.hidden = true;
}

function open({ choices, choose, save, analytics }: Parts): void {
  choices.hidden = false;
  save.hidden = false;
  choose.ariaExpanded = "true";
  choose.hidden = true;
  analytics.focus();
}

/** On a screen it is part of the page, before its footer, so that it never covers a button that orders. */
function placeIn(root: HTMLElement, opener: HTMLElement | null): void {
  if (isScreen()) {
    root.classList.add("consent--in-place");
    opener?.closest("footer")?.before(root);
    return;
  }
  // The style sheet raises it above the buy bar, whose height follows its texts.
  const bar = document.querySelector<HTMLElement>("[data-buy-bar]");
  if (bar) new ResizeObserver(() => root.style.setProperty("--buy-bar", `${bar.offsetHeight}px`)).observe(bar);
}

function record(root: HTMLElement, props: ConsentProps, choice: Choice): void {
  const before = readChoice(document.cookie, props, Date.now());
  // biome-ignore lint/suspicious/noDocumentCookie: not all browsers have the Cookie Store API
  document.cookie = choiceCookie(choice, props, Date.now(), location.protocol);
  const kept = readChoice(document.cookie, props, Date.now()) !== null;
  const said = document.querySelector("[data-consent-said]");
  const { saved = "", notSaved = "" } = root.dataset;
  if (said) said.textContent = kept ? saved : notSaved;
  // What cannot be recorded cannot be proven.
  if (!kept || (!isGranted(choice) && !(before && isGranted(before)))) return;
  import("./measure").then((it) => (isGranted(choice) ? it.measure(props, choice) : it.forget())).catch(() => {});
}
