// Keeps the buy button in reach of a thumb while the buy box is out of sight. The style sheet shows the bar on narrow windows only.
//
// **Invariant:** the bar presses the buy box's own button, so that there is one way to buy and one place that says what came of it.

export function startBuyBar(page: HTMLElement): void {
  const bar = page.querySelector<HTMLElement>("[data-buy-bar]");
  const box = page.querySelector<HTMLElement>('[data-island="buy-box"]');
  if (bar === null || box === null) return;
  bar.hidden = false;
  new IntersectionObserver((entries) => {
    for (const { isIntersecting } of entries) bar.toggleAttribute("data-shown", !isIntersecting);
  }).observe(box);
  bar.querySelector("[data-buy-bar-button]")?.addEventListener("click", () => {
    box.scrollIntoView({ block: "center" });
    box.querySelector<HTMLElement>("[data-buy]")?.click();
  });
}
