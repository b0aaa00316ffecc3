//! The pull and its snapshot (R-GEN-01, R-GEN-02, rule 18).

use std::{fs, sync::Mutex, time::Duration};

use serde_json::{Value, json};
use vitrine_backends::{
    convert::convert,
    pull::{Progress, PullConfig, PullError, Silent, pull},
    snapshot::Snapshot,
};
use vitrine_model::catalog::Catalog;
use wiremock::{MockServer, ResponseTemplate};

use crate::{
    backends::{backends, convert_config, mount_site, now, products, pull_config, pulled},
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

/// Restart, most, pause.
type Told = (usize, usize, Duration);

/// Records the restarts that are reported.
#[derive(Default)]
struct Restarts(Mutex<Vec<Told>>);

impl Progress for Restarts {
    fn step(&self, _: &str, _: u64, _: u64) {}
    fn restarts(&self, reason: &PullError, restart: usize, most: usize, pause: Duration) {
        assert!(matches!(reason, PullError::Moved { .. }), "{reason}");
        self.0.lock().unwrap().push((restart, most, pause));
    }
}

/// Rule 18: a pull during which data changes is restarted as often as there are pauses, each restart is reported; then
/// it is an error, and nothing is left behind.
#[tokio::test]
async fn rule_18_a_pull_starts_again_as_often_as_it_has_pauses() {
    let server = MockServer::start().await;
    mount_context(&server).await;
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
