// Makes a form of the page live: conditions, rules, sending (R-FORM-01 to -06).
//
// **Invariant:** errors appear after the first attempt and go as soon as they are corrected; the API's errors stay until
// their field is changed (FORM-2). Nothing is sent twice at once, and nothing that was typed is lost (FORM-6, FORM-7).
// The event `sent` of the form tells other parts that it was sent or kept.
import type { Clock } from "../../clock";
import type {} from "../../consent/signal";
import type { Texts } from "../../forms/message";
import { shown } from "../../forms/shown";
import type { FormSpec } from "../../forms/spec";
import type { Translate } from "../../i18n";
import { type Faults, faultPlaces, place } from "./faults";
import type { judge as Judge } from "./judge";
import type { FormKey } from "./messages";
import type { Outcome, send } from "./send";
import { bodyOf, valuesIn } from "./values";

export type LiveForm = {
  readonly spec: FormSpec;
  /** The names of the fields by handle. */
  readonly names: Readonly<Record<string, string>>;
  readonly texts: Texts;
  /** The page that is opened when the form has been sent. */
  readonly page: string | null;
};

export type FormEnvironment = {
  readonly clock: Clock;
  readonly send: typeof send;
  /** The rules, which come after the form is live; without them the API judges alone. */
  readonly judge: Promise<typeof Judge>;
  /** The day in the shop, `YYYY-MM-DD`. */
  readonly today: () => string;
  /** 32 hex digits. */
  readonly newKey: () => string;
  readonly open: (href: string) => void;
};

/** What a form asks beside its rules. */
export type Limits = {
  /** Of what is filled in, what cannot be. */
  readonly refused: (form: HTMLFormElement) => Faults;
  /** Of a field, whether the day cannot be chosen. */
  readonly isTaken: (form: HTMLFormElement, field: string, day: string) => boolean;
  /** Leaves in the form what can be chosen; called after each change. */
  readonly offer: (form: HTMLFormElement) => void;
};

/** What is said where it is not known that the form arrived. */
const WORDS = { nowhere: "form.nowhere", offline: "form.offline", unknown: "form.unknown" } as const;

/** How long the form waits after a key press before it looks at the fields, in milliseconds (R-FORM-06). */
export const DEBOUNCE_MS = 20;

/** What parts beside the form may ask. */
export type LiveFields = {
  readonly form: HTMLFormElement;
  /** Whether the form would refuse a day in this field. */
  readonly isTaken: (field: string) => Promise<(day: string) => boolean>;
};

export function makeLive(
  root: HTMLElement,
  live: LiveForm,
  t: Translate<FormKey>,
  environment: FormEnvironment,
  limits?: Limits,
): LiveFields | undefined {
  const { spec, page } = live;
  const form = root.querySelector("form");
  const button = form?.querySelector<HTMLButtonElement>("[data-send]");
  if (!form || !button) return undefined;
  const mark = form.dataset.hidden?.replace(/\.done$/, "") ?? spec.handle;
  const places = faultPlaces(form, mark, t);
  const label = button.textContent ?? "";
  const key = environment.newKey();
  /** The fields that were wrong at the last attempt. */
  let tried: readonly string[] = [];
  /** What the API said of fields, with what was in them. */
  let refused = new Map<string, { readonly text: string; readonly entered: string }>();
  let sending = false;
  let judge: typeof Judge | undefined;

  const values = () => valuesIn(form, spec);
  const entered = (handle: string) => JSON.stringify(values()[handle] ?? null);
  const wrong = (): Faults => {
    const found = judge?.(live, values(), environment.today()) ?? new Map<string, string>();
    return new Map([...(limits?.refused(form) ?? []), ...found]);
  };
  const showFields = () => {
    const visible = shown(spec, values());
    for (const field of form.querySelectorAll<HTMLElement>("[data-conditional]")) {
      field.toggleAttribute("data-off", !visible.has(field.dataset.field ?? ""));
    }
    limits?.offer(form);
    return visible;
  };
  const showFaults = (own = wrong()) => {
    const all = new Map<string, string>();
    for (const { handle } of spec.fields) {
      const said = refused.get(handle);
      if (said && said.entered !== entered(handle)) refused.delete(handle);
      const text = (tried.includes(handle) ? own.get(handle) : undefined) ?? refused.get(handle)?.text;
      if (text !== undefined) all.set(handle, text);
    }
    places.show(all);
    return all.size;
  };
  const say = (problem: string) => {
    for (const one of place(form, `${mark}.problem`)) {
      one.hidden = problem === "";
      const words = one.querySelector("[data-fill]");
      if (words !== null) words.textContent = problem;
    }
  };
  const busy = (is: boolean) => {
    sending = is;
    for (const part of form.querySelectorAll<HTMLElement>(".form__fields, .form-line__fields")) part.inert = is;
    form.toggleAttribute("aria-busy", is);
    for (const name of ["aria-disabled", "aria-busy"]) {
      if (is) button.setAttribute(name, "true");
      else button.removeAttribute(name);
    }
    button.textContent = is ? t("form.sending") : label;
  };
  const finish = ({ is, reference }: Extract<Outcome, { reference: string }>) => {
    form.dispatchEvent(new Event("sent"));
    globalThis.vitrineSignals?.push({ is: "form", form: spec.handle });
    if (is === "sent" && page !== null) return environment.open(page);
    form.hidden = true;
    const outcome = place(root, `${mark}.${is === "sent" ? "sent" : "kept-here"}`);
    for (const one of [...outcome, ...place(root, `${mark}.done`)]) one.hidden = false;
    const words = root.querySelector(`[data-fill=${JSON.stringify(`${mark}.reference`)}]`);
    if (words !== null) words.textContent = reference;
    outcome[0]?.focus();
  };
  const answer = (outcome: Outcome) => {
    if (outcome.is === "sent" || outcome.is === "kept") return finish(outcome);
    if (outcome.is !== "refused") return say(t(WORDS[outcome.is]));
    const known = outcome.faults.filter(({ field }) => spec.fields.some(({ handle }) => handle === field));
    refused = new Map(known.map(({ field = "", text }) => [field, { text, entered: entered(field) }]));
    say(outcome.faults.find((fault) => !known.includes(fault))?.text ?? "");
    if (showFaults() > 0) places.focus();
  };
  const submit = async () => {
    if (sending) return;
    sending = true;
    judge = await environment.judge.catch(() => undefined);
    sending = false;
    const visible = showFields();
    const faults = wrong();
    tried = [...faults.keys()];
    refused.clear();
    say("");
    if (showFaults(faults) > 0) return places.focus();
    const body = bodyOf(form, spec, visible, key);
    busy(true);
    const outcome = await environment.send(form.getAttribute("action") ?? "", body);
    busy(false);
    answer(outcome);
  };

  let cancel = () => {};
  const changed = () => {
    cancel();
    cancel = environment.clock.after(DEBOUNCE_MS, () => {
      showFields();
      showFaults();
    });
  };
  form.addEventListener("input", changed);
  form.addEventListener("change", changed);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void submit();
  });
  showFields();
  return {
    form,
    async isTaken(field) {
      const judge = await environment.judge;
      return (day) =>
        limits?.isTaken(form, field, day) === true ||
        judge(live, { ...values(), [field]: day }, environment.today()).has(field);
    },
  };
}
