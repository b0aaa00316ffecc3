// Updates the header's account links: for a customer they lead to the account instead of the login (R-HEAD-01). Marks the
// page for a customer, so that the style sheet can reserve the place of own prices before they are known; a page of
// `vitrine serve` comes with that mark (`api/src/static_files/marked.rs`).
//
// **Invariant:** follows the readable cookie of `stores/customer-hint`, which is a hint and no proof. Shares no module
// with islands, because the loader is one file.

/** A customer who may have own prices (`CustomerHint` of the API). */
const OWN_PRICES = "2";

export function startAccountLinks(page: Document): void {
  const root = page.documentElement;
  let shown: string | undefined;
  const show = () => {
    const customer = /\bvitrine-customer=([1-9])/.exec(page.cookie)?.[1];
    // A link has one of the two paths, and the attribute the other.
    if (!customer !== !shown)
      for (const link of page.querySelectorAll<HTMLAnchorElement>("[data-account]"))
        [link.href, link.dataset.account] = [link.dataset.account ?? "", link.pathname];
    shown = customer;
    if (customer) root.dataset.customer = customer;
    else root.removeAttribute("data-customer");
    // Without the script the prices are those of everybody, and need no reserved place.
    if (customer === OWN_PRICES) {
      import("../own-prices/start")
        .then(({ start }) => start())
        .catch(() => {
          root.dataset.customer = "1";
        });
    }
  };
  page.addEventListener("vitrine-customer", show);
  show();
}
