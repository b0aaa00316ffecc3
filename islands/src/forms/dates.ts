// Dates that visitors type and rules compare, as `YYYY-MM-DD` (`generator/forms/src/dates.rs`): such texts compare as dates do.

const TOKEN = /^(YYYY|YY|MM|M|DD|D)/;

/** The date as `YYYY-MM-DD`; nothing if the text is none in this format. Years are 1000 to 9999. */
export function formatted(text: string, format: string): string | undefined {
  const parts = { Y: 0, M: 0, D: 0 };
  let rest = text;
  let left = format;
  while (left !== "") {
    const token = TOKEN.exec(left)?.[0];
    if (token === undefined) {
      if (!rest.startsWith(left.charAt(0))) return undefined;
      rest = rest.slice(1);
      left = left.slice(1);
      continue;
    }
    const most = Math.max(token.length, 2);
    const digits = /^\d*/.exec(rest.slice(0, most))?.[0] ?? "";
    if (digits.length < token.length) return undefined;
    parts[token.charAt(0) as "Y" | "M" | "D"] = Number(digits) + (token === "YY" ? 2000 : 0);
    rest = rest.slice(digits.length);
    left = left.slice(token.length);
  }
  return rest === "" ? dateOf(parts.Y, parts.M, parts.D) : undefined;
}

function dateOf(year: number, month: number, day: number): string | undefined {
  if (year < 1000) return undefined;
  const date = new Date(Date.UTC(year, month - 1, day));
  const same = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return same ? date.toISOString().slice(0, 10) : undefined;
}

export function isoDate(text: string): string | undefined {
  return formatted(text, "YYYY-MM-DD");
}

/** The day that a rule names: a date, or a word that depends on today (`YYYY-MM-DD`). */
export function named(text: string, today: string): string | undefined {
  const away = { today: 0, now: 0, tomorrow: 1, yesterday: -1 }[text];
  if (away === undefined) return isoDate(text);
  return new Date(Date.parse(today) + away * 86_400_000).toISOString().slice(0, 10);
}

/** Whether the text is a time of the day as a time field sends it. */
export function isTime(text: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(text);
}
