// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import messages from "../../../locales/nl/islands/calendar.json";
import { createTranslate } from "../i18n";
import { Calendar } from "./Calendar";
import { dateOf, dayOf, decadeOf } from "./days";
import type { CalendarKey } from "./messages";

afterEach(cleanup);

const t = createTranslate<CalendarKey>(messages, "nl-NL");

function show(chosen?: string, isTaken: (day: string) => boolean = () => false) {
  const onChoose = vi.fn();
  render(<Calendar chosen={chosen} today="2026-11-28" isTaken={isTaken} locale="nl-NL" t={t} onChoose={onChoose} />);
  return { onChoose, user: userEvent.setup() };
}

const grid = () => screen.getByRole("grid");
const focused = () => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent;

describe("R-FORM-05 the calendar", () => {
  it("shows one month, whose weeks start on day 0, with today in focus", () => {
    show();
    expect(screen.getAllByRole("grid")).toHaveLength(1);
    expect(grid().getAttribute("aria-label")).toBe("november 2026");
    const days = [...grid().querySelectorAll("th")].map((day) => day.getAttribute("aria-label"));
    expect(days).toEqual(["zondag", "maandag", "dinsdag", "woensdag", "donderdag", "vrijdag", "zaterdag"]);
    expect(focused()).toBe("zaterdag 28 november 2026, vandaag");
  });

  it("has the keys of the W3C's pattern: days, weeks, ends of the week, months, years, and Enter", async () => {
    const { onChoose, user } = show("2026-12-10");
    const press = async (keys: string) => {
      await user.keyboard(keys);
      return focused();
    };
    expect(focused()).toBe("donderdag 10 december 2026");
    expect(await press("{ArrowRight}")).toBe("vrijdag 11 december 2026");
    expect(await press("{ArrowLeft}{ArrowLeft}")).toBe("woensdag 9 december 2026");
    expect(await press("{ArrowDown}")).toBe("woensdag 16 december 2026");
    expect(await press("{ArrowUp}{ArrowUp}")).toBe("woensdag 2 december 2026");
    expect(await press("{Home}")).toBe("zondag 29 november 2026");
    expect(await press("{End}")).toBe("zaterdag 5 december 2026");
    expect(await press("{PageDown}")).toBe("dinsdag 5 januari 2027");
    expect(await press("{PageUp}")).toBe("zaterdag 5 december 2026");
    expect(await press("{Shift>}{PageDown}{/Shift}")).toBe("zondag 5 december 2027");
    await user.keyboard("{Enter}");
    expect(onChoose).toHaveBeenCalledWith("2027-12-05");
  });

  it("does not let a day be chosen that the form would refuse, and says so", async () => {
    const { onChoose, user } = show(undefined, (day) => day < "2026-11-30");
    const taken = screen.getByRole("button", { name: "zondag 29 november 2026, niet mogelijk" });
    await user.click(taken);
    expect(onChoose).not.toHaveBeenCalled();
    await user.click(screen.getByRole("button", { name: "maandag 30 november 2026" }));
    expect(onChoose).toHaveBeenCalledWith("2026-11-30");
  });

  it("has a panel of years in blocks of ten", async () => {
    const { user } = show();
    await user.click(screen.getByRole("button", { name: "Kies een jaar: nu 2026" }));
    const years = () => screen.getAllByRole("listitem").map((item) => item.textContent);
    expect(years()).toEqual(["2020", "2021", "2022", "2023", "2024", "2025", "2026", "2027", "2028", "2029"]);
    expect(focused()).toBe("2026");
    await user.click(screen.getByRole("button", { name: "Tien jaar later" }));
    expect(years()[0]).toBe("2030");
    await user.click(screen.getByRole("button", { name: "Tien jaar eerder" }));
    await user.click(screen.getByRole("button", { name: "2027" }));
    expect(grid().getAttribute("aria-label")).toBe("november 2027");
  });
});

describe("days", () => {
  it("are the same after a change to summer time, and at the ends of years", () => {
    for (const day of ["2026-03-29", "2026-10-25", "2026-12-31", "2028-02-29", "1000-01-01"]) {
      expect(dayOf(dateOf(day))).toBe(day);
    }
    expect([2020, 2026, 2029, 2030].map(decadeOf)).toEqual([2020, 2020, 2020, 2030]);
  });
});
