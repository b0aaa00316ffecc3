//! Redirects of the CMS and of the plan.
//!
//! **Invariant:** the source is a [`LocalPath`]; the target is a [`LocalPath`] or an https URL from the CMS. Nothing is
//! built from a request.

use jiff::civil::Date;
use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};
use serde::Serialize;

use crate::{
    ids::{CategoryId, EntryId, ProductId},
    locale::LocaleIndex,
    path::{LocalPath, SitePath},
};

/// The target as written to `Location` and `_redirects`. A static host would replace `*` and `:name` with what the
/// source's pattern matched, so both are escaped; the URL stays equivalent.
fn literal(href: &str) -> String {
    let begin = match href.split_once("://") {
        Some((scheme, rest)) => scheme.len() + 3 + rest.find(['/', '?']).unwrap_or(rest.len()),
        None => 0,
    };
    let (host, rest) = href.split_at(begin);
    format!("{host}{}", rest.replace('*', "%2A").replace(':', "%3A"))
}

/// Characters that a fragment must not contain in a header, in HTML or in a host's pattern.
const FRAGMENT: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'<')
    .add(b'>')
    .add(b'`')
    .add(b'#')
    .add(b'*')
    .add(b':')
    .add(b'$')
    .add(b'\\')
    .add(b'{')
    .add(b'}');

/// Target of a redirect.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase", tag = "kind", content = "to")]
pub enum RedirectTarget {
    /// To a path of this site, with an optional fragment without the `#`.
    Local {
        /// Path and query.
        path: LocalPath,
        /// Where on the page, percent-encoded when it is written.
        fragment: Option<String>,
    },
    /// To another site, as an editor entered it.
    External(String),
    /// The page was permanently removed (410).
    Gone,
}

impl RedirectTarget {
    /// To a path of this site.
    pub fn to(path: impl Into<LocalPath>) -> Self {
        Self::Local {
            path: path.into(),
            fragment: None,
        }
    }

    /// The value for `_redirects` and the API's `Location`; `None` = gone. It contains neither `*` nor a `:name`.
    pub fn location(&self) -> Option<String> {
        match self {
            Self::Local { path, fragment } => {
                let href = literal(&path.href());
                Some(match fragment {
                    Some(fragment) => format!("{href}#{}", utf8_percent_encode(fragment, FRAGMENT)),
                    None => href,
                })
            }
            Self::External(url) => Some(literal(url)),
            Self::Gone => None,
        }
    }
}

/// A SEO path that a product, or the parent of variants, had before (R-ROUTE-09).
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct FormerPath {
    /// The locale.
    pub locale: LocaleIndex,
    /// As Shopware had it, without slashes around it.
    pub path: String,
    /// The product or family.
    pub product: ProductId,
}

/// The target of an old URL of Shopware's own storefront.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
pub enum OldTarget {
    /// A product, or the parent of variants.
    Product(ProductId),
    /// A category.
    Category(CategoryId),
}

/// A SEO path of Shopware's own storefront (R-ROUTE-09).
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
pub struct OldPath {
    /// The locale.
    pub locale: LocaleIndex,
    /// As Shopware has it, without slashes around it.
    pub path: String,
    /// What it showed.
    pub target: OldTarget,
}

/// The address that an entry's page had before (R-ROUTE-09).
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct FormerAddress {
    /// The locale.
    pub locale: LocaleIndex,
    /// The path, including the locale's prefix.
    pub path: SitePath,
    /// The entry's localization.
    pub entry: EntryId,
    /// The day on which it is forgotten.
    pub until: Date,
}

/// One redirect, applied on every navigation (R-ROUTE-09).
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Redirect {
    /// The requested path, including its locale's prefix.
    pub from: LocalPath,
    /// The target.
    pub target: RedirectTarget,
    /// 301, 302 or 410.
    pub status: u16,
    /// Origin of the redirect, for messages.
    pub source: String,
    /// The entry that it replaces: links to the entry point to the target.
    pub entry: Option<EntryId>,
    /// For the former address of an entry: the day on which it is forgotten.
    pub until: Option<Date>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_hold_nothing_that_a_host_would_fill() {
        for (target, location) in [
            (
                RedirectTarget::to(LocalPath::parse("/a/:splat?b=*&c=:d").unwrap()),
                "/a/%3Asplat?b=%2A&c=%3Ad",
            ),
            (
                RedirectTarget::Local {
                    path: LocalPath::parse("/a?b=c").unwrap(),
                    fragment: Some("één:* \n$x".to_owned()),
                },
                "/a?b=c#%C3%A9%C3%A9n%3A%2A%20%0A%24x",
            ),
            (
                RedirectTarget::External("https://x.example:8443/:splat*?to=a:b".to_owned()),
                "https://x.example:8443/%3Asplat%2A?to=a%3Ab",
            ),
            (
                RedirectTarget::External("https://x.example".to_owned()),
                "https://x.example",
            ),
        ] {
            assert_eq!(target.location().as_deref(), Some(location));
        }
        assert_eq!(RedirectTarget::Gone.location(), None);
    }
}
