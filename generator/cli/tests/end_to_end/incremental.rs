//! `vitrine build` renders only what changed, and its release has the bytes of one that `--full` renders.

use std::fs;

use serde_json::json;

use crate::support::{Shop, root};

/// An edit of an editor or a merchant, and the most pages that it may render.
type Edit = (&'static str, fn(&Shop), u64);

/// R-GEN-01: "A page is rendered anew only if its base (…) or a query's hash differs"; R-GEN-03: each edit is live with the
/// bytes of a full build.
#[test]
fn r_gen_01_edits_render_what_they_concern() {
    const EDITS: &[Edit] = &[
        ("nothing", |_| (), 0),
        (
            "a text",
            |shop| {
                shop.edit(
                    "pages/privacy",
                    "nl-NL",
                    &json!({ "seo_description": "Wat wij bewaren." }),
                )
            },
            1,
        ),
        (
            "a slug",
            |shop| shop.edit("pages/retourneren", "nl-NL", &json!({ "slug": "terugsturen" })),
            400,
        ),
        (
            "an unpublished page",
            |shop| {
                let gone = json!({ "entry": "pages/stalen-aanvragen", "site": "en-GB", "publish": false });
                shop.control("POST", "entries", &gone);
            },
            400,
        ),
        (
            "a price",
            |shop| {
                shop.control(
                    "POST",
                    "price",
                    &json!({ "product_number": "RAVEL-RU-OA", "price": 1499 }),
                );
            },
            200,
        ),
        (
            "a product that is not sold any more",
            |shop| {
                shop.control(
                    "POST",
                    "active",
                    &json!({ "product_number": "RAVEL-MO-OA", "active": false }),
                );
            },
            300,
        ),
        (
            "and that is sold again",
            |shop| {
                shop.control(
                    "POST",
                    "active",
                    &json!({ "product_number": "RAVEL-MO-OA", "active": true }),
                );
            },
            300,
        ),
    ];
    let shop = Shop::small();
    let first = shop.build_as_in_full("the first build");
    assert_eq!(first["rendered"], first["pages"]);
    for (what, edit, most) in EDITS {
        edit(&shop);
        let report = shop.build_as_in_full(what);
        let rendered = report["rendered"].as_u64().unwrap();
        assert!(rendered <= *most, "{what}: {rendered} of {}", report["pages"]);
        assert!(*most == 0 || rendered > 0, "{what}: nothing was rendered");
    }
}

/// "its base (…, templates it used, texts, configuration, …)": each of them renders every page that it concerns.
#[test]
fn r_gen_01_templates_texts_and_configuration_are_the_base_of_all_pages() {
    let shop = Shop::small();
    for folder in ["templates", "locales"] {
        copy(&root().join(folder), &shop.path(folder));
    }
    let own = |folder: &str| format!("{folder} = {:?}", shop.path(folder).display().to_string());
    let (templates, locales) = (own("templates"), own("locales"));
    let lines = [("templates = ", &*templates), ("locales = ", &*locales)];
    shop.configure("vitrine.toml", &lines);
    let first = shop.build();
    let all = first["pages"].as_u64().unwrap();
    let rendered = |what: &str| shop.build_as_in_full(what)["rendered"].as_u64().unwrap();
    assert_eq!(rendered("nothing"), 0);
    let change = |file: &str, from: &str, to: &str| {
        let path = shop.path(file);
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains(from), "{file}");
        fs::write(&path, text.replacen(from, to, 1)).unwrap();
    };
    change("templates/pages/content.html", "{%", "<!-- -->{%");
    assert_eq!(rendered("a template"), all);
    change("locales/de/common.json", "\": \"", "\": \"x");
    assert_eq!(rendered("a text"), all);
    let title = ("title_separator = ", "title_separator = \" | \"");
    shop.configure("vitrine.toml", &[lines[0], lines[1], title]);
    assert_eq!(rendered("the configuration"), all);
    assert_eq!(rendered("nothing again"), 0);
}

fn copy(from: &std::path::Path, to: &std::path::Path) {
    for entry in walkdir::WalkDir::new(from) {
        let entry = entry.unwrap();
        let target = to.join(entry.path().strip_prefix(from).unwrap());
        if entry.file_type().is_dir() {
            fs::create_dir_all(target).unwrap();
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}

/// R-GEN-01: "with `--why PATH`, which query changed", also on the terminal; `--full` says so.
#[test]
fn r_gen_01_a_build_says_why_a_page_was_rendered() {
    let shop = Shop::small();
    shop.build();
    shop.edit("pages/service", "nl-NL", &json!({ "title": "Hulp" }));
    let run = shop.vitrine(&["build", "--why", "/service/retourneren", "--why", "/", "--why", "/weg"]);
    let said = run.said();
    assert_eq!(run.code, Some(0), "{said}");
    let line = |path: &str| {
        let begin = format!("{path}: ");
        let line = said.lines().find_map(|line| line.strip_prefix(&begin));
        line.unwrap_or_else(|| panic!("{path}: {said}")).to_owned()
    };
    let why = line("/service/retourneren");
    assert!(why.starts_with("rendered because these differ: entry "), "{why}");
    assert_eq!(line("/"), "taken over from the live release");
    assert_eq!(line("/weg"), "rendered because these differ: no page has this path");
    let full = shop.vitrine(&["build", "--offline", "--full", "--why", "/"]);
    assert!(
        full.said()
            .contains("/: rendered because these differ: a full build renders every page")
    );
}

/// After a rollback a build takes pages over from the release that is live again, not from the newest one.
#[test]
fn rule_21_a_build_after_a_rollback_has_the_bytes_of_a_full_one() {
    let shop = Shop::small();
    shop.build();
    shop.edit("pages/service", "nl-NL", &json!({ "title": "Hulp" }));
    shop.build();
    let back = shop.vitrine(&["rollback"]);
    assert_eq!(back.code, Some(0), "{}", back.said());
    shop.edit("pages/privacy", "nl-NL", &json!({ "title": "Gegevens" }));
    let report = shop.build_as_in_full("after a rollback");
    let (rendered, pages) = (&report["rendered"], &report["pages"]);
    assert!(
        rendered.as_u64() > Some(1) && rendered.as_u64() < pages.as_u64(),
        "{rendered} of {pages}"
    );
    assert!(shop.file("site/service.html").contains("Hulp"));
}
