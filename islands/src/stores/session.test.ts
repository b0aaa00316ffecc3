import { describe, expect, it, vi } from "vitest";
import { ApiError } from "../api/request";
import type { SessionResponse, Visitor } from "../api/schema.gen";
import { createSessionStore } from "./session";

const VISITOR: Visitor = {
  customer: null,
  ordering_allowed: true,
  currency: "EUR",
  tax_status: "gross",
  notice: null,
};
const READ: SessionResponse = { ...VISITOR, item_count: 2 };

function store() {
  const getSession = vi.fn(() => Promise.resolve(READ));
  const known = vi.fn();
  return { getSession, known, session: createSessionStore({ getSession }, { known }) };
}

describe("a session from another response", () => {
  it("is set, and not requested again until it may have changed", async () => {
    const { getSession, known, session } = store();
    await session.loadWith(Promise.resolve(VISITOR));
    await session.load();
    expect(session.get()).toEqual({ status: "ready", session: VISITOR });
    expect(known).toHaveBeenCalledExactlyOnceWith(VISITOR, false);
    expect(getSession).not.toHaveBeenCalled();
    session.refresh();
    await session.load();
    expect(session.get().session).toEqual(READ);
  });

  it.each([
    ["the answer has none", () => Promise.resolve(null)],
    ["the request fails", () => Promise.reject(new ApiError(502, []))],
  ])("is a failure where %s, and is asked for the next time", async (_, answer) => {
    const { getSession, session } = store();
    await session.loadWith(answer());
    expect(session.get()).toEqual({ status: "failed", session: null });
    await session.load();
    expect(getSession).toHaveBeenCalledTimes(1);
    expect(session.get().status).toBe("ready");
  });

  it("supersedes a running read", async () => {
    const { session, getSession } = store();
    let answer = (_: SessionResponse) => {};
    getSession.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)));
    const before = session.load();
    await session.loadWith(Promise.resolve(VISITOR));
    answer(READ);
    await before;
    expect(session.get().session).toEqual(VISITOR);
  });
});
