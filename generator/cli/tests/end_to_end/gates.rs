//! Nothing goes live that breaks the law: `vitrine build` and the builder of `vitrine serve` refuse such a release, say
//! why in the words of the finding, and leave the live one as it was, unless its code is accepted.

use std::{collections::BTreeSet, fs, path::Path};

use serde_json::{Value, json};

use crate::support::{Building, Run, Shop, copy, root};

const LOCALES: [&str; 3] = ["nl", "en", "de"];

/// A damage of the content, the texts or the templates, and the code of the error.
struct Damage {
    code: &'static str,
    /// The locales in which a page has the error.
    locales: &'static [&'static str],
    /// Files below the shop's folder by a part of their path, with texts to replace.
    changes: &'static [(&'static str, &'static [(&'static str, &'static str)])],
}

/// One row for each error of law that content, texts or templates can have.
const DAMAGES: &[Damage] = &[
    Damage {
        code: "law-privacy-link",
        locales: &LOCALES,
        changes: &[(
            "statamic/navs.",
            &[("\"Privacy\"", "\"Data\""), ("\"Datenschutz\"", "\"Daten\"")],
        )],
    },
    Damage {
        code: "law-terms-link",
        locales: &LOCALES,
        changes: &[(
            "statamic/navs.",
            &[
                ("\"Algemene voorwaarden\"", "\"Kleine letters\""),
                ("\"Terms and conditions\"", "\"Small print\""),
                ("\"Allgemeine Geschäftsbedingungen\"", "\"Kleingedrucktes\""),
            ],
        )],
    },
    Damage {
        code: "law-withdrawal-link",
        locales: &LOCALES,
        changes: &[(
            "statamic/navs.",
            &[
                ("\"Herroepen en retourneren\"", "\"Retourneren\""),
                ("\"Withdrawal and returns\"", "\"Returns\""),
                ("\"Widerruf und Rücksendung\"", "\"Rücksendung\""),
            ],
        )],
    },
    Damage {
        code: "law-returns-link",
        locales: &LOCALES,
        changes: &[(
            "statamic/navs.",
            &[
                ("etourneren\"", "uilen\""),
                ("eturns\"", "wapping\""),
                ("ücksendung\"", "ausch\""),
            ],
        )],
    },
    Damage {
        code: "law-withdrawal-function",
        locales: &LOCALES,
        changes: &[(
            "islands/withdrawal.json",
            &[
                ("\"Overeenkomst hier ontbinden\"", "\"Formulier\""),
                ("\"Withdraw from contract here\"", "\"Form\""),
                ("\"Vertrag widerrufen\"", "\"Formular\""),
            ],
        )],
    },
    Damage {
        code: "law-price-note",
        locales: &LOCALES,
        changes: &[(
            "common.json",
            &[(" incl. btw", ""), (" incl. VAT", ""), (" inkl. MwSt.", "")],
        )],
    },
    Damage {
        code: "law-order-button",
        locales: &LOCALES,
        changes: &[(
            "islands/checkout.json",
            &[
                ("\"Bestellen en betalen\"", "\"Bestellen\""),
                ("\"Order with obligation to pay\"", "\"Order\""),
                ("\"Zahlungspflichtig bestellen\"", "\"Bestellen\""),
            ],
        )],
    },
    Damage {
        code: "law-odr-link",
        locales: &LOCALES,
        changes: &[(
            "statamic/entries.pages.",
            &[
                (
                    "\"title\":\"Over ons\"",
                    "\"title\":\"https://ec.europa.eu/consumers/odr\"",
                ),
                (
                    "\"title\":\"About us\"",
                    "\"title\":\"https://ec.europa.eu/consumers/odr\"",
                ),
                (
                    "\"title\":\"Über uns\"",
                    "\"title\":\"https://ec.europa.eu/consumers/odr\"",
                ),
            ],
        )],
    },
    Damage {
        code: "law-struck-price",
        locales: &LOCALES,
        changes: &[(
            "islands/product.json",
            &[("30 dagen", "maand"), ("30 days", "month"), ("30 Tage", "Monats")],
        )],
    },
    Damage {
        code: "law-manufacturer",
        locales: &LOCALES,
        changes: &[("shopware/products.", &[("\"vitrine_gpsr\"", "\"vitrine_maker\"")])],
    },
    Damage {
        code: "law-energy-label",
        locales: &LOCALES,
        changes: &[(
            "shopware/products.",
            &[(
                "\"vitrine_warnings\":",
                "\"vitrine_energy\":{\"kind\":\"light_source\",\"class\":\"F\"},\"vitrine_warnings\":",
            )],
        )],
    },
    Damage {
        code: "law-energy-arrow",
        locales: &LOCALES,
        changes: &[
            ("shopware/products.", &[("\"vitrine_warnings\":", LAMP_WARNINGS)]),
            (
                "components/product/energy.html",
                &[("href=\"{{ page.energy.sheet_href }}\"", "href=\"#\"")],
            ),
        ],
    },
    Damage {
        code: "law-dispute-settlement",
        locales: &["de"],
        changes: &[(
            "statamic/entries.",
            &[("chlichtungsstelle", "x"), ("treitbeilegung", "x")],
        )],
    },
    Damage {
        code: "law-return-cost",
        locales: &LOCALES,
        changes: &[(
            "shopware/products.",
            &[("\"vitrine_return_cost\":", "\"vitrine_gone\":")],
        )],
    },
    Damage {
        code: "law-guarantee-link",
        locales: &LOCALES,
        changes: &[("statamic/globals.", &[("\"guarantee_page\":", "\"another_page\":")])],
    },
    Damage {
        code: "law-representative",
        locales: &["de"],
        changes: &[("statamic/globals.", &[("\"representative\":", "\"signatory\":")])],
    },
];

