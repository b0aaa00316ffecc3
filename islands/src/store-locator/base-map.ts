// The base map without tiles: land, borders and the names of the largest cities.
//
// **Invariant:** loads nothing from another host.
import { divIcon, type LatLng, type Map as LeafletMap, layerGroup, marker, polygon, polyline } from "leaflet";
import outlines from "./base-map.json";
import type { KnownPlace } from "./gazetteer";

type Position = [latitude: number, longitude: number];

/** Decodes differences in thousandths of a degree, longitude first (`base-map.mjs`). */
export function unpacked(line: readonly number[]): Position[] {
  let [x, y] = [0, 0];
  const points: Position[] = [];
  for (let index = 0; index + 1 < line.length; index += 2) {
    x += line[index] ?? 0;
    y += line[index + 1] ?? 0;
    points.push([y / 1000, x / 1000]);
  }
  return points;
}

/** `pins` are points that no label may cover. */
export function drawGround(map: LeafletMap, places: readonly KnownPlace[], pins: () => readonly LatLng[]): void {
  const area = (kind: string) => ({
    className: `store-map__${kind}`,
    stroke: false,
    interactive: false,
    fillOpacity: 1,
  });
  polygon(
    outlines.land.map(unpacked).map((ring) => [ring]),
    area("land"),
  ).addTo(map);
  polygon(
    outlines.own.map(unpacked).map((ring) => [ring]),
    area("own"),
  ).addTo(map);
  polygon(
    outlines.water.map(unpacked).map((ring) => [ring]),
    area("water"),
  ).addTo(map);
  const line = { className: "store-map__border", interactive: false, weight: 1, fill: false };
  polyline(outlines.borders.map(unpacked), line).addTo(map);
  drawNames(map, places, pins);
}

/** The lowest rank of cities that are labelled at a zoom level. */
function namedAt(zoom: number): number {
  if (zoom < 6.5) return 4;
  if (zoom < 7.5) return 10;
  if (zoom < 8.5) return 28;
  return zoom < 9.5 ? 70 : Number.POSITIVE_INFINITY;
}

/** Height of a label in pixels. */
const NAME_HEIGHT = 22;
const LETTER_WIDTH = 7;
/** Vertical distance between a city and the centre of its label, and minimum distance from a pin. */
const ASIDE = 14;
const PIN = 13;

function drawNames(map: LeafletMap, places: readonly KnownPlace[], pins: () => readonly LatLng[]): void {
  const names = layerGroup().addTo(map);
  const ranked = [...places].sort((one, other) => one.rank - other.rank);
  const draw = () => {
    names.clearLayers();
    const taken: { x: number; y: number; half: number }[] = [];
    const dots = pins().map((pin) => map.latLngToLayerPoint(pin));
    const most = namedAt(map.getZoom());
    const view = map.getBounds().pad(0.2);
    for (const { name, at, rank } of ranked) {
      if (rank >= most || !view.contains([at[0], at[1]])) continue;
      const { x, y } = map.latLngToLayerPoint([at[0], at[1]]);
      const half = (name.length * LETTER_WIDTH) / 2 + 6;
      const isClear = (middle: number) =>
        taken.every((one) => Math.abs(one.y - middle) > NAME_HEIGHT || Math.abs(one.x - x) > one.half + half) &&
        dots.every((dot) => Math.abs(dot.y - middle) > PIN || Math.abs(dot.x - x) > half + 2);
      const side = [ASIDE, -ASIDE].find((away) => isClear(y + away));
      if (side === undefined) continue;
      taken.push({ x, y: y + side, half });
      const words = document.createElement("span");
      words.textContent = name;
      const icon = divIcon({
        html: words,
        className: `store-map__name store-map__name--${side > 0 ? "below" : "above"}`,
        iconSize: [0, 0],
      });
      marker([at[0], at[1]], { icon, interactive: false, keyboard: false, pane: "names" }).addTo(names);
    }
  };
  map.on("moveend zoomend", draw);
  map.whenReady(draw);
}
