// Judges what is filled in by the rules of a form (`generator/forms/src/check.rs`).
//
// **Invariant:** `generator/forms/tests/cases.json` gets the same verdicts from both; at most one fault a field, the
// first one, and none for a field that is not shown.
import {
  all,
  any,
  type Is,
  isBlank,
  isControl,
  isDigit,
  isLatin,
  isLetter,
  isLower,
  isSymbol,
  isTurn,
  isUpper,
  lengthOf,
} from "./classes";
import { formatted, isoDate, isTime, named } from "./dates";
import { isEmail, isInteger, isUrl, numberOf } from "./formats";
import { finds } from "./pattern";
import { shown } from "./shown";
import { type Class, type FieldSpec, type FormSpec, fieldOf, type Letters, type Parameters, type Rule } from "./spec";
import { isEmpty, MAX_TEXT, MAX_VALUES, UNUSABLE, type Upload, type Value, type Values, valueIn } from "./value";

/** What is wrong: which message (`required` is `errors.form.required`), and what it names besides the field. */
export interface Verdict {
  readonly key: string;
  readonly parameters: Readonly<Record<string, string>>;
}

export interface Fault extends Verdict {
  readonly field: string;
}

/** Says what is wrong, by field in the form's order. `today` is `YYYY-MM-DD`. */
export function check(spec: FormSpec, values: Values, today: string): Fault[] {
  const visible = shown(spec, values);
  const other = (handle: string): Value => {
    const field = fieldOf(spec, handle);
    return field && visible.has(handle) ? valueIn(field, values) : null;
  };
  const faults: Fault[] = [];
  for (const field of spec.fields) {
    if (!visible.has(field.handle) || field.kind === "section" || field.kind === "html") continue;
    const fault = judge(field, valueIn(field, values), { other, today });
    if (fault) faults.push({ field: field.handle, ...fault });
  }
  return faults;
}

interface Around {
  /** The value of another field; missing while that is hidden. */
  readonly other: (handle: string) => Value;
  readonly today: string;
}

type Found = Verdict | undefined;

function unless(key: string, fine: boolean, parameters: Record<string, string | number> = {}): Found {
  if (fine) return undefined;
  return { key, parameters: Object.fromEntries(Object.entries(parameters).map(([name, n]) => [name, String(n)])) };
}

function judge(field: FieldSpec, value: Value, around: Around): Found {
  const misshapen = shape(field, value);
  if (misshapen) return misshapen;
  const rules = field.rules ?? [];
  for (const rule of rules) {
    const fault = presence(rule, value, around);
    if (fault) return fault;
  }
  if (isEmpty(value)) return undefined;
  const wrong = ofKind(field, value);
  if (wrong) return wrong;
  for (const rule of rules) {
    const fault = judgesNothing(rule) ? undefined : filled(rule, value, around);
    if (fault) return fault;
  }
  return undefined;
}

/** What no field takes, whatever its rules: another shape, too much, control characters. */
function shape(field: FieldSpec, value: Value): Found {
  if (value === UNUSABLE) return unless("invalid", false);
  if (typeof value === "string") {
    const isUnfit: Is = (character) =>
      field.kind === "textarea"
        ? isControl(character) && character !== "\n" && character !== "\t"
        : isControl(character) || isTurn(character);
    return (
      unless("length_max", lengthOf(value) <= MAX_TEXT, { n: MAX_TEXT }) ?? unless("invalid", !any(value, isUnfit))
    );
  }
  const list = Array.isArray(value) ? value : [];
  return unless("invalid", list.length <= MAX_VALUES && new Set(list).size === list.length);
}

const nameOf = (rule: Rule): string => (typeof rule === "string" ? rule : (Object.keys(rule)[0] ?? ""));

const PRESENCE =
  "required accepted require_one required_if required_unless required_with required_without confirm".split(" ");

/** Whether the rule looks at an empty field too. */
const judgesNothing = (rule: Rule) => PRESENCE.includes(nameOf(rule));

function presence(rule: Rule, value: Value, { other }: Around): Found {
  const isFilled = (handle: string) => !isEmpty(other(handle));
  const needed = (is: boolean) => unless("required", !(is && isEmpty(value)));
  if (rule === "required") return needed(true);
  if (rule === "accepted") {
    return unless("accepted", value === true || (typeof value === "string" && /^(yes|on|1|true)$/.test(value)));
  }
  if (typeof rule === "string") return undefined;
  if ("require_one" in rule) return needed(!rule.require_one.some(isFilled));
  if ("required_if" in rule) return needed(has(other(rule.required_if[0]), rule.required_if[1]));
  if ("required_unless" in rule) return needed(!has(other(rule.required_unless[0]), rule.required_unless[1]));
  if ("required_with" in rule) return needed(rule.required_with.some(isFilled));
  if ("required_without" in rule) return needed(!rule.required_without.every(isFilled));
  return "confirm" in rule ? unless("confirm", same(value, other(rule.confirm))) : undefined;
}

