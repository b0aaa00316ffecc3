//! `hosts/`: configuration for nginx and Caddy to serve `site/` as `vitrine serve` does: headers, redirects, rewrites
//! to shells, an error page per language. The files in `scripts/deploy/` include these.
//!
//! **Invariant:** text from content is quoted, and never read as a variable or a pattern.

pub(crate) mod caddy;
pub(crate) mod nginx;

use std::collections::BTreeSet;

use vitrine_model::{locale::Locales, redirect::RedirectTarget};

use super::cdn::{HSTS, LINK, NO_STORE, PAGE_CACHE, security};
use crate::{
    assets::AssetManifest,
    config::{SiteConfig, TagManager},
    plan::{PlanIndex, mail_landings},
    routes::{Shell, name},
};

/// File for nginx, below the release.
pub(crate) const NGINX: &str = "hosts/nginx.conf";
/// File for Caddy, below the release.
pub(crate) const CADDY: &str = "hosts/Caddyfile";

const ASSET_CACHE: &str = "public, max-age=31536000, immutable";
const ICON_CACHE: &str = "public, max-age=604800";
/// Sitemaps, `robots.txt` and the like.
const FILE_CACHE: &str = "public, max-age=0, must-revalidate";
const FEED_TYPE: &str = "application/rss+xml";
const MARKDOWN_TYPE: &str = "text/markdown; charset=utf-8";

/// Extensions of files that are not pages, in addition to assets and icons.
const FILES: &str = "xml|txt|json|webmanifest|ico|svg|png|webp|pdf";

/// Media types by extension, equal to `vitrine serve`.
const TYPES: [(&str, &str); 15] = [
    ("text/html", "html"),
    ("text/javascript", "js mjs"),
    ("text/css", "css"),
    ("text/plain", "txt"),
    ("text/markdown", "md"),
    ("application/json", "json map"),
    ("application/manifest+json", "webmanifest"),
    ("application/xml", "xml"),
    ("application/pdf", "pdf"),
    ("font/woff2", "woff2"),
    ("image/svg+xml", "svg"),
    ("image/png", "png"),
    ("image/webp", "webp"),
    ("image/jpeg", "jpg jpeg"),
    ("image/x-icon", "ico"),
];

/// The inputs of the files.
pub(crate) struct Hosts {
    /// Headers of every response.
    headers: Vec<(&'static str, String)>,
    moved: Vec<Moved>,
    shells: Vec<Shell>,
    /// Paths of pages that are only served as responses, such as `/404`: they are not found by their path.
    kept_back: Vec<String>,
    /// Paths of news feeds.
    feeds: Vec<String>,
    /// The error page of each prefix, the default locale's last.
    missing: Vec<(String, String)>,
    /// Patterns of paths that contain a secret: their responses are not stored.
    private: Vec<String>,
}

/// A path that redirects, or is gone.
struct Moved {
    /// Decoded.
    from: String,
    /// Percent-encoded; `None` if the page is gone.
    to: Option<String>,
    /// Fragment on a page of this site: `#returns`, or empty.
    place: String,
    status: u16,
    /// Whether the query of the request is kept.
    keeps_query: bool,
    /// The caching of the redirect.
    cache: &'static str,
}

impl Hosts {
    /// The inputs for a plan.
    pub(crate) fn of(
        config: &SiteConfig,
        assets: &AssetManifest,
        plan: &PlanIndex,
        locales: &Locales,
        tags: Option<&TagManager>,
    ) -> Self {
        let file_of = |page: &str, locale| plan.screen(page, locale).map(|page| page.file.clone());
        let mut missing: Vec<(String, String)> = locales
            .iter()
            .filter_map(|(index, locale)| Some((locale.prefix.clone(), file_of(name::NOT_FOUND, index)?)))
            .collect();
        // The default locale has no prefix: it matches every path that no other locale matches.
        missing.sort_by_key(|(prefix, _)| std::cmp::Reverse(prefix.len()));
        let kept_back = name::ERROR_PAGES
            .into_iter()
            .chain(name::ANSWERS)
            .flat_map(|page| locales.iter().filter_map(move |(index, _)| file_of(page, index)))
            .map(|file| format!("/{}", file.strip_suffix(".html").unwrap_or(&file)))
            .collect();
        let feeds = locales
            .iter()
            .filter_map(|(index, _)| plan.feed(index))
            .map(|feed| format!("/{}", feed.file))
            .collect();
        let private = mail_landings::patterns(locales.iter().map(|(_, locale)| locale.prefix.as_str()));
        // `Link` would name the style sheet of the release at the last reload, which later pages do not use.
        let mut headers = security(config, assets, tags);
        headers.retain(|(name, _)| *name != LINK);
        headers.push(("Cache-Control", PAGE_CACHE.to_owned()));
        let mut hosts = Self {
            headers,
            moved: moved(plan, &private),
            shells: plan.rewrites().to_vec(),
            kept_back,
            feeds,
            missing,
            private,
        };
        // A redirect takes precedence over a file, as in `vitrine serve`.
        let starts: BTreeSet<&str> = hosts.moved.iter().map(|moved| moved.from.as_str()).collect();
        hosts.kept_back.retain(|path| !starts.contains(path.as_str()));
        hosts.feeds.retain(|path| !starts.contains(path.as_str()));
        hosts
    }

