//! `server/redirects.json`: paths of a release that have moved or were removed.
//!
//! **Invariant:** a target within the site is a parsed path, one of another site is an http or https URL; a redirect that
//! is neither, or leads to itself, is left out.

use std::collections::HashMap;

use serde::Deserialize;
use vitrine_model::path::LocalPath;

/// The target of a path that has moved or was removed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Moved {
    /// A path within the site, a fragment with its `#` or nothing, and the status.
    Here(LocalPath, String, u16),
    /// The URL of another site as written by an editor, and the status.
    Away(String, u16),
    /// No target: 410.
    Gone,
}

#[derive(Deserialize)]
pub(super) struct RedirectJson {
    from: String,
    to: Option<String>,
    status: u16,
}

pub(super) fn redirects(list: Vec<RedirectJson>) -> HashMap<String, Moved> {
    let mut kept = HashMap::with_capacity(list.len());
    for entry in list {
        let Some((from, moved)) = redirect(&entry) else {
            tracing::warn!(
                from = entry.from,
                "a redirect of the release cannot be used and is left out"
            );
            continue;
        };
        kept.insert(from, moved);
    }
    kept
}

/// A fragment that is valid in a header; otherwise empty.
fn plain(fragment: &str) -> String {
    let is_plain = fragment.bytes().all(|byte| byte.is_ascii_graphic());
    if is_plain { fragment.to_owned() } else { String::new() }
}

fn redirect(entry: &RedirectJson) -> Option<(String, Moved)> {
    let from = LocalPath::parse(&entry.from).ok()?.path().as_str().to_owned();
    let moved = match (entry.status, entry.to.as_deref()) {
        (410, _) => Moved::Gone,
        (status @ (301 | 302 | 307 | 308), Some(to)) if to.starts_with('/') => {
            let (path, fragment) = to.split_at(to.find('#').unwrap_or(to.len()));
            let to = LocalPath::parse(path).ok()?;
            if to.path().as_str() == from {
                return None;
            }
            Moved::Here(to, plain(fragment), status)
        }
        (status @ (301 | 302 | 307 | 308), Some(to)) => {
            let url = url::Url::parse(to)
                .ok()
                .filter(|url| matches!(url.scheme(), "https" | "http"))?;
            Moved::Away(url.into(), status)
        }
        _ => return None,
    };
    Some((from, moved))
}
