//! `vitrine check` on a finished release (R-GEN-06): the demo shop has no errors, and every kind of damage to a release
//! that a build wrote is found, with page, source entry and edit link.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

use serde_json::Value;

use crate::support::{Run, Shop, copy, page_file, read_json};

/// The checks of a release, and that of the texts.
const CHECKS: [&str; 13] = [
    "texts",
    "files",
    "links",
    "inbound",
    "titles",
    "headings",
    "alternatives",
    "html",
    "alternates",
    "sitemaps",
    "hosts",
    "law",
    "budgets",
];

/// The findings of `check --format json`.
fn findings(run: &Run) -> Value {
    serde_json::from_str(&run.stdout).unwrap_or_else(|error| panic!("{error}: {}", run.stderr))
}

/// R-GEN-06: the shop that we ship has no broken link, no missing text, no picture without alternative text and no page
/// over budget, nor any other error. Editors may be told of warnings and hints.
#[test]
fn r_gen_06_the_demo_shop_has_no_errors() {
    let shop = Shop::start();
    let before = shop.vitrine(&["check"]);
    assert_eq!(
        before.code,
        Some(0),
        "without a release the texts are checked: {}",
        before.stderr
    );
    let words = format!(
        "texts: 0 findings in 3 locales; whether all are used cannot be told without the sources of Vitrine\nrelease: none is live in {}, so only the texts were checked; vitrine build makes one",
        shop.path("dist").display()
    );
    assert_eq!(before.said(), words);

    let report = shop.build();
    let run = shop.vitrine(&["check", "--format", "json"]);
    let found = findings(&run);
    let errors: Vec<&Value> = all(&found).filter(|one| one["severity"] == "error").collect();
    assert!(errors.is_empty(), "{errors:#?}");
    assert_eq!(run.code, Some(0), "warnings and hints do not fail: {}", run.stderr);
    assert_eq!(found["format"], 1);
    assert_eq!(found["release"]["id"], report["release"]);
    assert_eq!(found["release"]["pages"], report["pages"]);
    let checks: Vec<&str> = found["summary"]["checks"]
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect();
    assert_eq!(checks, CHECKS);
    for one in all(&found) {
        for key in [
            "severity", "check", "code", "page", "locale", "source", "edit_url", "message", "hint",
        ] {
            assert!(one.get(key).is_some(), "{key} of {one}");
        }
    }
}

fn all(found: &Value) -> impl Iterator<Item = &Value> {
    found["findings"].as_array().unwrap().iter()
}

/// What is damaged, and what is said of it.
struct Damage {
    code: &'static str,
    severity: &'static str,
    page: &'static str,
    /// A part of the message.
    says: &'static str,
    harm: Harm,
}

