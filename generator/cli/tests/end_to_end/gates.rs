//! Nothing goes live that breaks the law: `vitrine build` and the builder of `vitrine serve` refuse such a release, say
//! why in the words of the finding, and leave the live one as it was, unless its code is accepted.

mod damages;
mod holes;

use std::{collections::BTreeSet, fs};

use serde_json::{Value, json};

use self::damages::{DAMAGES, Damage, NOT_TAKEN_BACK, accepting, built, harm, mend, own_folders, refused};
use crate::support::{Building, Shop};

const LOCALES: [&str; 3] = ["nl", "en", "de"];

/// Law §1, §2, §4, §6, §8, §9, §12: each error of law keeps the release from being published, in every locale that has
/// it, with exit status 1 and the finding's own words, and the live release stays. With `--accept` it is published; then
/// `vitrine check` finds the same, and a rollback goes back to the release before.
fn each_error_refuses_the_release(damages: &[Damage]) {
    let shop = built();
    let before = shop.live();
    for damage in damages {
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

/// In four tests that run side by side.
macro_rules! every_error_of_law {
    ($($name:ident: $part:literal,)*) => {$(
        #[test]
        fn $name() {
            each_error_refuses_the_release(quarter($part));
        }
    )*};
}

every_error_of_law! {
    every_error_of_law_refuses_the_release_in_every_locale: 0,
    every_error_of_law_refuses_the_release_in_every_locale_2: 1,
    every_error_of_law_refuses_the_release_in_every_locale_3: 2,
    every_error_of_law_refuses_the_release_in_every_locale_4: 3,
}

fn quarter(part: usize) -> &'static [Damage] {
    &DAMAGES[DAMAGES.len() * part / 4..DAMAGES.len() * (part + 1) / 4]
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

/// Law §8: where the words beside the bin do not say that an old device is taken back, the build warns as `vitrine check`
/// does, in every locale, and does not refuse the release for it.
#[test]
fn law_8_the_build_warns_of_an_old_device_that_is_not_taken_back() {
    let shop = built();
    harm(&shop, &NOT_TAKEN_BACK);
    let run = shop.offline(&[]);
    let codes = refused(&run);
    let codes: BTreeSet<&str> = codes.iter().map(|one| one["code"].as_str().unwrap()).collect();
    assert!(!codes.contains(NOT_TAKEN_BACK.code), "{codes:?}");
    let report = shop.offline(&accepting(&codes)).report();
    let findings = report["findings"].as_array().unwrap().iter();
    let own: Vec<&Value> = findings.filter(|one| one["code"] == NOT_TAKEN_BACK.code).collect();
    let locales: BTreeSet<&str> = own.iter().filter_map(|one| one["locale"].as_str()).collect();
    assert_eq!(locales, NOT_TAKEN_BACK.locales.iter().copied().collect(), "{report:#}");
    assert!(own.iter().all(|one| one["severity"] == "warning"), "{own:#?}");
    as_check_finds_it(&shop, &report);
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
