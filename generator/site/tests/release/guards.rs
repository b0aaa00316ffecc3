//! Errors that stop a build and leave the live release untouched.

use std::fs;

use crate::support::{DE, NL, Place, Shop, entry, tree};
use vitrine_model::diagnostic::{Diagnostic, Place as At};
use vitrine_site::{KeptRelease, SiteError};

/// R-GEN-02: a page that does not render fails the build with path, source entry and the template's line; the old release stays.
#[test]
fn r_gen_02_a_page_that_fails_leaves_the_live_release() {
    let place = Place::new();
    let mut shop = Shop::small();
    place.build(&shop).unwrap();
    let (before, live) = (tree(&place.dist().join("current/")), place.current());
    for (title, says) in [
        ("breaks", "templates/pages/entry.html:3: undefined value"),
        ("missing text", "\"nobody.wrote_this\" is missing in locales/nl/"),
        ("template leftover", "an unrendered expression"),
    ] {
        shop.entries[3] = entry("service-nl", "service-nl", NL, "/service", title, "<p>x</p>");
        let error = place.build(&shop).unwrap_err();
        let text = error.to_string();
        assert!(
            matches!(error, SiteError::Pages(ref failures) if failures.len() == 1),
            "{text}"
        );
        assert!(
            text.contains("/service (from entry https://cms.example/edit/service-nl)"),
            "{text}"
        );
        assert!(text.contains(says), "{text}");
        assert_eq!(
            (tree(&place.dist().join("current/")), place.current()),
            (before.clone(), live.clone())
        );
        assert!(!place.dist().join("releases/build.tmp").exists());
    }
    let error = place.build(&shop).unwrap_err().to_string();
    assert!(error.contains("live release stays"), "{error}");
}

/// Rule 17 applies to templates: the same text in content is printed unchanged and does not stop the build, in plain
/// text, in rich text and in data for scripts.
#[test]
fn content_that_looks_like_a_leftover_is_printed() {
    let place = Place::new();
    let mut shop = Shop::small();
    let text = "{{ x }} [object Object] statamic://e";
    shop.entries[3] = entry(
        "service-nl",
        "service-nl",
        NL,
        "/service",
        text,
        &format!("<p>{text}</p>"),
    );
    place.build(&shop).unwrap();
    let page = fs::read_to_string(place.dist().join("current/site/service.html")).unwrap();
    let printed = "&#123;{ x }} &#91;object Object] &#115;tatamic://e";
    assert!(page.contains(&format!("<p>{printed}</p>")), "{page}");
    assert!(
        page.contains(r"\u007b{ x }} \u005bobject Object] \u0073tatamic://e"),
        "{page}"
    );
    for leftover in ["{{", "statamic://", "[object"] {
        assert!(!page.contains(leftover), "{page}");
    }
}

/// R-GEN-02: the error contains the name of the missing value.
#[test]
fn r_gen_02_template_errors_name_the_value() {
    let place = Place::new();
    let mut shop = Shop::small();
    shop.entries[3].title = "breaks".to_owned();
    let text = place.build(&shop).unwrap_err().to_string();
    assert!(text.contains("page.title"), "{text}");
}

/// R-GEN-02: errors of the pull keep a release from going live.
#[test]
fn r_gen_02_errors_of_the_pull_stop_the_build() {
    let place = Place::new();
    let shop = Shop::small();
    let mut options = place.options();
    options.diagnostics_in = vec![Diagnostic::stop(
        "field-shape",
        "the price of LUNE-S is no number",
        At::default(),
    )];
    let site = place.site(&shop.locales).unwrap();
    let error = vitrine_site::build(&shop.catalog(), &site, &options, &mut KeptRelease::default(), &()).unwrap_err();
    assert!(error.to_string().contains("the price of LUNE-S is no number"));
    assert!(!place.dist().join("current").exists());
}

