//! Links in content, before `site` turns them into hrefs.
//!
//! **Invariant:** only `https`, `http`, `mailto` and `tel` links leave the site, with the scheme in lower case; everything
//! else is local or refused.

use serde::{Deserialize, Serialize};

use crate::{ids::EntryId, path::LocalPath};

/// Target of a link.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LinkTarget {
    /// An entry, by its id (`statamic://entry::…`); `site` uses the localization for the page's locale if there is one.
    Entry(EntryId),
    /// A part or a state of an entry's page (`statamic://entry::…?room=bed#beds`).
    EntryPart {
        /// As in [`LinkTarget::Entry`].
        id: EntryId,
        /// Query without the `?`.
        query: Option<String>,
        /// Fragment without the `#`.
        fragment: Option<String>,
    },
    /// A path of this site, with an optional fragment.
    Local {
        /// Path and query.
        path: LocalPath,
        /// Fragment without the `#`.
        fragment: Option<String>,
    },
    /// An anchor on the same page.
    Fragment(String),
    /// Another site, an e-mail address or a telephone number, including the scheme in lower case.
    External(String),
}

impl LinkTarget {
    /// Parses an href as an editor or a CMS writes it. `own_origins` are the absolute prefixes of this site
    /// (`https://cms.example`). `None` for anything that cannot be a link (scripts, relative paths, malformed text).
    pub fn parse(text: &str, own_origins: &[String]) -> Option<Self> {
        let text = text.trim();
        if let Some(id) = strip_prefix(text, "statamic://entry::").or_else(|| strip_prefix(text, "entry::")) {
            return Self::of_entry(id);
        }
        if let Some(fragment) = text.strip_prefix('#') {
            return Some(Self::Fragment(fragment.to_owned()));
        }
        let own = own_origins.iter().find_map(|origin| {
            let rest = strip_prefix(text, origin.trim_end_matches('/'))?;
            match rest.chars().next() {
                None => Some("/"),
                Some('/') => Some(rest),
                _ => None,
            }
        });
        if let Some(local) = own.or_else(|| text.starts_with('/').then_some(text)) {
            let fragment = local
                .split_once('#')
                .map(|(_, f)| f.to_owned())
                .filter(|f| !f.is_empty());
            let public = without_preview(local);
            return LocalPath::parse(public.as_deref().unwrap_or(local))
                .ok()
                .map(|path| Self::Local { path, fragment });
        }
        let (scheme, rest) = ["https://", "http://", "mailto:", "tel:"]
            .into_iter()
            .find_map(|scheme| Some((scheme, strip_prefix(text, scheme)?)))
            .filter(|(_, rest)| !rest.is_empty())?;
        // Editors often write file names with spaces and telephone numbers in groups.
        let rest = rest.replace(' ', if scheme == "tel:" { "" } else { "%20" });
        let clean = !rest
            .chars()
            .any(|c| c.is_control() || c.is_whitespace() || c == '"' || c == '<' || c == '>');
        clean.then(|| Self::External(format!("{scheme}{rest}")))
    }
}

impl LinkTarget {
    /// The target entry.
    pub fn entry(&self) -> Option<&EntryId> {
        match self {
            Self::Entry(id) | Self::EntryPart { id, .. } => Some(id),
            Self::Local { .. } | Self::Fragment(_) | Self::External(_) => None,
        }
    }

    /// Parses an entry's id with the suffix that an editor added.
    fn of_entry(text: &str) -> Option<Self> {
        let (before, fragment) = text.split_once('#').unwrap_or((text, ""));
        let (id, query) = before.split_once('?').unwrap_or((before, ""));
        let id = EntryId::parse(id).ok()?;
        let readable = |c: char| !c.is_control() && !c.is_whitespace();
        let kept: Vec<&str> = query
            .split('&')
            .filter(|part| !part.is_empty() && !is_preview(part) && part.chars().all(readable))
            .collect();
        let query = Some(kept.join("&")).filter(|query| !query.is_empty());
        let fragment = Some(fragment.to_owned()).filter(|fragment| !fragment.is_empty());
        Some(match (&query, &fragment) {
            (None, None) => Self::Entry(id),
            _ => Self::EntryPart { id, query, fragment },
        })
    }
}

/// The text after a scheme or an origin, which have no case: telephones write `Https://` at the start of a line.
pub fn strip_prefix<'t>(text: &'t str, prefix: &str) -> Option<&'t str> {
    let start = text.get(..prefix.len())?;
    start
        .eq_ignore_ascii_case(prefix)
        .then(|| text.get(prefix.len()..))
        .flatten()
}

