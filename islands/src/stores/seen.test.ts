import { expect, it } from "vitest";
import { lastSeen, rememberSeen } from "./seen";

function memory(text: string | null = null) {
  let kept = text;
  return () => ({
    getItem: () => kept,
    setItem: (_: string, value: string) => {
      kept = value;
    },
  });
}

const seen = (name: string) => ({ path: `/producten/${name}`, name, image: "" });

it("keeps the last three products, each once, newest first", () => {
  const own = memory();
  for (const name of ["ravel", "plank", "ravel", "koepel", "kei"]) rememberSeen(seen(name), own);
  expect(lastSeen(own).map(({ name }) => name)).toEqual(["kei", "koepel", "ravel"]);
  rememberSeen({ ...seen("koepel"), path: "/producten/koepel--zwart" }, own);
  expect(lastSeen(own).map(({ path }) => path)).toEqual([
    "/producten/koepel--zwart",
    "/producten/kei",
    "/producten/ravel",
  ]);
});

it("drops invalid entries, and works without storage", () => {
  for (const text of ["", "{}", "[1]", '[{"path":"//evil.example","name":"x","image":""}]', '[{"path":"/a"}]']) {
    expect(lastSeen(memory(text))).toEqual([]);
  }
  const none = () => {
    throw new Error("no memory");
  };
  rememberSeen(seen("ravel"), none);
  expect(lastSeen(none)).toEqual([]);
});