/// A light source with label and sheet.
const LAMP_WARNINGS: &str = r#""vitrine_energy":{"kind":"light_source","class":"F","label":"https://a.example/l.pdf","sheet":"https://a.example/s.pdf"},"vitrine_warnings":"#;

/// The folders that damages are in, below the shop's own.
const PARTS: [&str; 3] = ["state/snapshot", "texts", "templates"];

/// The small shop built once, with texts and templates of its own.
fn built() -> Shop {
    let shop = Shop::small();
    for (from, to) in [("locales", "texts"), ("templates", "templates")] {
        copy(&root().join(from), &shop.path(to));
    }
    own_folders(&shop, &[]);
    shop.build();
    for part in PARTS {
        copy(
            &shop.path(part).canonicalize().unwrap(),
            &shop.path(&format!("whole/{part}")),
        );
    }
    shop
}

fn own_folders(shop: &Shop, lines: &[(&str, &str)]) {
    let texts = format!("locales = {:?}", shop.path("texts"));
    let templates = format!("templates = {:?}", shop.path("templates"));
    let own = [
        ("locales = ", texts.as_str()),
        ("templates = ", templates.as_str()),
        ("keep_releases = ", "keep_releases = 50"),
    ];
    shop.configure("vitrine.toml", &[&own[..], lines].concat());
}

fn harm(shop: &Shop, damage: &Damage) {
    for (part, replaced) in damage.changes {
        let mut found = BTreeSet::new();
        for folder in PARTS {
            let files = walkdir::WalkDir::new(shop.path(folder).canonicalize().unwrap());
            for file in files
                .into_iter()
                .map(Result::unwrap)
                .filter(|file| file.file_type().is_file())
            {
                if file.path().to_str().unwrap().contains(part) {
                    change(file.path(), replaced, &mut found);
                }
            }
        }
        assert_eq!(found.len(), replaced.len(), "{} {part}: {found:?}", damage.code);
    }
}

fn change(file: &Path, replaced: &'static [(&str, &str)], found: &mut BTreeSet<&'static str>) {
    let Ok(text) = fs::read_to_string(file) else { return };
    let mut new = text.clone();
    for (from, to) in replaced.iter().filter(|(from, _)| text.contains(from)) {
        new = new.replace(from, to);
        found.insert(from);
    }
    if new != text {
        fs::write(file, new).unwrap();
    }
}

fn mend(shop: &Shop) {
    for part in PARTS {
        copy(
            &shop.path(&format!("whole/{part}")),
            &shop.path(part).canonicalize().unwrap(),
        );
    }
}

fn refused(run: &Run) -> Vec<Value> {
    assert_eq!(run.code, Some(1), "{} {}", run.stdout, run.stderr);
    let report: Value = serde_json::from_str(&run.stdout).unwrap();
    report["refused"].as_array().unwrap().clone()
}

