// The one script of every page: the header, and each island when it is needed.
import { startBuildWatch } from "./build-watch";
import { startHeader } from "./header";
import { registry } from "./registry";
import { type LoaderEnvironment, startIslands } from "./start";

const environment: LoaderEnvironment = {
  importers: registry,
  pause: () => new Promise((resolve) => setTimeout(resolve, 500)),
  now: Date.now,
  path: location.pathname,
  memory: () => sessionStorage,
  reload: () => location.reload(),
};

startHeader();
startIslands(document, environment);
// The preview of a draft puts parts into the page.
addEventListener("vitrine:inserted", (event) => startIslands((event as CustomEvent).detail, environment));
// The file name of a chunk changes only with its content; an island whose file is gone reloads the page (R-UI-04).
startBuildWatch((restored) => void import("./new-build").then(({ look }) => look(restored)).catch(() => {}));
