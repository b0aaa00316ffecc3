// A form's rules as the API has them (`generator/forms/src/spec.rs`): the generator writes them, this folder judges by them.

export type Kind =
  | "text"
  | "textarea"
  | "select"
  | "radio"
  | "checkboxes"
  | "toggle"
  | "files"
  | "date"
  | "time"
  | "integer"
  | "decimal"
  | "hidden"
  | "section"
  | "html";

export type Letters = "all" | "latin";

export type Class = "alpha" | "alpha_spaces" | "alphanumeric" | "lowercase" | "numeric" | "symbol" | "uppercase";

export type Range = readonly [number, number];

/** A step of a compiled pattern (`generator/forms/src/pattern/`). */
export type Step =
  | { readonly class: readonly Range[] }
  | { readonly split: Range }
  | { readonly go: number }
  | "start"
  | "end"
  | "found";

type Texts = readonly string[];

/** The parameters of the rules that have some. */
export interface Parameters {
  require_one: Texts;
  required_if: readonly [string, Texts];
  required_unless: readonly [string, Texts];
  required_with: Texts;
  required_without: Texts;
  confirm: string;
  different: string;
  alpha: Letters;
  alpha_spaces: Letters;
  alphanumeric: Letters;
  contains: Class;
  between: Range;
  min: number;
  max: number;
  length: readonly [number, number | null];
  digits: Range;
  date_after: string;
  date_from: string;
  date_before: string;
  date_until: string;
  date_between: readonly [string, string];
  date_format: Texts;
  starts_with: Texts;
  ends_with: Texts;
  is: Texts;
  not: Texts;
  matches: Texts;
  pattern: readonly Step[];
  not_pattern: readonly Step[];
  file_kinds: Texts;
  file_size: number;
  file_size_min: number;
}

type Plain = "required" | "accepted" | "lowercase" | "uppercase" | "symbol" | "number" | "integer" | "email" | "url";

export type Rule = Plain | { [Name in keyof Parameters]: { readonly [K in Name]: Parameters[Name] } }[keyof Parameters];

export type Comparison =
  | "equals"
  | "not"
  | "same"
  | "not_same"
  | "greater"
  | "greater_or_equal"
  | "less"
  | "less_or_equal"
  | "contains"
  | "contains_any";

export interface Test {
  readonly field: string;
  readonly comparison: Comparison;
  readonly value: string;
}

export interface Condition {
  readonly negated: boolean;
  readonly any: boolean;
  readonly tests: readonly Test[];
}

export interface FieldSpec {
  readonly handle: string;
  readonly kind: Kind;
  readonly width?: number;
  /** Keys of the options; empty where everything may be chosen. */
  readonly options?: Texts;
  readonly multiple?: boolean;
  readonly max_files?: number;
  readonly default?: string;
  readonly rules?: readonly Rule[];
  readonly condition?: Condition;
  /** Submitted even when hidden. */
  readonly always_save?: boolean;
}

export interface FormSpec {
  readonly handle: string;
  /** Name of the field that only a program fills in. */
  readonly honeypot: string;
  readonly fields: readonly FieldSpec[];
}

/** Whether the value of the field is a list of options. */
export function isList(field: FieldSpec): boolean {
  return field.kind === "checkboxes" || (field.kind === "select" && field.multiple === true);
}

export function fieldOf(spec: FormSpec, handle: string): FieldSpec | undefined {
  return spec.fields.find((field) => field.handle === handle);
}