enum Harm {
    /// HTML that is put at the beginning of the page's `<main>`.
    Put(&'static str),
    /// A text of the page's file that is replaced, everywhere.
    Replace(&'static str, &'static str),
    /// The page's file is deleted.
    Delete,
    /// Something else does the harm: see `other_harm`.
    Elsewhere,
}

use Harm::{Delete, Elsewhere, Put, Replace};

const fn error(code: &'static str, page: &'static str, says: &'static str, harm: Harm) -> Damage {
    Damage {
        code,
        severity: "error",
        page,
        says,
        harm,
    }
}

const fn warning(code: &'static str, page: &'static str, says: &'static str, harm: Harm) -> Damage {
    Damage {
        code,
        severity: "warning",
        page,
        says,
        harm,
    }
}

const fn hint(code: &'static str, page: &'static str, says: &'static str, harm: Harm) -> Damage {
    Damage {
        code,
        severity: "hint",
        page,
        says,
        harm,
    }
}

const RAVEL: &str = "/producten/ravel-armstoel--roest-eiken";
const ABOUT: &str = "/over-ons";

/// A light source in the panel of a product.
const LAMP: &str = "<div class=\"product__panel\"><p class=\"energy\"><a href=\"https://a.example/1\">F</a><a href=\"https://a.example/2\">x</a></p></div>";

/// The beginning of a description of more than 200 characters.
const LONG_DESCRIPTION: &str = "<meta name=\"description\" content=\"It goes on, and on, and on, and on, and on, and on, and on, and on, \
    and on, and on, and on, and on, and on, and on, and on, and on, and on, and on, and on, and on, and on, and on, and on, and on. ";

/// One row for each thing that is checked.
static DAMAGES: &[Damage] = &[
    error(
        "missing-file",
        "site/icons/tiktok.svg",
        "is listed in release.json",
        Elsewhere,
    ),
    // Broken internal links and anchors, assets and `srcset`, addresses with a query, redirects.
    error(
        "missing-page",
        "/service/onderhoud",
        "site/service/onderhoud.html",
        Delete,
    ),
    error(
        "broken-link",
        "/contact",
        "\"Onderhoud\" leads to /service/onderhoud, where there is no page",
        Elsewhere,
    ),
    error(
        "broken-link",
        ABOUT,
        "\"Nergens\" leads to /nergens?q=1",
        Put("<a href=\"/nergens?q=1\">Nergens</a>"),
    ),
    error(
        "broken-anchor",
        ABOUT,
        "the anchor \"nergens\"",
        Put("<a href=\"#nergens\">Hier</a>"),
    ),
    error(
        "broken-anchor",
        ABOUT,
        "/contact#nergens",
        Put("<a href=\"/contact#nergens\">Daar</a>"),
    ),
    error(
        "broken-asset",
        ABOUT,
        "asks for /assets/no.webp",
        Put("<img src=\"/assets/no.webp\" alt=\"x\">"),
    ),
    error(
        "broken-asset",
        ABOUT,
        "asks for /assets/no-2.webp",
        Put("<img src=\"/icons/instagram.svg\" srcset=\"/icons/instagram.svg 1x, /assets/no-2.webp 2x\" alt=\"x\">"),
    ),
    error(
        "unusable-link",
        ABOUT,
        "javascript:",
        Put("<a href=\"javascript:x\">x</a>"),
    ),
    hint(
        "redirected-link",
        ABOUT,
        "/klantenservice, which leads on to /service",
        Put("<a href=\"/klantenservice\">x</a>"),
    ),
    error(
        "gone-link",
        ABOUT,
        "/buiten, which is gone for good",
        Put("<a href=\"/buiten\">x</a>"),
    ),
    error(
        "dead-redirect",
        "/oud",
        "leads to /nergens, where there is no page",
        Elsewhere,
    ),
    hint(
        "redirect-chain",
        "/ouder",
        "leads to /klantenservice, which leads on to /service",
        Elsewhere,
    ),
    // Pages without an inbound link.
    warning(
        "orphan-page",
        "/privacy",
        "no page of its language links to /privacy",
        Elsewhere,
    ),
    // Titles and descriptions.
    error(
        "missing-title",
        "/en/contact",
        "no title",
        Replace("<title>Contact – Lindhoven</title>", "<title></title>"),
    ),
    warning(
        "duplicate-title",
        "/service",
        "/over-ons has the same title",
        Replace(
            "<title>Service – Lindhoven</title>",
            "<title>Over ons – Lindhoven</title>",
        ),
    ),
    warning(
        "missing-description",
        "/en/about-us",
        "no description",
        Replace("name=\"description\"", "name=\"x\""),
    ),
    hint(
        "long-title",
        "/en/service",
        "characters",
        Replace(
            "<title>",
            "<title>A title that is far longer than what a page of results has room for, and longer still ",
        ),
    ),
    hint(
        "long-description",
        "/en/privacy",
        "characters",
        Replace("<meta name=\"description\" content=\"", LONG_DESCRIPTION),
    ),
    // Headings.
    error(
        "missing-main-heading",
        "/de/kontakt",
        "no main heading",
        Replace("h1", "h2"),
    ),
    error(
        "several-main-headings",
        "/de/ueber-uns",
        "the page has 4 main headings",
        Put("<h1>Noch eine</h1>"),
    ),
    error(
        "late-main-heading",
        "/de/service",
        "\"Zu früh\" (h2)",
        Put("<h2>Zu früh</h2>"),
    ),
    error(
        "skipped-heading",
        "/de/ueber-uns",
        "\"Zu tief\" is an h3",
        Put("<h1>Noch eine</h1><h3>Zu tief</h3>"),
    ),
    error("empty-heading", "/de/ueber-uns", "no text", Put("<h1></h1>")),
    // Alternative texts and names.
    error(
        "missing-alt",
        ABOUT,
        "instagram.svg has no alternative text",
        Put("<img src=\"/icons/instagram.svg\">"),
    ),
    warning(
        "empty-alt",
        ABOUT,
        "facebook.svg has an empty alternative text",
        Put("<img src=\"/icons/facebook.svg\" alt=\"\">"),
    ),
    error(
        "nameless-link",
        ABOUT,
        "<a href=\"/contact\">",
        Put("<a href=\"/contact\"><img src=\"/icons/facebook.svg\" alt=\"\"></a>"),
    ),
    error(
        "nameless-button",
        ABOUT,
        "<button name=\"n\">",
        Put("<button name=\"n\"></button>"),
    ),
    error(
        "control-without-label",
        ABOUT,
        "<input name=\"c\">",
        Put("<input name=\"c\">"),
    ),
    error("nameless-picture", ABOUT, "no label", Put("<svg role=\"img\"></svg>")),
    // HTML.
    error("parse-error", "/en/terms-and-conditions", "line ", Put("<p>a</b></p>")),
    error(
        "duplicate-id",
        ABOUT,
        "2 elements have the id \"main\"",
        Put("<p id=\"main\">x</p>"),
    ),
    error("unusable-id", ABOUT, "\"a b\"", Put("<p id=\"a b\">x</p>")),
    error(
        "dangling-reference",
        ABOUT,
        "the element \"nobody\"",
        Put("<p aria-describedby=\"nobody\">x</p>"),
    ),
    error(
        "label-without-control",
        ABOUT,
        "\"Woorden\"",
        Put("<label>Woorden</label>"),
    ),
    error(
        "nested-interactive",
        ABOUT,
        "a <button> stands in a <a>",
        Put("<a href=\"/contact\">x<button>y</button></a>"),
    ),
    error(
        "misplaced-element",
        ABOUT,
        "<div> may not stand in <span>",
        Put("<span><div>x</div></span>"),
    ),
    error(
        "obsolete-element",
        ABOUT,
        "<center> is obsolete",
        Put("<center>x</center>"),
    ),
    error(
        "wrong-language",
        "/en/privacy",
        "\"nl-NL\"; it is \"en-GB\"",
        Replace("<html lang=\"en-GB\"", "<html lang=\"nl-NL\""),
    ),
    // Alternates, canonical address, sitemaps.
    error(
        "wrong-canonical",
        "/en/privacy",
        "/en/nowhere",
        Replace(
            "rel=\"canonical\" href=\"http://127.0.0.1:3000/en/privacy\"",
            "rel=\"canonical\" href=\"http://127.0.0.1:3000/en/nowhere\"",
        ),
    ),
    error(
        "dead-alternate",
        "/de/datenschutz",
        "in en-GB is said to be",
        Replace(
            "hreflang=\"en-GB\" href=\"http://127.0.0.1:3000/en/privacy\"",
            "hreflang=\"en-GB\" href=\"http://127.0.0.1:3000/en/nowhere\"",
        ),
    ),
    error(
        "one-way-alternate",
        "/en/privacy",
        "/de/datenschutz, does not name /en/privacy",
        Elsewhere,
    ),
    error(
        "wrong-alternate",
        "/de/agb",
        "hreflang=nl-NL leads to",
        Replace(
            "hreflang=\"nl-NL\" href=\"http://127.0.0.1:3000/algemene-voorwaarden\"",
            "hreflang=\"nl-NL\" href=\"http://127.0.0.1:3000/en/terms-and-conditions\"",
        ),
    ),
    error(
        "dead-sitemap-entry",
        "nl-NL-sitemap.xml",
        "/nergens, where there is no page",
        Elsewhere,
    ),
    error(
        "hidden-sitemap-entry",
        "/en/contact",
        "says noindex",
        Replace(
            "<meta name=\"description\"",
            "<meta name=\"robots\" content=\"noindex\"><meta name=\"description\"",
        ),
    ),
    error("not-in-sitemap", "/contact", "no sitemap names /contact", Elsewhere),
    // Legal data.
    error(
        "law-privacy-link",
        "/en/contact",
        "the privacy notice",
        Replace(">Privacy</a>", ">Data</a>"),
    ),
    error(
        "law-withdrawal-link",
        "/en/contact",
        "the right of withdrawal",
        Replace(">Withdrawal and returns</a>", ">Returns</a>"),
    ),
    warning(
        "law-company-data",
        "/en/contact",
        "the VAT number",
        Replace(
            "<li class=\"footer__law-item\">VAT ",
            "<li class=\"footer__law-item\">VAT",
        ),
    ),
    error(
        "law-odr-link",
        ABOUT,
        "online disputes",
        Put("<a href=\"https://ec.europa.eu/consumers/odr\">x</a>"),
    ),
    error(
        "law-price-note",
        "/",
        "does not say that they hold VAT",
        Replace("Alle prijzen incl. btw", "Alle prijzen"),
    ),
    error(
        "law-struck-price",
        ABOUT,
        "€ 1.299 is struck through",
        Put("<ul><li>Tafel <s>€ 1.299</s> € 999</li></ul>"),
    ),
    error(
        "law-energy-arrow",
        ABOUT,
        "does not lead to label and sheet",
        Put("<p class=\"energy\"><a href=\"https://a.example/label\">F</a></p>"),
    ),
    error(
        "law-order-button",
        "/de/kasse",
        "\"Bestellen\"",
        Replace("Zahlungspflichtig bestellen", "Bestellen"),
    ),
    error(
        "law-manufacturer",
        RAVEL,
        "manufacturer",
        Replace("<address class=\"safety\">", "<address>"),
    ),
    error(
        "law-terms-link",
        "/en/about-us",
        "the terms and conditions",
        Replace(">Terms and conditions<", ">Small print<"),
    ),
    error(
        "law-returns-link",
        "/en/about-us",
        "how goods are sent back",
        Replace("eturns", "x"),
    ),
    warning(
        "law-delivery-link",
        "/en/about-us",
        "delivery and payment",
        Replace("elivery", "x"),
    ),
    error(
        "law-dispute-settlement",
        "/de",
        "takes part in dispute settlement",
        Elsewhere,
    ),
    warning(
        "law-green-claim",
        ABOUT,
        "\"klimaatneutraal\"",
        Put("<p>Klimaatneutraal</p>"),
    ),
    warning(
        "law-delivery-time",
        RAVEL,
        "when it is delivered",
        Replace("class=\"product__delivery\"", "class=\"x\""),
    ),
    warning("law-waste-symbol", RAVEL, "electrical waste", Put(LAMP)),
    error("law-energy-label", RAVEL, "it may not be offered like this", Elsewhere),
    warning("law-price-reduction", RAVEL, "nothing is struck through", Elsewhere),
    // Budgets.
    error("html-over-budget", "/algemene-voorwaarden", "may have 20 KB", Elsewhere),
    error("styles-over-budget", "/en/about-us", "its style sheets", Elsewhere),
    error(
        "scripts-over-budget",
        "/en/about-us",
        "its scripts before any interaction",
        Elsewhere,
    ),
];

/// R-GEN-06: `check` finds broken links, missing translations (the tests of `check.rs`), missing alternative texts and
/// pages over budget; and orphans, titles, headings, HTML, alternates and legal data. Each finding has the page, its
/// source entry and the edit link of the CMS; JSON for machines; the exit status is 1.
#[test]
fn r_gen_06_every_fault_is_named_with_page_source_and_edit_link() {
    let shop = Shop::small();
    let report = shop.build();
    a_release_is_named_by_its_id(&shop, report["release"].as_str().unwrap());
    let folder = shop.path("damaged");
    copy(&shop.path("dist/current").canonicalize().unwrap(), &folder);
    for damage in DAMAGES {
        harm(&folder, damage);
    }
    other_harm(&folder);

    let named = folder.display().to_string();
    let run = shop.vitrine(&["check", "--release", &named, "--format", "json"]);
    assert_eq!(run.code, Some(1), "{}", run.stderr);
    let found = findings(&run);
    let sources = sources(&folder);
    let mut untold = Vec::new();
    for damage in DAMAGES {
        let same = |one: &&Value| one["code"] == damage.code;
        let Some(one) = all(&found).filter(same).find(|one| is_of(one, damage)) else {
            let similar: Vec<&Value> = all(&found).filter(same).map(|one| &one["message"]).collect();
            untold.push((damage.code, damage.page, damage.says, similar));
            continue;
        };
        assert_eq!(one["severity"], damage.severity, "{one}");
        assert!(!one["hint"].as_str().unwrap().is_empty(), "what to do: {one}");
        if let Some((source, edit_url)) = one["page"].as_str().and_then(|page| sources.get(page)) {
            assert_eq!(one["source"].as_str(), Some(source.as_str()), "{one}");
            assert_eq!(one["edit_url"].as_str(), edit_url.as_deref(), "{one}");
        }
    }
    assert!(untold.is_empty(), "{untold:#?}");
    let entry = all(&found)
        .find(|one| one["code"] == "broken-link" && one["page"] == ABOUT)
        .unwrap();
    assert_eq!(entry["source"], "entry pages/over-ons (nl)");
    let edit = entry["edit_url"].as_str().unwrap();
    assert!(
        edit.starts_with(&shop.cms()) && edit.contains("/cp/collections/pages/entries/"),
        "{edit}"
    );
    people_are_told_by_kind(&shop, &named, &found);
}

/// With `--strict` the exit status is 1 for warnings too. What is no release is said, and ends with status 2.
fn a_release_is_named_by_its_id(shop: &Shop, id: &str) {
    let strict = shop.vitrine(&["check", "--release", id, "--strict", "--format", "json"]);
    let found = findings(&strict);
    let warned = found["summary"]["warnings"].as_u64().unwrap() > 0;
    assert_eq!(strict.code, Some(i32::from(warned)), "{}", strict.stderr);
    assert_eq!(
        (&found["summary"]["errors"], &found["release"]["id"]),
        (&0.into(), &id.into())
    );
    let wrong = shop.vitrine(&["check", "--release", "nowhere"]);
    assert_eq!(wrong.code, Some(2), "{}", wrong.stderr);
    assert!(
        wrong.said().contains("\"nowhere\" is neither a release in"),
        "{}",
        wrong.stderr
    );
}

/// Whether a finding is that of a damage. What many pages have in common is one finding with all their paths.
fn is_of(one: &Value, damage: &Damage) -> bool {
    let others = one["other_pages"].as_array().unwrap();
    let on_page = one["page"] == damage.page || others.iter().any(|other| other == damage.page);
    on_page && one["message"].as_str().unwrap().contains(damage.says)
}

/// Source and edit link by page, as release.json has them in one.
fn sources(folder: &Path) -> BTreeMap<String, (String, Option<String>)> {
    let release = read_json(&folder.join("release.json"));
    let pages = release["pages"].as_array().unwrap().iter();
    let parts = pages.map(|page| {
        let source = page["source"].as_str().unwrap();
        let (source, url) = match source.rsplit_once(' ') {
            Some((source, url)) if url.starts_with("http") => (source, Some(url.to_owned())),
            _ => (source, None),
        };
        (page["path"].as_str().unwrap().to_owned(), (source.to_owned(), url))
    });
    parts.collect()
}

/// Findings by kind, at most ten of each, with what to do and where; the number of all of them at the end.
fn people_are_told_by_kind(shop: &Shop, named: &str, found: &Value) {
    let run = shop.vitrine(&["check", "--release", named]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(1), ""), "{}", run.stderr);
    let said = run.said();
    let counts = &found["summary"]["checks"]["links"];
    let heading = format!(
        "Broken links (links): {} errors, 0 warnings, {} hints",
        counts["errors"], counts["hints"]
    );
    assert!(said.contains(&heading), "{heading}: {said}");
    for text in [
        "  error control-without-label: /over-ons: <input name=\"c\"> has no name\n",
        "    Give the field a label in its form.\n",
        "    [entry pages/over-ons (nl), http://",
    ] {
        assert!(said.contains(text), "{text:?} is not in: {said}");
    }
    let by_check: BTreeSet<&str> = all(found).map(|one| one["check"].as_str().unwrap()).collect();
    let shown = said.lines().filter(|line| {
        ["  error ", "  warning ", "  hint "]
            .iter()
            .any(|level| line.starts_with(level))
    });
    assert!(shown.count() <= 10 * by_check.len(), "{said}");
    assert!(said.contains(" more; --format json has all"), "{said}");
    let last = format!(
        "{} errors, {} warnings",
        found["summary"]["errors"], found["summary"]["warnings"]
    );
    assert!(said.lines().last().unwrap().contains(&last), "{said}");
}

