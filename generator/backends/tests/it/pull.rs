//! The pull and its snapshot (R-GEN-01, R-GEN-02, rule 18).

use std::{fs, sync::Mutex, time::Duration};

use serde_json::{Value, json};
use vitrine_backends::{
    convert::convert,
    pull::{Progress, PullConfig, PullError, Silent, pull},
    snapshot::Snapshot,
};
use vitrine_model::{catalog::Catalog, diagnostic::Severity, ids::ProductId};
use wiremock::{MockServer, ResponseTemplate};

use crate::{
    backends::{
        ENGLISH, backends, convert_config, mount_backends, mount_cross_selling, mount_products, mount_site, now,
        products, pull_config, pulled,
    },
    common::{self, mount, mount_context, ok, recorded, shopware, statamic},
};

fn hashes(catalog: &Catalog) -> Vec<String> {
    let products = catalog.products().map(|p| p.hash().to_hex());
    products.chain(catalog.entries().map(|e| e.hash().to_hex())).collect()
}

/// R-GEN-01: the same input gives the same Catalog; the snapshot contains no token, key or editor's e-mail address.
#[tokio::test]
async fn the_same_input_gives_the_same_catalogue_and_no_secret_is_kept() {
    let temp = tempfile::tempdir().unwrap();
    let server = backends().await;
    let dir = temp.path().join("snapshot");
    let first = pulled(&server, &dir).await.unwrap();
    let config = convert_config("http://127.0.0.1:8123");
    let one = convert(&first, &config).unwrap();
    pulled(&server, &dir).await.unwrap();
    let two = convert(&Snapshot::open(&dir).unwrap(), &config).unwrap();
    assert_eq!((hashes(&one.0), one.1), (hashes(&two.0), two.1));
    assert_eq!(Snapshot::open(&dir).unwrap().about().pulled_at, now());
    let mut files = 0;
    for backend in ["shopware", "statamic"] {
        for file in fs::read_dir(dir.join(backend)).unwrap() {
            let text = fs::read_to_string(file.unwrap().path()).unwrap();
            assert!(
                text.lines().all(|line| serde_json::from_str::<Value>(line).is_ok()),
                "one record a line"
            );
            for secret in [common::TOKEN, common::KEY, "cms-secret", "redactie@vermeer.example"] {
                assert!(!text.contains(secret));
            }
            files += 1;
        }
    }
    assert!(files >= 14, "{files}");
    assert!(
        !fs::read_to_string(dir.join("pull.json"))
            .unwrap()
            .contains(common::TOKEN)
    );
}

/// R-GEN-02, rule 18: a pull that fails anywhere leaves the old snapshot, and its error says where.
#[tokio::test]
async fn r_gen_02_a_failed_pull_leaves_the_old_snapshot() {
    let temp = tempfile::tempdir().unwrap();
    let dir = temp.path().join("snapshot");
    pulled(&backends().await, &dir).await.unwrap();
    let before = fs::read_to_string(dir.join("pull.json")).unwrap();

    let broken = MockServer::start().await;
    mount_site(&broken, "globals", "en-GB", ResponseTemplate::new(500)).await;
    let whole = backends().await;
    let failing = pull(
        &shopware(&whole),
        &statamic(&broken),
        &pull_config(),
        now(),
        &dir,
        &Silent,
    )
    .await
    .unwrap_err();
    assert!(failing.to_string().contains("the pull failed at"), "{failing}");
    assert_eq!(fs::read_to_string(dir.join("pull.json")).unwrap(), before);

    let moving = MockServer::start().await;
    mount_context(&moving).await;
    mount(&moving, "GET", "/api/globals", ok(&json!({"data": []}))).await;
    mount(
        &moving,
        "GET",
        "/store-api/language",
        recorded("shopware", "299-language-get").answer(),
    )
    .await;
    let some = products("017-product-list-nl-NL");
    mount(
        &moving,
        "GET",
        "/store-api/product",
        ok(&json!({"elements": some, "total": some.len() + 1})),
    )
    .await;
    let error = pulled(&moving, &dir).await.unwrap_err();
    assert!(
        matches!(
            &error,
            PullError::Moved {
                expected: 10,
                found: 9,
                ..
            }
        ),
        "{error}"
    );
    assert!(Snapshot::open(&dir).is_ok());
}

/// Restart, maximum, pause.
type Told = (usize, usize, Duration);

/// Records the restarts that are reported.
#[derive(Default)]
struct Restarts(Mutex<Vec<Told>>);

impl Progress for Restarts {
    fn step(&self, _: &str, _: u64, _: u64) {}
    fn takes(&self, _: &str) {}
    fn restarts(&self, reason: &PullError, restart: usize, most: usize, pause: Duration) {
        assert!(matches!(reason, PullError::Moved { .. }), "{reason}");
        self.0.lock().unwrap().push((restart, most, pause));
    }
}

