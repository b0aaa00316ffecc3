// The live update of the desk, and nothing else: every form and link works without it.
(() => {
  /** The document at an address; parsing by the browser's own request needs no Trusted Types. */
  const load = (address) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open("GET", address);
      request.responseType = "document";
      request.onload = () => (request.status === 200 && request.response ? resolve(request.response) : reject());
      request.onerror = reject;
      request.send();
    });

  /** Puts the regions of the new document in the place of those that differ; the focus stays where it was. */
  const show = (fresh) => {
    for (const old of document.querySelectorAll("[data-live]")) {
      const next = fresh.getElementById(old.id);
      if (!next || old.isEqualNode(next)) continue;
      if (old.getAttribute("role") === "status") {
        old.textContent = next.textContent;
        continue;
      }
      const focused = old.contains(document.activeElement) ? document.activeElement : null;
      const same = focused && [...old.querySelectorAll("a, button")].indexOf(focused);
      const href = focused?.getAttribute("href");
      const placed = document.importNode(next, true);
      old.replaceWith(placed);
      if (!focused) continue;
      const all = [...placed.querySelectorAll("a, button")];
      (all.find((one) => href !== null && one.getAttribute("href") === href) ?? all[same])?.focus();
    }
  };

  let isLoading = false;
  let isStale = false;
  const update = async () => {
    if (isLoading) {
      isStale = true;
      return;
    }
    isLoading = true;
    try {
      do {
        isStale = false;
        show(await load(location.pathname + location.search));
      } while (isStale);
    } catch {
      // The next event tries again.
    } finally {
      isLoading = false;
    }
  };

  if (document.querySelector("[data-login]")) {
    // A strict cookie is not sent with a link from the CMS: the session may be there all the same.
    fetch("/desk", { redirect: "manual" }).then((answer) => {
      if (answer.ok) location.replace("/desk");
    });
  } else if (document.querySelector("[data-live]")) {
    let stream;
    const listen = () => {
      stream = new EventSource("/api/desk/events");
      stream.addEventListener("state", update);
      stream.addEventListener("end", () => {
        stream.close();
        location.reload();
      });
    };
    addEventListener("pagehide", () => stream?.close());
    addEventListener("pageshow", (event) => event.persisted && listen());
    listen();
  }
})();