function has(value: Value, wanted: readonly string[]): boolean {
  if (value === null) return wanted.includes("null");
  if (typeof value === "boolean") return wanted.includes(String(value)) || wanted.includes(value ? "1" : "0");
  if (typeof value === "string") return wanted.includes(value);
  return Array.isArray(value) && value.some((item) => wanted.includes(item));
}

function same(a: Value, b: Value): boolean {
  return (isEmpty(a) && isEmpty(b)) || (a !== UNUSABLE && JSON.stringify(a) === JSON.stringify(b));
}

/** What the kind of a field asks. */
function ofKind(field: FieldSpec, value: Value): Found {
  const options = field.options ?? [];
  const isOption = (key: string) => options.length === 0 || options.includes(key);
  if (Array.isArray(value)) return unless("is", value.every(isOption));
  if (typeof value === "object" && value !== null && "files" in value) {
    const most = field.max_files ?? 4_294_967_295;
    return unless("file_count", value.files.length <= most, { n: most });
  }
  if (typeof value !== "string") return undefined;
  switch (field.kind) {
    case "select":
    case "radio":
      return unless("is", isOption(value));
    case "integer":
      return unless("integer", isInteger(value));
    case "decimal":
      return unless("number", numberOf(value) !== undefined);
    case "date":
      return unless("date", isoDate(value) !== undefined);
    case "time":
      return unless("invalid", isTime(value));
    default:
      return undefined;
  }
}

/** Rules on what is filled in. */
function filled(rule: Rule, value: Value, around: Around): Found {
  if (typeof rule === "object" && "different" in rule) {
    return unless("different", !same(value, around.other(rule.different)));
  }
  if (typeof value === "string") return text(rule, value, around);
  if (typeof rule === "object" && typeof value === "object" && value !== null) {
    const found = Array.isArray(value) ? list(rule, value) : "files" in value ? uploads(rule, value.files) : null;
    if (found !== null) return found;
  }
  return unless("invalid", false);
}

/** `null` if the rule is none for lists. */
function list(rule: Exclude<Rule, string>, value: readonly string[]): Found | null {
  const [least, most] =
    "between" in rule ? rule.between : "min" in rule ? [rule.min] : "max" in rule ? [undefined, rule.max] : [];
  if (least !== undefined && value.length < least) return unless("min_count", false, { n: least });
  if (most !== undefined && value.length > most) return unless("max_count", false, { n: most });
  if (least !== undefined || most !== undefined) return undefined;
  return "is" in rule
    ? unless(
        "is",
        value.every((item) => rule.is.includes(item)),
      )
    : null;
}

/** `null` if the rule is none for files. */
function uploads(rule: Exclude<Rule, string>, files: readonly Upload[]): Found | null {
  if ("file_kinds" in rule) {
    const isKind = ({ name }: Upload) => {
      const ending = name.slice(name.lastIndexOf(".") + 1).replace(/[A-Z]/g, (letter) => letter.toLowerCase());
      return name.includes(".") && rule.file_kinds.includes(ending);
    };
    return unless("file_kind", files.every(isKind), { values: rule.file_kinds.join(", ") });
  }
  if ("file_size" in rule) {
    return unless(
      "file_size",
      files.every(({ size }) => size <= rule.file_size * 1024),
      { n: rule.file_size },
    );
  }
  if (!("file_size_min" in rule)) return null;
  const fine = files.every(({ size }) => size >= rule.file_size_min * 1024);
  return unless("file_size_min", fine, { n: rule.file_size_min });
}

type TextRules = {
  readonly [Name in keyof Parameters]?: (text: string, is: Parameters[Name], around: Around) => Found;
};

const letterOf = (set: Letters): Is => (set === "latin" ? isLatin : isLetter);

const CLASSES: { readonly [Name in Class]: Is } = {
  alpha: isLetter,
  alpha_spaces: (c) => isLetter(c) || isBlank(c),
  alphanumeric: (c) => isLetter(c) || isDigit(c),
  lowercase: isLower,
  numeric: isDigit,
  symbol: isSymbol,
  uppercase: isUpper,
};

