// What is submitted for a field, in the few shapes that a form can send (`generator/forms/src/value.rs`).
//
// **Invariant:** texts are judged trimmed and with `\n` as line break; a value in a shape that its field does not have is
// `UNUSABLE`. Half a surrogate pair, which no request can carry, counts as U+FFFD, as the browser sends it.
import { isBlank } from "./classes";
import { type FieldSpec, isList } from "./spec";

/** Maximum number of characters of one text. */
export const MAX_TEXT = 20_000;
/** Maximum number of values of one field. */
export const MAX_VALUES = 100;

export interface Upload {
  readonly name: string;
  /** In bytes. */
  readonly size: number;
}

export const UNUSABLE = Symbol("unusable");

/** `null` is missing: not sent, or nothing typed. */
export type Value =
  | null
  | boolean
  | string
  | readonly string[]
  | { readonly files: readonly Upload[] }
  | typeof UNUSABLE;

/** What is filled in, by the handle of the field: texts, toggles, lists of options, files. */
export type Values = Readonly<Record<string, unknown>>;

/** The text as it can be sent. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, "\ufffd");
}

/** The text without blanks at its ends, each line break as `\n`. */
export function trimmed(text: string): string {
  const lines = wellFormed(text).replace(/\r\n?/g, "\n");
  let from = 0;
  let to = lines.length;
  while (from < to && isBlank(lines.charAt(from))) from += 1;
  while (from < to && isBlank(lines.charAt(to - 1))) to -= 1;
  return lines.slice(from, to);
}

const TOGGLES: { readonly [text: string]: boolean } = {
  "1": true,
  true: true,
  on: true,
  yes: true,
  "": false,
  "0": false,
  false: false,
  off: false,
  no: false,
};

function areTexts(value: readonly unknown[]): value is readonly string[] {
  return value.every((item) => typeof item === "string");
}

function isUpload(value: unknown): value is Upload {
  return typeof value === "object" && value !== null && "name" in value && "size" in value;
}

/** The value of a field in the one shape that it has. */
export function valueIn(field: FieldSpec, values: Values): Value {
  const value = Object.hasOwn(values, field.handle) ? (values[field.handle] ?? null) : null;
  const list = Array.isArray(value) && value.length <= MAX_VALUES ? (value as readonly unknown[]) : undefined;
  if (field.kind === "toggle") {
    if (typeof value === "string") return Object.hasOwn(TOGGLES, value) ? (TOGGLES[value] ?? false) : UNUSABLE;
    return value === null ? false : typeof value === "boolean" ? value : UNUSABLE;
  }
  if (field.kind === "files") {
    if (value === null || value === "") return { files: [] };
    return Array.isArray(value) && value.every(isUpload) ? { files: value } : UNUSABLE;
  }
  if (isList(field)) {
    if (value === null || value === "") return [];
    if (typeof value === "string") return [wellFormed(value)];
    return list && areTexts(list) ? list.map(wellFormed) : UNUSABLE;
  }
  return typeof value === "string" ? trimmed(value) || null : value === null ? null : UNUSABLE;
}

/** Whether nothing is filled in. A toggle that is off is empty. */
export function isEmpty(value: Value): boolean {
  if (value === null || value === false) return true;
  if (typeof value === "string" || Array.isArray(value)) return value.length === 0;
  return typeof value === "object" && "files" in value && value.files.length === 0;
}
