//! Paths with parts that are only known at run time, such as `/account/order/:id`.
//!
//! **Invariant:** a pattern is decoded like the paths of requests, and matches segment by segment.

use serde::Deserialize;
use vitrine_model::path::SitePath;

use super::server_files::Routes;

/// A page whose path has a part that is only known at run time (R-ROUTE-04).
#[derive(Debug)]
pub(crate) struct Rewrite {
    pattern: Vec<String>,
    /// The file below `site/`.
    pub(crate) file: String,
}

impl Rewrite {
    /// Whether a decoded path matches the pattern.
    pub(crate) fn matches(&self, path: &str) -> bool {
        matches(&self.pattern, path)
    }
}

pub(super) fn matches(pattern: &[String], path: &str) -> bool {
    let mut segments = path.split('/').filter(|s| !s.is_empty());
    pattern
        .iter()
        .all(|wanted| segments.next().is_some_and(|s| wanted.starts_with(':') || wanted == s))
        && segments.next().is_none()
}

/// Patterns of the screens that need the shop (R-SESS-03), decoded like request paths.
pub(super) fn shop_screens(routes: &Routes) -> Vec<Vec<String>> {
    let needs_shop = |name: &str| name == "cart" || name.starts_with("bor.checkout") || name.starts_with("bor.account");
    let needing = routes.iter().filter(|(name, _)| needs_shop(name));
    patterns(needing.flat_map(|(_, paths)| paths.values()))
}

/// Patterns of paths, decoded like request paths.
pub(super) fn patterns<'p>(written: impl Iterator<Item = &'p String>) -> Vec<Vec<String>> {
    written
        .filter_map(|pattern| SitePath::parse(pattern).ok())
        .map(|pattern| pattern.segments().map(str::to_owned).collect())
        .collect()
}

#[derive(Deserialize)]
pub(super) struct RewriteJson {
    pattern: String,
    file: String,
}

pub(super) fn rewrites(list: Vec<RewriteJson>) -> Vec<Rewrite> {
    let mut kept = Vec::with_capacity(list.len());
    for entry in list {
        // Decoded like request paths.
        let Ok(pattern) = SitePath::parse(&entry.pattern) else {
            tracing::warn!(
                pattern = entry.pattern,
                "a rewrite of the release cannot be used and is left out"
            );
            continue;
        };
        kept.push(Rewrite {
            pattern: pattern.segments().map(str::to_owned).collect(),
            file: entry.file,
        });
    }
    kept
}