fn accepting<'a>(codes: &BTreeSet<&'a str>) -> Vec<&'a str> {
    codes.iter().flat_map(|code| ["--accept", *code]).collect()
}

/// Law §1, §2, §4, §6, §8, §9, §12: each error of law keeps the release from being published, in every locale that has
/// it, with exit status 1 and the finding's own words, and the live release stays. With `--accept` it is published; then
/// `vitrine check` finds the same, and a rollback goes back to the release before.
#[test]
fn every_error_of_law_refuses_the_release_in_every_locale() {
    let shop = built();
    let before = shop.live();
    for damage in DAMAGES {
        harm(&shop, damage);
        let run = shop.offline(&[]);
        let all = refused(&run);
        let own: Vec<&Value> = all.iter().filter(|one| one["code"] == damage.code).collect();
        let locales: BTreeSet<&str> = own.iter().filter_map(|one| one["locale"].as_str()).collect();
        assert_eq!(
            locales,
            damage.locales.iter().copied().collect(),
            "{}: {all:#?}",
            damage.code
        );
        assert_eq!(shop.live(), before, "{}: the live release stays", damage.code);
        assert!(
            !shop.path("dist/releases/build.tmp").exists(),
            "nothing half written stays"
        );
        for one in &own {
            assert_eq!(
                (&one["severity"], &one["accepted"]),
                (&json!("error"), &json!(false)),
                "{one}"
            );
            assert!(
                !one["hint"].as_str().unwrap().is_empty() && one["page"].is_string(),
                "{one}"
            );
            let words = format!("error {}: {}", damage.code, one["message"].as_str().unwrap());
            assert!(run.said().contains(&words), "{words}: {}", run.said());
        }
        let last = run.said().lines().last().unwrap().to_owned();
        assert!(
            last.starts_with("vitrine: the release is not published, the live one is as it was"),
            "{last}"
        );
        assert!(last.contains(&format!("--accept {}", damage.code)), "{last}");

        let codes: BTreeSet<&str> = all.iter().map(|one| one["code"].as_str().unwrap()).collect();
        let published = shop.offline(&accepting(&codes));
        let report = published.report();
        assert_ne!(shop.live(), before, "{}: it is published", damage.code);
        assert!(
            published.said().contains(&format!("accepted error {}: ", damage.code)),
            "{}",
            published.said()
        );
        as_check_finds_it(&shop, &report);
        assert_eq!(
            shop.vitrine(&["rollback", before.file_name().unwrap().to_str().unwrap()])
                .code,
            Some(0)
        );
        assert_eq!(shop.live(), before);
        mend(&shop);
    }
    let mended = shop.offline(&[]).report();
    assert_eq!(shop.live(), before, "{mended}");
}

/// A build finds what `vitrine check` finds on the finished release.
fn as_check_finds_it(shop: &Shop, report: &Value) {
    let checked: Value = serde_json::from_str(&shop.vitrine(&["check", "--format", "json"]).stdout).unwrap();
    let line = |one: &Value| {
        // Shown with the release's warnings.
        let pages = (one["page_count"] != 0).then(|| one["page_count"].clone());
        (
            one["severity"].to_string(),
            one["code"].to_string(),
            one["message"].to_string(),
            one["locale"].to_string(),
            pages,
        )
    };
    let is_law = |one: &&Value| one["check"] == "law" && one["code"] != "law-price-reduction";
    let by_check: Vec<_> = checked["findings"]
        .as_array()
        .unwrap()
        .iter()
        .filter(is_law)
        .map(line)
        .collect();
    let of_law = |one: &&Value| one["code"].as_str().unwrap().starts_with("law-");
    let by_build = report["findings"].as_array().unwrap().iter().filter(of_law);
    let by_build: Vec<_> = by_build.map(line).collect();
    let sorted = |mut lines: Vec<_>| {
        lines.sort_by_key(|line| format!("{line:?}"));
        lines
    };
    assert_eq!(sorted(by_build), sorted(by_check));
}

