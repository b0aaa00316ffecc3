//! A CMS that does not let a pull in: each failure names the setting that mends it, and the live release stays
//! (R-BACK-04, R-GEN-02).

use serde_json::{Value, json};

use crate::support::{CMS_TOKEN, Run, Shop};

/// Builds without the token that the other tests send.
fn build_with(shop: &Shop, variables: &[(&str, &str)]) -> Run {
    let mut command = shop.command(&["build"]);
    command
        .env_remove("VITRINE_STATAMIC_TOKEN")
        .envs(variables.iter().copied());
    shop.end(&mut command)
}

fn says(run: &Run, what: &str, parts: &[&str], not: &[&str]) {
    assert_eq!(run.code, Some(2), "{what}: {}", run.stderr);
    let said = run.said();
    for part in parts {
        assert!(said.contains(part), "{what}: {part:?} is not in: {said}");
    }
    for part in not {
        assert!(!said.contains(part), "{what}: {part:?} is in: {said}");
    }
}

/// What is set in the CMS or before it, what the message says, and what it does not say.
type Row = (&'static str, Value, &'static [&'static str], &'static [&'static str]);

const LOG_IN: &str = "before the CMS asks for a log-in";

/// R-BACK-04, R-GEN-02: without the Pro edition, in maintenance, behind a log-in or a password, of both versions.
#[test]
fn r_back_04_each_failure_of_the_cms_names_its_setting() {
    let shop = Shop::small();
    shop.build();
    let kept = shop.kept();
    let rows: [Row; 6] = [
        (
            "no Pro edition",
            json!({"pro": false}),
            &["status 500", "Pro edition", "config/statamic/editions.php"],
            &[LOG_IN],
        ),
        (
            "php artisan down",
            json!({"maintenance": true}),
            &["status 503", "php artisan down", "php artisan up"],
            &[],
        ),
        (
            "a log-in of its own",
            json!({"login": "https://cms.example/cp/auth/login?next=SECRET-OF-A-QUERY"}),
            &[
                "status 302",
                "https://cms.example/cp/auth/login",
                LOG_IN,
                "VITRINE_STATAMIC_USER",
            ],
            &["SECRET-OF-A-QUERY", "statamic.api_route"],
        ),
        (
            "a log-in elsewhere",
            json!({"login": "https://sso.example/start#SECRET-OF-A-QUERY"}),
            &["https://sso.example/start", LOG_IN],
            &["SECRET-OF-A-QUERY"],
        ),
        (
            "moved",
            json!({"login": "https://www.cms.example/api"}),
            &["https://www.cms.example/api", "statamic.endpoint", "statamic.api_route"],
            &[LOG_IN],
        ),
        (
            "basic auth",
            json!({"basic": "staging:another"}),
            &[
                "status 401",
                "basic auth",
                "VITRINE_STATAMIC_USER",
                "VITRINE_STATAMIC_PASSWORD",
            ],
            &["STATAMIC_API_AUTH_TOKEN"],
        ),
    ];
    for version in [5, 6] {
        for (what, settings, parts, not) in &rows {
            let mut settings = settings.clone();
            settings["version"] = json!(version);
            shop.control("POST", "statamic", &settings);
            says(&build_with(&shop, &[]), what, parts, not);
            assert!(
                shop.kept() == kept,
                "{what}: the live release or the last pull was touched"
            );
        }
    }
}

/// R-BACK-03, R-BACK-04: a CMS that refuses for longer than it says.
#[test]
fn r_back_04_a_lasting_429_names_both_limits() {
    let shop = Shop::small();
    for path in ["/api/globals", "/api/collections/news", "/api/graphql"] {
        let fault = json!({"backend": "statamic", "path": path, "kind": "status", "status": 429, "retry_after": 0});
        shop.control("POST", "faults", &fault);
        let run = shop.vitrine(&["build"]);
        shop.control("DELETE", "faults", &Value::Null);
        says(
            &run,
            path,
            &["status 429", "throttleApi", "build.pull_concurrency"],
            &[],
        );
    }
}

/// An address without https, from which the CMS leads to the same with https.
#[test]
fn r_back_04_an_address_without_https_is_reported() {
    let shop = Shop::small();
    let https = shop.cms().replace("http://", "https://");
    shop.control(
        "POST",
        "statamic",
        &json!({"login": format!("{https}/api/globals?site=nl-NL")}),
    );
    says(
        &shop.vitrine(&["build"]),
        "https",
        &["statamic.endpoint is", "write it with https://"],
        &["log-in"],
    );
}

/// R-BACK-01: the password of a staging site is sent with every call, REST and GraphQL; one of the two alone, and both
/// beside a token, are refused at start. The password is the token that is looked for in all output.
#[test]
fn r_back_01_basic_auth_by_name_and_password() {
    let shop = Shop::small();
    let (user, password) = ("VITRINE_STATAMIC_USER", "VITRINE_STATAMIC_PASSWORD");
    for (name, word) in [("staging", CMS_TOKEN), ("bërt", "pass:word with ü")] {
        shop.control("POST", "statamic", &json!({"basic": format!("{name}:{word}")}));
        let run = build_with(&shop, &[(user, name), (password, word)]);
        assert_eq!(run.code, Some(0), "{name}: {}", run.stderr);
        let wrong = build_with(&shop, &[(user, name), (password, "wrong")]);
        says(&wrong, name, &["status 401", user, password], &[]);
    }
    for (variables, parts) in [
        (&[(user, "a")][..], &[password, "is missing beside"][..]),
        (&[(password, "a")], &[user, "is missing beside"]),
        (&[(user, "a:b"), (password, "c")], &[user, "a colon"]),
        (
            &[(user, "a"), (password, "b"), ("VITRINE_STATAMIC_TOKEN", "t")],
            &[user, "VITRINE_STATAMIC_TOKEN", "one header"],
        ),
    ] {
        says(&build_with(&shop, variables), "refused at start", parts, &[]);
    }
}

/// A site that the CMS does not have is told before the products are read, with the key and the sites that it has; where
/// GraphQL does not tell them, with the key.
#[test]
fn r_back_04_a_missing_site_is_reported_before_everything_is_read() {
    let shop = Shop::small();
    let line = ("content_site = \"en-GB\"", "content_site = \"en\"");
    shop.configure("vitrine.toml", &[line]);
    shop.control("DELETE", "calls", &Value::Null);
    let told = [
        "the CMS has no site en; it has nl-NL, en-GB, de-DE",
        "content_site",
        "[[locales]]",
    ];
    says(&shop.vitrine(&["build"]), "a wrong site", &told, &["Pro edition"]);
    let calls = shop.control("GET", "calls", &Value::Null);
    let read = |path: &str| {
        calls["calls"]
            .as_array()
            .unwrap()
            .iter()
            .any(|call| call["path"] == path)
    };
    assert!(
        read("/api/globals") && !read("/store-api/product"),
        "all was read before"
    );

    shop.configure(
        "vitrine.toml",
        &[line, ("graphql_route = ", "graphql_route = \"elsewhere\"")],
    );
    let told = [
        "in the site en, or when there is no such site",
        "content_site",
        "Pro edition",
    ];
    says(&shop.vitrine(&["build"]), "without GraphQL", &told, &[]);
}
