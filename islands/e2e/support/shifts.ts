// Shifts of the layout, as the browser tells them.
import type { CDPSession, Page } from "@playwright/test";

export type Shift = { readonly value: number; readonly sources: unknown };

/** Every shift of the layout that no input caused, from now on; the browser tells it without a script in the page. */
export async function watchShifts(page: Page): Promise<readonly Shift[]> {
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

/** What they add up to: the layout shift of budgets.md. */
export function total(shifts: readonly Shift[]): number {
  return shifts.reduce((sum, { value }) => sum + value, 0);
}