/// A page that is as in the live release keeps its findings and is not reviewed again; what changed is.
#[test]
fn an_unchanged_page_keeps_its_finding_and_is_not_reviewed_again() {
    let shop = built();
    harm(&shop, &DAMAGES[0]);
    let first = shop.offline(&["--accept", "law-privacy-link"]).report();
    assert_eq!(first["reviewed"], first["pages"], "every page has another footer");
    let found = first["findings"].clone();
    let of_privacy = found
        .as_array()
        .unwrap()
        .iter()
        .filter(|one| one["code"] == "law-privacy-link");
    assert_eq!(of_privacy.count(), 3, "one for each locale: {found:#}");
    let title = |title: &'static str| move |entry: &mut Value| entry["title"] = json!(title);
    let is_privacy = |entry: &Value| entry["slug"] == "privacy";
    shop.change_pulled(
        "statamic/entries.pages.nl",
        is_privacy,
        title("Gegevens in vier zinnen"),
    );
    let run = shop.offline(&[]);
    assert_eq!(
        refused(&run).len(),
        3,
        "unchanged pages are still refused: {}",
        run.said()
    );
    let second = shop.offline(&["--accept", "law-privacy-link"]).report();
    let reviewed = second["reviewed"].as_u64().unwrap();
    let changed = second["changes"]["changed"].as_array().unwrap().len() as u64;
    assert!(
        (1..=changed + 2).contains(&reviewed),
        "{reviewed} reviewed, {changed} changed"
    );
    assert!(reviewed < second["pages"].as_u64().unwrap() / 4, "{reviewed}");
    assert_eq!(second["findings"], found);
    let third = shop.offline(&["--accept", "law-privacy-link"]).report();
    assert_eq!((&third["reviewed"], &third["findings"]), (&json!(0), &found));
}

/// `build.accept` accepts a code for every build; a code that no build refuses is an error that names those there are.
#[test]
fn the_configuration_accepts_a_code_and_an_unknown_one_is_refused() {
    let shop = built();
    let before = shop.live();
    harm(&shop, &DAMAGES[0]);
    own_folders(
        &shop,
        &[("accept = ", "accept = [\"law-guarantee-notice\", \"law-privacy-link\"]")],
    );
    let report = shop.offline(&[]).report();
    assert_ne!(shop.live(), before);
    let accepted = report["findings"]
        .as_array()
        .unwrap()
        .iter()
        .all(|one| one["accepted"] == true);
    assert!(accepted, "{report:#}");
    for (lines, arguments, key) in [
        (("accept = ", "accept = [\"law-privacy-lnk\"]"), &[][..], "build.accept"),
        (
            ("accept = ", "accept = []"),
            &["--accept", "law-privacy-lnk"][..],
            "--accept",
        ),
    ] {
        own_folders(&shop, &[lines]);
        let run = shop.offline(arguments);
        assert_eq!(run.code, Some(2), "{}", run.stderr);
        let words = format!("vitrine: {key}: no build is refused for \"law-privacy-lnk\"");
        assert!(
            run.said().contains(&words) && run.said().contains("law-privacy-link"),
            "{}",
            run.said()
        );
    }
}

