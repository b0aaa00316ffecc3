// Texts with a form of their own: numbers, e-mail addresses, addresses on the web (`generator/forms/src/formats.rs`).
import { all, any, type Is, isBlank, isControl, isDigit, isLetter, isTurn, lengthOf } from "./classes";

/** Reads a decimal number: sign, digits, a point with digits, an exponent. */
export function numberOf(text: string): number | undefined {
  if (text.length > 40 || !/^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text)) return undefined;
  const number = Number(text);
  return Number.isFinite(number) ? number : undefined;
}

/** Whether the text is a whole number as PHP's filter takes it: no leading zeros, at most 15 digits. */
export function isInteger(text: string): boolean {
  return /^[+-]?(0|[1-9]\d{0,14})$/.test(text);
}

const isUnfit: Is = (character) => isBlank(character) || isControl(character) || isTurn(character);
const isOfLabel: Is = (character) => isLetter(character) || isDigit(character) || character === "-";

/** A host's name with a dot: labels of letters, digits and hyphens, 1 to 63, no hyphen at an end. */
function isHost(host: string): boolean {
  const labels = host.split(".");
  return (
    labels.length > 1 &&
    labels.every((label) => {
      const length = lengthOf(label);
      return length > 0 && length < 64 && all(label, isOfLabel) && !label.startsWith("-") && !label.endsWith("-");
    })
  );
}

export function isEmail(text: string): boolean {
  const at = text.indexOf("@");
  if (at < 1 || lengthOf(text) > 254) return false;
  const name = text.slice(0, at);
  return (
    lengthOf(name) <= 64 &&
    !any(name, (character) => isUnfit(character) || '<>()[],;:"\\'.includes(character)) &&
    name.split(".").every((part) => part !== "") &&
    isHost(text.slice(at + 1))
  );
}

export function isUrl(text: string): boolean {
  const scheme = /^https?:\/\//i.exec(text)?.[0];
  if (scheme === undefined || lengthOf(text) > 2048) return false;
  const rest = text.slice(scheme.length);
  const end = rest.search(/[/?#]/);
  const authority = end < 0 ? rest : rest.slice(0, end);
  const colon = authority.indexOf(":");
  const port = colon < 0 ? "80" : authority.slice(colon + 1);
  return (
    isHost(colon < 0 ? authority : authority.slice(0, colon)) &&
    /^\d{1,5}$/.test(port) &&
    Number(port) > 0 &&
    Number(port) < 65_536 &&
    !any(rest.slice(authority.length), (character) => isUnfit(character) || '<>"\\^`{|}'.includes(character))
  );
}
