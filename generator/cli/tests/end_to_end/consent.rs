//! The tag manager's id, and what pages have because of it (R-UI-08; docs/contracts/consent.md).

use std::{collections::BTreeSet, fs};

use serde_json::json;
use vitrine_model::stored::{ALL, Stored};
use walkdir::WalkDir;

use crate::support::{NO_ADDRESS, Run, Shop, page_file, read_json, root, started, tree, warnings};

/// The sentence of R-UI-08.
const MISSING: &str = "No NUXT_PUBLIC_GTM_ID found in environment file.";
const ID: &str = "NUXT_PUBLIC_GTM_ID";
/// What a page has of the layer: its HTML, its link, its settings, the numbers of cards, and the policy of screens.
const PARTS: [&str; 6] = [
    "id=\"consent\"",
    "data-consent",
    "GTM-",
    "googletagmanager",
    "data-item=",
    "http-equiv=\"Content",
];

/// The kinds of pages that may load the tag manager after consent; all others are screens.
const CONTENT: [&str; 12] = [
    "content",
    "list",
    "brand",
    "designer",
    "collection",
    "project",
    "news",
    "article",
    "event",
    "showroom",
    "vacancy",
    "product",
];

/// Builds with this id in the environment.
fn built_with(shop: &Shop, id: Option<&str>) -> Run {
    let mut command = shop.command(&["build", "--json"]);
    command.envs(id.map(|id| (ID, id)));
    shop.end(&mut command)
}

/// A configuration for visitors from elsewhere.
fn for_visitors(shop: &Shop, base_url: &str) {
    let lines = [
        ("base_url = ", format!("base_url = \"{base_url}\"")),
        ("https = ", format!("https = {}", base_url.starts_with("https"))),
    ];
    let lines: Vec<(&str, &str)> = lines.iter().map(|(begin, line)| (*begin, line.as_str())).collect();
    shop.configure("vitrine.toml", &lines);
}

/// R-UI-08 "id must match GTM- or G- followed by uppercase letters or digits".
#[test]
fn r_ui_08_an_id_must_match_gtm_or_g_followed_by_uppercase_letters_or_digits() {
    let shop = Shop::small();
    for id in [
        "GTM-abc123",
        "GTM-",
        "G-",
        "UA-1234",
        "gtm-ABC",
        " GTM-ABC",
        "GTM-ABC\"><script>",
        "GTM-ÅBC",
        "GTM_ABC",
        "AG-ABC",
    ] {
        let run = built_with(&shop, Some(id));
        assert_eq!(run.code, Some(2), "{id:?}: {}", run.stderr);
        let said = run.said();
        for part in [
            "vitrine.toml cannot be used",
            ID,
            "GTM- or G- followed by capitals or digits",
        ] {
            assert!(said.contains(part), "{id:?}: {part:?} is not in {said}");
        }
        assert!(!shop.path("dist").exists(), "{id:?}: nothing was written");
    }
}

/// R-UI-08 "a missing id in staging or production logs 'No NUXT_PUBLIC_GTM_ID found in environment file.' and skips
/// tracking".
#[test]
fn r_ui_08_a_missing_id_in_staging_or_production_logs_the_sentence() {
    let shop = Shop::small();
    for (base_url, id, said) in [
        ("https://shop.example", None, true),
        ("https://staging.shop.example", None, true),
        ("http://shop.internal", None, true),
        ("http://127.0.0.1:3000", None, false),
        ("http://localhost:3000", None, false),
        ("https://shop.example", Some(""), true),
        ("https://shop.example", Some("GTM-ABC123"), false),
        ("https://shop.example", Some("G-1A2B3C"), false),
    ] {
        for_visitors(&shop, base_url);
        let run = built_with(&shop, id);
        assert_eq!(run.code, Some(0), "{base_url}: {}", run.stderr);
        let lines = run.stderr.lines().filter(|line| line.trim() == MISSING).count();
        assert_eq!(lines, usize::from(said), "{base_url} {id:?}: {}", run.stderr);
        let tracks = shop.file("site/index.html").contains("googletagmanager");
        assert_eq!(tracks, id.is_some_and(|id| !id.is_empty()), "{base_url} {id:?}");
    }
}

