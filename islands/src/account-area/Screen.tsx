// The frame of a screen: its title, and its data or the reason why there is none yet (LOAD-2, R-ROUTE-11).
import { type ReactNode, useEffect, useState } from "react";
import type { ApiError } from "../api/request";
import { LoadingBar } from "../ui/loading-bar";
import { useStore } from "../ui/use-store";
import { Care } from "./Care";
import { useArea } from "./context";
import { isLoggedOut, loginHref } from "./login";
import type { Resource } from "./resource";

/** Shorter waits show no placeholder (LOAD-2), in milliseconds. */
export const SKELETON_DELAY_MS = 200;
/** After this many milliseconds a message says that it takes longer. */
export const SLOW_MS = 4000;

type Reader = Pick<Resource<never>, "load">;

type ScreenProps<Value> = {
  readonly title: string;
  /** Replaces the title once the value is loaded. */
  readonly titleOf?: (value: Value) => string;
  readonly resource: Resource<Value>;
  /** Whether the value also says who the visitor is. */
  readonly tellsVisitor?: boolean;
  readonly children: (value: Value) => ReactNode;
  /** Explains why there is no value; `null` if this failure needs no text of its own. */
  readonly failed?: (failure: ApiError) => ReactNode;
};

export function Screen<Value>({ title, titleOf, resource, tellsVisitor, children, failed }: ScreenProps<Value>) {
  const { bar } = useArea();
  const { value: last, busy, failure } = useStore(resource);
  // A resource that is gone does not belong to this account: another customer may have logged in.
  const value = failure?.status === 404 ? null : last;
  const visitor = useVisitor(tellsVisitor === true);
  const restored = useReads(resource);
  useEffect(() => {
    if (busy) bar.start();
    else bar.finish({ error: failure !== null });
  }, [busy, failure, bar]);
  const refused = failure !== null && !busy && isLoggedOut(failure);
  // The data stays visible, with any input, until the page is restored.
  const shown = value !== null && !restored && visitor !== "unknown";
  if (!shown && (visitor === "stranger" || refused)) return <LoggedOut title={title} />;
  if (visitor === "unknown") return <Waiting title={title} />;
  // R-SESS-03: the maintenance message replaces the whole screen, including the title.
  const closed = value === null && failure?.maintenance === true && !busy;
  const own = value === null && failure !== null && !busy ? (failed?.(failure) ?? null) : null;
  return (
    <>
      <LoadingBar bar={bar} />
      <Care read={resource.load} />
      {own ?? (
        <>
          {!closed && <h1 className="order__title">{value !== null && titleOf ? titleOf(value) : title}</h1>}
          {value === null &&
            (failure !== null && !busy ? <Failed failure={failure} resource={resource} /> : <Loading />)}
          {value !== null && failure !== null && <Stale failure={failure} resource={resource} />}
          {value !== null && children(value)}
        </>
      )}
    </>
  );
}

function Waiting({ title }: { readonly title: string }) {
  return (
    <>
      <h1 className="order__title">{title}</h1>
      <Loading />
    </>
  );
}

/**
 * Who the visitor is: a guest sees their order through its link, and has no account (R-ACCT-06). Without an answer the
 * requests of the account decide.
 * @param isRead whether another request returns the visitor
 */
function useVisitor(isRead: boolean): "unknown" | "customer" | "stranger" {
  const { session } = useArea();
  const { status, session: known } = useStore(session);
  useEffect(() => {
    if (!isRead) void session.load();
  }, [session, isRead]);
  if (known !== null) return known.customer?.logged_in === true ? "customer" : "stranger";
  return status === "failed" ? "customer" : "unknown";
}

/**
 * Reads when the page is opened, and when it is restored from the back/forward cache (G-13).
 * @returns whether it was restored
 */
function useReads(resource: Reader): boolean {
  const [restored, setRestored] = useState(false);
  useEffect(() => {
    void resource.load();
    const again = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      setRestored(true);
      void resource.load();
    };
    addEventListener("pageshow", again);
    return () => removeEventListener("pageshow", again);
  }, [resource]);
  return restored;
}

function useElapsed(milliseconds: number): boolean {
  const { clock } = useArea();
  const [elapsed, setElapsed] = useState(false);
  useEffect(() => clock.after(milliseconds, () => setElapsed(true)), [clock, milliseconds]);
  return elapsed;
}

export function Loading() {
  const { say } = useArea();
  const shown = useElapsed(SKELETON_DELAY_MS);
  const slow = useElapsed(SLOW_MS);
  return (
    <div className="account-area__loading">
      <p className="account-area__note" role="status">
        {shown && say(slow ? "account_area.slow" : "account_area.loading")}
      </p>
      {shown && <div className="account-area__skeleton" aria-hidden="true" />}
    </div>
  );
}

type FailedProps = { readonly failure: ApiError; readonly resource: Reader };

function Failed({ failure, resource }: FailedProps) {
  const { say, places } = useArea();
  const { maintenance } = failure;
  const Title = maintenance ? "h1" : "p";
  return (
    <div className="account-area__state" role="alert">
      <Title className="account-area__state-title">
        {say(maintenance ? "account_area.maintenance_title" : "account_area.failed_title")}
      </Title>
      <p>{say(maintenance ? "account_area.maintenance_text" : "account_area.failed_text")}</p>
      {places.phone?.href && (
        <p>
          {say("account_area.by_phone")} <a href={places.phone.href}>{places.phone.label}</a>
        </p>
      )}
      <button type="button" className="button" onClick={() => void resource.load()}>
        {say("account_area.retry")}
      </button>
    </div>
  );
}

/** Redirects to the login screen at once; the link is for slow browsers. */
function LoggedOut({ title }: { readonly title: string }) {
  const { say, places, here, leave } = useArea();
  const href = loginHref(places, here());
  useEffect(() => {
    if (href !== null) leave(href);
  }, [href, leave]);
  return (
    <>
      <h1 className="order__title">{title}</h1>
      <div className="account-area__state">
        <p>{say("account_area.log_in_title")}</p>
        {href !== null && (
          <a className="button" href={href}>
            {say("account_area.log_in")}
          </a>
        )}
      </div>
    </>
  );
}

/** The note above data that could not be refreshed. */
function Stale({ failure, resource }: FailedProps) {
  const { say, places, here } = useArea();
  const login = isLoggedOut(failure) ? loginHref(places, here()) : null;
  return (
    <div className="account-area__notice" role="alert">
      <p>{say(login === null ? "account_area.stale" : "account_area.logged_out")}</p>
      {login === null ? (
        <button type="button" className="account-area__press" onClick={() => void resource.load()}>
          {say("account_area.retry")}
        </button>
      ) : (
        <a className="account-area__press" href={login}>
          {say("account_area.log_in")}
        </a>
      )}
    </div>
  );
}
