import { describe, expect, it } from "vitest";
import { createSamples, MOST_SAMPLES, type Sample } from "./samples";

function memory(text: string | null = null) {
  let kept = text;
  const storage = {
    getItem: () => kept,
    setItem: (_: string, value: string) => {
      kept = value;
    },
    removeItem: () => {
      kept = null;
    },
  };
  return { use: () => storage, text: () => kept };
}

const sample = (id: string): Sample => ({
  id,
  name: `Stof ${id}`,
  color: "#9c4327",
  product: "Ravel",
  number: "RAVEL-RU-OA",
  path: "/producten/ravel",
  image: "",
});
const ids = (samples: readonly Sample[]) => samples.map(({ id }) => id);

describe("the basket of samples", () => {
  it("keeps at most five cloths, each once, whatever product it was chosen for", () => {
    const own = memory();
    const samples = createSamples(own.use);
    expect(samples.put(sample("a"))).toBe("added");
    expect(samples.put({ ...sample("a"), product: "Luwte" })).toBe("there");
    for (const id of ["b", "c", "d", "e"]) expect(samples.put(sample(id))).toBe("added");
    expect(samples.put(sample("a"))).toBe("there");
    expect(samples.put(sample("f"))).toBe("full");
    expect(ids(samples.all())).toEqual(["a", "b", "c", "d", "e"]);
    samples.takeOut("b");
    expect(samples.put(sample("f"))).toBe("added");
    expect(ids(createSamples(own.use).all())).toEqual(["a", "c", "d", "e", "f"]);
    expect(samples.isKept()).toBe(true);
    samples.empty();
    expect([samples.all(), own.text()]).toEqual([[], null]);
  });

  it("drops what is invalid, repeated or too many, and shortens long texts", () => {
    const stored = [
      ...[
        { ...sample("a"), name: "" },
        { ...sample("a"), path: "//evil.example" },
        { ...sample("a"), number: 7 },
      ],
      ...[{ ...sample("a"), color: "red;}" }, null, "a", {}],
      ...["a", "a", "b", "c", "d", "e", "f"].map(sample),
    ];
    expect(ids(createSamples(memory(JSON.stringify(stored)).use).all())).toEqual(["a", "b", "c", "d", "e"]);
    for (const text of ["", "{}", "7", "[", "null"]) expect(createSamples(memory(text).use).all()).toEqual([]);
    const [long] = createSamples(memory(JSON.stringify([{ ...sample("a"), name: "x".repeat(1000) }])).use).all();
    expect(long?.name).toHaveLength(120);
    expect(MOST_SAMPLES).toBe(5);
  });

  it("lasts as long as the page, and says so, where nothing can be stored", () => {
    const own = memory(JSON.stringify([sample("a")]));
    const samples = createSamples(() => ({
      ...own.use(),
      setItem: () => {
        throw new DOMException("full", "QuotaExceededError");
      },
    }));
    expect([samples.put(sample("a")), samples.put(sample("b"))]).toEqual(["there", "added"]);
    expect([ids(samples.all()), samples.isKept()]).toEqual([["a", "b"], false]);
    samples.takeOut("a");
    expect(ids(samples.all())).toEqual(["b"]);
    expect(ids(createSamples(own.use).all())).toEqual(["a"]);
    samples.empty();
    expect([samples.all(), samples.isKept()]).toEqual([[], true]);
  });

  it("works where the storage itself cannot be reached", () => {
    const samples = createSamples(() => {
      throw new DOMException("blocked", "SecurityError");
    });
    expect([samples.all(), samples.put(sample("a")), samples.put(sample("a"))]).toEqual([[], "added", "there"]);
    expect([ids(samples.all()), samples.isKept()]).toEqual([["a"], false]);
    samples.empty();
    expect(samples.all()).toEqual([]);
  });
});
