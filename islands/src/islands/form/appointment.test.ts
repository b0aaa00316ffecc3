// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from "vitest";
import type { AppointmentProps } from "../../props.gen";
import { fits, isClosed, limitsOf } from "./appointment";
import { choose as chooseOf, fillProduct } from "./begin";

const OPEN: [string, string][] = [["10:00", "17:30"]];
const APPOINTMENT: AppointmentProps = {
  lead_days: 2,
  showrooms: {
    // Closed from Sunday to Tuesday, nobody says anything of Thursday, half a day before Christmas.
    breda: {
      hours: {
        week: [[], [], OPEN, null, OPEN, OPEN, []],
        special: { "2026-12-24": [["10:00", "13:00"]], "2026-12-25": [] },
      },
      types: ["interior", "lighting"],
    },
    gent: { hours: { week: [OPEN, OPEN, OPEN, OPEN, OPEN, OPEN, OPEN], special: {} }, types: [] },
  },
};
const TODAY = "2026-11-28";
const limits = limitsOf(
  APPOINTMENT,
  () => TODAY,
  () => "De gekozen datum is ongeldig.",
);

const form = () => document.querySelector("form") as HTMLFormElement;
const control = (name: string) => form().elements.namedItem(name) as HTMLInputElement;

beforeEach(() => {
  document.body.innerHTML = `<form>
    <select name="showroom"><option value=""></option><option value="breda"></option><option value="gent"></option></select>
    <input type="radio" name="type" value="interior"><input type="radio" name="type" value="office">
    <input name="date" value=""><input name="product" value="">
    <select name="time_slot"><option value=""></option><option>10:00</option><option>12:00</option><option>16:00</option><option>17:00</option></select>
  </form>`;
});

function choose(showroom: string, date: string, time = "") {
  control("showroom").value = showroom;
  control("date").value = date;
  control("time_slot").value = time;
}

describe("R-STORE-02 opening hours and closed days limit the dates", () => {
  it.each([
    ["breda", "2026-12-02", false, "a Wednesday"],
    ["breda", "2026-12-01", true, "a Tuesday, closed"],
    ["breda", "2026-12-03", false, "a Thursday of which nobody says anything"],
    ["breda", "2026-12-25", true, "a special day that is closed, on a Friday"],
    ["breda", "2026-12-24", false, "a special day that is open, on a Thursday"],
    ["gent", "2026-11-29", true, "sooner than two days from now"],
    ["gent", "2026-11-30", false, "two days from now"],
    ["", "2026-12-01", false, "no showroom is chosen yet"],
  ])("%s on %s: closed is %s (%s)", (showroom, day, closed) => {
    expect(isClosed(APPOINTMENT, showroom, day, TODAY)).toBe(closed);
    choose(showroom, day);
    expect(limits.isTaken(form(), "date", day)).toBe(closed);
    expect(limits.isTaken(form(), "available_from", day)).toBe(false);
    expect(limits.refused(form())).toEqual(closed ? new Map([["date", "De gekozen datum is ongeldig."]]) : new Map());
  });

  it("a visit begins when the showroom is open, and at least an hour before it closes", () => {
    expect(["09:00", "10:00", "16:30", "16:31", "17:30"].map((time) => fits(OPEN, time))).toEqual([
      false,
      true,
      true,
      false,
      false,
    ]);
  });

  it("offers the times and purposes that the showroom has on that day", () => {
    choose("breda", "2026-12-24", "16:00");
    const [interior, office] = document.querySelectorAll<HTMLInputElement>("[name=type]");
    if (office) office.checked = true;
    limits.offer(form());
    const disabled = () => [...document.querySelectorAll("option:disabled")].map((option) => option.textContent);
    expect(disabled()).toEqual(["16:00", "17:00"]);
    expect(control("time_slot").value).toBe("");
    expect([interior?.disabled, office?.disabled, office?.checked]).toEqual([false, true, false]);
    choose("gent", "2026-12-24");
    limits.offer(form());
    expect(disabled()).toEqual(["17:00"]);
    expect(office?.disabled).toBe(false);
  });

  it("refuses a time that the day does not have", () => {
    choose("breda", "2026-12-24", "16:00");
    expect([...limits.refused(form()).keys()]).toEqual(["time_slot"]);
  });

  it("has the product of the page that the visitor came from, with its picture", () => {
    const seen = [{ path: "/p", name: "Ravel", image: "https://images.example/ravel.webp" }];
    fillProduct(form(), new URLSearchParams("product=RAVEL-RU-OA"), seen);
    expect(control("product").value).toBe("Ravel (RAVEL-RU-OA)");
    expect(document.querySelector("img")?.getAttribute("src")).toBe("https://images.example/ravel.webp");
    fillProduct(form(), new URLSearchParams("product=OTHER"), seen);
    expect(control("product").value).toBe("Ravel (RAVEL-RU-OA)");
  });

  it("begins with the options that the link names, if the form has them, and with no other text", () => {
    const query = new URLSearchParams("showroom=gent&type=office&type=unknown&date=2026-12-02&nothing=1");
    chooseOf(form(), query);
    expect(control("showroom").value).toBe("gent");
    expect(document.querySelector<HTMLInputElement>("[name=type]:checked")?.value).toBe("office");
    expect(control("date").value).toBe("");
    chooseOf(form(), new URLSearchParams("showroom=paris"));
    expect(control("showroom").value).toBe("gent");
  });
});
