// Loads the page again when `vitrine dev` shows something newer. Stands in pages of `vitrine dev` alone, never in a release.
//
// **Invariant:** a page that is as new as the server never reloads.
const shown = document.currentScript?.dataset.version;

const changes = new EventSource("/_dev/events");
changes.onmessage = ({ data }) => {
  if (data !== shown) location.reload();
};
// A page that is left must not hold one of the few connections that a browser has to a server.
addEventListener("pagehide", () => changes.close());
