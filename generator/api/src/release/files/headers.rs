//! Headers of files: type, caching, security.
//!
//! **Invariant:** scripts are only loaded from this origin's files and from a tag manager's host, if the release has one; no page may be framed; static responses set no
//! cookie.

use http::{HeaderMap, HeaderName, HeaderValue, header};
use serde::Deserialize;

use vitrine_model::path::file;

use super::hash::{Hash, hex};
use crate::config::ApiConfig;

/// The kind of a file, which determines its headers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Page,
    Asset,
    Icon,
    /// The Markdown form of a page.
    Markdown,
    Feed,
    Other,
}

impl Kind {
    pub(crate) fn of(path: &str) -> Self {
        match path.split('/').next() {
            Some("assets") => Self::Asset,
            Some("icons") => Self::Icon,
            _ if path.ends_with(".html") => Self::Page,
            _ if path.ends_with(file::MARKDOWN) => Self::Markdown,
            _ if path.rsplit('/').next() == Some(file::FEED) => Self::Feed,
            _ => Self::Other,
        }
    }

    /// The name in the log.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Page => "page",
            Self::Asset => "asset",
            Self::Icon => "icon",
            Self::Markdown => "markdown",
            Self::Feed => "feed",
            Self::Other => "file",
        }
    }

    /// R-UI-06 for icons; asset names contain their hash. Browsers revalidate every page; a CDN caches one for a
    /// minute, and for another minute it answers immediately and revalidates in the background (RFC 5861, 3), so a new
    /// release is visible after two minutes even without a purge. It serves a page for a day if this server does not
    /// respond. `must-revalidate` would forbid both (RFC 9111, 4.2.4).
    pub(crate) const fn cache_control(self) -> &'static str {
        match self {
            Self::Asset => "public, max-age=31536000, immutable",
            Self::Icon => "public, max-age=604800",
            Self::Page | Self::Markdown | Self::Feed => {
                "public, max-age=0, s-maxage=60, stale-while-revalidate=60, stale-if-error=86400"
            }
            Self::Other => "public, max-age=0, must-revalidate",
        }
    }
}

/// The media type, and whether compression is useful.
pub(crate) fn media_type(path: &str) -> (&'static str, bool) {
    if Kind::of(path) == Kind::Feed {
        return ("application/rss+xml", true);
    }
    match path.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => ("text/html; charset=utf-8", true),
        "js" | "mjs" => ("text/javascript; charset=utf-8", true),
        "css" => ("text/css; charset=utf-8", true),
        "json" | "map" => ("application/json", true),
        "webmanifest" => ("application/manifest+json", true),
        "svg" => ("image/svg+xml", true),
        "xml" => ("application/xml", true),
        "txt" => ("text/plain; charset=utf-8", true),
        "md" => ("text/markdown; charset=utf-8", true),
        "woff2" => ("font/woff2", false),
        "png" => ("image/png", false),
        "webp" => ("image/webp", false),
        "jpg" | "jpeg" => ("image/jpeg", false),
        "ico" => ("image/x-icon", false),
        "pdf" => ("application/pdf", false),
        _ => ("application/octet-stream", false),
    }
}

/// One year of https only.
pub(crate) const HSTS: HeaderValue = HeaderValue::from_static("max-age=31536000");

/// The hosts of a tag manager, which pages of a release with one may load from (docs/contracts/consent.md).
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub(crate) struct TagHosts {
    /// The origin of its script.
    script: String,
    /// Further origins that it sends to.
    report: Vec<String>,
}

/// The content security policy of pages.
pub(crate) fn policy(config: &ApiConfig, tags: Option<&TagHosts>) -> Result<HeaderValue, header::InvalidHeaderValue> {
    let upgrade = if config.https {
        "; upgrade-insecure-requests"
    } else {
        ""
    };
    let images: String = config.image_hosts.iter().map(|host| format!(" {host}")).collect();
    let script = tags.map_or_else(String::new, |tags| format!(" {}", tags.script));
    let all = tags.map_or_else(String::new, |tags| {
        tags.report
            .iter()
            .fold(script.clone(), |all, host| format!("{all} {host}"))
    });
    let types = if tags.is_some() { "default" } else { "'none'" };
    // Speculation rules are data, but browsers treat them as inline script and have a separate keyword for them
    // (rule 3).
    // Trusted Types (rule 23): scripts cannot turn text into HTML or script, and cannot create a policy that would
    // allow it. With a tag manager its script may create none either: the default policy, which the shop's island
    // creates after consent, passes addresses of the tag manager's host and nothing else.
    HeaderValue::from_str(&format!(
        "default-src 'self'; script-src 'self' 'inline-speculation-rules'{script}; style-src 'self'; img-src 'self' data:{images}{all}; font-src 'self'; \
         connect-src 'self'{all}; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; \
         require-trusted-types-for 'script'; trusted-types {types}{upgrade}"
    ))
}

/// The security headers of pages, built once.
pub(crate) fn of_pages(config: &ApiConfig) -> Result<HeaderMap, header::InvalidHeaderValue> {
    let mut headers = HeaderMap::new();
    headers.insert(header::CONTENT_SECURITY_POLICY, policy(config, None)?);
    for (name, value) in [
        ("x-frame-options", "DENY"),
        ("referrer-policy", "strict-origin-when-cross-origin"),
        ("cross-origin-opener-policy", "same-origin"),
        (
            "permissions-policy",
            "camera=(), microphone=(), geolocation=(self), payment=(), usb=()",
        ),
    ] {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    if config.https {
        headers.insert(header::STRICT_TRANSPORT_SECURITY, HSTS);
    }
    Ok(headers)
}

/// Whether the client already has this content, in any encoding.
pub(crate) fn has_already(headers: &HeaderMap, hash: &Hash) -> bool {
    let asked = headers.get_all(header::IF_NONE_MATCH);
    if asked.iter().next().is_none() {
        return false;
    }
    let hash = hex(hash);
    let hash = hash.as_str();
    asked
        .iter()
        .filter_map(|line| line.to_str().ok())
        .flat_map(|line| line.split(','))
        .any(|tag| {
            let tag = tag.trim();
            let tag = tag.strip_prefix("W/").unwrap_or(tag).trim_matches('"');
            tag == "*" || tag == hash || tag.split_once('-').is_some_and(|(base, _)| base == hash)
        })
}
