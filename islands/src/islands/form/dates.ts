// A calendar beside each date field, fetched when its button is pressed (R-FORM-05).
//
// **Invariant:** the field stays the browser's own, which can be typed in; days that the form would refuse cannot be chosen.

import type { CalendarKey } from "../../calendar/messages";
import { fetchSheet, type Sheet } from "../../fetch-sheet";
import { createTranslate, type Messages, pageLocale } from "../../i18n";

export type CalendarParts = { readonly sheet: Sheet | null; readonly messages: Messages };

export type Days = {
  readonly today: () => string;
  /** Whether the form would refuse the day in this field. */
  readonly isTaken: (field: string) => Promise<(day: string) => boolean>;
};

export function offerCalendars(form: HTMLFormElement, { sheet, messages }: CalendarParts, days: Days): void {
  const locale = pageLocale();
  const t = createTranslate<CalendarKey>(messages, locale);
  const words = new Intl.DateTimeFormat(locale, { dateStyle: "full", timeZone: "UTC" });
  for (const button of form.querySelectorAll<HTMLButtonElement>("[data-calendar]")) {
    const field = button.parentElement?.querySelector("input");
    const name = button.querySelector("[data-calendar-name]");
    if (!field || !name) continue;
    const label = name.textContent;
    const say = () => {
      name.textContent =
        field.value === "" ? label : `: ${t("calendar.change", { date: words.format(new Date(field.value)) })}`;
    };
    let open = false;
    const choose = async () => {
      const [{ openCalendar }, isTaken] = await Promise.all([
        import("../../calendar/open"),
        days.isTaken(field.name),
        fetchSheet(sheet),
      ]);
      const day = await openCalendar({ chosen: field.value || undefined, today: days.today(), isTaken, locale, t });
      if (day === undefined) return;
      field.value = day;
      for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
      say();
    };
    button.hidden = false;
    field.addEventListener("change", say);
    // Where the calendar cannot come, the field can be typed in.
    button.addEventListener("click", () => {
      // The calendar may be on its way: a second press does not open another one.
      if (open) return;
      open = true;
      void choose()
        .catch(() => field.focus())
        .finally(() => {
          open = false;
        });
    });
    say();
  }
}
