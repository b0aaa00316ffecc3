//! Redirects from the URLs of Shopware's own storefront (R-ROUTE-09): its current and former SEO paths, and those by id
//! (`/detail/<id>`, `/navigation/<id>`), below the storefront's prefix in each language.
//!
//! **Invariant:** a page, a screen or a redirect of the CMS at such a path takes precedence; each redirect leads to a
//! page, so that there are no chains or loops.

use std::collections::BTreeMap;

use vitrine_model::{
    diagnostic::{Diagnostic, Place},
    ids::{CategoryId, ProductId},
    locale::{Locale, LocaleIndex},
    path::SitePath,
    redirect::{OldTarget, Redirect, RedirectTarget},
};

use super::families::main_variant;
use crate::plan::{PlanContext, PlanIndex};

/// Maximum number of paths in a finding; the rest is given as a count.
const MAX_NAMED: usize = 10;

/// Adds the redirects of every locale that has a prefix.
pub(super) fn add(cx: &PlanContext<'_>, plan: &PlanIndex, collected: &mut BTreeMap<SitePath, Redirect>) {
    for (locale, known) in cx.catalog.locales().iter() {
        if let Some(prefix) = cx.config.old_storefront.get(known.code.as_str()) {
            let mut old = Old {
                cx,
                plan,
                collected,
                locale,
                prefix,
                lost: Vec::new(),
            };
            old.by_id();
            let paths = old.by_path();
            old.report(known, paths);
        }
    }
}

/// The old paths of a locale.
struct Old<'a, 'c> {
    cx: &'a PlanContext<'a>,
    plan: &'a PlanIndex,
    collected: &'c mut BTreeMap<SitePath, Redirect>,
    locale: LocaleIndex,
    prefix: &'a str,
    /// Paths without a page here.
    lost: Vec<String>,
}

impl Old<'_, '_> {
    fn by_id(&mut self) {
        let catalog = self.cx.catalog;
        let products = catalog.products().map(|record| &record.value().id);
        let families = catalog.families().map(|record| &record.value().id);
        for id in products.chain(families) {
            if let Some(page) = self.product(id) {
                self.redirect(&format!("detail/{id}"), page);
            }
        }
        for record in catalog.categories() {
            let id = &record.value().id;
            if let Some(page) = self.category(id) {
                self.redirect(&format!("navigation/{id}"), page);
            }
        }
    }

    /// Returns the number of SEO paths.
    fn by_path(&mut self) -> usize {
        let catalog = self.cx.catalog;
        let own = catalog.old_paths().iter().filter(|old| old.locale == self.locale);
        let own = own.map(|old| (old.path.as_str(), old.target.clone()));
        let former = catalog
            .former_paths()
            .iter()
            .filter(|former| former.locale == self.locale);
        let former = former.map(|former| (former.path.as_str(), OldTarget::Product(former.product.clone())));
        let all: Vec<(&str, OldTarget)> = own.chain(former).collect();
        for (path, target) in &all {
            let page = match target {
                OldTarget::Product(id) => self.product(id),
                OldTarget::Category(id) => self.category(id),
            };
            match page {
                Some(page) => self.redirect(path, page),
                None => self.lost.push(format!("{}/{path}", self.prefix)),
            }
        }
        all.len()
    }

    fn product(&self, id: &ProductId) -> Option<SitePath> {
        let own = self.plan.product(id, self.locale).map(|page| page.path.clone());
        own.or_else(|| main_variant(self.cx, self.plan, self.cx.catalog.family(id)?.value(), self.locale))
    }

    fn category(&self, id: &CategoryId) -> Option<SitePath> {
        let code = self.cx.catalog.category(id)?.value().code.as_deref()?;
        let entry = &self.cx.catalog.category_page(code, self.locale)?.value().id;
        Some(self.plan.entry(entry, self.locale)?.path.clone())
    }

    fn redirect(&mut self, path: &str, to: SitePath) {
        let Ok(from) = SitePath::parse(&format!("{}/{path}", self.prefix)) else {
            return self.lost.push(format!("{}/{path}", self.prefix));
        };
        let is_taken = self.plan.page(&from).is_some()
            || self
                .cx
                .routes
                .reserved(&from)
                .is_some_and(|(_, route)| route.name != crate::routes::name::DETAIL)
            || from.is_own_file();
        if is_taken || from.reads_as_pattern() || from == to {
            return;
        }
        self.collected.entry(from.clone()).or_insert_with(|| Redirect {
            from: from.into(),
            target: RedirectTarget::to(to),
            status: 301,
            source: "old address of the storefront".to_owned(),
            entry: None,
            until: None,
        });
    }

    fn report(&self, locale: &Locale, paths: usize) {
        let place = Place {
            source: "shopware".to_owned(),
            kind: "sales channel".to_owned(),
            id: "seoUrls".to_owned(),
            locale: Some(locale.code.to_string()),
            ..Place::default()
        };
        if paths == 0 {
            let message = format!(
                "no SEO path of the old storefront is known in {}, so that only its addresses by id lead here",
                locale.code
            );
            self.cx.diagnostics.push(Diagnostic::warning("old-paths-none", message, place).hint(
                "Shopware tells them to the storefront's own sales channel alone: set VITRINE_OLD_STOREFRONT_ACCESS_KEY to its access key",
            ));
        } else if !self.lost.is_empty() {
            let mut lost = self.lost.clone();
            lost.sort();
            lost.dedup();
            let count = lost.len();
            lost.truncate(MAX_NAMED);
            let rest = match count - lost.len() {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            let message = format!(
                "{count} addresses of the old storefront lead nowhere in {}, since what they showed has no page: {}{rest}",
                locale.code,
                lost.join(", ")
            );
            self.cx.diagnostics.push(
                Diagnostic::warning("old-paths-lost", message, place)
                    .hint("Give them a redirect in the CMS, if people still follow them."),
            );
        }
    }
}
