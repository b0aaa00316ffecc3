import { expect, it } from "vitest";
import { choiceCookie, readChoice } from "./choice";

const ASKED = { version: "1.3f2ac1e0", months: 6 };
const NOW = Date.UTC(2026, 10, 28, 12);

it("law §10 records the choice with version and time, and reads it back", () => {
  for (const choice of [
    { analytics: false, marketing: false },
    { analytics: true, marketing: false },
    { analytics: false, marketing: true },
    { analytics: true, marketing: true },
  ]) {
    const cookie = choiceCookie(choice, ASKED, NOW, "https:");
    const [pair = "", ...attributes] = cookie.split("; ");
    expect(pair).toMatch(new RegExp(`^vitrine-consent=1\\.3f2ac1e0~${NOW / 1000}~a?m?$`));
    expect(attributes).toEqual(["Expires=Fri, 28 May 2027 12:00:00 GMT", "Path=/", "SameSite=Lax", "Secure"]);
    expect(readChoice(`a=1; ${pair}; b=2`, ASKED, NOW + 1)).toEqual(choice);
    expect(readChoice(pair, { ...ASKED, version: "2.3f2ac1e0" }, NOW + 1)).toBeNull();
  }
  expect(choiceCookie({ analytics: true, marketing: true }, ASKED, NOW, "http:")).not.toContain("Secure");
});

it("law §10 a choice ends after the configured months", () => {
  const [pair = ""] = choiceCookie({ analytics: true, marketing: true }, ASKED, NOW, "https:").split(";");
  expect(readChoice(pair, ASKED, Date.UTC(2027, 4, 28, 11, 59))).not.toBeNull();
  expect(readChoice(pair, ASKED, Date.UTC(2027, 4, 28, 12))).toBeNull();
  expect(readChoice(pair, { ...ASKED, months: 1 }, Date.UTC(2026, 11, 29))).toBeNull();
});

it("anything else is no choice", () => {
  const at = NOW / 1000;
  for (const cookies of [
    "",
    "vitrine-consent=",
    "vitrine-consent=1",
    `vitrine-consent=1.3f2ac1e0~${at}~x`,
    `vitrine-consent=1.3f2ac1e0~-1~a`,
    `vitrine-consent=1.3f2ac1e0~${at + 3600}~a`,
    `other-vitrine-consent=1.3f2ac1e0~${at}~a`,
  ]) {
    expect(readChoice(cookies, ASKED, NOW), cookies).toBeNull();
  }
});
