// What follows from consent: the tag manager's script with consent mode v2, and the commerce events (R-UI-08, law §10).
//
// **Invariant:** runs only after consent. All of consent mode is denied before what was granted; screens load nothing
// and keep their events for the next page (rule 23).
import { type Choice, isScreen } from "../../consent/choice";
import { createEvents } from "../../consent/events";
import { eventsOfPage } from "../../consent/page-events";
import { createPending } from "../../consent/pending";
import type { Signal } from "../../consent/signal";
import type { CommerceEvent, ConsentProps } from "../../props.gen";

declare global {
  interface Window {
    dataLayer?: unknown[];
  }
}

const STATES = ["analytics_storage", "ad_storage", "ad_user_data", "ad_personalization"] as const;
/** What the tag manager's scripts store; removed when consent is withdrawn. */
const THEIRS = /^_(ga|gid|gat|gcl|gac|dc_gtm)/;

const pending = createPending(() => localStorage, Date.now);
let loaded = false;
let listening = false;

/** Begins measuring, or changes what is granted. */
export function measure(props: ConsentProps, choice: Choice): void {
  const screen = isScreen();
  if (!screen) load(props, choice);
  const take = screen ? pending.keep : (event: CommerceEvent) => deliver(props.id, event);
  if (!screen) for (const event of pending.take()) take(event);
  if (listening) return;
  listening = true;
  for (const event of eventsOfPage(document)) take(event);
  const before = globalThis.vitrineSignals;
  const eventsOf = createEvents();
  const hear = (signal: Signal) => {
    for (const event of eventsOf(signal)) take(event);
  };
  if (Array.isArray(before)) before.forEach(hear);
  globalThis.vitrineSignals = { push: hear };
}

/** Removes what was stored; a script that runs already ends with the page, which is loaded again. */
export function forget(): void {
  pending.clear();
  for (const name of document.cookie.split("; ").map((pair) => pair.split("=")[0] ?? "")) {
    if (!THEIRS.test(name)) continue;
    const hosts = location.hostname.split(".").map((_, from, all) => all.slice(from).join("."));
    for (const domain of ["", ...hosts.map((host) => `; Domain=${host}`)]) {
      // biome-ignore lint/suspicious/noDocumentCookie: not all browsers have the Cookie Store API
      document.cookie = `${name}=; Max-Age=0; Path=/${domain}`;
    }
  }
  if (loaded) location.reload();
}

function load({ id, script_host }: ConsentProps, { analytics, marketing }: Choice): void {
  const granted = STATES.map((state) => {
    const is = state === "analytics_storage" ? analytics : marketing;
    return [state, is ? "granted" : "denied"] as const;
  });
  if (!loaded) command("consent", "default", Object.fromEntries(STATES.map((state) => [state, "denied"])));
  command("consent", "update", Object.fromEntries(granted));
  if (loaded) return;
  loaded = true;
  // A query may hold what a visitor wrote.
  command("set", {
    page_location: location.origin + location.pathname,
    page_referrer: document.referrer.replace(/[?#].*/, ""),
  });
  const container = id.startsWith("GTM-");
  if (container) layer().push({ "gtm.start": Date.now(), event: "gtm.js" });
  else {
    command("js", new Date());
    command("config", id);
  }
  allowHost(script_host);
  const script = document.createElement("script");
  script.async = true;
  script.src = `${script_host}/${container ? "gtm.js" : "gtag/js"}?id=${id}`;
  document.head.append(script);
}

function layer(): unknown[] {
  window.dataLayer ??= [];
  return window.dataLayer;
}

/** A command of the tag manager, which distinguishes it from an event by being an `arguments` object. */
function command(..._words: unknown[]): void {
  // biome-ignore lint/complexity/noArguments: the tag manager takes no array
  layer().push(arguments);
}

function deliver(id: string, event: CommerceEvent): void {
  if (id.startsWith("GTM-")) {
    // Values of the last event would otherwise stay.
    layer().push({ ecommerce: null }, event);
    return;
  }
  const { event: name, ...values } = event;
  const { ecommerce, ...others } = values as { readonly ecommerce?: object };
  command("event", name, { ...ecommerce, ...others });
}

type TrustedTypes = {
  createPolicy(name: string, rules: { createScriptURL: (url: string) => string | null }): unknown;
};

/**
 * Trusted Types stay enforced: this policy, the only one that the page's header allows, passes addresses of the tag
 * manager's host as script sources; HTML and script from text stay refused, for the shop's code and for theirs.
 */
function allowHost(host: string): void {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
  trustedTypes?.createPolicy("default", {
    createScriptURL: (url) => (URL.parse(url, location.href)?.origin === host ? url : null),
  });
}
