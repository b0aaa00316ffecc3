//! Configuration files for a CDN: `_redirects`, `_headers` (the format of Netlify and Cloudflare Pages).
//!
//! **Invariant:** every path in them is percent-encoded and local; no line of `_redirects` made from content contains
//! `*` or `:name`, which a CDN reads as patterns; header lines contain no text from content.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
};

use vitrine_model::{host_limits, locale::Locales, path::file::MARKDOWN, redirect::Redirect};

use crate::{
    assets::AssetManifest,
    config::{SiteConfig, TagManager},
    plan::{PlanIndex, mail_landings},
};

/// `_redirects`, and the redirects that hosts could not parse in it.
pub(crate) struct Redirects<'p> {
    pub(crate) text: String,
    /// The redirects that become pages instead ([`super::moved`]).
    pub(crate) left: Vec<&'p Redirect>,
}

/// Redirects that every host supports ([`host_limits`]), then rewrites to shells (R-ROUTE-04). A path that is gone has
/// no line: no page exists there, so the CDN answers 404 where `vitrine serve` answers 410. A rewrite target has no
/// `.html`, as the CDN expects it.
pub(crate) fn redirects(plan: &PlanIndex) -> Redirects<'_> {
    let mut rewrites = String::new();
    for shell in plan.rewrites() {
        // Writing to a `String` cannot fail.
        let _ = writeln!(rewrites, "{} {} 200", shell.pattern, shell.href());
    }
    let room = host_limits::REDIRECTS_BYTES.saturating_sub(rewrites.len());
    let literal = rewrites.lines().filter(|line| !line.contains(':')).count();
    let most = host_limits::REDIRECTS.saturating_sub(literal);
    let (mut text, mut lines, mut left) = (String::new(), 0, Vec::new());
    for redirect in plan.redirects().iter() {
        let Some(to) = redirect.target.location() else {
            continue;
        };
        let line = format!("{} {to} {}\n", redirect.from.href(), redirect.status);
        let fits = lines < most && line.len() <= host_limits::REDIRECT_LINE && text.len() + line.len() <= room;
        if fits {
            text.push_str(&line);
            lines += 1;
        } else {
            left.push(redirect);
        }
    }
    text.push_str(&rewrites);
    Redirects { text, left }
}

/// The `Link` header of every page (RFC 8288): the style sheet of every page, which blocks rendering. A CDN may send it
/// ahead as 103 (RFC 8297). Its integrity equals that of the page's own link; otherwise the file would be fetched
/// twice.
pub(crate) fn link(assets: &AssetManifest) -> String {
    let styles = &assets.styles;
    format!(
        "</{}>; rel=preload; as=style; integrity=\"{}\"",
        styles.file, styles.integrity
    )
}

/// The name of the header with the value of [`link`].
pub(super) const LINK: &str = "Link";
/// The header that makes browsers use HTTPS only.
pub(super) const HSTS: &str = "Strict-Transport-Security";

/// The headers of every response: the content security policy of rule 3, and [`link`]. Equal to those of pages from
/// `vitrine serve`.
pub(crate) fn security(
    config: &SiteConfig,
    assets: &AssetManifest,
    tags: Option<&TagManager>,
) -> Vec<(&'static str, String)> {
    let mut headers = vec![
        ("Content-Security-Policy", policy(config, tags)),
        ("X-Content-Type-Options", "nosniff".to_owned()),
        ("Referrer-Policy", "strict-origin-when-cross-origin".to_owned()),
        (
            "Permissions-Policy",
            "camera=(), microphone=(), geolocation=(self), payment=(), usb=()".to_owned(),
        ),
        ("Cross-Origin-Opener-Policy", "same-origin".to_owned()),
        ("X-Frame-Options", "DENY".to_owned()),
    ];
    if is_https(config) {
        headers.push((HSTS, "max-age=31536000".to_owned()));
    }
    headers.push((LINK, link(assets)));
    headers
}

/// `_headers`: [`security`], caching of hashed files for a year and of icons for a week, the media type of Markdown
/// forms of pages, which are not indexed so that they do not compete with their pages, and [`of_pages`].
pub(crate) fn headers(
    config: &SiteConfig,
    assets: &AssetManifest,
    plan: &PlanIndex,
    locales: &Locales,
    tags: Option<&TagManager>,
) -> String {
    let private = of_mail_links(locales);
    let everywhere: String = security(config, assets, tags)
        .into_iter()
        .map(|(name, value)| format!("\n  {name}: {value}"))
        .collect();
    format!(
        "/*{everywhere}\n\
         /assets/*\n  Cache-Control: public, max-age=31536000, immutable\n/icons/*\n  Cache-Control: public, max-age=604800\n\
         /*{MARKDOWN}\n  Content-Type: text/markdown; charset=utf-8\n  X-Robots-Tag: noindex\n{}{}",
        of_pages(plan, private.len()),
        private.concat()
    )
}