/// R-UI-08 "loads only with an id (and consent)": without one no file of a release knows of a tag manager or a layer;
/// with one every page has the layer, hidden, and no script of another host.
#[test]
fn r_ui_08_the_id_is_the_only_thing_that_makes_a_layer_appear() {
    let shop = Shop::small();
    shop.build();
    let without = tree(&shop.path("dist/current/site"));
    for (file, bytes) in &without {
        let text = String::from_utf8_lossy(bytes);
        let found = PARTS.iter().find(|part| text.contains(**part));
        assert_eq!(found, None, "{file}");
    }
    assert!(
        shop.file("site/_headers")
            .contains("; require-trusted-types-for 'script'; trusted-types 'none'")
    );

    assert_eq!(built_with(&shop, Some("GTM-ABC123")).code, Some(0));
    let manifest = read_json(&shop.path("dist/current/release.json"));
    let pages = manifest["pages"].as_array().unwrap();
    assert!(pages.len() > 100);
    let screens = ["/winkelwagen", "/en/checkout", "/de/anmelden", "/zoeken", "/inloggen"];
    for page in pages {
        let path = page["path"].as_str().unwrap();
        let html = shop.file(&format!("site/{}", page_file(path)));
        assert_eq!(html.matches("data-island=\"consent\"").count(), 1, "{path}");
        assert!(html.contains("\"id\":\"GTM-ABC123\""), "{path}");
        assert_eq!(html.matches("<script src=\"http").count(), 0, "{path}");
        let policy = html
            .split("<meta http-equiv=\"Content-Security-Policy\" content=\"")
            .nth(1);
        let policy = policy.map(|rest| {
            rest.split('"')
                .next()
                .unwrap()
                .replace("&#x27;", "'")
                .replace("&#39;", "'")
        });
        let is_screen = !CONTENT.contains(&page["kind"].as_str().unwrap());
        assert_eq!(policy.is_some(), is_screen, "rule 23: {path} {}", page["kind"]);
        for part in [
            "script-src 'self' 'inline-speculation-rules'; connect-src 'self'; ",
            "; trusted-types 'none'",
        ] {
            assert!(
                policy.as_ref().is_none_or(|policy| policy.contains(part)),
                "{path}: {policy:?}"
            );
        }
        if screens.contains(&path) || NO_ADDRESS.iter().any(|end| path.ends_with(end)) {
            assert!(policy.is_some(), "rule 23: {path}");
        }
    }
}

/// Rule 23: the policy is wider by the tag manager's hosts alone, the same on every host; Trusted Types stay enforced.
#[test]
fn r_ui_08_the_policy_is_widened_for_the_tag_managers_hosts_alone() {
    let shop = Shop::small();
    let hosts = [
        ("script_host = ", "script_host = \"https://tags.shop.example\""),
        ("report_hosts = ", "report_hosts = [\"https://*.reports.example\"]"),
    ];
    shop.configure("vitrine.toml", &hosts);
    let policies = |id: Option<&str>| {
        assert_eq!(built_with(&shop, id).code, Some(0));
        let headers = shop.file("site/_headers");
        let written = headers
            .lines()
            .find_map(|line| line.trim().strip_prefix("Content-Security-Policy: "));
        let written = written.unwrap().to_owned();
        for file in ["hosts/nginx.conf", "hosts/Caddyfile"] {
            assert!(shop.file(file).contains(&written), "{file}");
        }
        let served = started(shop.command(&["serve", "--no-builder"]), shop.path("serve.log"));
        let mut sent = Vec::new();
        for path in ["/", "/en/products", "/de"] {
            let (status, headers, _) = shop.answer(&format!("{}{path}", served.url));
            assert_eq!(status, 200, "{path}");
            let all: Vec<&str> = headers
                .get_all("content-security-policy")
                .iter()
                .map(|value| value.to_str().unwrap())
                .collect();
            assert_eq!(all.len(), 1, "{path}: {all:?}");
            sent.push(all[0].to_owned());
        }
        assert!(sent.iter().all(|policy| *policy == written), "{sent:?} {written}");
        assert!(served.terminate().success());
        written
    };
    let (before, after) = (policies(None), policies(Some("G-ABC123")));
    let differs: Vec<(&str, &str)> = before
        .split("; ")
        .zip(after.split("; "))
        .filter(|(a, b)| a != b)
        .collect();
    let images = before.split("; ").find(|part| part.starts_with("img-src")).unwrap();
    assert_eq!(
        differs,
        [
            (
                "script-src 'self' 'inline-speculation-rules'",
                "script-src 'self' 'inline-speculation-rules' https://tags.shop.example"
            ),
            (
                images,
                &*format!("{images} https://tags.shop.example https://*.reports.example")
            ),
            (
                "connect-src 'self'",
                "connect-src 'self' https://tags.shop.example https://*.reports.example"
            ),
            ("trusted-types 'none'", "trusted-types default"),
        ]
    );
    assert!(
        after.contains("require-trusted-types-for 'script'") && !after.contains("unsafe"),
        "{after}"
    );
}