fn change(path: &Path, change: impl FnOnce(String) -> String) {
    let old = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let new = change(old.clone());
    assert_ne!(old, new, "{} is as it was", path.display());
    fs::write(path, new).unwrap();
}

fn harm(folder: &Path, damage: &Damage) {
    let file = folder.join("site").join(page_file(damage.page));
    match damage.harm {
        Put(html) => {
            let main = "id=\"main\" tabindex=\"-1\">";
            change(&file, |text| text.replacen(main, &format!("{main}{html}"), 1));
        }
        Replace(from, to) => change(&file, |text| text.replace(from, to)),
        Delete => fs::remove_file(file).unwrap(),
        Elsewhere => {}
    }
}

/// Harm to several files or to those that are no pages.
fn other_harm(folder: &Path) {
    let site = folder.join("site");
    crate::support::change_json(&folder.join("server/redirects.json"), |all| {
        let list = all.as_array_mut().unwrap();
        list.push(serde_json::json!({"from": "/oud", "to": "/nergens", "status": 301}));
        list.push(serde_json::json!({"from": "/ouder", "to": "/klantenservice", "status": 301}));
    });
    for page in pages(&site) {
        let mut html = fs::read_to_string(&page).unwrap();
        for (from, to) in [
            ("href=\"/privacy\"", "href=\"/contact\""),
            ("chlichtungsstelle", "x"),
            ("treitbeilegung", "x"),
        ] {
            html = html.replace(from, to);
        }
        fs::write(&page, html).unwrap();
    }
    change(&site.join("nl-NL-sitemap.xml"), |xml| {
        xml.replace(
            "<loc>http://127.0.0.1:3000/contact</loc>",
            "<loc>http://127.0.0.1:3000/nergens</loc>",
        )
    });
    fs::write(site.join("de-DE-sitemap.xml"), "<urlset><url></loc>").unwrap();
    fs::remove_file(site.join("icons/tiktok.svg")).unwrap();
    // Compresses badly: every word is another one.
    let words: Vec<String> = (0_u64..20_000)
        .map(|n| format!("{:x}", n.wrapping_mul(0x9e37_79b9_7f4a_7c15)))
        .collect();
    let words = words.join(" ");
    change(&site.join("algemene-voorwaarden.html"), |html| {
        html.replace("</main>", &format!("<p>{words}</p></main>"))
    });
    for asset in ["styles-A1B2C3D4.css", "loader-A1B2C3D4.js"] {
        fs::write(site.join("assets").join(asset), &words).unwrap();
    }
    crate::support::change_json(&folder.join("release.json"), |release| {
        let warnings = release["warnings"].as_array_mut().unwrap();
        let place = serde_json::json!({"source": "shopware", "kind": "product", "id": "RAVEL-RU-OA", "edit_url": null});
        for (code, message) in [
            (
                "energy-label",
                "RAVEL-RU-OA is a light source: it may not be offered like this",
            ),
            (
                "price-reduction",
                "RAVEL-RU-OA has a list price: nothing is struck through",
            ),
        ] {
            warnings.push(serde_json::json!({"severity": "warning", "code": code, "message": message, "place": place}));
        }
    });
}

fn pages(folder: &Path) -> Vec<PathBuf> {
    let files = walkdir::WalkDir::new(folder)
        .into_iter()
        .map(Result::unwrap)
        .map(walkdir::DirEntry::into_path);
    files
        .filter(|path| path.extension().is_some_and(|kind| kind == "html"))
        .collect()
}
