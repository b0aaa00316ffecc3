// Layout shifts as the browser reports them.
import type { CDPSession, Page } from "@playwright/test";
import { needsPictures } from "./browsers";

export type Shift = { readonly value: number; readonly sources: unknown };

/** Records layout shifts without user input, from now on, without a script in the page. */
export async function watchShifts(page: Page): Promise<readonly Shift[]> {
  needsPictures();
  const shifts: Shift[] = [];
  const session: CDPSession = await page.context().newCDPSession(page);
  session.on("PerformanceTimeline.timelineEventAdded", ({ event }) => {
    const { layoutShiftDetails: details } = event;
    if (details !== undefined && !details.hadRecentInput) {
      shifts.push({ value: details.value, sources: details.sources });
    }
  });
  await session.send("PerformanceTimeline.enable", { eventTypes: ["layout-shift"] });
  return shifts;
}

/** The sum: the layout shift of budgets.md. */
export function total(shifts: readonly Shift[]): number {
  return shifts.reduce((sum, { value }) => sum + value, 0);
}
