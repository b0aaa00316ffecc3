import { describe, expect, it } from "vitest";
import { readNumberList } from "./number-list";

const read = (text: string) => {
  const { lines, faults } = readNumberList(text);
  return [...lines.map(({ number, quantity }) => `${number} ${quantity}`), ...faults.map(({ reason }) => reason)];
};

describe("R-PDP-09 a pasted list of numbers", () => {
  it.each([
    ["from a spreadsheet", "KNAAP-RU-4\t2\r\nVERZORGSET\t1\r\n", ["KNAAP-RU-4 2", "VERZORGSET 1"]],
    ["from a file with semicolons", '"KNAAP-RU-4";"2"\nVERZORGSET;1,00', ["KNAAP-RU-4 2", "VERZORGSET 1"]],
    ["from a file with commas", "KNAAP-RU-4,2\nVERZORGSET,1", ["KNAAP-RU-4 2", "VERZORGSET 1"]],
    ["with a description between", "KNAAP-RU-4\tWandkapstok Knaap\t2", ["KNAAP-RU-4 2"]],
    ["with empty cells", "KNAAP-RU-4;;2;", ["KNAAP-RU-4 2"]],
    [
      "typed",
      "KNAAP-RU-4 2\nKA 200 3\nRAVEL x 4\n5 × PLANK\n6x STIP",
      ["KNAAP-RU-4 2", "KA 200 3", "RAVEL 4", "PLANK 5", "STIP 6"],
    ],
    [
      "of EANs",
      "8719999051123 x 2\n3 x 8719999051123\n8719999051123 4",
      ["8719999051123 2", "8719999051123 3", "8719999051123 4"],
    ],
    ["without quantity", "KNAAP-RU-4\n8719999051123", ["KNAAP-RU-4 1", "8719999051123 1"]],
    ["with blank lines", "\n  \nKNAAP-RU-4 2\n\n", ["KNAAP-RU-4 2"]],
  ])("%s", (_, text, lines) => {
    expect(read(text)).toEqual(lines);
  });

  it.each([
    ["Artikelnummer;Aantal", "no_quantity"],
    ["KNAAP-RU-4;0", "no_quantity"],
    ["KNAAP-RU-4;-2", "no_quantity"],
    ["KNAAP-RU-4;1.000", "no_quantity"],
    ["KNAAP-RU-4;2,5", "no_quantity"],
    ["KNAAP-RU-4;10001", "no_quantity"],
    [";2", "no_number"],
    [`${"9".repeat(65)};2`, "no_number"],
  ])("says of %j that it has %s", (line, reason) => {
    expect(read(line)).toEqual([reason]);
  });

  it("keeps every line as typed", () => {
    const { lines, faults } = readNumberList("  KNAAP-RU-4 ; 2 \nzomaar; wat");
    expect(lines.map(({ text }) => text)).toEqual(["KNAAP-RU-4 ; 2"]);
    expect(faults.map(({ text }) => text)).toEqual(["zomaar; wat"]);
  });
});