/// Rule 18: a pull during which data changes is restarted as often as there are pauses, and each restart is reported;
/// then it fails, and no files are left behind.
#[tokio::test]
async fn rule_18_a_pull_starts_again_as_often_as_it_has_pauses() {
    let server = MockServer::start().await;
    mount_context(&server).await;
    mount(&server, "GET", "/api/globals", ok(&json!({"data": []}))).await;
    mount(
        &server,
        "GET",
        "/store-api/language",
        recorded("shopware", "299-language-get").answer(),
    )
    .await;
    mount(
        &server,
        "GET",
        "/store-api/product",
        ok(&json!({"elements": [], "total": 1})),
    )
    .await;
    let temp = tempfile::tempdir().unwrap();
    let pauses = [1, 2, 3].map(Duration::from_millis);
    let config = PullConfig {
        restart_pauses: pauses.to_vec(),
        ..pull_config()
    };
    let told = Restarts::default();
    let dir = temp.path().join("snapshot");
    let (shopware, statamic) = (shopware(&server), statamic(&server));
    let error = pull(&shopware, &statamic, &config, now(), &dir, &told)
        .await
        .unwrap_err();
    let PullError::Unsettled { pulls: 4, source } = &error else {
        panic!("{error}")
    };
    assert!(
        matches!(
            **source,
            PullError::Moved {
                expected: 1,
                found: 0,
                ..
            }
        ),
        "{error}"
    );
    assert_eq!(
        *told.0.lock().unwrap(),
        [(1, 3, pauses[0]), (2, 3, pauses[1]), (3, 3, pauses[2])]
    );
    assert_eq!(fs::read_dir(temp.path()).unwrap().count(), 0, "something is left over");
}

/// R-GEN-02: a product whose cross-selling cannot be read keeps that of the last pull, and is reported with its number
/// and edit link; more than five fail the pull, which keeps the old snapshot.
#[tokio::test]
async fn r_gen_02_cross_selling_of_a_few_products_may_be_unreadable() {
    let mut all = products("017-product-list-nl-NL");
    for (at, product) in all.iter_mut().take(7).enumerate() {
        product["crossSellings"] = json!([{"id": format!("{at:032x}"), "name": "x", "position": 1, "active": true}]);
    }
    let ids: Vec<String> = all.iter().map(|p| p["id"].as_str().unwrap().to_owned()).collect();
    let unreadable = [
        ResponseTemplate::new(500),
        ResponseTemplate::new(404),
        ResponseTemplate::new(400).set_body_string("<html>"),
        ResponseTemplate::new(200).set_body_raw("{", "application/json"),
        ResponseTemplate::new(200).set_body_raw("<html>", "text/html"),
        ResponseTemplate::new(500),
    ];
    for failing in [0, 1, 5, 6] {
        let temp = tempfile::tempdir().unwrap();
        let dir = temp.path().join("snapshot");
        for failing in [0, failing] {
            let server = MockServer::start().await;
            for language in [common::DUTCH, ENGLISH] {
                mount_products(&server, language, &all).await;
            }
            for (at, id) in ids.iter().take(7).enumerate() {
                let group = json!([{"crossSelling": {"id": format!("{at:032x}")}, "products": [{"id": ids[at + 1]}]}]);
                let answer = if at < failing {
                    unreadable[at].clone()
                } else {
                    ok(&group)
                };
                mount(
                    &server,
                    "POST",
                    &format!("/store-api/product/{id}/cross-selling"),
                    answer,
                )
                .await;
            }
            mount_backends(&server).await;
            let result = pulled(&server, &dir).await;
            if failing > 5 {
                let error = result.unwrap_err().to_string();
                assert!(error.contains("cross-selling"), "{error}");
                continue;
            }
            let (catalog, findings) = convert(&result.unwrap(), &convert_config("http://127.0.0.1:8123")).unwrap();
            let groups = |id: &String| {
                let product = catalog.product(&ProductId::parse(id).unwrap());
                product.map_or(1, |product| product.value().cross_selling.len())
            };
            assert!(ids.iter().take(7).all(|id| groups(id) == 1), "{failing}");
            let told: Vec<_> = findings.iter().filter(|f| f.code == "cross-selling-kept").collect();
            assert_eq!(told.len(), failing);
            for finding in told {
                assert!(all.iter().any(|p| p["productNumber"] == finding.place.id.as_str()));
                assert_eq!(finding.severity, Severity::Error);
                let edit = finding.place.edit_url.clone().unwrap();
                assert!(edit.contains("/admin#/sw/product/detail/"), "{edit}");
            }
        }
        assert!(Snapshot::open(&dir).is_ok());
    }
}