const PLAIN: { readonly [name: string]: (text: string) => boolean } = {
  lowercase: (value) => !any(value, isUpper),
  uppercase: (value) => !any(value, isLower),
  symbol: (value) => all(value, isSymbol),
  number: (value) => numberOf(value) !== undefined,
  integer: isInteger,
  email: isEmail,
  url: isUrl,
};

function numeric(value: string, key: string, parameters: Record<string, number>, fits: (n: number) => boolean): Found {
  const number = numberOf(value);
  return number === undefined ? unless("number", false) : unless(key, fits(number), parameters);
}

/** Compares with a date that a rule names: nothing to compare with where that is missing or is none. */
function day(
  key: string,
  value: string,
  others: readonly string[],
  around: Around,
  fits: (date: string, from: string, to: string) => boolean,
): Found {
  const date = isoDate(value);
  if (date === undefined) return unless("date", false);
  const days = others.map((other) => {
    const there = other.startsWith("@") ? around.other(other.slice(1)) : undefined;
    return there === undefined ? named(other, around.today) : typeof there === "string" ? isoDate(there) : undefined;
  });
  const [from, to = from] = days;
  if (from === undefined || to === undefined || days.includes(undefined)) return undefined;
  const fine = fits(date, from, to);
  if (others.length > 1) return unless(key, fine, { from, to });
  const isToday = others[0] === "today" || others[0] === "now";
  return unless(isToday ? `${key}_today` : key, fine, { date: from });
}

const TEXTS: TextRules = {
  alpha: (value, set) => unless("alpha", all(value, letterOf(set))),
  alpha_spaces: (value, set) =>
    unless(
      "alpha_spaces",
      all(value, (c) => letterOf(set)(c) || isBlank(c)),
    ),
  alphanumeric: (value, set) =>
    unless(
      "alphanumeric",
      all(value, (c) => letterOf(set)(c) || isDigit(c)),
    ),
  contains: (value, name) => unless(`contains_${name}`, any(value, CLASSES[name])),
  min: (value, n) => numeric(value, "min", { n }, (number) => number >= n),
  max: (value, n) => numeric(value, "max", { n }, (number) => number <= n),
  between: (value, [from, to]) => numeric(value, "between", { from, to }, (n) => from <= n && n <= to),
  length: (value, [least, most]) => {
    const length = lengthOf(value);
    const limit = most ?? 4_294_967_295;
    return unless("length", length >= least, { n: least }) ?? unless("length_max", length <= limit, { n: limit });
  },
  digits: (value, [from, to]) => {
    const fine = from <= value.length && value.length <= to && /^\d*$/.test(value);
    return from === to ? unless("digits", fine, { n: from }) : unless("digits_between", fine, { from, to });
  },
  date_after: (value, other, around) => day("date_after", value, [other], around, (a, b) => a > b),
  date_from: (value, other, around) => day("date_from", value, [other], around, (a, b) => a >= b),
  date_before: (value, other, around) => day("date_before", value, [other], around, (a, b) => a < b),
  date_until: (value, other, around) => day("date_until", value, [other], around, (a, b) => a <= b),
  date_between: (value, others, around) => day("date_between", value, others, around, (a, b, c) => b <= a && a <= c),
  date_format: (value, formats) =>
    unless(
      "date_format",
      formats.some((format) => formatted(value, format) !== undefined),
      {
        format: formats.join(", "),
      },
    ),
  starts_with: (value, heads) =>
    unless(
      "starts_with",
      heads.some((head) => value.startsWith(head)),
      { values: heads.join(", ") },
    ),
  ends_with: (value, tails) =>
    unless(
      "ends_with",
      tails.some((tail) => value.endsWith(tail)),
      { values: tails.join(", ") },
    ),
  is: (value, allowed) => unless("is", allowed.includes(value)),
  not: (value, refused) => unless("not", !refused.includes(value)),
  matches: (value, texts) => unless("invalid", texts.includes(value)),
  pattern: (value, program) => unless("invalid", finds(program, value)),
  not_pattern: (value, program) => unless("invalid", !finds(program, value)),
};

function text(rule: Rule, value: string, around: Around): Found {
  if (typeof rule === "string") return unless(rule, PLAIN[rule]?.(value) ?? true);
  const [[name, is] = []] = Object.entries(rule);
  const judged = TEXTS[name as keyof Parameters] as ((text: string, is: unknown, around: Around) => Found) | undefined;
  // A rule for files on a text: the generator never writes one.
  return judged ? judged(value, is, around) : unless("invalid", false);
}
