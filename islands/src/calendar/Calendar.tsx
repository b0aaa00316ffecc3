// A month to choose a day from (R-FORM-05): one month, weeks from the day that the specification names, and the years in
// tens. The grid has the keys of the W3C's pattern "date picker dialog".
import { createContext, type HTMLAttributes, useContext, useState } from "react";
import { DayPicker, type DayPickerProps } from "react-day-picker";
import type { Translate } from "../i18n";
import { dateOf, dayOf } from "./days";
import type { CalendarKey } from "./messages";
import { Years } from "./Years";

export type CalendarProps = {
  /** The day that is chosen, if there is one. */
  readonly chosen: string | undefined;
  readonly today: string;
  /** Whether a day cannot be chosen. */
  readonly isTaken: (day: string) => boolean;
  /** `nl-NL`. */
  readonly locale: string;
  readonly t: Translate<CalendarKey>;
  readonly onChoose: (day: string) => void;
};

/** Sunday, as the specification's constant says. */
const WEEK_STARTS_ON = 0;

type Formatters = NonNullable<DayPickerProps["formatters"]>;
type Labels = NonNullable<DayPickerProps["labels"]>;

function formattersOf(locale: string): Partial<Formatters> {
  const weekday = new Intl.DateTimeFormat(locale, { weekday: "short" });
  const month = new Intl.DateTimeFormat(locale, { month: "long" });
  return {
    formatCaption: (date) => month.format(date),
    formatWeekdayName: (date) => weekday.format(date).replace(".", ""),
    formatDay: (date) => String(date.getDate()),
  };
}

function labelsOf(locale: string, t: Translate<CalendarKey>): Partial<Labels> {
  const whole = new Intl.DateTimeFormat(locale, { dateStyle: "full" });
  const month = new Intl.DateTimeFormat(locale, { month: "long", year: "numeric" });
  const weekday = new Intl.DateTimeFormat(locale, { weekday: "long" });
  return {
    labelDayButton: (date, { today, disabled }) =>
      [whole.format(date), today && t("calendar.today"), disabled && t("calendar.taken")].filter(Boolean).join(", "),
    labelGrid: (date) => month.format(date),
    labelWeekday: (date) => weekday.format(date),
    labelPrevious: () => t("calendar.previous"),
    labelNext: () => t("calendar.next"),
    labelNav: () => "",
  };
}

const YearsButton = createContext({ label: "", year: 0, open: () => {} });

/** The month in words, and the button of its year. */
function CaptionLabel({ children, ...rest }: HTMLAttributes<HTMLSpanElement>) {
  const { label, year, open } = useContext(YearsButton);
  return (
    <span {...rest}>
      {children}{" "}
      <button type="button" className="calendar__open-years" aria-label={label} onClick={open}>
        {year}
      </button>
    </span>
  );
}

/** One object: another one would be another component, whose button would lose the focus. */
const COMPONENTS = { CaptionLabel };

export function Calendar({ chosen, today, isTaken, locale, t, onChoose }: CalendarProps) {
  const selected = chosen === undefined ? undefined : dateOf(chosen);
  const [month, setMonth] = useState(selected ?? dateOf(today));
  const [years, setYears] = useState(false);
  const year = month.getFullYear();
  if (years) {
    const choose = (other: number) => {
      setMonth(new Date(other, month.getMonth(), 1, 12));
      setYears(false);
    };
    return <Years year={year} t={t} onChoose={choose} />;
  }
  return (
    <YearsButton.Provider
      value={{ label: t("calendar.years", { year: String(year) }), year, open: () => setYears(true) }}
    >
      <DayPicker
        className="calendar__month"
        mode="single"
        required
        autoFocus
        weekStartsOn={WEEK_STARTS_ON}
        numberOfMonths={1}
        month={month}
        onMonthChange={setMonth}
        today={dateOf(today)}
        selected={selected}
        disabled={(date) => isTaken(dayOf(date))}
        onSelect={(date) => date && onChoose(dayOf(date))}
        formatters={formattersOf(locale)}
        labels={labelsOf(locale, t)}
        components={COMPONENTS}
      />
    </YearsButton.Provider>
  );
}
