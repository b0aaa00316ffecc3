// Great-circle distances between two points.

/** Latitude and longitude in degrees. */
export type Point = readonly [latitude: number, longitude: number];

const EARTH_KM = 6371;

export function kilometres([fromLatitude, fromLongitude]: Point, [toLatitude, toLongitude]: Point): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const sine = (degrees: number) => Math.sin(radians(degrees) / 2) ** 2;
  const bow =
    sine(toLatitude - fromLatitude) +
    Math.cos(radians(fromLatitude)) * Math.cos(radians(toLatitude)) * sine(toLongitude - fromLongitude);
  return 2 * EARTH_KM * Math.asin(Math.min(1, Math.sqrt(bow)));
}

/** `3,4`, `27`: with one decimal below ten, because a place name is no more exact than that. */
export function distanceWords(distance: number, locale: string): string {
  const digits = distance < 9.95 ? 1 : 0;
  return distance.toLocaleString(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}
