// A form of the CMS, made live where it stands: no field is added or replaced.
import { browserClock } from "../../clock";
import type { IslandContext } from "../../island";
import type { FormProps } from "../../props.gen";
import { isCustomer } from "../../stores/customer-hint";
import { limitsOf } from "./appointment";
import type { CalendarParts } from "./dates";
import { wait } from "./elsewhere";
import { type LiveForm, makeLive } from "./live";
import type { FormKey } from "./messages";
import { send } from "./send";

export default function mount(root: HTMLElement, context: IslandContext): void {
  const { from } = root.dataset;
  if (from === undefined) makeFormLive(root, context);
  else void wait(root, from, (found) => makeFormLive(root, found));
}

function makeFormLive(root: HTMLElement, { props, messages }: Pick<IslandContext, "props" | "messages">): void {
  const { time_zone, calendar, appointment, ...form } = props as FormProps & LiveForm;
  const today = () => new Intl.DateTimeFormat("en-CA", { timeZone: time_zone }).format();
  const text = (field: string, key: string) =>
    (form.texts[`errors.form.${key}`] ?? "").replaceAll("{name}", form.names[field] ?? field);
  const live = makeLive(
    root,
    form,
    (key: FormKey) => String(messages[key] ?? key),
    {
      clock: browserClock,
      send,
      judge: import("./judge").then(({ judge }) => judge),
      today,
      newKey,
      open: (href) => location.assign(href),
    },
    appointment ? limitsOf(appointment, today, text) : undefined,
  );
  if (live && calendar) {
    const parts = calendar as CalendarParts;
    void import("./dates")
      .then(({ offerCalendars }) => offerCalendars(live.form, parts, { today, ...live }))
      .catch(() => {});
  }
  const query = new URLSearchParams(location.search);
  if (live && query.size > 0) {
    void Promise.all([import("./begin"), import("../../stores/seen")]).then(
      ([{ choose, fillProduct }, { lastSeen }]) => {
        choose(live.form, query);
        fillProduct(live.form, query, lastSeen());
      },
    );
  }
  // Nothing already given is asked again (FORM-11); without an answer the form stays as everybody has it.
  if (isCustomer(document.cookie)) void import("./customer").then(({ fillIn }) => fillIn(root)).catch(() => {});
}

function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
