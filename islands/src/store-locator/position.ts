// The visitor's position, asked for by a press alone.
//
// **Invariant:** it is handed to the caller and kept nowhere else; a visitor who refused is not asked again in this page.
import type { Point } from "./distance";

const PATIENCE_MS = 8000;
const FRESH_MS = 300_000;

let refused = false;

/** Rejects if the browser does not tell it. */
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