/// A misspelt name of the configuration is counted in the data and the similar one is named; a menu and legal data are
/// errors, with and without a live release.
#[test]
fn a_misspelt_name_of_the_configuration_does_not_go_live_silently() {
    let shop = Shop::small();
    let man = "navigations = { main = \"man\", top = \"top\", footer = \"footer\", colophon = \"colophon\" }";
    let with = |line: &str, wrong: &str| shop.configure("vitrine.toml", &[(line, wrong)]);
    let cases = [
        (
            "gpsr = ",
            "gpsr = \"vitrine_gspr\"",
            "hole-legal-field",
            "\"vitrine_gpsr\" is in ",
        ),
        (
            "warnings = ",
            "warnings = \"vitrine_warning\"",
            "hole-legal-field",
            "\"vitrine_warnings\" is in ",
        ),
        (
            "external_id = ",
            "external_id = \"externalID\"",
            "hole-legal-field",
            "\"externalId\" is in ",
        ),
        (
            "navigations = ",
            man,
            "hole-menu",
            "statamic.navigations.main names \"man\"",
        ),
    ];
    with("gpsr = ", "gpsr = \"vitrine_gspr\"");
    refused(&shop.vitrine(&["build", "--json"]));
    for live in [false, true] {
        for (line, wrong, code, says) in cases {
            with(line, wrong);
            let all = refused(&shop.offline(&[]));
            let named = |one: &Value| one["code"] == code && one["message"].as_str().unwrap().contains(says);
            assert!(all.iter().any(named), "{code} {says}: {all:#?}");
            assert_eq!(shop.path("dist/current").exists(), live, "{code}");
            match (live, line) {
                (true, "gpsr = ") => lost_in_each_locale(&all, "no product has the address of its manufacturer"),
                (true, "navigations = ") => lost_in_each_locale(&all, "the menu main"),
                _ => {}
            }
        }
        with("gpsr = ", "gpsr = \"vitrine_gpsr\"");
        shop.build();
    }
    let live = shop.live();
    with("navigations = ", man);
    let asked = refused(&shop.vitrine(&["build", "--json"]));
    assert!(asked.iter().any(|one| one["code"] == "hole-menu"), "{asked:#?}");
    assert_eq!(shop.live(), live);
    with("faq = ", "faq = \"vitrine_fqa\"");
    let run = shop.vitrine(&["build", "--json"]);
    let report = run.report();
    let found = crate::support::warnings(&report, "name-not-seen", "shopware.fields.faq");
    assert_eq!(found.len(), 1, "{report:#}");
    let message = found[0]["message"].as_str().unwrap();
    assert!(
        message.contains("\"vitrine_fqa\": it is in none of ") && message.ends_with("is that meant?"),
        "{message}"
    );
    let all: Value = serde_json::from_str(&run.stdout).unwrap();
    let counted = all["names"].as_array().unwrap().iter();
    let counted: Vec<&Value> = counted.filter(|one| one["key"] == "shopware.fields.gpsr").collect();
    assert!(
        counted[0]["count"].as_u64().unwrap() > 0 && counted[0]["what"] == "manufacturers",
        "{counted:?}"
    );
    assert_ne!(shop.live(), live, "other names are a warning");
}

/// What the live release has and the new one has not at all is an error in each locale, whatever the configuration says.
fn lost_in_each_locale(all: &[Value], what: &str) {
    let lost = all.iter().filter(|one| {
        let message = one["message"].as_str().unwrap();
        message.starts_with(what) && message.contains("; the live release has ")
    });
    let locales: BTreeSet<&str> = lost.filter_map(|one| one["locale"].as_str()).collect();
    assert_eq!(locales, LOCALES.into(), "{what}: {all:#?}");
}

/// Legal data that an editor empties, and a name that is left out of the configuration, are holes too; accepted, they
/// are published, and the next build does not miss them any more.
#[test]
fn what_the_live_release_had_and_the_new_one_has_not_is_a_hole() {
    let shop = built();
    for locale in LOCALES {
        let is_site = |set: &Value| set["handle"] == "site";
        shop.change_pulled(&format!("statamic/globals.{locale}"), is_site, |set| {
            assert!(set["vat_number"].as_str().unwrap().starts_with("NL"));
            set["vat_number"] = Value::Null;
        });
    }
    let all = refused(&shop.offline(&[]));
    lost_in_each_locale(&all, "the field vat_number");
    assert!(all.iter().all(|one| one["code"] == "hole-legal-field"), "{all:#?}");
    let report = shop.offline(&["--accept", "hole-legal-field"]).report();
    let accepted = report["findings"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|one| one["code"] == "hole-legal-field");
    assert!(
        accepted.clone().count() == 3 && accepted.clone().all(|one| one["accepted"] == true),
        "{report:#}"
    );
    let again = shop.offline(&[]).report();
    assert_eq!(
        again["release"], report["release"],
        "the live release has none of it either"
    );
}

/// Equal findings are one line on stderr with their number and a few places, and one object in JSON with all places.
#[test]
fn equal_findings_are_told_once() {
    let shop = Shop::small();
    shop.configure(
        "vitrine.toml",
        &[("hosts = [\"http://127.0.0.1:", "hosts = [\"https://pictures.example\"]")],
    );
    let run = shop.vitrine(&["build", "--json"]);
    let flat = run.report();
    let is_host = |one: &&Value| one["code"] == "image-host";
    let places = flat["warnings"].as_array().unwrap().iter().filter(is_host).count();
    assert!(places > 100, "{places}");
    let lines: Vec<String> = run
        .said()
        .lines()
        .filter(|line| line.contains("image-host"))
        .map(str::to_owned)
        .collect();
    assert_eq!(lines.len(), 1, "{lines:#?}");
    assert!(
        lines[0].contains(&format!("(and in {} more places: ", places - 1)),
        "{}",
        lines[0]
    );
    let all: Value = serde_json::from_str(&run.stdout).unwrap();
    let folded: Vec<&Value> = all["warnings"].as_array().unwrap().iter().filter(is_host).collect();
    assert_eq!(folded.len(), 1);
    assert_eq!(folded[0]["count"], places);
    assert_eq!(folded[0]["places"].as_array().unwrap().len(), places);
}

