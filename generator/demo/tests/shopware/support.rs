//! A demo with the crate's own small shop, a client for it, and the recorded answers of a real 6.6.7.1.

use std::path::{Path, PathBuf};

use http::HeaderMap;
use serde_json::{Value, json};
use vitrine_demo::{Demo, DemoConfig};

/// Access key of the fixture shop's sales channel: that of the recorded shop, whose ids the fixture also uses.
pub(crate) const KEY: &str = "SWSCVITRINE0REFERENCE00AAA";
pub(crate) const DUTCH: &str = "95cf7459e8522bb6ac9cf1f72f3736a2";
pub(crate) const ENGLISH: &str = "2fbb5fe2e29a4d70aa5854ce7ce3e20b";
pub(crate) const GERMAN: &str = "01a1fca6a83470238052cc135ea23922";
pub(crate) const OVO: &str = "4aebf74af34345a7cd7118f4547f8587";
pub(crate) const OVO_BLACK: &str = "f299c748b1eba1a51c7918faf24d013c";
pub(crate) const OVO_OAK: &str = "f242b578a66211cbb7e434542e2ef254";
pub(crate) const HALO: &str = "5e8812b5ce362e6436024d378f43f3d7";
pub(crate) const WAX: &str = "a5e321383500174c04ffe8e611307cdf";

/// A running demo and a client.
pub(crate) struct Shop {
    pub(crate) demo: Demo,
    pub(crate) client: reqwest::Client,
}

/// An answer.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Value,
}

impl Reply {
    pub(crate) fn token(&self) -> Option<String> {
        self.header("sw-context-token")
    }

    pub(crate) fn header(&self, name: &str) -> Option<String> {
        self.headers.get(name).map(|value| value.to_str().unwrap().to_owned())
    }

    /// Code of the first error.
    pub(crate) fn code(&self) -> &str {
        self.body["errors"][0]["code"].as_str().unwrap_or("")
    }
}

pub(crate) fn config(shop_dir: PathBuf) -> DemoConfig {
    DemoConfig::on_free_ports(shop_dir, "2026-11-21T06:27:00Z".parse().unwrap())
}

pub(crate) fn fixture() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/shop")
}

fn recorded_folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("shops/recorded")
}

/// Copies a shop folder.
pub(crate) fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let target = to.join(path.file_name().unwrap());
        if path.is_dir() {
            copy(&path, &target)
        } else {
            std::fs::copy(&path, &target).map(|_| ()).unwrap()
        }
    }
}

/// A file of a shop folder, and its modification.
pub(crate) type Change<'c> = (&'c str, &'c dyn Fn(&mut Value));

