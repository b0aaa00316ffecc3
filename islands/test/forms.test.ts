// R-FORM-01 to -03: the table of rules, conditions and messages that the API runs too (`generator/forms/tests/cases.rs`).
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { check } from "../src/forms/check";
import { isBlank, isControl, isLetter, isLower, isSymbol, isTurn, isUpper } from "../src/forms/classes";
import { message } from "../src/forms/message";
import { finds } from "../src/forms/pattern";
import { shown, testPasses } from "../src/forms/shown";
import type { Comparison, FieldSpec, FormSpec, Kind, Rule, Step } from "../src/forms/spec";
import { trimmed, type Values, valueIn } from "../src/forms/value";

const ROOT = path.join(import.meta.dirname, "../..");
const read = (file: string) => JSON.parse(readFileSync(path.join(ROOT, file), "utf8"));

type Locale = "nl" | "en" | "de";
const LOCALES = ["nl", "en", "de"] as const;

interface RuleCase extends Partial<Record<Locale, string>> {
  kind: Kind;
  value: unknown;
  times?: number;
  options?: string[];
  multiple?: boolean;
  max_files?: number;
  others?: Record<string, unknown>;
  rules: Rule[];
  verdict: string;
  parameters?: Record<string, string>;
}

interface ConditionCase {
  kind: Kind;
  options?: string[];
  multiple?: boolean;
  value: unknown;
  comparison: Comparison;
  with: string;
  holds: boolean;
}

interface Table {
  today: string;
  names: Record<Locale, string>;
  rules: RuleCase[];
  conditions: ConditionCase[];
  shown: { fields: FieldSpec[]; values: Values; shown: string[] }[];
  generated: { seed: number; pieces: string[]; digests: string[]; classes: string };
}

const table: Table = read("generator/forms/tests/cases.json");
const texts = Object.fromEntries(LOCALES.map((code) => [code, read(`locales/${code}/errors.json`)]));

const form = (fields: FieldSpec[]): FormSpec => ({ handle: "form", honeypot: "honeypot", fields });

function judge({ kind, value, times, others = {}, rules, options = [], multiple = false, max_files }: RuleCase) {
  const own: FieldSpec = { handle: "own", kind, options, multiple, rules, ...(max_files && { max_files }) };
  const rest = Object.keys(others).map((handle): FieldSpec => ({ handle, kind: "text" }));
  const filled = times ? String(value).repeat(times) : value;
  return check(form([own, ...rest]), { ...others, own: filled }, table.today);
}

/** Numbers below `end` from a seed, the same in every run (mulberry32). */
function random(seed: number): (end: number) => number {
  let state = seed;
  return (end) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % end;
  };
}

describe("R-FORM-02 and R-FORM-03", () => {
  it("give each value its verdict, with its message in three languages", () => {
    expect(table.rules.length).toBeGreaterThanOrEqual(300);
    for (const row of table.rules) {
      const [fault] = judge(row);
      const what = JSON.stringify(row).slice(0, 300);
      expect(fault?.key ?? "fine", what).toBe(row.verdict);
      if (!fault) continue;
      expect(fault.parameters, what).toEqual(row.parameters ?? {});
      for (const code of LOCALES) {
        expect(message(fault, table.names[code], texts[code]), what).toBe(row[code]);
      }
    }
  });
});

/** FNV-1a. */
function digest(bytes: Iterable<number>): string {
  let hash = 0x811c9dc5;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, "0");
}

it("R-FORM-02 has every character of Unicode in the classes of the API", () => {
  const tests = [isLetter, isSymbol, isBlank, isLower, isUpper, isControl, isTurn];
  const bits = function* () {
    for (let code = 0; code < 0x110000; code += 1) {
      const character = String.fromCodePoint(code);
      if (code < 0xd800 || code > 0xdfff) yield tests.reduce((sum, is, at) => sum + (Number(is(character)) << at), 0);
    }
  };
  expect(digest(bits())).toBe(table.generated.classes);
});

it("R-FORM-02 gives 40,000 generated texts and comparisons the verdicts of the API", () => {
  const { seed, pieces, digests } = table.generated;
  const next = random(seed);
  const pick = <T>(list: readonly T[]): T => list[next(list.length)] as T;
  const character = (code: number) => (code >= 0xd800 && code <= 0xdfff ? "\ufffd" : String.fromCodePoint(code));
  const text = () =>
    Array.from({ length: next(6) }, () => (next(3) === 0 ? character(next(0x110000)) : pick(pieces))).join("");
  const found = digests.map(() => {
    let verdicts = "";
    for (let count = 0; count < 1000; count += 1) {
      const row = pick(table.rules);
      const value = text();
      const other = text();
      const { kind, options = [], multiple = false, comparison } = pick(table.conditions);
      const { times: _, ...rule } = row;
      verdicts += judge({ ...rule, value, others: { other } })[0]?.key ?? "fine";
      const left = valueIn({ handle: "own", kind, options, multiple }, { own: value });
      verdicts += testPasses(left, { field: "own", comparison, value: other }) ? "+" : "-";
    }
    return digest(new TextEncoder().encode(verdicts));
  });
  expect(found).toEqual(digests);
  expect(found.length).toBe(40);
});

