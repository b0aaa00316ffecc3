//! `/api/ready`: status for load balancers and operators.

use std::time::Duration;

use serde_json::json;
use vitrine_backends::{
    http::HttpConfig,
    shopware::{ShopwareClient, ShopwareConfig},
};
use wiremock::ResponseTemplate;

use crate::{
    shop::Shop,
    shopware::{Recorded, Shopware},
};

/// The answer once the index of the release is built, which a search waits for.
fn told(status: &str, shopware: &str) -> serde_json::Value {
    json!({"status": status, "backends": {"shopware": shopware}, "search": "up"})
}

async fn search_is_up(shop: &Shop) {
    assert_eq!(shop.get("/api/search").send().await.status, 200);
}

/// It reports that a backend is down, and stays 200 while pages can be served.
#[tokio::test]
async fn ready_reports_that_a_backend_is_down() {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let nobody = ShopwareClient::new(ShopwareConfig {
        // The port of a socket that does not listen.
        endpoint: "http://127.0.0.1:1/store-api".to_owned(),
        access_key: secrecy::SecretString::from("SWSCVITRINE0REFERENCE00AAA"),
        http: HttpConfig::api(),
    });
    let shop = Shop::start(std::sync::Arc::new(nobody.expect("a client"))).await;
    search_is_up(&shop).await;
    let answer = shop.ask("GET", "/api/ready").send().await;
    assert_eq!((answer.status, answer.json()), (200, told("degraded", "down")));
    assert_eq!(shop.ask("GET", "/api/health").send().await.status, 200);
    assert_eq!(shop.ask("GET", "/").send().await.status, 200, "pages need no backend");
}

/// A state folder that is not writable is reported with the remedy, for as long as it is.
#[tokio::test]
async fn ready_reports_a_state_folder_that_is_not_writable() {
    let shopware = Shopware::anonymous().await;
    let shop = Shop::with(shopware.client(), |config| {
        config.limits.ready_age = Duration::ZERO;
    })
    .await;
    search_is_up(&shop).await;
    let state = shop.folder.path().join("state");
    let aside = shop.folder.path().join("aside");
    let ready = async || shop.ask("GET", "/api/ready").send().await.json();
    assert_eq!(ready().await, told("ok", "up"));
    for instead in ["nothing", "a file"] {
        std::fs::rename(&state, &aside).expect("moved");
        if instead == "a file" {
            std::fs::write(&state, "").expect("written");
        }
        let found = ready().await;
        assert_eq!(found["status"], "degraded", "{instead}");
        assert_eq!(found["setup"][0]["code"], "state-not-writable", "{instead}");
        let remedy = found["setup"][0]["remedy"].as_str().expect("a remedy");
        assert!(remedy.contains("build.state_dir"), "{remedy}");
        assert!(!found.to_string().contains(state.to_str().expect("a path")), "{found}");
        let _nothing = std::fs::remove_file(&state);
        std::fs::rename(&aside, &state).expect("moved back");
        assert_eq!(ready().await, told("ok", "up"), "{instead}");
    }
}

#[tokio::test]
async fn ready_distinguishes_up_maintenance_failing_and_hanging() {
    let maintenance = Recorded::read("550-maintenance-context");
    const HOUR: Duration = Duration::from_secs(3_600);
    let silent = ResponseTemplate::new(200).set_delay(HOUR);
    // Only the hanging one runs into its deadline, however slow the machine is.
    let soon = Duration::from_millis(300);
    for (status, shopware, answer, deadline) in [
        (
            "ok",
            "up",
            Box::new(Recorded::read("000-context-anonymous")) as Box<dyn wiremock::Respond>,
            HOUR,
        ),
        ("degraded", "maintenance", Box::new(maintenance), HOUR),
        ("degraded", "down", Box::new(ResponseTemplate::new(500)), HOUR),
        ("degraded", "down", Box::new(ResponseTemplate::new(403)), HOUR),
        ("degraded", "down", Box::new(silent), soon),
    ] {
        let backend = Shopware::start().await;
        backend
            .answer("GET", "/context", move |request: &wiremock::Request| {
                answer.respond(request)
            })
            .await;
        let shop = Shop::with(backend.client(), |config| config.limits.ready_timeout = deadline).await;
        search_is_up(&shop).await;
        let answer = shop.ask("GET", "/api/ready").send().await;
        assert_eq!((answer.status, answer.json()), (200, told(status, shopware)));
        assert!(answer.set_cookies().is_empty(), "it begins no session");
    }
}

/// However often it is called, the backend is only probed at intervals.
#[tokio::test]
async fn ready_cannot_be_used_to_load_a_backend() {
    let backend = Shopware::anonymous().await;
    let shop = Shop::start(backend.client()).await;
    search_is_up(&shop).await;
    let asked: Vec<_> = (0..50)
        .map(|_| tokio::spawn(shop.ask("GET", "/api/ready").send()))
        .collect();
    for answer in asked {
        assert_eq!(answer.await.expect("no panic").json(), told("ok", "up"));
    }
    assert_eq!(backend.calls().await, ["GET /context"]);

    let shop = Shop::with(backend.client(), |config| config.limits.ready_age = Duration::ZERO).await;
    for _ in 0..2 {
        shop.ask("GET", "/api/ready").send().await;
    }
    assert_eq!(backend.calls().await.len(), 3, "what it knows gets old");
}

/// Without a release there is nothing to serve: 503, whatever the state of the backends.
#[tokio::test]
async fn ready_is_503_while_no_release_is_live() {
    let backend = Shopware::anonymous().await;
    let folder = tempfile::tempdir().expect("a folder");
    let shop = Shop::in_folder(folder, backend.client(), |_| {}).await;
    let answer = shop.ask("GET", "/api/ready").send().await;
    assert_eq!(
        (answer.status, answer.json()),
        (503, {
            let mut told = told("no-release", "up");
            told["search"] = "none".into();
            told
        })
    );
}
