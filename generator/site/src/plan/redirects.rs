//! Redirects of the CMS, of product families and of old addresses, resolved against the plan (R-ROUTE-09).
//!
//! **Invariant:** no redirect starts at the path of a page, leads to another redirect, or to itself; dropped and
//! shortened redirects are reported.

mod families;
mod former;
mod old_storefront;

use std::collections::BTreeMap;

use vitrine_model::{
    diagnostic::{Diagnostic, Place},
    path::{LocalPath, SitePath},
    redirect::{FormerPath, Redirect, RedirectTarget},
};

use self::families::main_variant;
use super::{PlanContext, PlanIndex, RedirectTable, mail_landings};
use crate::page::PlannedPage;

impl RedirectTable {
    /// Collects the redirects, drops those shadowed by a page or part of a loop, and shortens chains to their final
    /// target.
    pub(crate) fn settle(cx: &PlanContext<'_>, plan: &PlanIndex) -> Self {
        let mut collected = BTreeMap::new();
        for redirect in cx
            .catalog
            .redirects()
            .iter()
            .cloned()
            .chain(family_redirects(cx, plan))
            .chain(list_redirects(cx, plan))
            .chain(former_redirects(cx, plan))
            .chain(mail_landings::redirects(cx))
            .chain(former::redirects(cx, plan))
        {
            keep(cx, plan, &mut collected, redirect);
        }
        old_storefront::add(cx, plan, &mut collected);
        let mut by_path = BTreeMap::new();
        for (from, redirect) in &collected {
            if let Some(settled) = follow(cx, plan, &collected, redirect) {
                by_path.insert(from.clone(), settled);
            }
        }
        Self { by_path }
    }
}

fn report(cx: &PlanContext<'_>, code: &'static str, redirect: &Redirect, what: &str, hint: &str) {
    let place = Place {
        source: "plan".to_owned(),
        kind: "redirect".to_owned(),
        id: redirect.from.href(),
        ..Place::default()
    };
    let message = format!(
        "the redirect from {} ({}) {what}",
        redirect.from.path(),
        redirect.source
    );
    cx.diagnostics
        .push(Diagnostic::warning(code, message, place).hint(hint));
}

fn keep(cx: &PlanContext<'_>, plan: &PlanIndex, collected: &mut BTreeMap<SitePath, Redirect>, redirect: Redirect) {
    let from = redirect.from.path().clone();
    if let Some(page) = plan.page(&from) {
        let what = format!("is not applied: the page of {} is there", page.source);
        return report(
            cx,
            "redirect-shadowed",
            &redirect,
            &what,
            "remove the redirect, or move the page",
        );
    }
    if redirect.from != LocalPath::from(from.clone()) {
        let what = "is not applied: it asks for a query, which static hosts cannot tell apart";
        return report(cx, "redirect-query", &redirect, what, "leave the query out");
    }
    if from.reads_as_pattern() {
        let what = "is not applied: static hosts read * and : in it as a pattern, which would catch other paths too";
        return report(
            cx,
            "redirect-pattern",
            &redirect,
            what,
            "give it a path without * and :",
        );
    }
    match collected.get(&from) {
        Some(first) if first.target == redirect.target || redirect.until.is_some() => {}
        Some(first) => {
            let what = format!("is not applied: {} leaves the same path", first.source);
            report(cx, "redirect-twice", &redirect, &what, "keep one of them");
        }
        None => {
            collected.insert(from, redirect);
        }
    }
}