describe("R-FORM-01", () => {
  it("compares in every way that conditions know", () => {
    expect(table.conditions.length).toBeGreaterThanOrEqual(100);
    for (const { value, comparison, with: right, holds, ...field } of table.conditions) {
      const left = valueIn({ handle: "own", ...field }, { own: value });
      const what = JSON.stringify([value, comparison, right, field.kind]);
      expect(testPasses(left, { field: "own", comparison, value: right }), what).toBe(holds);
    }
  });

  it("shows fields by conditions that follow from each other", () => {
    for (const { fields, values, shown: expected } of table.shown) {
      expect([...shown(form(fields), values)], JSON.stringify(values)).toEqual(expected);
    }
  });
});

describe("what no request can carry", () => {
  it.each([
    ["\ud800", "\ufffd"],
    ["a\udc00b", "a\ufffdb"],
    ["\udc00\ud800", "\ufffd\ufffd"],
    ["\ud83d\ude00", "\ud83d\ude00"],
  ])("half of a surrogate pair counts as the character that is sent for it: %j", (text, sent) => {
    expect(trimmed(text)).toBe(sent);
    const rules: Rule[] = [{ length: [2, null] }, { alpha: "all" }];
    const verdict = (value: string) => judge({ kind: "text", value, rules, verdict: "" });
    expect(verdict(text)).toEqual(verdict(sent));
  });
});

describe("any input", () => {
  // Varied: 200 seeds; values of every shape that JSON has, nested once; texts of 0 to 12 characters from those that the
  // table is about and from the whole of Unicode, halves of pairs among them; every kind of field; every rule of the table.
  const NASTY = [
    "",
    " ",
    "\u00a0",
    "\u200b",
    "\r\n",
    "\0",
    "\u202e",
    "e\u0301",
    "\ud83d\ude00",
    "\ud800",
    "1e",
    "-",
    ".",
    "@",
    "a",
    "Z",
    "9",
  ];
  const rules = table.rules.flatMap((row) => row.rules);
  const kinds: Kind[] = ["text", "textarea", "select", "checkboxes", "toggle", "files", "date", "integer", "hidden"];

  const textOf = (next: (end: number) => number) =>
    Array.from({ length: next(13) }, () =>
      next(4) === 0 ? String.fromCharCode(next(0x10000)) : (NASTY[next(NASTY.length)] ?? ""),
    ).join("");
  const anything = (next: (end: number) => number, deep = 0): unknown => {
    const shapes = [null, true, false, next(1e9), textOf(next), textOf(next), textOf(next)];
    const shape = next(deep > 1 ? shapes.length : shapes.length + 2);
    if (shape < shapes.length) return shapes[shape];
    const list = Array.from({ length: next(4) }, () => anything(next, deep + 1));
    return shape === shapes.length ? list : { name: textOf(next), size: next(9), more: list };
  };

  it.each(Array.from({ length: 200 }, (_, seed) => seed))(
    "gets a verdict, the same trimmed or not: seed %i",
    (seed) => {
      const next = random(seed);
      const value = anything(next);
      const kind = kinds[next(kinds.length)] ?? "text";
      const own = [rules[next(rules.length)] ?? "required", rules[next(rules.length)] ?? "required"];
      const first = judge({ kind, value, rules: own, verdict: "", options: ["a", "b"] });
      expect(first.length).toBeLessThan(2);
      for (const fault of first) {
        for (const code of LOCALES) expect(message(fault, "x", texts[code])).toMatch(/\S/);
      }
      if (typeof value === "string" && ["text", "textarea"].includes(kind)) {
        const again = judge({ kind, value: ` \u00a0${value}\r\n`, rules: own, verdict: "", options: ["a", "b"] });
        expect(again).toEqual(first);
      }
    },
  );
});

it("runs a pattern that browsers take for ever for in a moment", () => {
  const row = table.rules.find(({ times, rules: [rule] }) => times && typeof rule === "object" && "pattern" in rule);
  const [rule] = row?.rules ?? [];
  const program: readonly Step[] = typeof rule === "object" && "pattern" in rule ? rule.pattern : [];
  expect(finds(program, "a".repeat(20_000))).toBe(false);
});
