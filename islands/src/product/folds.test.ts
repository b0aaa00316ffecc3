// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from "vitest";
import { createTranslate } from "../i18n";
import type { ProductKey } from "../islands/product/messages";
import type { Hours } from "../props.gen";
import { DUTCH } from "../testing/messages";
import { startFolds } from "./folds";

const ALWAYS: Hours = { week: Array.from({ length: 7 }, () => [["00:00", "24:00"]]), special: {} };

describe("collapsed sections of a product page", () => {
  const chooser = () => document.querySelector<HTMLElement>("[data-chooser]");
  const showrooms = () => document.querySelector<HTMLDetailsElement>("#showrooms");
  const openNow = () => document.querySelector("[data-open-now]")?.textContent;
  const open = (fold: HTMLElement | null) => fold?.dispatchEvent(new Event("toggle"));
  beforeEach(() => {
    document.body.innerHTML = `<div data-chooser popover>
      <p class="chooser__search" hidden><input type="search"></p><p class="chooser__found"></p>
      <section class="chooser__part"><ul><li><a href="#">Loden</a></li><li><a href="#">Zeil</a></li></ul></section></div>
      <details id="showrooms"><summary>Showrooms</summary><p data-open-now></p></details>`;
    startFolds(document, [ALWAYS], { t: createTranslate<ProductKey>(DUTCH.product, "nl-NL"), locale: "nl-NL" });
  });

  it("R-PDP-04 the search of a long list has its space reserved, and works once the list is opened", async () => {
    expect(document.querySelector<HTMLElement>(".chooser__search")?.hidden).toBe(false);
    open(chooser());
    const field = document.querySelector("input") as HTMLInputElement;
    field.value = "zeil";
    await expect.poll(() => document.querySelectorAll("li:not([hidden])").length).toBe(1);
  });

  it("LOC-8 whether a showroom is open now is shown when the showrooms are opened", async () => {
    expect(openNow()).toBe("");
    open(showrooms());
    await expect.poll(openNow).not.toBe("");
  });
});
