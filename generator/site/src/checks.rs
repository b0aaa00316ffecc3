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

/// What stands in a piece of HTML that was checked.
#[derive(Debug, Default)]
pub(crate) struct Found {
    /// Each a sentence, sorted.
    pub(crate) faults: Vec<String>,
    /// How many `<h1>` it has.
    pub(crate) main_headings: usize,
}

/// Looks at a piece of HTML: every page passes here, so it is read once, from mark to mark and not byte by byte.
pub(crate) fn look(html: &str, known: &Known<'_>) -> Found {
    let mut found = Found::default();
    for (text, what) in LEFTOVERS {
        if memchr::memmem::find(html.as_bytes(), text.as_bytes()).is_some() {
            found.faults.push(format!("it holds {text:?}, {what}"));
        }
    }
    for tag in tags(html) {
        found.main_headings += usize::from(tag.name == "h1");
        found
            .faults
            .extend(tag.links().filter_map(|value| link_fault(value, known)));
    }
    found.faults.sort();
    found.faults.dedup();
    found
}

/// What stands between `<` and its `>`. Words that look like an attribute are words: a text may show `href="x"`.
struct Tag<'a> {
    /// `h1`, `/p`
    name: &'a str,
    /// What follows the name, quotes respected.
    attributes: &'a str,
}

fn tags(html: &str) -> impl Iterator<Item = Tag<'_>> {
    let mut rest = html;
    std::iter::from_fn(move || {
        let begin = memchr::memchr(b'<', rest.as_bytes())?;
        let tag = rest.get(begin + 1..)?;
        let (tag, behind) = tag.split_at_checked(tag_end(tag))?;
        rest = behind;
        let name = tag.bytes().position(|b| b.is_ascii_whitespace()).unwrap_or(tag.len());
        let (name, attributes) = tag.split_at_checked(name)?;
        Some(Tag { name, attributes })
    })
}

/// Where the `>` of a tag is that was opened, or the end.
fn tag_end(tag: &str) -> usize {
    let bytes = tag.as_bytes();
    let mut at = 0;
    while let Some(rest) = bytes.get(at..) {
        match memchr::memchr2(b'"', b'>', rest) {
            Some(offset) if rest.get(offset) == Some(&b'>') => return at + offset,
            Some(open) => match rest.get(open + 1..).and_then(|value| memchr::memchr(b'"', value)) {
                Some(length) => at += open + length + 2,
                None => break,
            },
            None => break,
        }
    }
    tag.len()
}

impl<'a> Tag<'a> {
    /// Where it leads: the values of its `href`, `src` and `action`.
    fn links(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        let mut rest = self.attributes;
        std::iter::from_fn(move || {
            let (before, value) = rest.split_once('"')?;
            let (value, behind) = value.split_once('"').unwrap_or((value, ""));
            rest = behind;
            Some((before, value))
        })
        .filter(|(before, _)| {
            [" href=", " src=", " action="]
                .iter()
                .any(|name| before.ends_with(name))
        })
        .map(|(_, value)| value)
    }
}

fn link_fault(value: &str, known: &Known<'_>) -> Option<String> {
    if !value.starts_with('/') {
        let leaves = ["#", "https://", "http://", "mailto:", "tel:", "?"];
        let fine = leaves.iter().any(|start| value.starts_with(start));
        return (!fine).then(|| format!("the link {value:?} is neither a path of this site nor a full address"));
    }
    if known.plan.has_href(value) {
        return None;
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
    use std::collections::BTreeMap;

    use super::*;
    use crate::assets::Asset;

    fn names_and_links(html: &str) -> Vec<(&str, Vec<&str>)> {
        tags(html).map(|tag| (tag.name, tag.links().collect())).collect()
    }

    #[test]
    fn links_are_found_where_they_stand() {
        let html = r#"<a class="x" href="/a" data-src="/no" src="/b?c=d">é</a><h1
            id="href="><form action="/c"#;
        assert_eq!(
            names_and_links(html),
            [
                ("a", vec!["/a", "/b?c=d"]),
                ("/a", vec![]),
                ("h1", vec![]),
                ("form", vec!["/c"])
            ]
        );
    }

    #[test]
    fn attributes_are_looked_for_inside_tags_alone() {
        let html =
            r#"<p lang="nl">Schrijf href="x" zo: <a href="/a>b" rel="noopener">hier</a> &lt;a href="y"&gt;</p><br"#;
        assert_eq!(
            names_and_links(html),
            [
                ("p", vec![]),
                ("a", vec!["/a>b"]),
                ("/a", vec![]),
                ("/p", vec![]),
                ("br", vec![])
            ]
        );
    }

    #[test]
    fn leftovers_and_headings_are_found() {
        let plan = PlanIndex::of_pages(Vec::new());
        let asset = || Asset {
            file: "assets/x.js".to_owned(),
            integrity: String::new(),
            preload: Vec::new(),
        };
        let assets = AssetManifest {
            loader: asset(),
            styles: asset(),
            fonts: Vec::new(),
            islands: BTreeMap::new(),
            files: BTreeMap::new(),
        };
        let known = Known {
            plan: &plan,
            assets: &assets,
        };
        let found = look(
            "<h1>é</h1><h1 id=\"a\">{ {</h1><h10><p>{{ x }} statamic://e</p>",
            &known,
        );
        assert_eq!(found.main_headings, 2);
        assert_eq!(
            found.faults,
            [
                "it holds \"statamic://\", a link of the CMS that was not resolved",
                "it holds \"{{\", an unrendered expression"
            ]
        );
        assert!(look("<p>{ { statamic:</p>", &known).faults.is_empty());
    }
}
