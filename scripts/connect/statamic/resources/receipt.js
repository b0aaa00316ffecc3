// The line in the control panel that says what became of the last save of the entry that is edited. It asks every second while something is under
// way, otherwise now and then, and not while the tab is hidden.
(() => {
  const COUNTS = ["added", "changed", "removed"];

  const said = (save) => {
    const at = (moment) => new Date(moment).toLocaleTimeString();
    switch (save?.state) {
      case undefined:
        return "";
      case "waiting":
        return "The shop builds it in a moment.";
      case "building":
        return "The shop builds it.";
      case "checking":
        return "The shop checks it.";
      case "taken-back":
        return "Taken back: a former release of the shop is live.";
      case "live": {
        if (!save.live_at) return "Live.";
        if (!save.pages) return `Live since ${at(save.live_at)}.`;
        const pages = COUNTS.reduce((sum, kind) => sum + save.pages[kind], 0);
        return `Live since ${at(save.live_at)}, ${pages} ${pages === 1 ? "page" : "pages"}.`;
      }
      default: {
        const reasons = (save.findings ?? []).map((finding) => finding.message);
        return `Not live since ${at(save.ended_at)}: ${reasons.join("; ") || save.error || "the build failed"}`;
      }
    }
  };

  /** The entry of the page, and the root of the control panel: `/cp`. */
  const edited = () => location.pathname.match(/^(.*)\/collections\/[^/]+\/entries\/([A-Za-z0-9_-]+)$/);

  const line = document.createElement("p");
  line.setAttribute("role", "status");
  line.style.cssText =
    "position:fixed;inset-block-end:12px;inset-inline-start:12px;z-index:50;max-width:min(36rem,90vw);margin:0;padding:8px 12px;border-radius:6px;background:#1c1a17;color:#f5f2ec;font:14px/1.4 system-ui";
  line.hidden = true;

  const ask = async () => {
    let pause = 5000;
    try {
      const [, root, entry] = edited() ?? [];
      const answer = entry && !document.hidden ? await fetch(`${root}/vitrine/receipts/${entry}`) : null;
      const save = answer?.ok ? (await answer.json()).save : null;
      if (["waiting", "building", "checking"].includes(save?.state)) pause = 1000;
      if (!document.hidden) {
        line.textContent = said(save);
        line.hidden = line.textContent === "";
      }
    } catch {
      // The control panel is away; the next question may be answered.
    }
    setTimeout(ask, pause);
  };

  addEventListener("DOMContentLoaded", () => {
    document.body.append(line);
    ask();
  });
})();