/// The field of the CMS's global counts where nothing is configured; one that is no id is reported with its field and
/// reason, and nothing is tracked.
#[test]
fn r_ui_08_the_cms_may_name_the_id_and_a_wrong_one_is_reported() {
    let shop = Shop::small_with(|data| {
        crate::support::change_json(&data.join("content/globals/integrations.json"), |global| {
            global["nl-NL"]["gtm_id"] = json!("GTM-CMS123");
        });
    });
    shop.build();
    for page in ["index.html", "en.html", "de.html"] {
        assert!(
            shop.file(&format!("site/{page}")).contains("\"id\":\"GTM-CMS123\""),
            "{page}"
        );
    }
    assert_eq!(built_with(&shop, Some("GTM-ENV123")).code, Some(0));
    assert!(
        shop.file("site/index.html").contains("\"id\":\"GTM-ENV123\""),
        "the environment counts first"
    );

    let shop = Shop::small_with(|data| {
        crate::support::change_json(&data.join("content/globals/integrations.json"), |global| {
            global["nl-NL"]["gtm_id"] = json!("GTM-cms123");
        });
    });
    let report = shop.build();
    let found = warnings(&report, "field-shape", "integrations");
    assert!(!found.is_empty(), "{report}");
    for warning in found {
        assert_eq!(warning["place"]["field"], "gtm_id");
        let message = warning["message"].as_str().unwrap();
        for part in ["\"GTM-cms123\"", "GTM- or G- followed by capitals or digits"] {
            assert!(message.contains(part), "{message}");
        }
    }
    assert!(!shop.file("site/index.html").contains("consent"), "nothing is tracked");
}

/// A cookie or key without a row in the table: every name in the sources of islands and API is one, or is none that is
/// stored.
#[test]
fn law_10_every_cookie_and_key_in_code_has_a_row_with_its_purpose() {
    /// Names of events, locks and types, which store nothing.
    const NOT_STORED: [&str; 1] = ["vitrine-forms"];
    let known: BTreeSet<&str> = ALL.iter().map(|one| one.name).collect();
    assert_eq!(known.len(), ALL.len(), "each has one row");
    let mut seen = BTreeSet::new();
    for (folder, ending) in [
        ("islands/src", "ts"),
        ("islands/src", "tsx"),
        ("generator/api/src", "rs"),
    ] {
        for entry in WalkDir::new(root().join(folder)) {
            let path = entry.unwrap().into_path();
            let shown = path.display().to_string();
            let is_test = shown.contains(".test.") || shown.contains("/testing/");
            if is_test || path.extension().is_none_or(|own| own != ending) {
                continue;
            }
            let text = fs::read_to_string(&path).unwrap();
            let text = text.split("#[cfg(test)]").next().unwrap();
            let stores = [
                "localStorage.setItem(",
                "sessionStorage.setItem(",
                "document.cookie =",
                "SET_COOKIE",
            ];
            for name in names_in(text) {
                assert!(
                    known.contains(&*name) || NOT_STORED.contains(&&*name),
                    "{shown}: {name} has no row in generator/model/src/stored.rs: add it with its purpose, and name it on the page about cookies"
                );
                seen.insert(name);
            }
            for how in stores.iter().filter(|how| ending != "rs" && text.contains(**how)) {
                let names_one = names_in(text).next().is_some() || text.contains("Cookie(") || text.contains("THEIRS");
                assert!(names_one, "{shown}: {how} stores something without a name of the table");
            }
        }
    }
    let unused: Vec<&Stored> = ALL
        .iter()
        .filter(|one| !seen.contains(one.name) && !one.name.starts_with('_'))
        .collect();
    assert!(unused.is_empty(), "rows that nothing stores: {unused:?}");
}

/// The names `vitrine-…` in string literals.
fn names_in(text: &str) -> impl Iterator<Item = String> + '_ {
    text.match_indices("vitrine-").filter_map(|(at, _)| {
        let before = &text[..at];
        let quoted = ["\"", "'", "`", "__Host-", "(?:^|; )"]
            .iter()
            .any(|quote| before.ends_with(quote));
        let name: String = text[at..]
            .chars()
            .take_while(|c| c.is_ascii_lowercase() || *c == '-')
            .collect();
        (quoted && !name.ends_with('-') && name != "vitrine-c").then_some(name)
    })
}

/// Law §10: the page about cookies of the demo shop names what is stored, in three languages, with and without a tag
/// manager.
#[test]
fn law_10_the_privacy_page_names_every_cookie_in_three_languages() {
    let shop = Shop::small();
    for id in [None, Some("GTM-ABC123")] {
        assert_eq!(built_with(&shop, id).code, Some(0));
        let run = shop.vitrine(&["check", "--format", "json"]);
        let found: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
        let cookies: Vec<&serde_json::Value> = found["findings"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|one| one["code"].as_str().unwrap().starts_with("law-cookie"))
            .collect();
        assert!(cookies.is_empty(), "{id:?}: {cookies:#?}");
    }
    let site = read_json(&shop.path("dist/current/server/site.json"));
    assert_eq!(
        site["cookie_pages"],
        json!({"nl": "/privacy", "en": "/en/privacy", "de": "/de/datenschutz"})
    );
}
