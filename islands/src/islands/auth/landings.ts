// The screens that are reached only from mails, as one chunk.
export { Confirm } from "./Confirm";
export { Reset } from "./Reset";
