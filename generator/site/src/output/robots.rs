//! `robots.txt`: paths that crawlers need not fetch, and the URL of the sitemap.
//!
//! **Invariant:** no line matches an indexable page (RFC 9309: a path is matched from its start, `*` is any text, `$`
//! the end).

use std::{collections::BTreeMap, fmt::Write as _};

use vitrine_model::{
    locale::Locales,
    path::{SitePath, file::SITEMAP},
};

use crate::{
    config::SiteConfig,
    plan::PlanIndex,
    routes::{Routes, name},
};

/// Paths that are not pages of the shop.
const ALWAYS: [&str; 3] = [
    "/api/",
    // Previews of the CMS have these parameters.
    "/*?*preview=",
    "/*?*token=",
];

/// Routes of personal pages and of pages without use in an index.
fn is_private(route: &str) -> bool {
    !matches!(route, name::CONTENT | name::CONTENT_LIST | name::PRODUCT | name::DETAIL)
}

/// The file's text.
pub(crate) fn robots(config: &SiteConfig, routes: &Routes, plan: &PlanIndex, locales: &Locales) -> String {
    let mut folders: BTreeMap<String, SitePath> = BTreeMap::new();
    for (index, _) in locales.iter() {
        let private = routes.of(index).iter();
        let home = routes.home(index).href();
        for route in private.filter(|route| is_private(route.name)) {
            let folder = before_parameter(&route.pattern).map(|path| (path.href(), path));
            folders.extend(folder.filter(|(href, _)| *href != home));
        }
    }
    let mut text = "User-agent: *\n".to_owned();
    for line in ALWAYS {
        // Writing to a `String` cannot fail.
        let _ = writeln!(text, "Disallow: {line}");
    }
    let mut last: Option<&String> = None;
    for (folder, path) in &folders {
        // `/checkout/` covers `/checkout/order`.
        if last.is_some_and(|above| folder.starts_with(&format!("{above}/"))) {
            continue;
        }
        last = Some(folder);
        let taken = plan
            .pages()
            .iter()
            .any(|page| page.indexable && page.path.as_str().starts_with(path.as_str()));
        let ends: &[&str] = if taken { &["$", "/", "?"] } else { &[""] };
        for end in ends {
            let _ = writeln!(text, "Disallow: {folder}{end}");
        }
    }
    let base = config.base_url.trim_end_matches('/');
    let _ = write!(text, "\nSitemap: {base}/{SITEMAP}\n");
    text
}

/// The fixed prefix of a pattern: that of `/checkout/order/{id}` is `/checkout/order`.
fn before_parameter(pattern: &str) -> Option<SitePath> {
    let fixed = pattern.split('{').next().unwrap_or(pattern).trim_end_matches('/');
    SitePath::parse(fixed).ok()
}
