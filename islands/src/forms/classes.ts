// Classes of characters that rules ask for, as fixed ranges of code points.
//
// **Invariant:** they are those of `generator/forms/src/classes.rs`, whatever Unicode version the browser has: each line
// is the first and the last code point of a range, in hexadecimal.

type Ranges = readonly (readonly [number, number])[];

function ranges(text: string): Ranges {
  return text.split(" ").map((range) => {
    const [from = "", to = from] = range.split("-");
    return [Number.parseInt(from, 16), Number.parseInt(to, 16)];
  });
}

const LETTERS = ranges(
  "41-5a 61-7a aa b5 ba c0-d6 d8-f6 f8-24f 300-36f 386 388-3ce 400-481 48a-52f 5d0-5ea 620-64a 1e00-1fbc 3041-3096 30a1-30fa 4e00-9fff ac00-d7a3",
);
const CASED = ranges("41-5a 61-7a c0-d6 d8-f6 f8-17f 386 388-3ce 400-45f");
const SYMBOLS = ranges("21-2f 3a-40 5b-60 7b-7e a1-a9 ab-ac ae-b1 b4 b6-b8 bb bf d7 f7 2010-2027 2030-205e 20a0-20bf");
const BLANKS = ranges("9-d 20 85 a0 1680 2000-200b 200e 2028-2029 202f 205f 3000 feff");
const TURNS = ranges("202a-202e 2066-2069");
const CONTROLS = ranges("0-1f 7f-9f");

export function within(sorted: Ranges, code: number): boolean {
  return sorted.some(([from, to]) => from <= code && code <= to);
}

/** A test of one character, which is a code point. */
export type Is = (character: string) => boolean;

const isOf =
  (set: Ranges): Is =>
  (character) =>
    within(set, character.codePointAt(0) ?? -1);

export const isLetter = isOf(LETTERS);
export const isSymbol = isOf(SYMBOLS);
export const isBlank = isOf(BLANKS);
export const isControl = isOf(CONTROLS);
/** What turns the order of what is shown: bidirectional embeddings, overrides, isolates. */
export const isTurn = isOf(TURNS);
const isCased = isOf(CASED);
export const isLatin: Is = (character) => /^[a-z]$/i.test(character);
export const isDigit: Is = (character) => character >= "0" && character <= "9";
export const isLower: Is = (character) => isCased(character) && character.toUpperCase() !== character;
export const isUpper: Is = (character) => isCased(character) && character.toLowerCase() !== character;

/** Whether every character of the text, or any of them, is one of those. */
export function all(text: string, is: Is): boolean {
  for (const character of text) if (!is(character)) return false;
  return true;
}

export function any(text: string, is: Is): boolean {
  return !all(text, (character) => !is(character));
}

/** Number of characters, which are code points. */
export function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}
