// A new build, found by a check of the release's `build.json`, reloads the page at the next navigation (R-UI-03).
//
// Every page is a document of its own, which a browser asks the server for: a link leads to the new build by itself. What could show the old one all the same is
// a page that was fetched beforehand, and one that comes back from the browser's memory. The first are let go, the second reload.

export type NewBuildEnvironment = {
  /** What is on the server now; it may fail. */
  readonly load: () => Promise<Response>;
  readonly page: Document;
  readonly reload: () => void;
};

export type NewBuild = {
  /** Looks, unless it is known or nobody sees the page. A page that has just come back (`restored`) reloads when it is of an old build. */
  readonly look: (restored: boolean) => Promise<void>;
};

export function createNewBuild({ load, page, reload }: NewBuildEnvironment): NewBuild {
  let found = false;
  return {
    look: async (restored) => {
      if (!found && page.visibilityState !== "hidden" && (await isOutdated(load, page))) {
        found = true;
        // A browser forgets what it fetched for a rule that is gone.
        for (const rules of page.querySelectorAll('script[type="speculationrules"]')) rules.remove();
      }
      if (found && restored) reload();
    },
  };
}

/** Whether the page has a script or a style sheet that no page of the live release has. What cannot be learned is not so. */
async function isOutdated(load: () => Promise<Response>, page: Document): Promise<boolean> {
  try {
    const answer = await load();
    if (!answer.ok) return false;
    const { files } = (await answer.json()) as { readonly files: readonly string[] };
    return ownFiles(page).some((file) => !files.includes(file));
  } catch {
    return false;
  }
}

function ownFiles(page: Document): string[] {
  const linked = page.querySelectorAll('script[src^="/assets/"], link[rel="stylesheet"][href^="/assets/"]');
  return [...linked].map((element) => element.getAttribute("src") ?? element.getAttribute("href") ?? "");
}

const ofThisPage = createNewBuild({
  load: () => fetch("/build.json", { cache: "no-cache" }),
  page: document,
  reload: () => location.reload(),
});

export const { look } = ofThisPage;
