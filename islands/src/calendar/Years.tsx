// Ten years to choose from (R-FORM-05): a row of buttons, and the ten before and after.
import { useLayoutEffect, useRef, useState } from "react";
import type { Translate } from "../i18n";
import { decadeOf } from "./days";
import type { CalendarKey } from "./messages";

type YearsProps = {
  readonly year: number;
  readonly t: Translate<CalendarKey>;
  readonly onChoose: (year: number) => void;
};

export function Years({ year, t, onChoose }: YearsProps) {
  const [first, setFirst] = useState(decadeOf(year));
  const list = useRef<HTMLUListElement>(null);
  useLayoutEffect(() => list.current?.querySelector<HTMLElement>("[aria-current]")?.focus(), []);
  const turn = (key: "calendar.earlier" | "calendar.later", years: number, sign: string) => (
    <button type="button" className="calendar__turn" aria-label={t(key)} onClick={() => setFirst(first + years)}>
      <span aria-hidden="true">{sign}</span>
    </button>
  );
  return (
    <div className="calendar__years">
      <div className="calendar__nav">
        {turn("calendar.earlier", -10, "‹")}
        <p className="calendar__caption" aria-live="polite">
          {first}–{first + 9}
        </p>
        {turn("calendar.later", 10, "›")}
      </div>
      <ul className="calendar__decade" ref={list}>
        {Array.from({ length: 10 }, (_, index) => first + index).map((one) => (
          <li key={one}>
            <button
              type="button"
              className="calendar__year"
              aria-current={one === year ? "true" : undefined}
              onClick={() => onChoose(one)}
            >
              {one}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
