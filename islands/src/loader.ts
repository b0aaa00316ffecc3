// The one script of every page: starts the islands, each when it is wanted.
import { registry } from "./registry";
import { startIslands } from "./start";

startIslands(document, {
  importers: registry,
  pause: () => new Promise((resolve) => setTimeout(resolve, 500)),
  now: Date.now,
  path: location.pathname,
  memory: () => sessionStorage,
  reload: () => location.reload(),
});
