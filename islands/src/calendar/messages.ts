// The texts that the calendar may use.
import type calendarMessages from "../../../locales/nl/islands/calendar.json";

export type CalendarKey = keyof typeof calendarMessages;
