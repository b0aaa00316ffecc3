//! What every rendered page must hold: links and assets that resolve, one h1, no leftovers (rule 17).
//!
//! **Invariant:** looks at the bytes that are written, not at views, so that no template can slip past it.

use vitrine_model::path::SitePath;

use crate::{assets::AssetManifest, plan::PlanIndex};

/// Endpoints and files that are no pages and may be linked.
const FILES: [&str; 3] = ["/sitemap.xml", "/index-sitemap.xml", "/robots.txt"];

/// Text that means that something was left unfinished.
const LEFTOVERS: [(&str, &str); 3] = [
    ("{{", "an unrendered expression"),
    ("statamic://", "a link of the CMS that was not resolved"),
    ("[object Object]", "a value that is no text"),
];

/// What a page was checked against.
pub(crate) struct Known<'a> {
    pub(crate) plan: &'a PlanIndex,
    pub(crate) assets: &'a AssetManifest,
}

/// The faults of a piece of HTML, each a sentence. `headings` tells how many `<h1>` there must be.
pub(crate) fn faults(html: &str, known: &Known<'_>) -> Vec<String> {
    let mut found = Vec::new();
    for (text, what) in LEFTOVERS {
        if holds(html, text) {
            found.push(format!("it holds {text:?}, {what}"));
        }
    }
    for tag in tags(html) {
        found.extend(links(tag).filter_map(|value| link_fault(value, known)));
    }
    found.sort();
    found.dedup();
    found
}

/// What stands between `<` and its `>`, quotes respected. Words that look like an attribute are words: a text may show `href="x"`.
fn tags(html: &str) -> impl Iterator<Item = &str> {
    let mut rest = html;
    std::iter::from_fn(move || {
        let (_, tag) = rest.split_once('<')?;
        let mut quoted = false;
        let end = tag.bytes().position(|byte| {
            quoted ^= byte == b'"';
            byte == b'>' && !quoted
        });
        let (tag, behind) = tag.split_at(end.unwrap_or(tag.len()));
        rest = behind;
        Some(tag)
    })
}

/// Whether a text stands in a long one. Looked for by its first character that is no letter, since those are few.
fn holds(html: &str, text: &str) -> bool {
    let Some((offset, rare)) = text.char_indices().find(|(_, c)| !c.is_alphanumeric()) else {
        return html.contains(text);
    };
    html.match_indices(rare).any(|(at, _)| {
        let begin = at.checked_sub(offset).and_then(|begin| html.get(begin..));
        begin.is_some_and(|rest| rest.starts_with(text))
    })
}

/// Where a tag leads: the values of its `href`, `src` and `action`.
fn links(tag: &str) -> impl Iterator<Item = &str> {
    tag.match_indices('=').filter_map(|(at, _)| {
        let named = [" href", " src", " action"]
            .iter()
            .any(|name| tag.get(..at).is_some_and(|t| t.ends_with(name)));
        let value = tag.get(at + 1..)?.strip_prefix('"').filter(|_| named)?;
        value.split('"').next()
    })
}

/// How many `<h1>` a page has.
pub(crate) fn main_headings(html: &str) -> usize {
    let begins = html.match_indices('<').filter_map(|(at, _)| html.get(at + 1..));
    begins
        .filter(|rest| rest.starts_with("h1>") || rest.starts_with("h1 "))
        .count()
}

fn link_fault(value: &str, known: &Known<'_>) -> Option<String> {
    if known.plan.has_href(value) {
        return None;
    }
    if !value.starts_with('/') {
        let leaves = ["#", "https://", "http://", "mailto:", "tel:", "?"];
        let fine = leaves.iter().any(|start| value.starts_with(start));
        return (!fine).then(|| format!("the link {value:?} is neither a path of this site nor a full address"));
    }
    let value = value.replace("&amp;", "&").replace("&#39;", "'");
    let path = value.split(['#', '?']).next().unwrap_or(&value);
    if known.plan.has_href(path) || FILES.contains(&path) || path.starts_with("/api/") || path.starts_with("/icons/") {
        return None;
    }
    if let Some(asset) = path.strip_prefix('/').filter(|p| p.starts_with("assets/")) {
        return (!known.assets.files.contains_key(asset))
            .then(|| format!("the asset {path} is not among those that were built"));
    }
    if path != "/" && path.ends_with('/') {
        return Some(format!("the link {path} ends in a slash (R-ROUTE-08)"));
    }
    // A path may be written in another, equal form of percent-encoding.
    let known = SitePath::parse(path).is_ok_and(|p| known.plan.has_href(&p.href()));
    (!known).then(|| format!("the link {path} leads to no page of this site"))
}

#[cfg(test)]
mod tests {
    use super::{holds, links, tags};

    #[test]
    fn leftovers_and_links_are_found_where_they_stand() {
        let html = r#"<a class="x" href="/a" data-src="/no" src="/b?c=d">{ { é statamic://e</a>"#;
        assert!(holds(html, "statamic://") && !holds(html, "{{") && holds("{{{", "{{"));
        assert!(!holds("://", "statamic://") && !holds("é://", "statamic://"));
        let found: Vec<&str> = tags(html).flat_map(links).collect();
        assert_eq!(found, ["/a", "/b?c=d"]);
    }

    #[test]
    fn attributes_are_looked_for_inside_tags_alone() {
        let html =
            r#"<p lang="nl">Schrijf href="x" zo: <a href="/a>b" rel="noopener">hier</a> &lt;a href="y"&gt;</p><br"#;
        let found: Vec<&str> = tags(html).collect();
        assert_eq!(
            found,
            [r#"p lang="nl""#, r#"a href="/a>b" rel="noopener""#, "/a", "/p", "br"]
        );
    }
}
