// The one script of every page: the frame around it, and the islands, each when it is wanted.
import { startFrame } from "./frame";
import { registry } from "./registry";
import { startIslands } from "./start";

startFrame();
startIslands(document, {
  importers: registry,
  pause: () => new Promise((resolve) => setTimeout(resolve, 500)),
  now: Date.now,
  path: location.pathname,
  memory: () => sessionStorage,
  reload: () => location.reload(),
});
