// The one script of every page: the header, and the islands, each when it is wanted.
import { startHeader } from "./header";
import { registry } from "./registry";
import { startIslands } from "./start";

startHeader();
startIslands(document, {
  importers: registry,
  pause: () => new Promise((resolve) => setTimeout(resolve, 500)),
  now: Date.now,
  path: location.pathname,
  memory: () => sessionStorage,
  reload: () => location.reload(),
});