/// Rule 17: fewer than 80 % of the live release's pages are refused without `accept_fewer`.
#[test]
fn fewer_than_eighty_percent_is_refused() {
    let place = Place::new();
    let mut shop = Shop::small();
    for n in 0..20 {
        shop.entries.push(entry(
            &format!("p{n}"),
            &format!("p{n}"),
            NL,
            &format!("/p{n}"),
            "P",
            "<p>x</p>",
        ));
    }
    let pages = place.build(&shop).unwrap().pages;
    let live = place.current();
    shop.entries.truncate(5);
    let error = place.build(&shop).unwrap_err();
    assert!(
        matches!(error, SiteError::Fewer { new, live } if live == pages && new == pages - 20),
        "{error}"
    );
    assert_eq!(place.current(), live);
    let mut options = place.options();
    options.accept_fewer = true;
    let site = place.site(&shop.locales).unwrap();
    let report = vitrine_site::build(&shop.catalog(), &site, &options, &mut KeptRelease::default(), &()).unwrap();
    assert_eq!(report.changes.removed.len(), 20);
    assert_ne!(place.current(), live);
}

/// Rule 18: a page kind with many pages may not disappear from a locale without `accept_empty`, even if 80 % of all
/// pages remain.
#[test]
fn an_emptied_kind_is_refused() {
    let place = Place::new();
    let mut shop = Shop::small();
    for n in 0..6 {
        let (id, path) = (format!("de{n}"), format!("/de/p{n}"));
        shop.entries.push(entry(&id, &id, DE, &path, "P", "<p>x</p>"));
    }
    for n in 0..60 {
        let (id, path) = (format!("p{n}"), format!("/p{n}"));
        shop.entries.push(entry(&id, &id, NL, &path, "P", "<p>x</p>"));
    }
    place.build(&shop).unwrap();
    let live = place.current();
    shop.entries.retain(|e| e.locale != DE);
    let error = place.build(&shop).unwrap_err();
    assert!(
        matches!(&error, SiteError::Emptied { locale, live, .. } if locale == "de" && *live >= 6),
        "{error}"
    );
    assert_eq!(place.current(), live);
    let mut options = place.options();
    options.accept_empty = vec!["entry".to_owned()];
    let site = place.site(&shop.locales).unwrap();
    // If accepted, the build continues until the header finds no German home page.
    let error = vitrine_site::build(&shop.catalog(), &site, &options, &mut KeptRelease::default(), &()).unwrap_err();
    assert!(matches!(error, SiteError::Pages(_)), "{error}");
}

/// A crash leaves a staging folder and a temporary link: the next build removes them. The newest releases are kept,
/// older ones are removed.
#[test]
fn releases_are_kept_and_leftovers_removed() {
    let place = Place::new();
    let mut shop = Shop::small();
    place.put("dist/releases/build.tmp/site/index.html", "half");
    place.put("dist/releases/old.tmp/site/index.html", "half");
    std::os::unix::fs::symlink("releases/none", place.dist().join("current.tmp")).unwrap();
    let mut ids = Vec::new();
    for n in 0..5 {
        shop.site_name = format!("Shop {n}");
        ids.push(place.build(&shop).unwrap().release);
    }
    let mut folders: Vec<String> = fs::read_dir(place.dist().join("releases"))
        .unwrap()
        .map(Result::unwrap)
        .filter(|e| e.file_type().unwrap().is_dir())
        .map(|e| e.file_name().into_string().unwrap())
        .collect();
    let mut kept = ids[2..].to_vec();
    folders.sort();
    kept.sort();
    assert_eq!(folders, kept);
    assert_eq!(place.current().to_str().unwrap(), format!("releases/{}", ids[4]));
    assert!(!place.dist().join("current.tmp").exists());
}

#[test]
fn a_second_build_at_once_is_refused() {
    let place = Place::new();
    fs::create_dir_all(place.dist().join("releases")).unwrap();
    let lock = fs::File::create(place.dist().join("releases/.lock")).unwrap();
    lock.lock().unwrap();
    assert!(matches!(place.build(&Shop::small()), Err(SiteError::Busy { .. })));
    lock.unlock().unwrap();
    place.build(&Shop::small()).unwrap();
}
