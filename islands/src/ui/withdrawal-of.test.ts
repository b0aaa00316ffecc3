// Law §4: the review promises only what the cart allows.
import { describe, expect, it } from "vitest";
import { lineItem } from "../testing/carts";
import { type WithdrawalOf, withdrawalOf } from "./withdrawal-of";

const table = { withdrawal_right: "excluded", withdrawal_excluded: "Gezaagd voor u." } as const;
const newer = { withdrawal_right: "unknown", product_id: null } as const;

const chair = () => lineItem();
const excluded = () => lineItem(table);
const unknown = () => lineItem(newer);
const discount = () => lineItem({ ...newer, kind: "promotion" });
const download = () => lineItem({ digital: true });
const containerOf = (...children: ReturnType<typeof lineItem>[]) => lineItem({ ...newer, kind: "other", children });

describe("law §4: how far a cart can be withdrawn from", () => {
  it.each<[string, ReturnType<typeof lineItem>[], WithdrawalOf]>([
    ["nothing is excluded", [chair(), chair()], "all"],
    ["everything is excluded", [excluded()], "none"],
    ["one of two is excluded", [excluded(), chair()], "part"],
    ["a product is not in the release", [chair(), unknown()], "unknown"],
    ["an unknown one beside an excluded one", [excluded(), unknown()], "unknown"],
    ["a discount does not count", [chair(), discount()], "all"],
    ["a discount on excluded goods", [excluded(), discount()], "none"],
    ["a download alone", [download()], "none"],
    ["a download and a chair", [download(), chair()], "part"],
    ["a container counts by its parts", [containerOf(chair(), chair())], "all"],
    ["an excluded part of a container", [containerOf(chair(), excluded())], "part"],
    ["a container of excluded parts", [containerOf(excluded(), download())], "none"],
    ["an unknown part", [containerOf(chair(), unknown())], "unknown"],
    ["an empty container", [containerOf()], "unknown"],
    ["a product that contains others", [lineItem({ children: [excluded()] })], "part"],
    ["parts inside of parts", [containerOf(containerOf(excluded()))], "none"],
  ])("%s", (_, items, expected) => {
    expect(withdrawalOf(items)).toBe(expected);
  });
});
