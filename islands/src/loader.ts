// The one script of every page: the header, and the islands, each when it is wanted.
import { startBuildWatch } from "./build-watch";
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
// A file that is gone is no news to a visitor: what needs it, says so itself.
startBuildWatch((restored) => void import("./new-build").then(({ look }) => look(restored)).catch(() => {}));
