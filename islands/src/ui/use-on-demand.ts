// A part of a screen that is fetched when it is first wanted.
//
// **Invariant:** it is fetched once; what could not be fetched is tried again when it is wanted again.
import { type ComponentType, useEffect, useRef, useState } from "react";

/**
 * `null` until the part is there.
 * @param failed called when the part cannot be fetched: the shop is out of reach, or has a newer release. Without it the
 * screen works as if the part were not wanted.
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
