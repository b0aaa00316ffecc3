// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from "vitest";
import { createTranslate } from "../../i18n";
import type { Hours } from "../../props.gen";
import { DUTCH } from "../../testing/messages";
import { show } from "./index";

const DAY: [string, string][] = [["10:00", "18:00"]];
const HOURS: Hours = { week: [null, DAY, DAY, DAY, DAY, DAY, []], special: { "2026-12-25": [] } };

describe("LOC-8 the page of a showroom", () => {
  beforeEach(() => {
    document.body.innerHTML = `<section><div id="root"><p data-open-now></p></div>
      <table><tr data-day="tue"></tr><tr data-day="fri"></tr><tr data-day="sun"></tr></table></section>`;
  });

  const at = (date: string, time: string) => {
    const root = document.getElementById("root");
    if (root === null) throw new Error("no root");
    const t = createTranslate(DUTCH.openNow, "nl-NL");
    show(root, { hours: HOURS }, { t, locale: "nl-NL", now: { date, time } });
    const marked = [...document.querySelectorAll("[aria-current='date']")].map((row) => row.getAttribute("data-day"));
    return [root.textContent?.trim(), marked];
  };

  it("shows that it is open and highlights today in the table", () => {
    expect(at("2026-11-24", "12:00")).toEqual(["Nu open, tot 18:00 uur", ["tue"]]);
  });

  it("shows when it opens next, on a closed day too", () => {
    expect(at("2026-11-29", "12:00")).toEqual(["Weer open op dinsdag om 10:00 uur", ["sun"]]);
    expect(at("2026-12-25", "12:00")[0]).toBe("Weer open op zaterdag om 10:00 uur");
  });
});
