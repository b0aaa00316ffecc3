// Keeps the buy button in reach of a thumb while the buy box is out of sight. The style sheet shows the bar on narrow windows only.
//
// **Invariant:** the bar presses the buy box's own button and repeats its words, so that there is one way to buy; the page stays where it is.

export function startBuyBar(page: HTMLElement): void {
  const bar = page.querySelector<HTMLElement>("[data-buy-bar]");
  const box = page.querySelector<HTMLElement>('[data-island="buy-box"]');
  const said = bar?.querySelector<HTMLElement>("[data-buy-bar-said]");
  if (!bar || !box || !said) return;
  bar.hidden = false;
  new IntersectionObserver((entries) => {
    for (const { isIntersecting } of entries) bar.toggleAttribute("data-shown", !isIntersecting);
  }).observe(box);
  bar.querySelector("[data-buy-bar-button]")?.addEventListener("click", () => {
    box.querySelector<HTMLElement>("[data-buy]")?.click();
  });
  // The regions of the buy box are read out; here the same is seen.
  new MutationObserver(() => {
    const words = box.querySelector(".buy-box__confirmation p, .buy-box__error p");
    said.textContent = words?.textContent ?? "";
  }).observe(box, { childList: true, subtree: true, characterData: true });
}
