// A screen without a form: loading, failed, done.
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useAuth } from "../../auth/context";
import { useAuthScreen } from "./context";

/** Shorter waits show no message (LOAD-2), in milliseconds. */
export const LOADING_DELAY_MS = 200;

export function Title({ children }: { readonly children: string }) {
  return <h1 className="auth__title">{children}</h1>;
}

export function Loading() {
  const { t, clock } = useAuth();
  const [shown, setShown] = useState(false);
  useEffect(() => clock.after(LOADING_DELAY_MS, () => setShown(true)), [clock]);
  return (
    <>
      <Title>{useAuthScreen().props.title}</Title>
      <p className="auth__lead" role="status">
        {shown && t("auth.loading")}
      </p>
    </>
  );
}

/** A failed request, with a retry button and a telephone number. */
export function Failed({ maintenance, onRetry }: { readonly maintenance: boolean; readonly onRetry: () => void }) {
  const { t } = useAuth();
  const { props } = useAuthScreen();
  return (
    <>
      <Title>{props.title}</Title>
      <div className="auth__state" role="alert">
        <p>{t(maintenance ? "auth.maintenance" : "auth.unreachable")}</p>
        {props.phone && props.phone.href !== null && (
          <p>
            {t("auth.by_phone")} <a href={props.phone.href}>{props.phone.label}</a>
          </p>
        )}
      </div>
      <button type="button" className="button" onClick={onRetry}>
        {t("auth.retry")}
      </button>
    </>
  );
}

type DoneProps = { readonly title: string; readonly children: ReactNode };

/** Replaces a submitted form: its heading has the focus and says what comes next (FORM-9). */
export function Done({ title, children }: DoneProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="auth__state">
      <h1 className="auth__title" ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </div>
  );
}

/** A standalone link, if the page exists. */
export function Way({ href, children }: { readonly href: string | null; readonly children: string }) {
  if (href === null) return null;
  return (
    <p>
      <a className="text-link" href={href}>
        {children}
      </a>
    </p>
  );
}
