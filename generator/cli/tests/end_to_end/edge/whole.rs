//! Checks that a page is complete: one main heading, nothing unresolved, no dead link.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::support::Tree;

/// The tags of a page: the text between `<` and its `>`, taking quotes into account.
pub(super) fn tags(html: &str) -> Vec<&str> {
    let mut tags = Vec::new();
    let mut rest = html;
    while let Some((_, tag)) = rest.split_once('<') {
        let mut quoted = false;
        let end = tag.find(|c| {
            quoted ^= c == '"';
            c == '>' && !quoted
        });
        let end = end.unwrap_or_else(|| panic!("a tag has no end: {tag:.200}"));
        tags.push(&tag[..end]);
        rest = &tag[end..];
    }
    tags
}

pub(super) fn attribute<'t>(tag: &'t str, name: &str) -> Option<&'t str> {
    tag.split_once(&format!(" {name}=\""))?.1.split('"').next()
}

pub(super) fn unescaped(text: &str) -> String {
    let pairs = [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&#39;", "'"),
        ("&amp;", "&"),
    ];
    pairs
        .iter()
        .fold(text.to_owned(), |text, (from, to)| text.replace(from, to))
}

pub(super) fn decoded(href: &str) -> String {
    let path = href.split(['?', '#']).next().unwrap();
    let mut bytes = Vec::new();
    let mut rest = path.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let hex = [rest.next().unwrap(), rest.next().unwrap()];
        bytes.push(u8::from_str_radix(std::str::from_utf8(&hex).unwrap(), 16).unwrap());
    }
    String::from_utf8(bytes).unwrap()
}

/// Valid targets of local links.
pub(super) struct Targets<'a> {
    site: &'a Tree,
    redirects: BTreeSet<&'a str>,
}

impl Targets<'_> {
    fn has(&self, href: &str) -> bool {
        let (path, plain) = (decoded(href), href.split(['?', '#']).next().unwrap());
        let file = if path == "/" { "index" } else { &path[1..] };
        path.starts_with("/api/")
            || self.site.contains_key(file)
            || self.site.contains_key(&format!("{file}.html"))
            || self.redirects.contains(plain)
    }
}

/// One `h1`, no script except the site's own, no event handler, nothing unresolved, every local link has a target.
pub(super) fn every_page_is_whole(site: &Tree) {
    let redirects = std::str::from_utf8(&site["_redirects"]).unwrap();
    let targets = Targets {
        site,
        redirects: redirects.lines().filter_map(|line| line.split(' ').next()).collect(),
    };
    // Header and footer repeat their tags in each page: what a tag may be does not depend on its page.
    let mut judged = BTreeSet::new();
    let mut pages = 0;
    for (file, bytes) in site.iter().filter(|(file, _)| file.ends_with(".html")) {
        pages += 1;
        let html = std::str::from_utf8(bytes).unwrap();
        assert!(
            html.trim_end().ends_with("</html>") && html.contains("<main"),
            "{file} is not whole"
        );
        let tags = tags(html);
        let headings = tags.iter().filter(|t| **t == "h1" || t.starts_with("h1 ")).count();
        assert_eq!(headings, 1, "h1 of {file}");
        for leftover in [
            "{{",
            "statamic://",
            "entry::",
            "[object",
            ">undefined<",
            ">None<",
            ">null<",
            "NaN",
        ] {
            assert!(!html.contains(leftover), "{file} holds {leftover:?}");
        }
        for tag in tags {
            if !judged.insert(tag) {
                continue;
            }
            harmless(file, tag);
            for name in ["href", "src", "action"] {
                let Some(value) = attribute(tag, name).map(unescaped) else {
                    continue;
                };
                let local = value.starts_with('/') && !value.starts_with("//");
                let leaves = ["https://", "http://", "mailto:", "tel:", "#", "?"];
                assert!(local || leaves.iter().any(|l| value.starts_with(l)), "{file}: {tag}");
                assert!(
                    !local || targets.has(&value),
                    "{file} links to {value}, where nothing is"
                );
            }
        }
        for (_, rest) in html
            .match_indices("<script type=\"application/")
            .map(|(at, _)| html.split_at(at))
        {
            let data = rest.split_once('>').unwrap().1.split("</script>").next().unwrap();
            assert!(serde_json::from_str::<Value>(data).is_ok(), "{file}: {data:.200}");
        }
    }
    assert!(pages > 1_600, "{pages} pages");
    for (file, bytes) in site.iter().filter(|(file, _)| file.ends_with(".xml")) {
        let xml = std::str::from_utf8(bytes).unwrap();
        for tag in tags(xml) {
            let name = tag.trim_start_matches(['/', '?']).split([' ', '/']).next().unwrap();
            let known = [
                "xml",
                "urlset",
                "url",
                "loc",
                "lastmod",
                "xhtml:link",
                "sitemapindex",
                "sitemap",
                "image:image",
                "image:loc",
                "rss",
                "channel",
                "title",
                "link",
                "description",
                "language",
                "lastBuildDate",
                "atom:link",
                "item",
                "guid",
                "pubDate",
                "category",
            ];
            assert!(known.contains(&name), "{file}: <{tag}>");
        }
    }
}

pub(super) fn harmless(file: &str, tag: &str) {
    let name = tag.split([' ', '\n']).next().unwrap().to_ascii_lowercase();
    assert!(
        !["iframe", "object", "embed", "style", "base"].contains(&name.as_str()),
        "{file}: <{tag}>"
    );
    if name == "script" {
        let own = attribute(tag, "src").is_some_and(|src| src.starts_with("/assets/"));
        let data = attribute(tag, "type")
            .is_some_and(|kind| matches!(kind, "application/json" | "application/ld+json" | "speculationrules"));
        assert!(own || data, "{file}: <{tag}>");
    }
    // Text outside of quotes consists of attribute names.
    let names: String = tag.split('"').step_by(2).collect();
    let handler = names
        .split_whitespace()
        .any(|name| name.to_ascii_lowercase().starts_with("on"));
    assert!(!handler && !names.contains(" style="), "{file}: <{tag}>");
}