    /// The HSTS header, if the shop uses https.
    fn secure(&self) -> Option<(&'static str, &str)> {
        let found = self.headers.iter().find(|(name, _)| *name == HSTS);
        found.map(|(name, value)| (*name, value.as_str()))
    }

    /// The caching of a shell.
    fn cache_of(&self, shell: &Shell) -> &'static str {
        cache_of(&self.private, &shell.pattern)
    }

    /// The headers of files with a different caching than pages.
    fn cached(&self, cache: &'static str) -> impl Iterator<Item = (&'static str, &str)> {
        self.headers.iter().map(move |(name, value)| match *name {
            "Cache-Control" => (*name, cache),
            name => (name, value.as_str()),
        })
    }
}

fn cache_of(private: &[String], path: &str) -> &'static str {
    match private.iter().any(|known| known == path) {
        true => NO_STORE,
        false => PAGE_CACHE,
    }
}

fn moved(plan: &PlanIndex, private: &[String]) -> Vec<Moved> {
    let redirects = plan.redirects().iter();
    redirects
        .map(|redirect| {
            let mut to = redirect.target.location().map(|to| literal(&to));
            let is_local = matches!(redirect.target, RedirectTarget::Local { .. });
            let place = to
                .as_mut()
                .filter(|_| is_local)
                .and_then(|to| Some(to.split_off(to.find('#')?)));
            Moved {
                from: redirect.from.path().as_str().to_owned(),
                keeps_query: is_local && to.as_ref().is_some_and(|to| !to.contains('?')),
                to,
                place: place.unwrap_or_default(),
                status: redirect.status,
                cache: cache_of(private, &redirect.from.href()),
            }
        })
        .collect()
}

/// A URL without characters that a server's configuration reads as a variable, a quote or an escape.
fn literal(href: &str) -> String {
    let mut text = String::with_capacity(href.len());
    for c in href.chars() {
        match c {
            '$' => text.push_str("%24"),
            '"' => text.push_str("%22"),
            '\\' => text.push_str("%5C"),
            '{' => text.push_str("%7B"),
            '}' => text.push_str("%7D"),
            '`' => text.push_str("%60"),
            c => text.push(c),
        }
    }
    text
}

/// A regular expression for the decoded paths of a shell.
fn expression(pattern: &str) -> String {
    let decoded = percent_encoding::percent_decode_str(pattern).decode_utf8_lossy();
    let segments: Vec<String> = decoded
        .split('/')
        .map(|segment| match segment.starts_with(':') {
            true => "[^/]+".to_owned(),
            false => escaped(segment),
        })
        .collect();
    format!("^{}$", segments.join("/"))
}

/// The same paths with a trailing slash, or as files: hosts redirect from there to the canonical form.
fn untidy(patterns: &[String]) -> String {
    let all: Vec<String> = patterns
        .iter()
        .map(|pattern| expression(pattern).trim_matches(['^', '$']).to_owned())
        .collect();
    format!("^(?:{})(?:/|\\.html)$", all.join("|"))
}

/// A text with all special characters of regular expressions escaped.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_ascii_punctuation() && !matches!(c, '-' | '_' | '/') {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}
