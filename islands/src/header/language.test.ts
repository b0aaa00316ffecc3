// @vitest-environment jsdom
import { describe, expect, it } from "vitest";
import { canonicalOf, choiceCookie, withKeptQuery } from "./language";
import { localeToSuggest } from "./suggestion";

describe("the choice of language", () => {
  it("R-I18N-02 is stored for 365 days, for the whole site, and Secure on https", () => {
    expect(choiceCookie("en", "http:")).toBe("vitrine-locale=en; Max-Age=31536000; Path=/; SameSite=Lax");
    expect(choiceCookie("de", "https:")).toBe("vitrine-locale=de; Max-Age=31536000; Path=/; SameSite=Lax; Secure");
  });

  it.each([
    ["/de/suche", "?q=stoel&utm_source=x", "/de/suche?q=stoel"],
    ["/de/suche?q=alt", "?q=neu&q=zwei", "/de/suche?q=neu&q=zwei"],
    ["/de#untranslated", "?q=a%26b", "/de?q=a%26b#untranslated"],
    ["/de/suche?q=alt", "", "/de/suche"],
    ["/de", "?Q=1", "/de"],
  ])("R-I18N-04 %s with %s is %s", (href, query, expected) => {
    expect(withKeptQuery(href, query, ["q"])).toBe(expected);
  });

  it.each([
    ["https://shop.example/de/suche", "?q=stoel&utm_source=x", "https://shop.example/de/suche?q=stoel"],
    ["https://shop.example/", "?q=a&q=b", "https://shop.example/?q=a&q=b"],
    ["https://shop.example/de/suche", "?seite=2", "https://shop.example/de/suche"],
    ["https://shop.example/de/suche", "", "https://shop.example/de/suche"],
  ])("R-HEAD-10 the canonical URL %s keeps of %s what is whitelisted: %s", (href, query, expected) => {
    expect(canonicalOf(href, query, ["q"])).toBe(expected);
  });

  it.each([
    [["de-AT", "en"], "nl", "de"],
    [["fr-FR", "en-GB"], "nl", "en"],
    [["NL-be"], "nl", null],
    [["nl", "de"], "nl", null],
    [["fr", "es"], "nl", null],
    [[], "nl", null],
  ])("R-I18N-03 to readers of %s on a page in %s is suggested %s", (languages, own, expected) => {
    expect(localeToSuggest(languages, ["nl", "en", "de"], own)).toBe(expected);
  });
});
