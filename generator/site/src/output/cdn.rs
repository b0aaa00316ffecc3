//! The files that tell a CDN what to do: `_redirects`, `_headers`, `robots.txt` (the format of Netlify and Cloudflare Pages).
//!
//! **Invariant:** every path in them is percent-encoded and local; `*` and `:name`, which a CDN reads as patterns, stand in no line of `_redirects` that content made;
//! a header line never holds text of content.

use std::{collections::BTreeMap, fmt::Write as _};

use crate::{assets::AssetManifest, context::SiteConfig, plan::PlanIndex};

/// `_redirects`: redirects, then rewrites to shells (R-ROUTE-04). A path that is gone has no line: no page is there, so the CDN answers 404 where `vitrine serve`
/// answers 410. A rewrite leads to the file without its ending, under which the CDN has it.
pub(crate) fn redirects(plan: &PlanIndex) -> String {
    let mut text = String::new();
    for redirect in plan.redirects().iter() {
        let Some(to) = redirect.target.location() else {
            continue;
        };
        // A String takes every write.
        let _ = writeln!(text, "{} {to} {}", redirect.from.href(), redirect.status);
    }
    for shell in plan.rewrites() {
        let _ = writeln!(text, "{} {} 200", shell.pattern, shell.href());
    }
    text
}

/// What every page's answer says before its first byte is read (`Link`, RFC 8288): the style sheet of every page, which nothing is painted without.
/// A CDN may send it ahead of the page (103, RFC 8297). Its integrity is that of the page's own link, or it would be fetched twice.
pub(crate) fn link(assets: &AssetManifest) -> String {
    let styles = &assets.styles;
    format!(
        "</{}>; rel=preload; as=style; integrity=\"{}\"",
        styles.file, styles.integrity
    )
}

/// `_headers`: hashed files for a year, icons for a week, [`of_pages`], the policy of rule 3 and [`link`]. What a page gets is what
/// `vitrine serve` sends with it.
pub(crate) fn headers(config: &SiteConfig, assets: &AssetManifest, plan: &PlanIndex) -> String {
    let transport = if is_https(config) {
        "\n  Strict-Transport-Security: max-age=31536000"
    } else {
        ""
    };
    format!(
        "/*\n  Content-Security-Policy: {}\n  X-Content-Type-Options: nosniff\n  Referrer-Policy: strict-origin-when-cross-origin\n  \
         Permissions-Policy: camera=(), microphone=(), geolocation=(self), payment=(), usb=()\n  Cross-Origin-Opener-Policy: same-origin\n  X-Frame-Options: DENY{transport}\n  Link: {}\n\
         /assets/*\n  Cache-Control: public, max-age=31536000, immutable\n/icons/*\n  Cache-Control: public, max-age=604800\n{}",
        policy(config),
        link(assets),
        of_pages(plan)
    )
}

/// What a CDN does with a page: a browser asks again, the CDN holds it for a minute, and for a day while its origin fails. As `vitrine serve` says it.
const PAGE_CACHE: &str = "public, max-age=0, s-maxage=60, stale-if-error=86400";

/// As many rules as leave room for the others where a host reads a hundred.
const MAX_PAGE_RULES: usize = 90;

/// How pages are cached. Hosts join the values of all rules that match, so this cannot stand at `/*`, which matches assets too: there is a rule for each word that
/// paths begin with, those with the most pages first. What is left out beyond the bound is cached as the host does by itself.
fn of_pages(plan: &PlanIndex) -> String {
    let mut rules: BTreeMap<String, usize> = BTreeMap::new();
    for page in plan.pages() {
        let href = page.path.href();
        let (first, below) = href.get(1..).and_then(|inner| inner.split_once('/')).unzip();
        let word = first.map_or_else(|| href.clone(), |first| format!("/{first}"));
        // A rule reads both as patterns.
        if word.contains([':', '*']) {
            continue;
        }
        let rule = if below.is_some() { format!("{word}/*") } else { word };
        *rules.entry(rule).or_default() += 1;
    }
    let mut rules: Vec<(String, usize)> = rules.into_iter().collect();
    rules.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    rules.truncate(MAX_PAGE_RULES);
    rules
        .into_iter()
        .map(|(rule, _)| format!("{rule}\n  Cache-Control: {PAGE_CACHE}\n"))
        .collect()
}

fn is_https(config: &SiteConfig) -> bool {
    config.base_url.starts_with("https:")
}

fn policy(config: &SiteConfig) -> String {
    let images: String = config.image_hosts.iter().fold(String::new(), |mut all, host| {
        let scheme = if host.starts_with("127.0.0.1") || host.starts_with("localhost") {
            "http"
        } else {
            "https"
        };
        let _ = write!(all, " {scheme}://{host}");
        all
    });
    let images = if images.is_empty() { " https:" } else { &images };
    let images = format!("img-src 'self' data:{images}");
    let mut policy = vec![
        "default-src 'self'",
        // Speculation rules are data, but browsers count them as inline script and have a keyword of their own for them (rule 3).
        "script-src 'self' 'inline-speculation-rules'",
        "style-src 'self'",
        &images,
        "font-src 'self'",
        "connect-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        // Trusted Types (rule 23): no text becomes HTML or script in a page, and no policy can be made that lets it.
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
    ];
    if is_https(config) {
        policy.push("upgrade-insecure-requests");
    }
    policy.join("; ")
}

/// `robots.txt`.
pub(crate) fn robots(config: &SiteConfig) -> String {
    let base = config.base_url.trim_end_matches('/');
    format!("User-agent: *\nDisallow: /api/\n\nSitemap: {base}/sitemap.xml\n")
}
