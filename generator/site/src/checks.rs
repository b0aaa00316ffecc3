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
        if html.contains(text) {
            found.push(format!("it holds {text:?}, {what}"));
        }
    }
    for tag in tags(html) {
        for name in [" href=\"", " src=\"", " action=\""] {
            for (at, _) in tag.match_indices(name) {
                let rest = tag.get(at + name.len()..).unwrap_or("");
                let value = rest.split('"').next().unwrap_or("");
                found.extend(link_fault(value, known));
            }
        }
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
        let end = tag.find(|c| {
            quoted ^= c == '"';
            c == '>' && !quoted
        });
        let (tag, behind) = tag.split_at(end.unwrap_or(tag.len()));
        rest = behind;
        Some(tag)
    })
}

/// How many `<h1>` a page has.
pub(crate) fn main_headings(html: &str) -> usize {
    html.matches("<h1>").count() + html.matches("<h1 ").count()
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
    use super::tags;

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
