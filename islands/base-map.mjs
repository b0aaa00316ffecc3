// Writes `src/store-locator/base-map.json`, the outlines that the map of stores shows where no tiles are configured. Run by hand:
//
//   npm install --no-save world-atlas@2.0.2 topojson-client@3.1.0 && node base-map.mjs
//
// The outlines are those of Natural Earth (1:10 million), which is in the public domain; the package world-atlas has them as
// TopoJSON. Natural Earth counts the IJsselmeer and the Markermeer as land: their shores are written below by hand.
//
// Format: each line is a list of whole numbers, thousandths of a degree: longitude and latitude of its first point, then the
// difference to the next one, and so on.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { feature, mesh } from "topojson-client";

/** West, south, east, north. Everything outside is clipped. */
const BOX = [-1.5, 46.2, 17.5, 56.2];
/** Maximum deviation of a simplified outline, in degrees. */
const TOLERANCE = 0.006;
const OWN = ["Netherlands", "Belgium", "Germany"];

const IJSSELMEER = [
  5.03, 52.93, 5.18, 53.01, 5.34, 53.07, 5.4, 53.055, 5.41, 52.97, 5.395, 52.945, 5.355, 52.885, 5.45, 52.84, 5.58,
  52.835, 5.7, 52.84, 5.62, 52.77, 5.585, 52.665, 5.64, 52.6, 5.55, 52.575, 5.43, 52.52, 5.3, 52.695, 5.2, 52.755, 5.11,
  52.775, 5.09, 52.83, 5.06, 52.89, 5.03, 52.93,
];
const MARKERMEER = [
  5.285, 52.688, 5.42, 52.505, 5.3, 52.43, 5.17, 52.375, 5.12, 52.345, 5.11, 52.33, 5.06, 52.335, 5.01, 52.36, 5.005,
  52.38, 5.06, 52.42, 5.1, 52.45, 5.05, 52.46, 5.08, 52.495, 5.06, 52.515, 5.045, 52.6, 5.07, 52.635, 5.12, 52.635, 5.2,
  52.645, 5.25, 52.66, 5.285, 52.688,
];

/** @typedef {[number, number]} Point */

const file = createRequire(import.meta.url).resolve("world-atlas/countries-10m.json");
const world = JSON.parse(readFileSync(file, "utf8"));
simplifyArcs(world);
const countries = feature(world, world.objects.countries).features.filter(({ geometry }) => geometry !== null);
/** @param {{ geometry: { type: string, coordinates: any } }} country @returns {Point[][]} */
const outer = ({ geometry: { type, coordinates } }) =>
  (type === "Polygon" ? [coordinates] : coordinates).map((/** @type {Point[][]} */ polygon) => polygon[0]);
const isOwn = (/** @type {{ properties: { name: string } }} */ { properties }) => OWN.includes(properties.name);
/** @param {any[]} list */
const areas = (list) =>
  list
    .flatMap(outer)
    .map(clipped)
    .filter((ring) => ring.length > 3 && size(ring) > 0.0004)
    .map(packed);
const borders = mesh(
  world,
  world.objects.countries,
  (/** @type {any} */ one, /** @type {any} */ other) => one !== other,
);
const map = {
  land: areas(countries.filter((country) => !isOwn(country))),
  own: areas(countries.filter(isOwn)),
  water: [IJSSELMEER, MARKERMEER].map((flat) => packed(pairs(flat))),
  borders: borders.coordinates.flatMap(inside).map(packed),
};
writeFileSync(new URL("src/store-locator/base-map.json", import.meta.url), `${JSON.stringify(map)}\n`);

/**
 * Simplifies the shared arcs (Douglas–Peucker), so that neighbouring countries keep a common border. @param {any}
 * topology
 */
function simplifyArcs(topology) {
  const { scale, translate } = topology.transform;
  topology.arcs = topology.arcs.map((/** @type {Point[]} */ arc) => {
    let [x, y] = [0, 0];
    const points = arc.map(([dx, dy]) => {
      x += dx;
      y += dy;
      return /** @type {Point} */ ([x * scale[0] + translate[0], y * scale[1] + translate[1]]);
    });
    return simplified(points);
  });
  delete topology.transform;
}

