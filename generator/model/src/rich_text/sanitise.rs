//! The allowed HTML (rule 2, R-CMS-04).
//!
//! **Invariant:** no element or attribute executes, loads or styles anything, except image URLs, which are kept only
//! for images that the backend knows.

use std::{collections::HashSet, sync::LazyLock};

/// Built once, because a shop has tens of thousands of texts.
pub(super) static SANITISER: LazyLock<ammonia::Builder<'static>> = LazyLock::new(sanitiser);

fn sanitiser() -> ammonia::Builder<'static> {
    let tags: HashSet<&str> = [
        "p",
        "br",
        "strong",
        "em",
        "b",
        "i",
        "u",
        "s",
        "strike",
        "del",
        "sub",
        "sup",
        "small",
        "mark",
        "code",
        "pre",
        "blockquote",
        "ul",
        "ol",
        "li",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "a",
        "img",
        "figure",
        "figcaption",
        "table",
        "thead",
        "tbody",
        "tr",
        "th",
        "td",
        "hr",
        "dl",
        "dt",
        "dd",
        "span",
    ]
    .into();
    let mut builder = ammonia::Builder::empty();
    builder
        .tags(tags)
        .clean_content_tags(
            [
                "script", "style", "template", "noscript", "iframe", "object", "svg", "math",
            ]
            .into(),
        )
        .link_rel(None)
        .strip_comments(true)
        .generic_attributes(["lang"].into())
        .tag_attributes(std::collections::HashMap::from([
            ("a", HashSet::from(["href", "title", "target"])),
            ("img", HashSet::from(["src", "alt", "title", "width", "height"])),
            ("th", HashSet::from(["colspan", "rowspan", "scope"])),
            ("td", HashSet::from(["colspan", "rowspan"])),
            ("ol", HashSet::from(["start"])),
        ]))
        .url_schemes(["http", "https", "mailto", "tel", "entry"].into())
        .url_relative(ammonia::UrlRelative::PassThrough);
    builder
}
