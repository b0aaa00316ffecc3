// Runs the compiled patterns of `regex` rules, by the same steps as `generator/forms/src/pattern/`.
//
// **Invariant:** the time is at most the text's length times the program's steps; the browser's own regular expressions
// are not used, because some take for ever and read a pattern in another way than the API.
import { within } from "./classes";
import type { Step } from "./spec";

/** The steps that take a character, reached from these without taking one; `undefined` if the pattern is found. */
function reach(program: readonly Step[], from: readonly number[], atStart: boolean, atEnd: boolean) {
  const seen = new Set<number>();
  const open = [...from];
  const reached: number[] = [];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const step = program[at];
    if (step === undefined || seen.has(at)) continue;
    seen.add(at);
    if (step === "found") return undefined;
    if (step === "start" || step === "end") {
      if (step === "start" ? atStart : atEnd) open.push(at + 1);
    } else if ("class" in step) reached.push(at);
    else if ("go" in step) open.push(step.go);
    else open.push(...step.split);
  }
  return reached;
}

/** Whether the pattern is found anywhere in the text. */
export function finds(program: readonly Step[], text: string): boolean {
  let active: number[] = [];
  let atStart = true;
  for (const character of text) {
    const reached = reach(program, [...active, 0], atStart, false);
    if (reached === undefined) return true;
    const code = character.codePointAt(0) ?? 0;
    active = [];
    for (const at of reached) {
      const step = program[at];
      if (typeof step === "object" && "class" in step && within(step.class, code)) active.push(at + 1);
    }
    atStart = false;
  }
  return reach(program, [...active, 0], atStart, true) === undefined;
}
