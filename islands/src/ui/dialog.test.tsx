// @vitest-environment jsdom
// Adds the dialog methods that jsdom lacks: opening, and closing with a delayed event as in browsers. Focus and
// inertness are tested in a browser (e2e).
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { settled } from "../testing/carts";
import { Dialog } from "./dialog";

let connected: boolean[] = [];
beforeEach(() => {
  connected = [];
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    if (!this.open) return;
    connected.push(this.isConnected);
    this.open = false;
    queueMicrotask(() => this.dispatchEvent(new Event("close")));
  };
});
afterEach(cleanup);

function shown(open = true) {
  const onClose = vi.fn();
  const tree = (now: boolean) => (
    <Dialog open={now} title="De prijs is veranderd" closeLabel="Sluiten" onClose={onClose}>
      <p>Nu 10 % meer</p>
    </Dialog>
  );
  const { rerender, unmount } = render(tree(open));
  const dialog = document.querySelector("dialog") as HTMLDialogElement;
  return { onClose, dialog, unmount, show: (now: boolean) => rerender(tree(now)) };
}

describe("the dialog", () => {
  it("has a name when opened, and the focus on its heading", () => {
    const { dialog, show } = shown(false);
    expect(dialog.open).toBe(false);
    show(true);
    expect(dialog.open).toBe(true);
    expect(screen.getByRole("dialog", { name: "De prijs is veranderd" })).toBe(dialog);
    expect(document.activeElement).toBe(screen.getByRole("heading", { name: "De prijs is veranderd" }));
  });

  it("calls onClose for its button and the browser's close events, and closes when `open` is false", async () => {
    const { dialog, onClose, show } = shown();
    fireEvent.click(screen.getByRole("button", { name: "Sluiten" }));
    expect(onClose).toHaveBeenCalledTimes(1);
    expect(dialog.open).toBe(true);
    show(false);
    expect(dialog.open).toBe(false);
    // `onClose` is not called for a dialog that the component closed itself.
    await settled();
    expect(onClose).toHaveBeenCalledTimes(1);
    show(true);
    dialog.close();
    await settled();
    expect(onClose).toHaveBeenCalledTimes(2);
  });

  it("closes while it is still in the document, so that the browser gives the focus back", () => {
    const { unmount } = shown();
    unmount();
    expect(connected).toEqual([true]);
  });

  it("is closed by a click outside, not by one that only ends there", () => {
    const { dialog, onClose } = shown();
    fireEvent.pointerDown(screen.getByText("Nu 10 % meer"));
    fireEvent.click(dialog);
    expect(onClose).not.toHaveBeenCalled();
    fireEvent.pointerDown(dialog);
    fireEvent.click(dialog);
    expect(onClose).toHaveBeenCalledOnce();
  });
});