/** @param {Point[]} points @returns {Point[]} */
function simplified(points) {
  const [first, last] = [points[0], points[points.length - 1]];
  let [far, most] = [0, TOLERANCE];
  for (let place = 1; place < points.length - 1; place += 1) {
    const distance = away(points[place], first, last);
    if (distance > most) [far, most] = [place, distance];
  }
  if (far === 0)
    return points.length > 2 && same(first, last)
      ? points.filter((_, i) => i % 2 === 0 || i === points.length - 1)
      : [first, last];
  return [...simplified(points.slice(0, far + 1)).slice(0, -1), ...simplified(points.slice(far))];
}

/** @param {Point} one @param {Point} other */
function same(one, other) {
  return one[0] === other[0] && one[1] === other[1];
}

/**
 * Distance of a point from a line; degrees of longitude are scaled to the latitude. @param {Point} p @param {Point} a
 * @param {Point} b
 */
function away(p, a, b) {
  const k = 0.62;
  const [px, py, ax, ay, bx, by] = [p[0] * k, p[1], a[0] * k, a[1], b[0] * k, b[1]];
  const length = (bx - ax) ** 2 + (by - ay) ** 2;
  const t = length === 0 ? 0 : Math.max(0, Math.min(1, ((px - ax) * (bx - ax) + (py - ay) * (by - ay)) / length));
  return Math.hypot(px - ax - t * (bx - ax), py - ay - t * (by - ay));
}

/** Clips a ring to the box (Sutherland–Hodgman). @param {Point[]} ring @returns {Point[]} */
function clipped(ring) {
  const sides = /** @type {[0 | 1, number, 1 | -1][]} */ ([
    [0, BOX[0], 1],
    [0, BOX[2], -1],
    [1, BOX[1], 1],
    [1, BOX[3], -1],
  ]);
  return sides.reduce((points, [axis, bound, sign]) => {
    const isIn = (/** @type {Point} */ p) => (p[axis] - bound) * sign >= 0;
    return points.flatMap((point, place) => {
      const before = points[(place + points.length - 1) % points.length];
      const t = (bound - before[axis]) / (point[axis] - before[axis]);
      const crossing = /** @type {Point} */ ([
        before[0] + t * (point[0] - before[0]),
        before[1] + t * (point[1] - before[1]),
      ]);
      if (isIn(point)) return isIn(before) ? [point] : [crossing, point];
      return isIn(before) ? [crossing] : [];
    });
  }, ring);
}

/** Clips a line to the box; it may fall into several parts. @param {Point[]} line @returns {Point[][]} */
function inside(line) {
  /** @type {Point[][]} */
  const parts = [[]];
  for (const point of line) {
    const [x, y] = point;
    if (x >= BOX[0] && x <= BOX[2] && y >= BOX[1] && y <= BOX[3]) parts[parts.length - 1].push(point);
    else if (parts[parts.length - 1].length > 0) parts.push([]);
  }
  return parts.filter((part) => part.length > 1);
}

/** Square degrees. @param {Point[]} ring */
function size(ring) {
  return (
    Math.abs(
      ring.reduce((sum, [x, y], i) => sum + x * ring[(i + 1) % ring.length][1] - ring[(i + 1) % ring.length][0] * y, 0),
    ) / 2
  );
}

/** @param {number[]} flat @returns {Point[]} */
function pairs(flat) {
  return flat.flatMap((x, i) => (i % 2 === 0 ? [/** @type {Point} */ ([x, flat[i + 1]])] : []));
}

/** @param {Point[]} points */
function packed(points) {
  let [x, y] = [0, 0];
  return points.flatMap((point) => {
    const [toX, toY] = [Math.round(point[0] * 1000), Math.round(point[1] * 1000)];
    const step = [toX - x, toY - y];
    [x, y] = [toX, toY];
    return step;
  });
}
