// The line beside an entry that says what became of the last save, asked of the shop's server by way of the CMS. It asks every second while
// something is under way, otherwise now and then.
const line = document.querySelector("[data-receipt]");

const COUNTS = ["added", "changed", "removed"];

function said(save) {
  if (!save) return "";
  const at = (moment) => new Date(moment).toLocaleTimeString("en-GB");
  switch (save.state) {
    case "waiting":
      return "The shop builds it in a moment.";
    case "building":
      return "The shop builds it.";
    case "checking":
      return "The shop checks it.";
    case "live": {
      if (!save.live_at) return "Live.";
      if (!save.pages) return `Live since ${at(save.live_at)}.`;
      const pages = COUNTS.reduce((sum, kind) => sum + save.pages[kind], 0);
      return `Live since ${at(save.live_at)}, ${pages} ${pages === 1 ? "page" : "pages"}.`;
    }
    case "taken-back":
      return "Taken back: a former release of the shop is live.";
    default: {
      const reasons = (save.findings ?? []).map((finding) => finding.message);
      return `Not live since ${at(save.ended_at)}: ${reasons.length > 0 ? reasons.join("; ") : (save.error ?? "the build failed")}`;
    }
  }
}

async function ask() {
  let isUnderWay = false;
  try {
    const answer = await fetch(`${location.pathname}/receipt`);
    const receipt = answer.ok ? await answer.json() : null;
    const words = said(receipt?.save);
    if (line.textContent !== words) line.textContent = words;
    line.hidden = words === "";
    isUnderWay = ["waiting", "building", "checking"].includes(receipt?.save?.state);
  } catch {
    // The CMS itself is away; the next question may be answered.
  }
  setTimeout(ask, isUnderWay ? 1000 : 4000);
}

ask();