/// The fixture shop with some files modified; keep the folder while it is used.
pub(crate) async fn changed_fixture(changes: &[Change<'_>]) -> (Shop, tempfile::TempDir) {
    changed(&fixture(), changes).await
}

/// The recorded shop with some files modified.
pub(crate) async fn changed_recorded(changes: &[Change<'_>]) -> (Shop, tempfile::TempDir) {
    changed(&recorded_folder(), changes).await
}

async fn changed(from: &Path, changes: &[Change<'_>]) -> (Shop, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    copy(from, folder.path());
    for (file, change) in changes {
        let path = folder.path().join(file);
        let mut value: Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
        change(&mut value);
        std::fs::write(&path, value.to_string()).unwrap();
    }
    (Shop::of(config(folder.path().to_owned())).await, folder)
}

impl Shop {
    pub(crate) async fn start() -> Self {
        Self::of(config(fixture())).await
    }

    /// The recorded shop.
    pub(crate) async fn recorded() -> Self {
        Self::of(config(recorded_folder())).await
    }

    pub(crate) async fn of(config: DemoConfig) -> Self {
        // Another test of this process may have installed it already.
        let _installed = rustls::crypto::ring::default_provider().install_default().is_ok();
        let demo = Demo::start(config).await.unwrap();
        Self {
            demo,
            client: reqwest::Client::builder().no_proxy().build().unwrap(),
        }
    }

    /// Any request to the Shopware port.
    pub(crate) async fn send(&self, method: &str, path: &str, headers: &[(&str, &str)], body: Option<String>) -> Reply {
        let mut request = self
            .client
            .request(method.parse().unwrap(), format!("{}{path}", self.demo.shopware_url()));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        if let Some(body) = body {
            request = request.body(body);
        }
        let response = request.send().await.unwrap();
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        let text = response.text().await.unwrap();
        let body = if text.is_empty() {
            Value::Null
        } else {
            serde_json::from_str(&text).unwrap()
        };
        Reply { status, headers, body }
    }

    /// A Store API call in Dutch with a token.
    pub(crate) async fn call(&self, token: Option<&str>, method: &str, path: &str, body: Option<Value>) -> Reply {
        self.call_in(DUTCH, token, method, path, body).await
    }

    /// A Store API call in a language.
    pub(crate) async fn call_in(
        &self,
        language: &str,
        token: Option<&str>,
        method: &str,
        path: &str,
        body: Option<Value>,
    ) -> Reply {
        let mut headers = vec![
            ("sw-access-key", KEY),
            ("sw-language-id", language),
            ("content-type", "application/json"),
        ];
        headers.extend(token.map(|token| ("sw-context-token", token)));
        self.send(
            method,
            &format!("/store-api{path}"),
            &headers,
            body.map(|body| body.to_string()),
        )
        .await
    }

    /// A POST without token.
    pub(crate) async fn post(&self, path: &str, body: Value) -> Reply {
        self.call(None, "POST", path, Some(body)).await
    }

    /// A call of the control API, which must succeed.
    pub(crate) async fn control(&self, method: &str, path: &str, body: Value) -> Value {
        let reply = self
            .send(method, &format!("/_demo{path}"), &[], Some(body.to_string()))
            .await;
        assert_eq!(reply.status, 200, "{}", reply.body);
        reply.body
    }
}

impl Shop {
    /// Registers a guest with the recorded name and address in Amsterdam; returns the new token.
    pub(crate) async fn guest(&self, token: Option<&str>, email: &str) -> String {
        let country = self.post("/country", json!({"filter": {"iso": "NL"}})).await.body["elements"][0]["id"].clone();
        let body = json!({
            "guest": true, "firstName": "Test", "lastName": "Klant", "email": email, "storefrontUrl": self.demo.shopware_url(),
            "acceptedDataProtection": true, "salutationId": self.post("/salutation", json!({"filter": {"salutationKey": "mrs"}})).await.body["elements"][0]["id"],
            "billingAddress": {
                "street": "Keizersgracht 1", "zipcode": "1015 CN", "city": "Amsterdam", "countryId": country, "firstName": "Test",
                "lastName": "Klant"
            }
        });
        let reply = self.call(token, "POST", "/account/register", Some(body)).await;
        assert_eq!(reply.status, 200, "{}", reply.body);
        reply.token().unwrap()
    }
}

/// A recorded call.
#[derive(Debug, Clone)]
pub(crate) struct Recorded {
    pub(crate) name: String,
    pub(crate) method: String,
    pub(crate) path: String,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) request_body: Option<String>,
    pub(crate) status: u16,
    pub(crate) answer_token: Option<String>,
    /// Names are lower-case.
    pub(crate) answer_headers: Vec<(String, String)>,
    pub(crate) body: Value,
}

/// All recorded calls of the Store API, in order; the deliveries to an app have no number.
pub(crate) fn recordings() -> Vec<Recorded> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/recorded");
    let mut names: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| {
            path.file_name()
                .unwrap()
                .to_str()
                .unwrap()
                .starts_with(|c: char| c.is_ascii_digit())
        })
        .collect();
    names.sort();
    names.iter().map(|path| recorded(path)).collect()
}

/// The recording with this number.
pub(crate) fn recording(number: &str) -> Recorded {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/recorded");
    let mut paths = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let is = |path: &PathBuf| path.file_name().unwrap().to_str().unwrap().starts_with(number);
    recorded(&paths.find(is).unwrap())
}

fn recorded(path: &std::path::Path) -> Recorded {
    let file: Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let request = &file["request"];
    Recorded {
        name: path.file_stem().unwrap().to_str().unwrap().to_owned(),
        method: text(&request["method"]),
        path: text(&request["path"]),
        headers: request["headers"]
            .as_object()
            .unwrap()
            .iter()
            .map(|(name, value)| (name.clone(), text(value)))
            .collect(),
        // A text is sent unchanged: it is a body that the server could not parse.
        request_body: match &request["body"] {
            Value::Null => None,
            Value::String(text) => Some(text.clone()),
            body => Some(body.to_string()),
        },
        status: u16::try_from(file["status"].as_u64().unwrap()).unwrap(),
        answer_headers: file["headers"]
            .as_object()
            .unwrap()
            .iter()
            .map(|(name, value)| (name.to_lowercase(), text(value)))
            .collect(),
        answer_token: file["headers"]["sw-context-token"].as_str().map(str::to_owned),
        body: file["body"].clone(),
    }
}

impl Shop {
    /// Repeats a recorded request, with another token if one is given.
    pub(crate) async fn replay(&self, recorded: &Recorded, token: Option<&str>) -> Reply {
        let headers: Vec<(&str, &str)> = recorded
            .headers
            .iter()
            .map(|(name, value)| {
                (
                    name.as_str(),
                    if name == "sw-context-token" {
                        token.unwrap_or(value)
                    } else {
                        value.as_str()
                    },
                )
            })
            .collect();
        self.send(
            &recorded.method,
            &recorded.path,
            &headers,
            recorded.request_body.clone(),
        )
        .await
    }
}