/// The rules of paths that contain a secret. Hosts combine the values of all matching rules, of which `no-store` is the
/// strictest.
fn of_mail_links(locales: &Locales) -> Vec<String> {
    let patterns = mail_landings::patterns(locales.iter().map(|(_, locale)| locale.prefix.as_str()));
    let paths: BTreeSet<String> = patterns
        .iter()
        .map(|pattern| match pattern.split_once("/:") {
            Some((before, _)) => format!("{before}/*"),
            None => pattern.clone(),
        })
        .collect();
    paths
        .into_iter()
        .map(|path| format!("{path}\n  Cache-Control: {NO_STORE}\n"))
        .collect()
}

/// Caching of pages: browsers revalidate; the CDN caches for a minute, revalidates in the background, and serves stale
/// pages for a day if its origin fails. Equal to `vitrine serve`.
pub(super) const PAGE_CACHE: &str = "public, max-age=0, s-maxage=60, stale-while-revalidate=60, stale-if-error=86400";

/// Caching of responses for paths that contain a secret.
pub(super) const NO_STORE: &str = "no-store";

/// Leaves room for the other rules within a host's limit.
const MAX_PAGE_RULES: usize = host_limits::HEADER_RULES - 10;

/// The rules for caching pages. Hosts combine the values of all matching rules, so this cannot be set for `/*`, which
/// also matches assets: there is one rule per first path segment, those with the most pages first. Pages beyond the
/// limit get the host's default caching.
fn of_pages(plan: &PlanIndex, others: usize) -> String {
    let mut rules: BTreeMap<String, usize> = BTreeMap::new();
    for page in plan.pages() {
        let href = page.path.href();
        let (first, below) = href.get(1..).and_then(|inner| inner.split_once('/')).unzip();
        let word = first.map_or_else(|| href.clone(), |first| format!("/{first}"));
        // Rules treat both characters as patterns.
        if word.contains([':', '*']) {
            continue;
        }
        let rule = if below.is_some() { format!("{word}/*") } else { word };
        *rules.entry(rule).or_default() += 1;
    }
    let mut rules: Vec<(String, usize)> = rules.into_iter().collect();
    rules.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    rules.truncate(MAX_PAGE_RULES.saturating_sub(others));
    rules
        .into_iter()
        .map(|(rule, _)| format!("{rule}\n  Cache-Control: {PAGE_CACHE}\n"))
        .collect()
}

fn is_https(config: &SiteConfig) -> bool {
    config.base_url.starts_with("https:")
}

/// Where pictures may come from.
fn pictures(config: &SiteConfig) -> String {
    let images: String = config.image_hosts.iter().fold(String::new(), |mut all, host| {
        let scheme = if host.starts_with("127.0.0.1") || host.starts_with("localhost") {
            "http"
        } else {
            "https"
        };
        let _ = write!(all, " {scheme}://{host}");
        all
    });
    let tiles = config.map_tiles.as_ref().map(|tiles| format!(" {}", tiles.origin));
    let images = if images.is_empty() {
        " https:".to_owned()
    } else {
        images
    } + tiles.as_deref().unwrap_or("");
    format!("img-src 'self' data:{images}")
}

// Speculation rules are data, but browsers treat them as inline script and have a separate keyword for them (rule 3).
const OWN_SCRIPTS: &str = "script-src 'self' 'inline-speculation-rules'";
// Trusted Types (rule 23): pages cannot turn text into HTML or script, and no policy that allows it can be created.
const OWN_TYPES: [&str; 2] = ["require-trusted-types-for 'script'", "trusted-types 'none'"];

/// The policy of a screen in a shop with a tag manager, for its `<meta>`: browsers apply it in addition to the header,
/// which hosts send with every page, so money and account pages load nothing foreign (rule 23). A `<meta>` cannot have
/// the other directives, which the header has anyway.
pub(crate) fn of_screens(config: &SiteConfig) -> String {
    let [required, types] = OWN_TYPES;
    [OWN_SCRIPTS, "connect-src 'self'", &pictures(config), required, types].join("; ")
}

/// A page's policy. A tag manager's script may be loaded from its own host only; of Trusted Types the default policy is
/// allowed, which the island creates after consent and which passes nothing but addresses of that host.
fn policy(config: &SiteConfig, tags: Option<&TagManager>) -> String {
    let [required, no_types] = OWN_TYPES;
    let script = tags.map_or_else(String::new, |tags| format!(" {}", tags.script_host));
    let all = tags.map_or_else(String::new, |tags| {
        tags.report_hosts
            .iter()
            .fold(script.clone(), |all, host| format!("{all} {host}"))
    });
    let (scripts, images) = (format!("{OWN_SCRIPTS}{script}"), format!("{}{all}", pictures(config)));
    let connections = format!("connect-src 'self'{all}");
    let mut policy = vec![
        "default-src 'self'",
        &scripts,
        "style-src 'self'",
        &images,
        "font-src 'self'",
        &connections,
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        required,
        if tags.is_some() {
            "trusted-types default"
        } else {
            no_types
        },
    ];
    if is_https(config) {
        policy.push("upgrade-insecure-requests");
    }
    policy.join("; ")
}
