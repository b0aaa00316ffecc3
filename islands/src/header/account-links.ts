// Updates the header's account links: for a customer they lead to the account instead of the login (R-HEAD-01).
//
// **Invariant:** follows the readable cookie of `stores/customer-hint`, which is a hint and no proof. Shares no module
// with islands, because the loader is one file.

export function startAccountLinks(page: Document): void {
  const show = () => {
    const customer = /\bvitrine-customer=[1-9]/.test(page.cookie);
    for (const link of page.querySelectorAll<HTMLAnchorElement>("[data-account]")) {
      const { account = "", login = link.pathname } = link.dataset;
      link.dataset.login = login;
      link.href = customer ? account : login;
      link.toggleAttribute("data-customer", customer);
    }
  };
  page.addEventListener("vitrine-customer", show);
  show();
}
