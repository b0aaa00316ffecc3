// After a new build, detected by the release's `build.json`, the page reloads at the next navigation (R-UI-03).
//
// Every page is a separate document, so a link normally loads the new build. Two kinds of page could still be old:
// prefetched ones, which are dropped, and those in the back/forward cache, which reload.

export type NewBuildEnvironment = {
  /** Requests the current `build.json`; may reject. */
  readonly load: () => Promise<Response>;
  readonly page: Document;
  readonly reload: () => void;
};

export type NewBuild = {
  /**
   * Checks, unless a new build is already known or the page is not visible. A page that was just restored (`restored`)
   * reloads if its build is old.
   */
  readonly look: (restored: boolean) => Promise<void>;
};

export function createNewBuild({ load, page, reload }: NewBuildEnvironment): NewBuild {
  let found = false;
  return {
    look: async (restored) => {
      if (!found && page.visibilityState !== "hidden" && (await isOutdated(load, page))) {
        found = true;
        // Browsers drop what they prefetched for a rule that was removed.
        for (const rules of page.querySelectorAll('script[type="speculationrules"]')) rules.remove();
      }
      if (found && restored) reload();
    },
  };
}

/**
 * Whether the page has a script or a style sheet that no page of the live release has; `false` if that cannot be
 * determined.
 */
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
