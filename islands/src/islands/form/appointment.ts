// What an appointment is limited by: the hours and special days of the showroom, and how long before it must be made
// (R-STORE-02). Days and times are the shop's.
//
// **Invariant:** a day or time that the showroom does not have cannot be chosen, and one that was typed is refused; where
// the hours of a day are not known, the showroom decides.
import { type Span, spansOn } from "../../open-now/state";
import type { AppointmentProps } from "../../props.gen";
import type { Limits } from "./live";
import { controlsOf } from "./values";

/** What was filled in, by the handle of the field. */
type Answers = Readonly<Record<(typeof FIELDS)[number], string>>;

const FIELDS = ["showroom", "type", "date", "alternative_date", "time_slot"] as const;

/** Minimum duration of a visit in minutes; none starts later before closing. */
const VISIT_MINUTES = 60;
const CLOCK = /^([01]\d|2[0-3]):[0-5]\d$/;

const spansOf = (appointment: AppointmentProps, showroom: string, day: string): readonly Span[] | null => {
  const hours = appointment.showrooms[showroom]?.hours;
  return hours === undefined ? null : spansOn(hours, day);
};

const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/** Whether a visit can start at this time. */
export function fits(spans: readonly Span[], time: string): boolean {
  const at = minutes(time);
  return spans.some(([opens, closes]) => minutes(opens) <= at && at + VISIT_MINUTES <= minutes(closes));
}

/** Whether the text is a day, as `YYYY-MM-DD`. */
function isDay(text: string): boolean {
  const at = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(`${text}T`);
}

/** Whether no appointment can be made on the day. */
export function isClosed(appointment: AppointmentProps, showroom: string, day: string, today: string): boolean {
  const earliest = Date.parse(today) + appointment.lead_days * 86_400_000;
  return isDay(day) && (Date.parse(day) < earliest || spansOf(appointment, showroom, day)?.length === 0);
}

/** The faults by field, as keys of messages (`date`); the same as those of the API (`generator/forms/src/appointment.rs`). */
export function faultsOf(appointment: AppointmentProps, answers: Answers, today: string): ReadonlyMap<string, string> {
  const faults = new Map<string, string>();
  const { showroom, type, date, time_slot: time } = answers;
  const known = appointment.showrooms[showroom];
  if (showroom !== "" && known === undefined) faults.set("showroom", "is");
  const types = known?.types ?? [];
  if (type !== "" && types.length > 0 && !types.includes(type)) faults.set("type", "is");
  for (const field of ["date", "alternative_date"] as const) {
    if (isClosed(appointment, showroom, answers[field], today)) faults.set(field, "date");
  }
  const spans = isDay(date) && !faults.has("date") && CLOCK.test(time) ? spansOf(appointment, showroom, date) : null;
  if (spans && !fits(spans, time)) faults.set("time_slot", "date");
  return faults;
}

const answer = (form: HTMLFormElement, name: string) => controlsOf(form, name)[0]?.value ?? "";

function chosen(form: HTMLFormElement, name: string): string {
  const radios = controlsOf(form, name).filter((control) => control instanceof HTMLInputElement);
  return radios.find((radio) => radio.checked)?.value ?? "";
}

export function answersOf(form: HTMLFormElement): Answers {
  const typed = FIELDS.map((field) => [field, field === "type" ? chosen(form, field) : answer(form, field)]);
  return Object.fromEntries(typed.map(([field, text = ""]) => [field, text.trim()])) as Answers;
}

/** Leaves of times and purposes those that the chosen showroom has. */
export function offer(form: HTMLFormElement, appointment: AppointmentProps): void {
  const { showroom, date } = answersOf(form);
  const spans = date === "" ? null : spansOf(appointment, showroom, date);
  for (const option of form.querySelectorAll<HTMLOptionElement>("[name=time_slot] option")) {
    option.disabled = option.value !== "" && spans !== null && !fits(spans, option.value);
    if (option.disabled) option.selected = false;
  }
  const types = appointment.showrooms[showroom]?.types ?? [];
  for (const radio of controlsOf(form, "type")) {
    radio.disabled = types.length > 0 && !types.includes(radio.value);
    if (radio.disabled) radio.checked = false;
  }
}

/** The limits of a form for an appointment; `text` is the message with this key about the field. */
export function limitsOf(
  appointment: AppointmentProps,
  today: () => string,
  text: (field: string, key: string) => string,
): Limits {
  return {
    refused: (form) =>
      new Map([...faultsOf(appointment, answersOf(form), today())].map(([field, key]) => [field, text(field, key)])),
    isTaken: (form, field, day) =>
      ["date", "alternative_date"].includes(field) && isClosed(appointment, answersOf(form).showroom, day, today()),
    offer: (form) => offer(form, appointment),
  };
}