/// R-ROUTE-09: SEO paths of Shopware that are no longer canonical are collected from pull to pull, in each language;
/// paths that became canonical again, and those of deleted products, are left out.
#[tokio::test]
async fn r_route_09_former_paths_are_learnt() {
    let temp = tempfile::tempdir().unwrap();
    let dir = temp.path().join("snapshot");
    let all = products("017-product-list-nl-NL");
    let ids: Vec<String> = all.iter().map(|p| p["id"].as_str().unwrap().to_owned()).collect();
    // The paths of the first two products in both languages; the second product is deleted at the end.
    let pulls = [
        (["A", "B"], ["a", "b"], true, vec![]),
        (["A2", "B"], ["a", "b"], true, vec!["nl A 0"]),
        (
            ["A3", "B2"],
            ["a2", "b"],
            true,
            vec!["en a 0", "nl A 0", "nl A2 0", "nl B 1"],
        ),
        (
            ["A", "B2"],
            ["", "b"],
            true,
            vec!["en a 0", "en a2 0", "nl A2 0", "nl A3 0", "nl B 1"],
        ),
        (
            ["A", "A2"],
            ["", "b"],
            true,
            vec!["en a 0", "en a2 0", "nl A3 0", "nl B 1", "nl B2 1"],
        ),
        (["A", "A2"], ["", "b"], false, vec!["en a 0", "en a2 0", "nl A3 0"]),
    ];
    for (dutch, english, both, expected) in pulls {
        let server = MockServer::start().await;
        for (language, paths) in [(common::DUTCH, dutch), (ENGLISH, english)] {
            let mut listed = all.clone();
            for (product, path) in listed.iter_mut().zip(paths) {
                let url = json!({"languageId": language, "routeName": "frontend.detail.page", "foreignKey": product["id"],
                    "seoPathInfo": path, "isCanonical": true, "isDeleted": false});
                product["seoUrls"] = json!([url]);
            }
            if !both {
                listed.remove(1);
            }
            mount_products(&server, language, &listed).await;
        }
        mount_backends(&server).await;
        let snapshot = pulled(&server, &dir).await.unwrap();
        let (catalog, _) = convert(&snapshot, &convert_config("http://127.0.0.1:8123")).unwrap();
        let mut found: Vec<String> = catalog
            .former_paths()
            .iter()
            .map(|former| {
                let locale = ["nl", "en"][usize::from(former.locale.0)];
                let place = ids.iter().position(|id| id == former.product.as_str()).unwrap();
                format!("{locale} {} {place}", former.path)
            })
            .collect();
        found.sort();
        assert_eq!(found, expected, "{dutch:?} {english:?}");
    }
}

/// Rule 18, Shopware §25.6: if the languages list different products with the same total, the list changed between two
/// pages: the pull is restarted, and the old snapshot is kept.
#[tokio::test]
async fn rule_18_the_languages_list_the_same_products() {
    let all = products("017-product-list-nl-NL");
    for lost in [0, all.len() / 2, all.len() - 1] {
        let server = MockServer::start().await;
        let mut english = all.clone();
        english[lost]["id"] = json!("0123456789abcdef0123456789abcdef");
        mount_products(&server, ENGLISH, &english).await;
        let whole = backends().await;
        let temp = tempfile::tempdir().unwrap();
        let dir = temp.path().join("snapshot");
        pulled(&whole, &dir).await.unwrap();
        mount_context(&server).await;
        mount(&server, "GET", "/api/globals", ok(&json!({"data": []}))).await;
        let languages = recorded("shopware", "299-language-get").answer();
        mount(&server, "GET", "/store-api/language", languages).await;
        mount_products(&server, common::DUTCH, &all).await;
        let navigation = "/store-api/navigation/main-navigation/main-navigation";
        mount(
            &server,
            "GET",
            navigation,
            recorded("shopware", "048-navigation").answer(),
        )
        .await;
        mount_cross_selling(&server).await;
        let config = PullConfig {
            restart_pauses: vec![Duration::from_millis(1)],
            ..pull_config()
        };
        let error = pull(&shopware(&server), &statamic(&server), &config, now(), &dir, &Silent)
            .await
            .unwrap_err();
        let PullError::Unsettled { pulls: 2, source } = &error else {
            panic!("{error}")
        };
        assert!(
            matches!(&**source, PullError::Differs { what, missing: 1, added: 1 } if what == "products en"),
            "{error}"
        );
        assert!(Snapshot::open(&dir).is_ok());
    }
}

/// A locale without a language in the channel is an error that lists the existing languages.
#[tokio::test]
async fn a_locale_without_a_language_is_named() {
    let temp = tempfile::tempdir().unwrap();
    let server = MockServer::start().await;
    mount_context(&server).await;
    mount(
        &server,
        "GET",
        "/store-api/language",
        ok(&json!({"elements": [], "total": 0})),
    )
    .await;
    let error = pulled(&server, &temp.path().join("snapshot")).await.unwrap_err();
    assert!(
        matches!(&error, PullError::Language { iso, .. } if iso == "nl-NL"),
        "{error}"
    );
}
