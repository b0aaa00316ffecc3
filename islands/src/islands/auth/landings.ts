// The screens that are reached only from mails, as one chunk.
export { Confirm } from "./Confirm";
export { Newsletter } from "./Newsletter";
export { Reset } from "./Reset";
export { Unsubscribe } from "./Unsubscribe";
