// Reloads the page when `vitrine dev` has something newer. Only in pages of `vitrine dev`, never in a release.
//
// **Invariant:** a page that is as new as the server never reloads.
const shown = document.currentScript?.dataset.version;

const changes = new EventSource("/_dev/events");
changes.onmessage = ({ data }) => {
  if (data !== shown) location.reload();
};
// A page in the back/forward cache must not hold one of the browser's few connections to the server.
addEventListener("pagehide", () => changes.close());