/// Query parameters by which the CMS shows drafts (Statamic §13); the last one is a secret.
const PREVIEW: [&str; 3] = ["live-preview", "preview", "token"];

/// Whether a query requests a draft.
pub fn asks_for_preview(query: &str) -> bool {
    query.split('&').any(is_preview)
}

fn is_preview(parameter: &str) -> bool {
    let name = parameter.split('=').next().unwrap_or_default();
    PREVIEW.contains(&name.to_ascii_lowercase().as_str())
}

/// A URL without preview parameters and fragment; `None` if it has no such parameter.
fn without_preview(text: &str) -> Option<String> {
    let text = text.split('#').next().unwrap_or(text);
    let (path, query) = text.split_once('?').filter(|(_, query)| asks_for_preview(query))?;
    let kept: Vec<&str> = query.split('&').filter(|part| !is_preview(part)).collect();
    Some(match kept.is_empty() {
        true => path.to_owned(),
        false => format!("{path}?{}", kept.join("&")),
    })
}

/// A link with its label.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Link {
    /// Label.
    pub label: String,
    /// Target; `None` if the CMS gave nothing that can be a link.
    pub target: Option<LinkTarget>,
    /// Opens in a new tab.
    pub new_tab: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hrefs_of_editors_become_targets() {
        let own = ["https://cms.example".to_owned()];
        assert!(
            matches!(LinkTarget::parse("statamic://entry::ab-1", &own), Some(LinkTarget::Entry(id)) if id.as_str() == "ab-1")
        );
        assert!(
            matches!(LinkTarget::parse("https://cms.example/service#x", &own), Some(LinkTarget::Local { path, fragment: Some(f) }) if path.href() == "/service" && f == "x")
        );
        assert!(
            matches!(LinkTarget::parse("https://cms.example", &own), Some(LinkTarget::Local { path, .. }) if path.href() == "/")
        );
        assert!(matches!(
            LinkTarget::parse("https://cms.example.evil/", &own),
            Some(LinkTarget::External(_))
        ));
        assert!(matches!(
            LinkTarget::parse("mailto:a@b.example", &own),
            Some(LinkTarget::External(_))
        ));
        for (text, expected) in [
            ("Https://Example.com/A", "https://Example.com/A"),
            ("HTTP://example.com", "http://example.com"),
            ("Mailto:Info@example.com", "mailto:Info@example.com"),
            ("TEL:+31 85", "tel:+3185"),
            ("tel:+31 85 000 12 34", "tel:+31850001234"),
            (
                "https://files.example/price list (nl).pdf",
                "https://files.example/price%20list%20(nl).pdf",
            ),
        ] {
            assert_eq!(
                LinkTarget::parse(text, &own),
                Some(LinkTarget::External(expected.to_owned()))
            );
        }
        for (text, expected) in [
            ("/a?live-preview=x1&token=SECRET", "/a"),
            ("https://cms.example/a?q=1&preview=true&token=SECRET#b", "/a?q=1"),
            ("/a?previews=1", "/a?previews=1"),
            ("HTTPS://Cms.Example/Service", "/Service"),
        ] {
            assert!(
                matches!(LinkTarget::parse(text, &own), Some(LinkTarget::Local { path, .. }) if path.href() == expected),
                "{text}"
            );
        }
        for (text, query, fragment) in [
            ("statamic://entry::ab-1#beds", None, Some("beds")),
            ("entry::ab-1?room=bed", Some("room=bed"), None),
            ("entry::ab-1?room=bed&token=SECRET#beds", Some("room=bed"), Some("beds")),
        ] {
            let part = LinkTarget::EntryPart {
                id: EntryId::parse("ab-1").unwrap(),
                query: query.map(str::to_owned),
                fragment: fragment.map(str::to_owned),
            };
            assert_eq!(LinkTarget::parse(text, &own), Some(part), "{text}");
        }
        for text in [
            "entry::ab-1#",
            "entry::ab-1?",
            "entry::ab-1?#",
            "entry::ab-1?live-preview=1",
        ] {
            assert!(
                matches!(LinkTarget::parse(text, &own), Some(LinkTarget::Entry(_))),
                "{text}"
            );
        }
        for bad in [
            "javascript:alert(1)",
            "data:text/html,x",
            "//evil.example",
            "service",
            "",
            "https://",
            "java\nscript:x",
            "/../x",
        ] {
            assert_eq!(LinkTarget::parse(bad, &own), None, "{bad:?}");
        }
    }
}
