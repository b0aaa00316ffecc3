//! The files that tell a CDN what to do: `_redirects`, `_headers`, `robots.txt` (the format of Netlify and Cloudflare Pages).
//!
//! **Invariant:** every path in them is percent-encoded and local, and no line of `_redirects` holds `*` or `:name`, which a CDN reads as patterns; a header line
//! never holds text of content.

use std::fmt::Write as _;

use crate::{assets::AssetManifest, context::SiteConfig, plan::PlanIndex};

/// `_redirects`. A path that is gone has no line: no page is there, so the CDN answers 404 where `vitrine serve` answers 410.
pub(crate) fn redirects(plan: &PlanIndex) -> String {
    let mut text = String::new();
    for redirect in plan.redirects().iter() {
        let Some(to) = redirect.target.location() else {
            continue;
        };
        // A String takes every write.
        let _ = writeln!(text, "{} {to} {}", redirect.from.href(), redirect.status);
    }
    text
}

/// What every page's answer says before its first byte is read (`Link`, RFC 8288): the one style sheet, which nothing is painted without.
/// A CDN may send it ahead of the page (103, RFC 8297). Its integrity is that of the page's own link, or it would be fetched twice.
pub(crate) fn link(assets: &AssetManifest) -> String {
    let styles = &assets.styles;
    format!(
        "</{}>; rel=preload; as=style; integrity=\"{}\"",
        styles.file, styles.integrity
    )
}

/// `_headers`: hashed files for a year, everything else asked for again, the policy of rule 3 and [`link`]. What a page gets is what
/// `vitrine serve` sends with it.
pub(crate) fn headers(config: &SiteConfig, assets: &AssetManifest) -> String {
    let transport = if is_https(config) {
        "\n  Strict-Transport-Security: max-age=31536000"
    } else {
        ""
    };
    format!(
        "/*\n  Content-Security-Policy: {}\n  X-Content-Type-Options: nosniff\n  Referrer-Policy: strict-origin-when-cross-origin\n  \
         Permissions-Policy: camera=(), microphone=(), geolocation=(self), payment=(), usb=()\n  Cross-Origin-Opener-Policy: same-origin\n  X-Frame-Options: DENY{transport}\n  Link: {}\n\
         /assets/*\n  Cache-Control: public, max-age=31536000, immutable\n/icons/*\n  Cache-Control: public, max-age=604800\n",
        policy(config),
        link(assets)
    )
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
