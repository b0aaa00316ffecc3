// Reads a pasted list of numbers and quantities: from a spreadsheet (tabs), a file (semicolons, commas) or typed
// (spaces).
//
// **Invariant:** every line that is not blank gets an entry or a fault, with its own text, so that nothing typed is
// lost.

export type ListLine = {
  /** The line as it was typed. */
  readonly text: string;
  readonly number: string;
  readonly quantity: number;
};

export type ListFault = {
  readonly text: string;
  readonly reason: "no_number" | "no_quantity";
};

export type NumberList = {
  readonly lines: readonly ListLine[];
  readonly faults: readonly ListFault[];
};

/** The maximum number of lines of a request, and the maximum quantity and length of a line, as in the API. */
export const MAX_LINES = 100;
const MAX_QUANTITY = 10_000;
const MAX_NUMBER = 64;

export function readNumberList(text: string): NumberList {
  const lines: ListLine[] = [];
  const faults: ListFault[] = [];
  for (const raw of text.split(/\r\n|\r|\n/)) {
    const line = raw.trim();
    if (line === "") continue;
    const read = readLine(line);
    if (typeof read === "string") faults.push({ text: line, reason: read });
    else lines.push({ text: line, ...read });
  }
  return { lines, faults };
}

function readLine(line: string): Pick<ListLine, "number" | "quantity"> | ListFault["reason"] {
  const cells = cellsOf(line);
  const [first = "", ...others] = cells;
  const last = others.at(-1);
  const quantity = last === undefined ? 1 : quantityOf(last);
  if (quantity === null) return "no_quantity";
  if (first === "" || first.length > MAX_NUMBER) return "no_number";
  return { number: first, quantity };
}

/** The filled cells; quotation marks are those of a spreadsheet's file. */
function cellsOf(line: string): readonly string[] {
  const separator = ["\t", ";", ","].find((mark) => line.includes(mark));
  if (separator !== undefined) {
    const cells = line.split(separator).map((cell) =>
      cell
        .trim()
        .replace(/^"(.*)"$/, "$1")
        .trim(),
    );
    const [first = "", ...others] = cells;
    return [first, ...others.filter((cell) => cell !== "")];
  }
  // Typed: `KA-200 2`, `KA-200 x 2` or `2 x KA-200`; a number itself may contain spaces.
  const before = /^(\d+)\s*[x×]\s+(.+)$/i.exec(line);
  if (before !== null) return [before[2] as string, before[1] as string];
  const after = /^(.+?)\s+(?:[x×]\s*)?(\d+)(?:\s*[x×])?$/i.exec(line);
  return after === null ? [line] : [after[1] as string, after[2] as string];
}

/** A whole number from 1; spreadsheets may write `2,00`. */
function quantityOf(text: string): number | null {
  const whole = /^(\d{1,5})(?:[.,]0{1,2})?$/.exec(text);
  const quantity = Number(whole?.[1] ?? 0);
  return quantity >= 1 && quantity <= MAX_QUANTITY ? quantity : null;
}
