// Loads a part of a screen when it is first needed.
//
// **Invariant:** it is loaded once; a failed load is retried when it is needed again.
import { type ComponentType, useEffect, useRef, useState } from "react";

/**
 * `null` until the part is loaded.
 * @param failed called if the part cannot be loaded: the shop is unreachable, or has a newer release. Without it the
 * screen works as if the part were not needed.
 */
export function useOnDemand<Props>(
  wanted: boolean,
  fetchPart: () => Promise<ComponentType<Props>>,
  failed?: () => void,
): ComponentType<Props> | null {
  const [part, setPart] = useState<ComponentType<Props> | null>(null);
  const latest = useRef({ fetchPart, failed });
  latest.current = { fetchPart, failed };
  useEffect(() => {
    if (!wanted || part !== null) return;
    let left = false;
    latest.current.fetchPart().then(
      (fetched) => {
        if (!left) setPart(() => fetched);
      },
      () => {
        if (!left) latest.current.failed?.();
      },
    );
    return () => {
      left = true;
    };
  }, [wanted, part]);
  return part;
}
