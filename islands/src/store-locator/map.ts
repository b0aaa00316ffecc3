// The map of the store locator (Leaflet), opened by a click: a pin for each place of the list.
//
// **Invariant:** the map only repeats the list; pins are buttons, and one finger scrolls the page.

import {
  map as createMap,
  DomEvent,
  divIcon,
  type Map as LeafletMap,
  latLng,
  latLngBounds,
  type Marker,
  marker,
  tileLayer,
} from "leaflet";
import { fetchSheet } from "../fetch-sheet";
import { element } from "../product/dom";
import type { StoreLocatorProps } from "../props.gen";
import type { KnownPlace } from "./gazetteer";
import type { Listed, Origin } from "./list";
import type { LocatorTranslate } from "./texts";

export type StoreMap = {
  /** Shows a pin for each of these places, and the origin of the distances. */
  readonly show: (shown: readonly Listed[], origin: Origin | null) => void;
  readonly close: () => void;
};

type Parts = {
  readonly t: LocatorTranslate;
  readonly locale: string;
  readonly props: StoreLocatorProps;
  readonly listed: readonly Listed[];
  /** Labels of the base map. */
  readonly places: readonly KnownPlace[];
  readonly root: HTMLElement;
};

type Pin = { readonly one: Listed; readonly button: HTMLButtonElement; readonly marker: Marker };

/** The maximum zoom of the outlines; tiles are more detailed. */
const GROUND = { minZoom: 5, maxZoom: 11, zoomSnap: 0.25, zoomDelta: 1 };
const TILES = { minZoom: 4, maxZoom: 18, zoomSnap: 1, zoomDelta: 1 };
/** West, south, east and north of the outlines. */
const GROUND_BOUNDS = latLngBounds([46.2, -1.5], [56.2, 17.5]);
/** With an origin, the map initially shows this many of the nearest places. */
const NEAREST = 5;
const CLOSEST_ZOOM = 10;
/** Longer than any animation of the map. */
const MOVEMENT_MS = 500;

export async function openMap(place: HTMLElement, parts: Parts): Promise<StoreMap> {
  await fetchSheet(parts.props.map_sheet);
  place.hidden = false;
  parts.root.dataset.withMap = "";
  const { frame, canvas, tools, card } = frameOf(parts);
  place.replaceChildren(frame);
  const isTouch = matchMedia("(pointer: coarse)").matches;
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const { tiles } = parts.props;
  const leaflet = createMap(canvas, {
    ...(tiles ? TILES : { ...GROUND, maxBounds: GROUND_BOUNDS, maxBoundsViscosity: 0.8 }),
    center: [51.6, 6],
    zoom: 6,
    zoomControl: false,
    attributionControl: false,
    keyboard: false,
    scrollWheelZoom: false,
    dragging: !isTouch,
    zoomAnimation: !isStill,
    fadeAnimation: !isStill,
    inertia: !isStill,
  });
  leaflet.createPane("names").style.zIndex = "450";
  await drawBackground(leaflet, parts);
  const view = createView(leaflet, parts, { frame, card, isStill });
  const [zoomIn, zoomOut, all] = tools;
  zoomIn?.addEventListener("click", () => leaflet.zoomIn());
  zoomOut?.addEventListener("click", () => leaflet.zoomOut());
  all?.addEventListener("click", () => view.fitAll());
  frame.addEventListener("keydown", (event) => {
    if (event.key === "Escape") view.choose(null);
  });
  return {
    show: view.show,
    close() {
      view.forget();
      place.replaceChildren();
      // Removed only after a running animation has ended.
      setTimeout(() => leaflet.remove(), MOVEMENT_MS);
    },
  };
}

async function drawBackground(leaflet: LeafletMap, { props: { tiles }, places, listed }: Parts): Promise<void> {
  if (tiles) {
    tileLayer(tiles.template, { maxZoom: TILES.maxZoom }).addTo(leaflet);
    return;
  }
  const { drawGround } = await import("./base-map");
  const pins = listed.flatMap(({ place: { at } }) => (at ? [latLng(at[0] ?? 0, at[1] ?? 0)] : []));
  drawGround(leaflet, places, () => pins);
}

