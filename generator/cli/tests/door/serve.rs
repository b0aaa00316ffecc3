//! A running server goes over to a new release without a restart, keeps the old one through a failed build, and ends when it is told to (R-GEN-01, R-GEN-02).

use std::time::{Duration, Instant};

use serde_json::json;

use crate::support::{Shop, started};

/// R-GEN-01, R-GEN-02: the release that is live is the one that is served.
#[test]
fn r_gen_02_a_running_server_follows_the_live_release() {
    let shop = Shop::start();
    shop.build();
    let served = started(shop.command(&["serve"]), shop.path("serve.log"));
    let page = format!("{}/privacy", served.url);
    let (status, before) = shop.get(&page);
    assert_eq!(status, 200);
    assert!(before.contains("<html lang=\"nl-NL\""), "{before}");
    assert!(!before.contains("Privacy in vier zinnen"));

    shop.edit("pages/privacy", "nl-NL", &json!({ "title": "Privacy in vier zinnen" }));
    assert_eq!(
        shop.get(&page),
        (200, before.clone()),
        "an edit without a build shows nothing"
    );
    shop.build();
    let (status, after) = shop.get(&page);
    assert_eq!(status, 200);
    assert!(
        after.contains("Privacy in vier zinnen"),
        "the new release is served at once"
    );

    shop.edit("pages/privacy", "nl-NL", &json!({ "title": "{{" }));
    assert_eq!(shop.vitrine(&["build"]).code, Some(2));
    assert_eq!(
        shop.get(&page),
        (200, after),
        "a failed build leaves the last good one served"
    );

    let began = Instant::now();
    let status = served.terminate();
    assert_eq!(status.code(), Some(0), "SIGTERM is a good end");
    assert!(
        began.elapsed() < Duration::from_secs(5),
        "it took {:?}",
        began.elapsed()
    );
}

/// Before the first build the server runs and says that it is not ready; then it is, without a restart.
#[test]
fn r_gen_02_a_server_without_a_release_waits_for_one() {
    let shop = Shop::start();
    let served = started(shop.command(&["serve"]), shop.path("serve.log"));
    assert_eq!(shop.get(&format!("{}/api/health", served.url)).0, 200);
    assert_eq!(shop.get(&format!("{}/api/ready", served.url)).0, 503);
    shop.build();
    assert_eq!(shop.get(&format!("{}/api/ready", served.url)).0, 200);
    for (path, language) in [("/", "nl-NL"), ("/en", "en-GB"), ("/de", "de-DE")] {
        let (status, text) = shop.get(&format!("{}{path}", served.url));
        assert_eq!(status, 200, "{path}");
        assert!(text.contains(&format!("<html lang=\"{language}\"")), "{path}");
    }
    assert!(served.terminate().success());
}