/// A fault of a template is told once, not for each page.
#[test]
fn a_fault_of_a_template_is_told_once() {
    let shop = built();
    let product = shop.path("templates/pages/product.html");
    let text = fs::read_to_string(&product).unwrap();
    let begin = "<article class=\"product\">";
    let broken = text.replace(begin, &format!("{begin}{{{{ page.nothing.here }}}}"));
    assert_ne!(text, broken);
    fs::write(&product, broken).unwrap();
    let run = shop.offline(&[]);
    assert_eq!(run.code, Some(2), "{}", run.stderr);
    let last = run.said().lines().last().unwrap().to_owned();
    assert!(last.len() < 2_000, "{last}");
    assert!(last.contains(" more pages: "), "{last}");
    let all: Value = serde_json::from_str(&run.stdout).unwrap();
    let failed = all["failed"].as_array().unwrap();
    assert_eq!(failed.len(), 1, "{all:#}");
    assert_eq!(
        failed[0]["pages"].as_array().unwrap().len(),
        failed[0]["count"].as_u64().unwrap() as usize
    );
    assert!(failed[0]["count"].as_u64().unwrap() > 10, "{all:#}");
}

/// The builder of `vitrine serve` refuses in the same way: `/api/builder` and `/api/ready` say what and where, visitors
/// see the release before, and the event that mends it is live at once. In every locale.
#[test]
fn the_builder_refuses_and_an_event_that_mends_it_goes_live() {
    let shop = Shop::small();
    shop.configure("vitrine.toml", &[("retry = ", "retry = [3600]")]);
    let served = Building::start(&shop, &[]);
    served.until("the first release", |report| report["builds"][0]["outcome"] == "live");
    let sites = [
        ("nl-NL", "/privacy", "nl"),
        ("en-GB", "/en/privacy", "en"),
        ("de-DE", "/de/datenschutz", "de"),
    ];
    for (number, (site, path, locale)) in sites.into_iter().enumerate() {
        let release = served.report()["release"].clone();
        let (_, page) = served.page(path);
        let text = "webgate.ec.europa.eu/odr";
        shop.edit("pages/privacy", site, &json!({ "title": text }));
        let report = served.until("the build is refused", |report| {
            report["builds"][0]["outcome"] == "refused"
        });
        let build = &report["builds"][0];
        let found = &build["refused"][0];
        assert_eq!(
            (&found["code"], &found["locale"]),
            (&json!("law-odr-link"), &json!(locale)),
            "{build:#}"
        );
        assert_eq!(found["page"], path, "{build:#}");
        assert!(found["edit_url"].as_str().unwrap().starts_with(&shop.cms()), "{found}");
        let error = build["error"].as_str().unwrap();
        assert!(
            error.contains("law-odr-link") && error.contains("which is closed"),
            "{error}"
        );
        assert_eq!((&report["release"], &build["release"]), (&release, &Value::Null));
        assert_eq!(served.page(path).1, page, "visitors see the release before");
        let (status, ready) = shop.get(&format!("{}/api/ready", served.url));
        let ready: Value = serde_json::from_str(&ready).unwrap();
        let told = ready["setup"]
            .as_array()
            .unwrap()
            .iter()
            .find(|one| one["code"] == "release-refused")
            .cloned();
        let told = told.unwrap_or_else(|| panic!("{ready:#}"));
        assert_eq!((status, &told["locale"]), (200, &json!(locale)), "{ready:#}");
        assert!(told["message"].as_str().unwrap().contains(path), "{told}");

        let title = format!("Hersteld {number}");
        shop.edit("pages/privacy", site, &json!({ "title": title }));
        served.until("the mended page is live", |report| {
            report["builds"][0]["outcome"] == "live"
        });
        assert!(served.page(path).1.contains(&title));
        let (_, ready) = shop.get(&format!("{}/api/ready", served.url));
        assert!(!ready.contains("release-refused"), "{ready}");
    }
    served.terminate();
}