function frameOf({ t, props: { tiles } }: Parts) {
  const canvas = element("div", { class: "store-map__canvas" });
  const tool = (words: string, sign: string) =>
    element("button", { class: "store-map__tool", type: "button", "aria-label": words, title: words }, sign);
  const tools = [
    tool(t("store_locator.zoom_in"), "+"),
    tool(t("store_locator.zoom_out"), "−"),
    tool(t("store_locator.all_on_map"), "⤢"),
  ];
  const card = element("div", { class: "store-map__card" });
  card.hidden = true;
  const skip = element("button", { class: "store-map__skip", type: "button" }, t("store_locator.skip_map"));
  const frame = element(
    "div",
    { class: "store-map", role: "group" },
    skip,
    canvas,
    element("div", { class: "store-map__tools" }, ...tools),
    card,
    element(
      "div",
      { class: "store-map__foot" },
      element("p", { class: "store-map__legend", "data-kind": "showroom" }, t("store_locator.own_shops")),
      element("p", { class: "store-map__legend" }, t("store_locator.other_shops")),
      element("p", { class: "store-map__fingers" }, t("store_locator.fingers")),
      element("p", { class: "store-map__source" }, tiles ? tiles.attribution : t("store_locator.outlines")),
    ),
  );
  skip.addEventListener("click", () => {
    // The next focusable element below the map.
    const list = frame
      .closest("[data-island]")
      ?.querySelectorAll<HTMLElement>("[data-place]:not([hidden]) :is(a, button, summary)");
    [...(list ?? [])].find((one) => one.checkVisibility())?.focus();
  });
  return { frame, canvas, tools, card };
}

type Around = { readonly frame: HTMLElement; readonly card: HTMLElement; readonly isStill: boolean };

/** The pins, and which of them is selected. */
function createView(leaflet: LeafletMap, { t, listed }: Parts, { frame, card, isStill }: Around) {
  const pins = listed.flatMap((one) => {
    const pin = pinOf(one);
    return pin === null ? [] : [pin];
  });
  let shown: readonly Pin[] = [];
  let origin: Origin | null = null;
  let spot: Marker | null = null;
  let chosen: Pin | null = null;

  for (const pin of pins) {
    pin.button.addEventListener("click", () => choose(pin === chosen ? null : pin));
    pin.button.addEventListener("focus", () => keepInView(pin));
    pin.one.item.addEventListener("pointerenter", () => pin.button.toggleAttribute("data-hover", true));
    pin.one.item.addEventListener("pointerleave", () => pin.button.toggleAttribute("data-hover", false));
    pin.one.item.querySelector(".place__hours")?.before(toMap(pin));
  }

  /** The button of a list item that selects its pin. */
  function toMap(pin: Pin): HTMLButtonElement {
    const name = element("span", { class: "visually-hidden" }, `: ${nameOf(pin.one)}`);
    const button = element(
      "button",
      { class: "place__pin", type: "button", "data-pin": "" },
      t("store_locator.on_map"),
      name,
    );
    button.addEventListener("click", () => {
      choose(pin);
      leaflet.setView(pin.marker.getLatLng(), Math.max(leaflet.getZoom(), 9), { animate: !isStill });
      frame.scrollIntoView({ block: "nearest", behavior: "auto" });
      pin.button.focus({ preventScroll: true });
    });
    return button;
  }

  function choose(pin: Pin | null): void {
    const hadFocus = card.contains(document.activeElement);
    chosen?.button.setAttribute("aria-pressed", "false");
    chosen?.one.item.removeAttribute("aria-current");
    if (pin === null && hadFocus) chosen?.button.focus();
    chosen = pin;
    card.hidden = pin === null;
    if (pin === null) return;
    pin.button.setAttribute("aria-pressed", "true");
    pin.one.item.setAttribute("aria-current", "true");
    card.replaceChildren(...cardOf(pin.one, { t, close: () => choose(null) }));
    if (matchMedia("(width >= 1024px)").matches) pin.one.item.scrollIntoView({ block: "nearest", behavior: "auto" });
  }

  function keepInView(pin: Pin): void {
    if (!leaflet.getBounds().pad(-0.05).contains(pin.marker.getLatLng())) {
      leaflet.panTo(pin.marker.getLatLng(), { animate: false });
    }
  }

  function fitAll(): void {
    const around = origin === null ? shown : shown.slice(0, NEAREST);
    const points = around.map((pin) => pin.marker.getLatLng());
    if (origin !== null) points.push(latLngBounds([[origin.at[0], origin.at[1]]]).getCenter());
    if (points.length > 0)
      leaflet.fitBounds(latLngBounds(points), { padding: [36, 36], maxZoom: CLOSEST_ZOOM, animate: false });
  }

  function show(list: readonly Listed[], from: Origin | null): void {
    const keys = new Map(list.map((one, index) => [one, index]));
    shown = pins
      .filter((pin) => keys.has(pin.one))
      .sort((one, other) => (keys.get(one.one) ?? 0) - (keys.get(other.one) ?? 0));
    const isSame = origin === from;
    origin = from;
    for (const pin of pins) {
      if (keys.has(pin.one)) pin.marker.addTo(leaflet);
      else pin.marker.remove();
    }
    spot?.remove();
    spot = from === null ? null : spotOf(from).addTo(leaflet);
    if (chosen !== null && !keys.has(chosen.one)) choose(null);
    frame.setAttribute("aria-label", t("store_locator.map", { count: shown.length }));
    if (chosen === null || !isSame) fitAll();
  }

  function forget(): void {
    choose(null);
    for (const { one } of pins) one.item.querySelector("[data-pin]")?.remove();
  }

  return { show, choose, fitAll, forget };
}

