//! Checks of every rendered page: links and assets resolve, exactly one h1, no leftovers (rule 17).
//!
//! **Invariant:** the written bytes are checked, not the views, so every template is covered.

use std::{collections::BTreeMap, sync::LazyLock};

use memchr::memmem::Finder;
use vitrine_model::path::{SitePath, file};

use crate::{
    assets::AssetManifest,
    leftovers,
    plan::PlanIndex,
    templates::{Filling, MARK, Slot},
};

/// Endpoints and files that are not pages but may be linked.
const FILES: [&str; 3] = [file::SITEMAP, file::INDEX_SITEMAP, file::ROBOTS];

/// Text that indicates an unfinished template; content is printed so that it never contains it.
static LEFTOVERS: LazyLock<[(&str, &str, Finder<'_>); 3]> =
    LazyLock::new(|| leftovers::LEFTOVERS.map(|(text, what)| (text, what, Finder::new(text))));

/// The data for checking links and assets.
pub(crate) struct Known<'a> {
    pub(crate) plan: &'a PlanIndex,
    pub(crate) assets: &'a AssetManifest,
    /// Icons by name (`icons/instagram.svg`), and their sprite.
    pub(crate) icons: &'a BTreeMap<String, String>,
}

/// The result of checking a piece of HTML.
#[derive(Debug, Default)]
pub(crate) struct Found {
    /// The faults as sentences, sorted.
    pub(crate) faults: Vec<String>,
    /// Number of `<h1>` elements.
    pub(crate) main_headings: usize,
}

/// Checks a piece of HTML and the content of its slots. Every page passes through here, so it is scanned once from tag
/// to tag instead of byte by byte, and shared parts are checked once for all pages.
pub(crate) fn check_html(html: &str, slots: &[Slot], known: &Known<'_>) -> Found {
    let mut found = Found::default();
    check_into(html, slots, known, &mut found);
    found.faults.sort();
    found.faults.dedup();
    found
}

fn check_into(html: &str, slots: &[Slot], known: &Known<'_>, found: &mut Found) {
    check_piece(html, known, found);
    for slot in slots {
        let Filling::Fragment(part) = &slot.filling else {
            continue;
        };
        if !part.is_fine() {
            let before = (found.faults.len(), found.main_headings);
            check_into(&part.slotted.html, &part.slotted.slots, known, found);
            if before == (found.faults.len(), found.main_headings) {
                part.found_fine();
            }
        }
    }
}

fn check_piece(html: &str, known: &Known<'_>, found: &mut Found) {
    for (text, what, finder) in LEFTOVERS.iter() {
        if finder.find(html.as_bytes()).is_some() {
            found.faults.push(format!("it holds {text:?}, {what}"));
        }
    }
    walk(html, |part| match part {
        Token::Tag(name) => found.main_headings += usize::from(name == "h1"),
        Token::Link(value) => found.faults.extend(link_fault(value, known)),
    });
}

/// A token of the scanned HTML.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Token<'a> {
    /// Start of a tag: `h1`, `/p`.
    Tag(&'a str),
    /// The value of an `href`, `src` or `action`.
    Link(&'a str),
}

/// Walks from tag to tag, taking quotes into account. Text that looks like an attribute, such as `href="x"`, is
/// ignored.
fn walk<'a>(html: &'a str, mut met: impl FnMut(Token<'a>)) {
    let bytes = html.as_bytes();
    let find = |needle: u8, from: usize| memchr::memchr(needle, bytes.get(from..)?).map(|at| from + at);
    let mut at = 0;
    while let Some(begin) = find(b'<', at) {
        at = begin + 1;
        let name_end = end_of_name(bytes, at);
        met(Token::Tag(html.get(at..name_end).unwrap_or_default()));
        // An attribute's name begins behind the value before it.
        let mut before = at;
        while let Some(found) = memchr::memchr2(b'"', b'>', bytes.get(at..).unwrap_or_default()) {
            let found = at + found;
            at = found + 1;
            if bytes.get(found) == Some(&b'>') {
                break;
            }
            let end = find(b'"', at).unwrap_or(bytes.len());
            if is_link_attribute(bytes.get(before..found).unwrap_or_default()) {
                met(Token::Link(html.get(at..end).unwrap_or_default()));
            }
            at = end + 1;
            before = at;
        }
    }
}

/// The index of the first byte behind a tag's name.
fn end_of_name(bytes: &[u8], begin: usize) -> usize {
    let mut end = begin;
    while bytes
        .get(end)
        .is_some_and(|byte| *byte != b'>' && !byte.is_ascii_whitespace())
    {
        end += 1;
    }
    end
}

/// Whether the value of a link attribute starts here.
fn is_link_attribute(before: &[u8]) -> bool {
    match before {
        [.., b' ', b'h', b'r', b'e', b'f', b'='] | [.., b' ', b's', b'r', b'c', b'='] => true,
        _ => before.ends_with(b" action="),
    }
}

fn link_fault(value: &str, known: &Known<'_>) -> Option<String> {
    if value.starts_with(MARK) {
        // A slot: its content comes from the plan.
        return None;
    }
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
    if known.plan.has_href(path)
        || path.strip_prefix('/').is_some_and(|file| FILES.contains(&file))
        || path.starts_with("/api/")
    {
        return None;
    }
    if let Some(page) = path.strip_suffix(file::MARKDOWN) {
        let page = if page == "/index" { "/" } else { page };
        return (!known.plan.has_href(page)).then(|| format!("{path} is the Markdown form of no page of this site"));
    }
    if let Some(icon) = path.strip_prefix('/').filter(|p| p.starts_with("icons/")) {
        return (!known.icons.contains_key(icon)).then(|| format!("the icon {path} has no file in templates/icons"));
    }
    if let Some(asset) = path.strip_prefix('/').filter(|p| p.starts_with("assets/")) {
        if known.icons.contains_key(asset) {
            let name = value.split_once('#').map_or("", |(_, name)| name);
            let there = known.icons.contains_key(&format!("icons/{name}.svg"));
            return (!there).then(|| format!("the icon {name:?} has no file in templates/icons"));
        }
        return (!known.assets.files.contains_key(asset))
            .then(|| format!("the asset {path} is not among those that were built"));
    }
    if path != "/" && path.ends_with('/') {
        return Some(format!("the link {path} ends in a slash (R-ROUTE-08)"));
    }
    // A path may use a different but equivalent percent-encoding.
    let known = SitePath::parse(path).is_ok_and(|p| known.plan.has_href(&p.href()));
    (!known).then(|| format!("the link {path} is_link_attribute to no page of this site"))
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeMap, sync::Arc};

    use vitrine_model::{link::LinkTarget, rich_text::RichText};

    use super::*;
    use crate::{
        assets::Asset,
        templates::{Html, slots_in},
    };

    fn assets() -> AssetManifest {
        let asset = || Asset {
            file: "assets/x.js".to_owned(),
            integrity: String::new(),
            preload: Vec::new(),
        };
        AssetManifest {
            version: String::new(),
            loader: asset(),
            styles: asset(),
            sheets: BTreeMap::new(),
            fonts: Vec::new(),
            islands: BTreeMap::new(),
            modules: BTreeMap::new(),
            twins: BTreeMap::new(),
            files: BTreeMap::new(),
        }
    }

    fn parts(html: &str) -> Vec<Token<'_>> {
        let mut parts = Vec::new();
        walk(html, |part| parts.push(part));
        parts
    }

    #[test]
    fn links_are_found_at_their_positions() {
        let html = r#"<a class="x" href="/a" data-src="/no" src="/b?c=d">é</a><h1
            id="href="><form action="/c"#;
        let expected = [
            Token::Tag("a"),
            Token::Link("/a"),
            Token::Link("/b?c=d"),
            Token::Tag("/a"),
            Token::Tag("h1"),
            Token::Tag("form"),
            Token::Link("/c"),
        ];
        assert_eq!(parts(html), expected);
    }

    #[test]
    fn attributes_are_only_searched_inside_tags() {
        let html =
            r#"<p lang="nl">Schrijf href="x" zo: <a href="/a>b" rel="noopener">hier</a> &lt;a href="y"&gt;</p><br"#;
        let expected = [
            Token::Tag("p"),
            Token::Tag("a"),
            Token::Link("/a>b"),
            Token::Tag("/a"),
            Token::Tag("/p"),
            Token::Tag("br"),
        ];
        assert_eq!(parts(html), expected);
    }

    #[test]
    fn leftovers_and_headings_are_found() {
        let plan = PlanIndex::of_pages(Vec::new());
        let (assets, icons) = (assets(), BTreeMap::new());
        let known = Known {
            plan: &plan,
            assets: &assets,
            icons: &icons,
        };
        let found = check_html(
            "<h1>é</h1><h1 id=\"a\">{ {</h1><h10><p>{{ x }} statamic://e</p>",
            &[],
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
        assert!(check_html("<p>{ { statamic:</p>", &[], &known).faults.is_empty());
    }

    /// R-UI-06: an icon is linked by its file name, and a missing icon stops the build.
    #[test]
    fn r_ui_06_an_icon_that_is_not_there_is_a_fault() {
        let (plan, assets) = (PlanIndex::of_pages(Vec::new()), assets());
        let icons = ["icons/cart.svg", "assets/icons-1.svg"].map(|file| (file.to_owned(), "<svg/>".to_owned()));
        let icons = BTreeMap::from(icons);
        let known = Known {
            plan: &plan,
            assets: &assets,
            icons: &icons,
        };
        let faults = |html: &str| check_html(html, &[], &known).faults;
        assert!(faults("<img src=\"/icons/cart.svg\" alt=\"\">").is_empty());
        assert_eq!(
            faults("<img src=\"/icons/basket.svg\" alt=\"\">"),
            ["the icon /icons/basket.svg has no file in templates/icons"]
        );
        assert!(faults("<svg><use href=\"/assets/icons-1.svg#cart\"></use></svg>").is_empty());
        assert_eq!(
            faults("<svg><use href=\"/assets/icons-1.svg#basket\"></use></svg>"),
            ["the icon \"basket\" has no file in templates/icons"]
        );
    }

    /// Shared parts are checked with the first page that shows them; a fault in one is a fault of every page.
    #[test]
    fn fragments_are_looked_at_once() {
        let plan = PlanIndex::of_pages(Vec::new());
        let (assets, icons) = (assets(), BTreeMap::new());
        let known = Known {
            plan: &plan,
            assets: &assets,
            icons: &icons,
        };
        let part = |html: &str, parts: &[_]| Arc::new(Html::new(html.to_owned(), parts).unwrap());
        let page = |part: &Arc<Html>| {
            let html = "<h1>a</h1><!--vitrine:fragment 0--><p>";
            check_html(html, &slots_in(html, &[Arc::clone(part)]).unwrap(), &known)
        };
        let good = part("<p>{ {</p>", &[]);
        assert!(!good.is_fine() && page(&good).faults.is_empty() && good.is_fine());
        let (bad, heading) = (part("<p>{{ x</p>", &[]), part("<h1>b</h1>", &[]));
        let around = part("<p><!--vitrine:fragment 0-->", &[Arc::clone(&heading)]);
        for _ in 0..2 {
            assert_eq!(page(&bad).faults.len(), 1);
            assert_eq!(page(&heading).main_headings, 2);
            assert_eq!(page(&around).main_headings, 2, "a part in a part is looked at too");
        }
        assert!(!bad.is_fine() && !heading.is_fine() && !around.is_fine());
    }

    proptest::proptest! {
        /// Rule 17: whatever an editor's text is parsed as (a link to another site, to an anchor, or none), the checks
        /// accept the output. Paths of this site are checked against the plan.
        #[test]
        fn rule_17_parsed_paths_pass_the_checks(
            scheme in "(?i)(https?://|https?:|mailto:|tel:|statamic://entry::|javascript:|data:|//|#|\\?|)",
            rest in "[ -~éß\u{a0}\u{2028}]{0,30}",
            space in "[ \t\n]{0,2}",
        ) {
            let written = format!("{space}{scheme}{rest}");
            let plan = PlanIndex::of_pages(Vec::new());
            let (assets, icons) = (assets(), BTreeMap::new());
            let known = Known { plan: &plan, assets: &assets, icons: &icons };
            let resolve = |target: &LinkTarget| match target {
                LinkTarget::External(url) => Some(url.clone()),
                LinkTarget::Fragment(name) => Some(format!("#{name}")),
                LinkTarget::Entry(_) | LinkTarget::EntryPart { .. } | LinkTarget::Local { .. } => None,
            };
            let quoted = written.replace('&', "&amp;").replace('"', "&quot;");
            let html = RichText::from_html(&format!("<p><a href=\"{quoted}\">x</a></p>"), &[], 2).render(resolve, |_| None, String::new);
            let link = |part: Token<'_>| match part {
                Token::Link(value) => link_fault(value, &known),
                Token::Tag(_) => None,
            };
            let mut faults = Vec::new();
            walk(html.as_str(), |part| faults.extend(link(part)));
            proptest::prop_assert!(faults.is_empty(), "{:?} is printed as {}: {:?}", written, html.as_str(), faults);
            let target = LinkTarget::parse(&written, &[]);
            let fault = target.and_then(|target| resolve(&target)).and_then(|href| link_fault(&href, &known));
            proptest::prop_assert!(fault.is_none(), "{:?} as a button: {:?}", written, fault);
        }
    }
}
