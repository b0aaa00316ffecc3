// @vitest-environment jsdom

import { act } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { settled } from "../testing/carts";
import { mountReact } from "./mount-react";

beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  document.body.innerHTML = '<div id="root"><button type="button">Fallback</button></div>';
});
const root = () => document.getElementById("root") as HTMLElement;

function Fragile({ broken }: { readonly broken: boolean }) {
  const [bad, setBad] = useState(broken);
  if (bad) throw new Error("broken");
  return (
    <button type="button" onClick={() => setBad(true)}>
      Island
    </button>
  );
}

it("is rendered when it returns: the loader replays a click right after", () => {
  act(() => {
    mountReact(root(), <Fragile broken={false} />);
    expect(root().textContent).toBe("Island");
  });
});

it("restores the fallback if the island throws immediately", async () => {
  await act(async () => {
    mountReact(root(), <Fragile broken />);
    await settled();
  });
  expect(root().textContent).toBe("Fallback");
  expect(root().dataset.islandError).toBe("");
});

it("restores the fallback if the island throws later", async () => {
  act(() => mountReact(root(), <Fragile broken={false} />));
  await act(async () => {
    root().querySelector("button")?.click();
    await settled();
  });
  expect(root().textContent).toBe("Fallback");
  expect(root().dataset.islandError).toBe("");
});
