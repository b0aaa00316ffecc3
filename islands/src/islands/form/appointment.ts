// What an appointment is limited by: the hours and special days of the showroom, and how long before it must be made
// (R-STORE-02). Days and times are the shop's.
//
// **Invariant:** a day or time that the showroom does not have cannot be chosen, and one that was typed is refused; where
// the hours of a day are not known, the showroom decides.
import { type Span, spansOn } from "../../open-now/state";
import type { AppointmentProps } from "../../props.gen";
import type { Faults } from "./faults";
import type { Limits } from "./live";
import { controlsOf } from "./values";

type Answers = { readonly showroom: string; readonly date: string; readonly time: string };

/** How long a visit takes at least, in minutes: none begins later before closing. */
const VISIT_MINUTES = 60;

const spansOf = (appointment: AppointmentProps, showroom: string, day: string): readonly Span[] | null => {
  const hours = appointment.showrooms[showroom]?.hours;
  return hours === undefined ? null : spansOn(hours, day);
};

const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/** Whether a visit can begin at this time. */
export function fits(spans: readonly Span[], time: string): boolean {
  const at = minutes(time);
  return spans.some(([opens, closes]) => minutes(opens) <= at && at + VISIT_MINUTES <= minutes(closes));
}

/** Whether no appointment can be made on the day. */
export function isClosed(appointment: AppointmentProps, showroom: string, day: string, today: string): boolean {
  const earliest = Date.parse(today) + appointment.lead_days * 86_400_000;
  return Date.parse(day) < earliest || spansOf(appointment, showroom, day)?.length === 0;
}

/** Of the answers, what cannot be. */
export function refused(
  appointment: AppointmentProps,
  { showroom, date, time }: Answers,
  today: string,
  text: string,
): Faults {
  const faults = new Map<string, string>();
  if (date === "") return faults;
  const spans = spansOf(appointment, showroom, date);
  if (isClosed(appointment, showroom, date, today)) faults.set("date", text);
  else if (time !== "" && spans && !fits(spans, time)) faults.set("time_slot", text);
  return faults;
}

const answer = (form: HTMLFormElement, name: string) => controlsOf(form, name)[0]?.value ?? "";

export function answersOf(form: HTMLFormElement): Answers {
  return { showroom: answer(form, "showroom"), date: answer(form, "date"), time: answer(form, "time_slot") };
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

/** The limits of a form for an appointment; `text` says that a day or time cannot be chosen. */
export function limitsOf(appointment: AppointmentProps, today: () => string, text: string): Limits {
  return {
    refused: (form) => refused(appointment, answersOf(form), today(), text),
    isTaken: (form, field, day) =>
      ["date", "alternative_date"].includes(field) && isClosed(appointment, answersOf(form).showroom, day, today()),
    offer: (form) => offer(form, appointment),
  };
}
