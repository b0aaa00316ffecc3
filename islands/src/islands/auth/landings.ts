// The screens that only the links of mails lead to, in one part.
export { Confirm } from "./Confirm";
export { Reset } from "./Reset";
