//! Former paths of entries redirect to the current ones (R-ROUTE-09).
//!
//! **Invariant:** a page, screen or other redirect at such a path takes precedence.

use vitrine_model::{
    path::SitePath,
    redirect::{FormerAddress, Redirect, RedirectTarget},
};

use crate::{
    page::PlannedPage,
    plan::{PlanContext, PlanIndex},
};

/// The redirects of all former paths, including those of further pages of lists.
pub(super) fn redirects(cx: &PlanContext<'_>, plan: &PlanIndex) -> Vec<Redirect> {
    let mut found = Vec::new();
    for former in cx.catalog.former_addresses() {
        let Some(page) = plan.entry(&former.entry, former.locale) else {
            found.extend(to_redirecting(cx, former));
            continue;
        };
        found.extend(redirect(former, &former.path, &page.path, &page.source));
        found.extend(further_pages(cx, former, page));
    }
    found.retain(|redirect| {
        let from = redirect.from.path();
        plan.page(from).is_none() && cx.routes.reserved(from).is_none()
    });
    found
}

/// The further pages of a list have the path of its first page as prefix.
fn further_pages(cx: &PlanContext<'_>, former: &FormerAddress, page: &PlannedPage) -> Vec<Redirect> {
    let count = page.list.as_ref().map_or(1, |list| list.count);
    let at = |first: &SitePath, number| cx.routes.list_path(first, page.locale, number).ok();
    let further = (2..=count).filter_map(|number| {
        let (from, to) = (at(&former.path, number)?, at(&page.path, number)?);
        redirect(former, &from, &to, &page.source)
    });
    further.collect()
}

/// An entry that redirects now: its former path redirects to its target.
fn to_redirecting(cx: &PlanContext<'_>, former: &FormerAddress) -> Option<Redirect> {
    let mut redirects = cx.catalog.redirects().iter();
    let now = redirects.find(|redirect| redirect.entry.as_ref() == Some(&former.entry))?;
    redirect(former, &former.path, now.from.path(), &now.source)
}

fn redirect(former: &FormerAddress, from: &SitePath, to: &SitePath, source: &str) -> Option<Redirect> {
    (from != to).then(|| Redirect {
        from: from.clone().into(),
        target: RedirectTarget::to(to.clone()),
        status: 301,
        source: source.to_owned(),
        entry: None,
        until: Some(former.until),
    })
}
