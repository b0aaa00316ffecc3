// The visitor's position, requested only after a click.
//
// **Invariant:** it is passed to the caller and stored nowhere; after a refusal it is not requested again on this page.
import type { Point } from "./distance";

const PATIENCE_MS = 8000;
const FRESH_MS = 300_000;

let refused = false;

/** Rejects if the browser does not provide it. */
export function currentPosition(): Promise<Point> {
  return new Promise((resolve, reject) => {
    if (refused || !("geolocation" in navigator)) {
      reject(new Error("no position"));
      return;
    }
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve([coords.latitude, coords.longitude]),
      (error) => {
        refused = error.code === error.PERMISSION_DENIED;
        reject(error);
      },
      { timeout: PATIENCE_MS, maximumAge: FRESH_MS, enableHighAccuracy: false },
    );
  });
}
