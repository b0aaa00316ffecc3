// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { fakeClock } from "../testing/fake-clock";
import { Tooltip } from "./tooltip";

afterEach(cleanup);

function explained() {
  const clock = fakeClock();
  render(
    <>
      <Tooltip label="Waarom?" clock={clock}>
        Voor de factuur
      </Tooltip>
      <p>Elders</p>
    </>,
  );
  const button = screen.getByRole("button", { name: "Waarom?" });
  // In jsdom, `pointerType` and `relatedTarget` only exist on events that set them explicitly.
  const pointer = (type: string, relatedTarget: Element, pointerType = "mouse") =>
    fireEvent(button, Object.assign(new MouseEvent(type, { bubbles: true, relatedTarget }), { pointerType }));
  const rest = (pointerType?: string) => pointer("pointerover", document.body, pointerType);
  const leave = (to: Element = document.body) => pointer("pointerout", to);
  return { button, rest, leave, pass: (ms: number) => act(() => clock.pass(ms)) };
}
const shown = () => screen.queryByRole("tooltip") !== null;

describe("R-UI-07 the tooltip", () => {
  it("show delay 200 ms", () => {
    const { rest, pass } = explained();
    rest();
    pass(199);
    expect(shown()).toBe(false);
    pass(1);
    expect(shown()).toBe(true);
  });

  it("does not appear if the pointer leaves within 200 ms", () => {
    const { rest, leave, pass } = explained();
    rest();
    pass(199);
    leave();
    pass(60_000);
    expect(shown()).toBe(false);
  });

  it("appears immediately on focus and click, and always describes its button", () => {
    const { button } = explained();
    const words = document.getElementById(button.getAttribute("aria-describedby") ?? "");
    expect(words?.textContent).toBe("Voor de factuur");
    act(() => button.focus());
    expect(shown()).toBe(true);
    act(() => button.blur());
    expect(shown()).toBe(false);
    fireEvent.click(button);
    expect(shown()).toBe(true);
    expect(document.activeElement).toBe(button);
  });

  it("WCAG 1.4.13 stays while either the pointer or the focus is on it", () => {
    const { button, rest, leave, pass } = explained();
    rest();
    pass(200);
    act(() => button.focus());
    leave();
    expect(shown()).toBe(true);
    act(() => button.blur());
    expect(shown()).toBe(false);
  });

  it("WCAG 1.4.13 the pointer can move to the text", () => {
    const { rest, leave, pass } = explained();
    rest();
    pass(200);
    leave(screen.getByRole("tooltip"));
    pass(60_000);
    expect(shown()).toBe(true);
  });

  it("WCAG 1.4.13 Escape closes it without the focus on it, and nothing around it", () => {
    const { rest, pass } = explained();
    const around = vi.fn();
    document.body.addEventListener("keydown", around);
    rest();
    pass(200);
    expect(fireEvent.keyDown(document.body, { key: "a" })).toBe(true);
    expect(fireEvent.keyDown(document.body, { key: "Escape" })).toBe(false);
    expect(shown()).toBe(false);
    expect(around).toHaveBeenCalledOnce();
    // If nothing is open, the key is not handled.
    expect(fireEvent.keyDown(document.body, { key: "Escape" })).toBe(true);
    document.body.removeEventListener("keydown", around);
  });

  it("touch has no hover: a tap opens, a tap elsewhere closes", () => {
    const { button, rest, pass } = explained();
    rest("touch");
    pass(60_000);
    expect(shown()).toBe(false);
    fireEvent.click(button);
    expect(shown()).toBe(true);
    fireEvent.pointerDown(screen.getByRole("tooltip"));
    expect(shown()).toBe(true);
    fireEvent.pointerDown(screen.getByText("Elders"));
    expect(shown()).toBe(false);
  });

  it("is moved back into the viewport", () => {
    const { button } = explained();
    Object.defineProperty(document.documentElement, "clientWidth", { configurable: true, value: 320 });
    vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockReturnValue({ right: 400 } as DOMRect);
    act(() => button.focus());
    expect(screen.getByRole("tooltip").style.translate).toBe("-96px");
  });
});
