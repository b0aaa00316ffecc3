//! Starts a stand-in Statamic on a free port and asks it things. Each test has its own server, content and clock.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use axum::Router;
use jiff::Timestamp;
use serde_json::Value;
use vitrine_demo::clock::Clock;
use vitrine_demo::shop::ShopFile;
use vitrine_demo::statamic::{StatamicOptions, StatamicProfile, StatamicState, router};

/// Where the tests say pictures are.
pub(crate) const IMAGES: &str = "http://images.example";

/// What the clock says at the start: after the recorded news, long before 2099.
pub(crate) fn start() -> Timestamp {
    "2026-02-01T12:00:00Z".parse().expect("a timestamp")
}

pub(crate) fn fixture() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/content_shop")
}

pub(crate) struct Server {
    pub(crate) base: String,
    pub(crate) state: Arc<StatamicState>,
    pub(crate) clock: Clock,
    client: reqwest::Client,
    task: tokio::task::JoinHandle<()>,
}

impl Drop for Server {
    fn drop(&mut self) {
        self.task.abort();
    }
}

pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: reqwest::header::HeaderMap,
    pub(crate) text: String,
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|error| panic!("no JSON ({error}): {}", self.text))
    }

    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers
            .get(name)
            .and_then(|value| value.to_str().ok())
            .unwrap_or("")
    }
}

impl Server {
    pub(crate) async fn stock() -> Self {
        Self::start(&fixture(), StatamicProfile::Stock).await
    }

    pub(crate) async fn extended() -> Self {
        Self::start(&fixture(), StatamicProfile::Extended).await
    }

    pub(crate) async fn start(shop_dir: &Path, profile: StatamicProfile) -> Self {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let base = format!("http://{}", listener.local_addr().expect("an address"));
        let shop = ShopFile::load(shop_dir).expect("shop.json");
        let clock = Clock::new(start());
        let options = StatamicOptions {
            profile,
            base_url: base.clone(),
            image_url: IMAGES.to_owned(),
        };
        let state = Arc::new(StatamicState::load(shop_dir, &shop, &options, clock.clone()).expect("the content"));
        let routes: Router = router(Arc::clone(&state));
        let task = tokio::spawn(async move { axum::serve(listener, routes).await.expect("the server") });
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = reqwest::Client::builder().no_proxy().build().expect("a client");
        Self {
            base,
            state,
            clock,
            client,
            task,
        }
    }

    /// Sends a request as it is written; brackets are not encoded for it.
    pub(crate) async fn send(&self, method: &str, path: &str, accept: Option<&str>) -> Answer {
        let method = reqwest::Method::from_bytes(method.as_bytes()).expect("a method");
        let mut request = self.client.request(method, format!("{}{path}", self.base));
        if let Some(accept) = accept {
            request = request.header("Accept", accept);
        }
        let response = request.send().await.expect("an answer");
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        Answer {
            status,
            headers,
            text: response.text().await.expect("a body"),
        }
    }

    /// GET with JSON accepted.
    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.send("GET", path, Some("application/json")).await
    }

    /// The `data` of a 200.
    pub(crate) async fn data(&self, path: &str) -> Value {
        let answer = self.get(path).await;
        assert_eq!(answer.status, 200, "{path}: {}", answer.text);
        answer.json()["data"].clone()
    }

    /// One key of each item of a list, as text.
    pub(crate) async fn column(&self, path: &str, key: &str) -> Vec<String> {
        let data = self.data(path).await;
        let text = |item: &Value| item[key].as_str().map_or_else(|| item[key].to_string(), str::to_owned);
        data.as_array()
            .unwrap_or_else(|| panic!("{path}: no list"))
            .iter()
            .map(text)
            .collect()
    }
}