function pinOf(one: Listed): Pin | null {
  const { at, kind } = one.place;
  if (!at) return null;
  const [latitude = 0, longitude = 0] = at;
  const button = element("button", {
    class: "store-map__pin",
    type: "button",
    "aria-label": [nameOf(one), one.place.city].filter(Boolean).join(", "),
    "aria-pressed": "false",
    "data-pin-of": one.place.key,
    ...(kind ? { "data-kind": kind } : {}),
  });
  // A click on a pin must not start a drag of the map.
  DomEvent.disableClickPropagation(button);
  const icon = divIcon({ html: button, className: "store-map__spot", iconSize: [0, 0] });
  return { one, button, marker: marker([latitude, longitude], { icon, keyboard: false, riseOnHover: true }) };
}

function spotOf({ at }: Origin): Marker {
  const icon = divIcon({
    html: element("span", { class: "store-map__origin" }),
    className: "store-map__spot",
    iconSize: [0, 0],
  });
  return marker([at[0], at[1]], { icon, interactive: false, keyboard: false });
}

/** A short version of the place's list item. */
function cardOf(one: Listed, { t, close }: { readonly t: LocatorTranslate; readonly close: () => void }): Node[] {
  const { item } = one;
  const text = (selector: string) => item.querySelector(selector)?.textContent?.trim() ?? "";
  const address = item.querySelector(".place__address")?.cloneNode(true) ?? null;
  const end = element(
    "button",
    { class: "store-map__close", type: "button", "aria-label": t("store_locator.close") },
    "×",
  );
  end.addEventListener("click", close);
  const inList = element(
    "button",
    { class: "text-link store-map__in-list", type: "button" },
    t("store_locator.in_list"),
  );
  inList.addEventListener("click", () => {
    item.scrollIntoView({ block: "center", behavior: "auto" });
    item.querySelector<HTMLElement>("a, button, summary")?.focus({ preventScroll: true });
  });
  return [
    element("p", { class: "store-map__title" }, nameOf(one)),
    ...(address === null ? [] : [address]),
    element("p", { class: "store-map__now" }, text("[data-open-now]")),
    inList,
    end,
  ];
}

function nameOf({ item }: Listed): string {
  return item.querySelector(".place__title")?.firstChild?.textContent?.trim() ?? "";
}