/// The redirect with its final target; `None` for a loop.
fn follow(
    cx: &PlanContext<'_>,
    plan: &PlanIndex,
    all: &BTreeMap<SitePath, Redirect>,
    redirect: &Redirect,
) -> Option<Redirect> {
    let mut target = &redirect.target;
    let mut steps = 0_usize;
    // A browser keeps the fragment of an earlier redirect if a later one has none.
    let mut place: Option<&String> = None;
    while let RedirectTarget::Local { path, fragment } = target {
        place = fragment.as_ref().or(place);
        let Some(next) = all.get(path.path()) else { break };
        steps += 1;
        if path.path() == redirect.from.path() || steps > all.len() {
            report(
                cx,
                "redirect-loop",
                redirect,
                "is not applied: it runs in a circle",
                "let one of the circle lead to a page",
            );
            return None;
        }
        target = &next.target;
    }
    let settled = Redirect {
        target: match target {
            RedirectTarget::Local { path, .. } => RedirectTarget::Local {
                path: path.clone(),
                fragment: place.cloned(),
            },
            other => other.clone(),
        },
        status: if matches!(target, RedirectTarget::Gone) {
            410
        } else {
            redirect.status
        },
        ..redirect.clone()
    };
    if steps > 0 && redirect.until.is_none() {
        let what = format!(
            "leads over {steps} more to {}; it is shortened to lead there at once",
            describe(target)
        );
        report(cx, "redirect-chain", redirect, &what, "let it lead there itself");
    }
    if let RedirectTarget::Local { path, .. } = target
        && redirect.until.is_none()
        && plan.page(path.path()).is_none()
    {
        let what = format!("leads to {}, where no page is", path.path());
        report(cx, "redirect-dead", redirect, &what, "let it lead to a page");
    }
    Some(settled)
}

fn describe(target: &RedirectTarget) -> String {
    match target {
        RedirectTarget::Local { path, .. } => path.href(),
        RedirectTarget::External(url) => url.clone(),
        RedirectTarget::Gone => "nothing (410)".to_owned(),
    }
}

/// A parent is not a page: its paths redirect to its main variant, otherwise to the first one in stock
/// (shopware-fields.md "Product pages").
fn family_redirects(cx: &PlanContext<'_>, plan: &PlanIndex) -> Vec<Redirect> {
    let mut found = Vec::new();
    for record in cx.catalog.families() {
        let family = record.value();
        for (locale, _) in cx.catalog.locales().iter() {
            let Some(target) = main_variant(cx, plan, family, locale) else {
                continue;
            };
            let seo = family
                .seo_paths
                .get(locale)
                .and_then(|seo| cx.routes.seo_path(seo, locale)?.ok());
            let paths = [seo, cx.routes.detail_path(&family.id, locale).ok()];
            // If the variant's own page is at the family's SEO path, no redirect is needed.
            for from in paths.into_iter().flatten().filter(|from| plan.page(from).is_none()) {
                found.push(Redirect {
                    from: from.into(),
                    target: RedirectTarget::to(target.clone()),
                    status: 302,
                    source: format!("product family {}", family.number),
                    entry: None,
                    until: None,
                });
            }
        }
    }
    found
}

/// Former paths of products redirect to the current ones; those of a parent to its main variant.
fn former_redirects(cx: &PlanContext<'_>, plan: &PlanIndex) -> Vec<Redirect> {
    let redirect = |former: &FormerPath| {
        let FormerPath { locale, path, product } = former;
        let from = cx.routes.seo_path(path, *locale)?.ok()?;
        let page = plan.product(product, *locale).map(|page| page.path.clone());
        let target = page.or_else(|| main_variant(cx, plan, cx.catalog.family(product)?.value(), *locale))?;
        (plan.page(&from).is_none() && from != target).then(|| Redirect {
            from: from.into(),
            target: RedirectTarget::to(target),
            status: 301,
            source: format!("former path of product {product}"),
            entry: None,
            until: None,
        })
    };
    cx.catalog.former_paths().iter().filter_map(redirect).collect()
}

/// The first page of a list has the path of its entry; the path that follows from those of its further pages redirects
/// there (R-CMS-07).
fn list_redirects(cx: &PlanContext<'_>, plan: &PlanIndex) -> Vec<Redirect> {
    let second = plan
        .pages()
        .iter()
        .filter(|page| page.list.as_ref().is_some_and(|list| list.number == 2));
    let redirect = |page: &PlannedPage| {
        let list = page.list.as_ref()?;
        let from = cx.routes.list_path(&list.first, page.locale, 1).ok()?;
        Some(Redirect {
            from: from.into(),
            target: RedirectTarget::to(list.first.clone()),
            status: 301,
            source: format!("page 1 of {}", page.source),
            entry: None,
            until: None,
        })
    };
    second.filter_map(redirect).collect()
}
