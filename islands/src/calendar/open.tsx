// Opens the calendar in a dialog of its own and gives the day that was chosen.
//
// **Invariant:** the browser keeps the focus in the dialog, closes it with Escape, and gives the focus back to the button.
import { createRoot } from "react-dom/client";
import { Calendar, type CalendarProps } from "./Calendar";

export type CalendarOptions = Omit<CalendarProps, "onChoose">;

/** Resolves with the day, or with nothing if it was closed. */
export function openCalendar(options: CalendarOptions): Promise<string | undefined> {
  const { t } = options;
  const dialog = document.createElement("dialog");
  dialog.className = "calendar";
  dialog.setAttribute("aria-label", t("calendar.title"));
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    let chosen: string | undefined;
    const root = createRoot(dialog);
    root.render(
      <>
        <Calendar
          {...options}
          onChoose={(day) => {
            chosen = day;
            dialog.close();
          }}
        />
        <button type="button" className="calendar__close" onClick={() => dialog.close()}>
          {t("calendar.close")}
        </button>
      </>,
    );
    // A press beside the calendar closes it.
    dialog.addEventListener("pointerdown", (event) => {
      if (event.target === dialog) dialog.close();
    });
    dialog.addEventListener("close", () => {
      root.unmount();
      dialog.remove();
      resolve(chosen);
    });
  });
}
