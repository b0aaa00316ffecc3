// Shows a bar with the buy button while the buy box is out of view. The style sheet shows the bar in narrow windows
// only.
//
// **Invariant:** the bar clicks the buy box's own button and copies its texts, so there is one way to buy; the page
// does not scroll.

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
  // Screen readers announce the live regions of the buy box; the bar shows the same texts.
  new MutationObserver(() => {
    const words = box.querySelector(".buy-box__confirmation p, .buy-box__error p");
    said.textContent = words?.textContent ?? "";
  }).observe(box, { childList: true, subtree: true, characterData: true });
}
