//! Starts a stand-in Statamic on a free port and sends requests. Each test has its own server, content and clock.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use axum::Router;
use jiff::Timestamp;
use serde_json::Value;
use vitrine_demo_shop::ShopFile;
use vitrine_demo_shop::clock::Clock;
use vitrine_demo_statamic::{StatamicOptions, StatamicProfile, StatamicState, StatamicVersion, router};

/// Base URL of pictures in the tests.
pub(crate) const IMAGES: &str = "http://images.example";

/// Start time of the clock: after the recorded news, long before 2099.
pub(crate) fn start() -> Timestamp {
    "2026-02-01T12:00:00Z".parse().expect("a timestamp")
}

pub(crate) fn fixture() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/content_shop")
}

/// The demo shop's own data files.
pub(crate) fn lindhoven() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../shops/lindhoven")
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
        Self::of_version(shop_dir, profile, StatamicVersion::Five).await
    }

    pub(crate) async fn of_version(shop_dir: &Path, profile: StatamicProfile, version: StatamicVersion) -> Self {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let base = format!("http://{}", listener.local_addr().expect("an address"));
        let shop = ShopFile::load(shop_dir).expect("shop.json");
        let clock = Clock::new(start());
        let options = StatamicOptions {
            profile,
            version,
            base_url: base.clone(),
            image_url: IMAGES.to_owned(),
        };
        let state = Arc::new(StatamicState::load(shop_dir, &shop, &options, clock.clone()).expect("the content"));
        let routes: Router = router(Arc::clone(&state));
        let task = tokio::spawn(async move { axum::serve(listener, routes).await.expect("the server") });
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = reqwest::Client::builder()
            .no_proxy()
            .redirect(reqwest::redirect::Policy::none())
            .build()
            .expect("a client");
        Self {
            base,
            state,
            clock,
            client,
            task,
        }
    }

    /// Only loads a shop's content; returns the error's text.
    pub(crate) fn load(shop_dir: &Path) -> Result<(), String> {
        let shop = ShopFile::load(shop_dir).expect("shop.json");
        let loaded = StatamicState::load(shop_dir, &shop, &StatamicOptions::default(), Clock::new(start()));
        loaded.map(drop).map_err(|error| error.to_string())
    }

    /// Sends a request unchanged; brackets are not encoded.
    pub(crate) async fn send(&self, method: &str, path: &str, accept: Option<&str>) -> Answer {
        let headers: Vec<(&str, &str)> = accept.map(|accept| ("Accept", accept)).into_iter().collect();
        self.request(method, path, &headers, None).await
    }

    /// Sends a request with headers and a body.
    pub(crate) async fn request(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: Option<Vec<u8>>,
    ) -> Answer {
        let method = reqwest::Method::from_bytes(method.as_bytes()).expect("a method");
        let mut request = self.client.request(method, format!("{}{path}", self.base));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        if let Some(body) = body {
            request = request.body(body);
        }
        let response = request.send().await.expect("an answer");
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        Answer {
            status,
            headers,
            text: response.text().await.expect("a body"),
        }
    }

    /// A form as a browser's script sends it, accepting JSON.
    pub(crate) async fn submit(&self, form: &str, body: &str) -> Answer {
        let headers = [
            ("Accept", "application/json"),
            ("Content-Type", "application/x-www-form-urlencoded"),
        ];
        self.request("POST", &format!("/!/forms/{form}"), &headers, Some(body.into()))
            .await
    }

    /// Sends a GraphQL document to a path; returns the whole answer.
    pub(crate) async fn graphql(&self, path: &str, request: &Value) -> Value {
        let headers = [("Accept", "application/json"), ("Content-Type", "application/json")];
        let answer = self
            .request("POST", path, &headers, Some(request.to_string().into()))
            .await;
        assert_eq!(answer.status, 200, "{request}: {}", answer.text);
        answer.json()
    }

    /// Changes the settings of the installation.
    pub(crate) fn set(&self, settings: Value) {
        self.state.set(serde_json::from_value(settings).expect("settings"));
    }

    /// Starts a live preview and returns its token.
    pub(crate) fn preview(&self, edit: Value) -> String {
        self.state
            .preview(serde_json::from_value(edit).expect("a preview"))
            .expect("a token")
    }

    /// GET, accepting JSON.
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

/// Copies a shop folder.
pub(crate) fn copy(from: &std::path::Path, to: &std::path::Path) {
    std::fs::create_dir_all(to).expect("a folder");
    for item in std::fs::read_dir(from).expect("a folder") {
        let path = item.expect("an item").path();
        let target = to.join(path.file_name().expect("a name"));
        if path.is_dir() {
            copy(&path, &target);
        } else {
            std::fs::copy(&path, &target).expect("a copy");
        }
    }
}
