//! Blocks of the CMS, and rules for all pages.

use std::{collections::BTreeSet, fs};

use crate::shop::*;
use crate::support::own;
use vitrine_site::config::SiteConfig;

/// R-CMS-02, R-CMS-04, R-CMS-05: a block without a template does not affect the rest; one h1 and no skipped level; a
/// picture has widths, size, focal point, alt.
#[test]
fn r_cms_05_blocks_headings_and_pictures_of_a_page() {
    let (place, report) = shop();
    let html = place.live("site/index.html");
    assert_eq!(html.matches("<h1").count(), 1);
    assert!(
        html.contains("<h1 class=\"hero__title\">Een tafel</h1>") && html.contains("<h2 id=\"over-ons\">Over ons</h2>")
    );
    assert!(!html.contains("hologram") && !html.contains("block-not-built"));
    let picture = part(&html, "image__file", ">");
    for expected in [
        "320w",
        "1536w",
        "width=\"1536\"",
        "height=\"960\"",
        "alt=\"Een kamer\"",
        "focus-x-40 focus-y-60",
    ] {
        assert!(picture.contains(expected), "{expected}: {picture}");
    }
    assert!(
        picture.contains("fetchpriority=\"high\""),
        "the first picture of a page does not wait"
    );
    assert!(
        report.warnings.iter().all(|w| w.code != "main-heading"),
        "{:?}",
        report.warnings
    );
}

/// Rule 3 and G-1: no page has an executable inline script, an event handler, an inline style or a dead link.
#[test]
fn pages_hold_no_inline_code() {
    let (place, _) = shop();
    let site = fs::canonicalize(place.dist().join("current/site")).unwrap();
    let pages = crate::support::tree(&site);
    for (name, bytes) in pages.iter().filter(|(name, _)| name.ends_with(".html")) {
        let html = std::str::from_utf8(bytes).unwrap();
        for forbidden in [" style=\"", " onclick=", "href=\"#\"", "<script>", "javascript:"] {
            assert!(!html.contains(forbidden), "{name} holds {forbidden}");
        }
        for (at, _) in html.match_indices("<script") {
            let tag = html.get(at..).unwrap().split('>').next().unwrap();
            assert!(
                tag.contains("type=\"application/")
                    || tag.contains("type=\"speculationrules\"")
                    || (tag.contains("type=\"module\"") && tag.contains(" integrity=\"sha384-")),
                "{name}: {tag}"
            );
        }
        assert!(
            html.contains("<a class=\"skip-link\" href=\"#main\">"),
            "{name} begins with a way to its content (G-3)"
        );
    }
}

/// R-CMS-10: every empty row has a text in the page's language; the styleguide shows each of them, and is not part of a
/// release.
#[test]
fn r_cms_10_blocks_that_find_nothing_say_so() {
    let (place, _) = shop();
    assert!(!place.dist().join("current/site/styleguide.html").exists());
    let (place, _) = build_site(SiteConfig::default(), vitrine_site::styleguide::with_styleguide);
    for (code, file) in [
        ("nl", "site/styleguide.html"),
        ("en", "site/en/styleguide.html"),
        ("de", "site/de/styleguide.html"),
    ] {
        let html = words(&place.live(file));
        let texts = fs::read_to_string(own(&format!("../../locales/{code}/content.json"))).unwrap();
        let texts: std::collections::BTreeMap<String, serde_json::Value> = serde_json::from_str(&texts).unwrap();
        // This shop has new and reduced products, and a catalogue in Dutch. Articles are listed by the page that their
        // collection is mounted on, not by a block.
        let shown = |key: &&String| {
            let has = ["products_new", "products_sale", "empty.articles"];
            let has = has.iter().any(|end| key.ends_with(end));
            !has && (code != "nl" || !key.ends_with("catalogues"))
        };
        let empty: Vec<_> = texts
            .keys()
            .filter(|key| key.starts_with("content.empty."))
            .filter(shown)
            .collect();
        assert_eq!(empty.len(), if code == "nl" { 15 } else { 16 });
        for key in empty {
            assert!(html.contains(texts[key].as_str().unwrap()), "{code}: {key}");
        }
    }
}

/// R-CMS-01: block options apply to every block: each template is shown on each background, with each padding above and
/// below, and has its anchor. Only `hero_entry` is not in the styleguide, because it is its page's title.
#[test]
fn r_cms_01_every_block_has_every_option() {
    let (place, _) = build_site(SiteConfig::default(), vitrine_site::styleguide::with_styleguide);
    let html = place.live("site/styleguide/options.html");
    let files = fs::read_dir(own("../../templates/blocks")).unwrap();
    let mut sets: Vec<String> = files
        .map(|file| file.unwrap().path().file_stem().unwrap().to_str().unwrap().to_owned())
        .filter(|set| set != "hero_entry")
        .collect();
    sets.sort();
    assert!(sets.len() >= 48, "{sets:?}");
    for set in sets {
        for (background, top, bottom) in [
            ("default", "none", "large"),
            ("sand", "small", "medium"),
            ("stone", "medium", "small"),
            ("dark", "large", "none"),
        ] {
            let id = format!(" id=\"options-{set}-{background}\"");
            let (before, _) = html.split_once(&id).unwrap_or_else(|| panic!("no block has{id}"));
            let tag = &before[before.rfind('<').unwrap()..];
            let options = format!("section--{background} section--top-{top} section--bottom-{bottom}");
            assert!(tag.contains(&options), "{set}: {options} is not in {tag}");
            assert_eq!(html.matches(&id).count(), 1, "{id}");
        }
    }
}

/// Classes of blocks that need no style: they are hooks for scripts, tests or the shop's own styles.
const WITHOUT_STYLE: [&str; 7] = [
    "block-cards__card",
    "block-gallery",
    "block-rich-text",
    "hero-entry",
    "list-more__next",
    "spacer",
    "wall__item",
];

/// R-CMS-01: every class of a block's template has a rule in a style sheet; composed class names are not checked.
#[test]
fn r_cms_01_every_class_of_a_block_has_a_style() {
    let files = |folder: &str, ending: &str| {
        let files = walkdir::WalkDir::new(own(folder)).into_iter().filter_map(Result::ok);
        let files = files.filter(|file| file.path().extension().is_some_and(|own| own == ending));
        files
            .map(|file| fs::read_to_string(file.path()).unwrap())
            .collect::<Vec<_>>()
    };
    let styles = files("../../templates/styles", "css").concat();
    let styles: BTreeSet<&str> = styles
        .split(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_')))
        .flat_map(|selector| selector.split('.').skip(1))
        .collect();
    for template in files("../../templates/blocks", "html") {
        for classes in without_expressions(&template).split("class=\"").skip(1) {
            let classes = classes.split('"').next().unwrap();
            for class in classes.split_whitespace().filter(|class| !class.contains('?')) {
                assert!(
                    styles.contains(class) || WITHOUT_STYLE.contains(&class),
                    "{class} has no rule"
                );
            }
        }
    }
}

/// A template with each expression replaced by a question mark.
fn without_expressions(template: &str) -> String {
    let (mut plain, mut rest) = (String::new(), template);
    let first = |text: &str| {
        let marks = [("{{", "}}"), ("{%", "%}"), ("{#", "#}")].into_iter();
        marks.filter_map(|(open, close)| Some((text.find(open)?, close))).min()
    };
    while let Some((begin, close)) = first(rest) {
        plain.push_str(&rest[..begin]);
        plain.push('?');
        rest = rest[begin..].split_once(close).unwrap().1;
    }
    plain + rest
}
