// The heading of a step.
import { useEffect, useRef } from "react";

/** The heading of a step; it gets the focus, because the previous step was removed. */
export function Heading({ text }: { readonly text: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <h1 className="order__title withdrawal__title" ref={heading} tabIndex={-1}>
      {text}
    </h1>
  );
}
