// Reloads the page when `vitrine dev` has a newer version. Only in pages of `vitrine dev`, never in a release.
//
// **Invariant:** a page that is up to date is never reloaded.
const shown = document.currentScript?.dataset.version;

const changes = new EventSource("/_dev/events");
changes.onmessage = ({ data }) => {
  if (data !== shown) location.reload();
};
// A page in the back/forward cache must not hold one of the browser's few connections to the server.
addEventListener("pagehide", () => changes.close());
