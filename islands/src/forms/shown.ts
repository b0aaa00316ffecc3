// Which fields are shown: the conditions of the CMS (`generator/forms/src/shown.rs`).
//
// **Invariant:** the value of a hidden field counts as missing, so that the API, which is not sent it, says the same.
import { numberOf } from "./formats";
import { type Condition, type FormSpec, fieldOf, type Test } from "./spec";
import { isEmpty, trimmed, type Value, type Values, valueIn } from "./value";

/** The handles of the fields that are shown. */
export function shown(spec: FormSpec, values: Values): ReadonlySet<string> {
  const known = new Map<string, boolean>();
  const isShown = (handle: string, condition: Condition | undefined): boolean => {
    const before = known.get(handle);
    if (before !== undefined) return before;
    // Until it is known, so that a condition that leads back to its own field ends.
    known.set(handle, true);
    const passes = (test: Test) => {
      const field = fieldOf(spec, test.field);
      const sees = field !== undefined && isShown(field.handle, field.condition);
      return testPasses(sees ? valueIn(field, values) : null, test);
    };
    const found = condition && (condition.any ? condition.tests.some(passes) : condition.tests.every(passes));
    const is = condition === undefined || found !== condition.negated;
    known.set(handle, is);
    return is;
  };
  return new Set(spec.fields.filter((field) => isShown(field.handle, field.condition)).map((field) => field.handle));
}

/** One comparison of a field's value. */
export function testPasses(value: Value, test: Test): boolean {
  const right = trimmed(test.value);
  switch (test.comparison) {
    case "equals":
      return equals(value, right, false);
    case "not":
      return !equals(value, right, false);
    case "same":
      return equals(value, right, true);
    case "not_same":
      return !equals(value, right, true);
    case "contains":
      return contains(value, right);
    case "contains_any":
      return right.split(",").some((part) => trimmed(part) !== "" && contains(value, trimmed(part)));
    default:
      return compared(value, right, test.comparison);
  }
}

/** `empty`, `null`, `true` and `false` have their meaning. Strictly, only a toggle is `true` or `false`. */
function equals(value: Value, right: string, strictly: boolean): boolean {
  if (right === "empty") return isEmpty(value);
  if (right === "null") return value === null || value === "";
  if (typeof value === "boolean") {
    return right === String(value) || (!strictly && right === (value ? "1" : "0"));
  }
  if (typeof value !== "string") return false;
  if (right !== "true" && right !== "false") return value === right;
  return !strictly && (value === right || value === (right === "true" ? "1" : "0"));
}

/** Nothing is 0, a toggle 0 or 1; what is no number is neither less nor greater. */
function compared(value: Value, right: string, comparison: Test["comparison"]): boolean {
  const a = typeof value === "boolean" ? Number(value) : value === null || value === "" ? 0 : read(value);
  const words: { readonly [word: string]: number } = { true: 1, false: 0, null: 0, "": 0 };
  const b = Object.hasOwn(words, right) ? words[right] : numberOf(right);
  if (a === undefined || b === undefined) return false;
  if (comparison === "greater") return a > b;
  if (comparison === "less") return a < b;
  return comparison === "greater_or_equal" ? a >= b : a <= b;
}

function read(value: Value): number | undefined {
  return typeof value === "string" ? numberOf(value) : undefined;
}

/** A list has the value, or a text has it in it. */
function contains(value: Value, part: string): boolean {
  if (typeof value === "string" || Array.isArray(value)) return value.includes(part);
  return value === true && part === "true";
}
