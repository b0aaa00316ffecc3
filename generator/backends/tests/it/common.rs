//! Recorded answers, and servers on loopback that serve them.

use std::{fs, path::PathBuf, time::Duration};

use secrecy::SecretString;
use serde_json::Value;
use vitrine_backends::{
    http::HttpConfig,
    shopware::{
        ShopwareClient, ShopwareConfig,
        session::{ContextToken, SessionCall},
    },
    statamic::{StatamicClient, StatamicConfig},
};
use vitrine_model::ids::LanguageId;
use wiremock::{Mock, MockServer, ResponseTemplate, matchers};

/// One recorded answer.
pub(crate) struct Recorded {
    pub(crate) path: String,
    pub(crate) status: u16,
    pub(crate) token: Option<String>,
    pub(crate) content_type: String,
    pub(crate) body: Value,
}

fn dir(kind: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("tests/recorded")
        .join(kind)
}

/// A file as JSON.
pub(crate) fn json(kind: &str, name: &str) -> Value {
    let path = dir(kind).join(format!("{name}.json"));
    serde_json::from_slice(&fs::read(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))).unwrap()
}

/// A recorded answer by name.
pub(crate) fn recorded(kind: &str, name: &str) -> Recorded {
    let all = json(kind, name);
    let target = all["request"]["path"].as_str().unwrap();
    let path = target.split('?').next().unwrap_or(target);
    let headers = all["headers"].as_object().unwrap();
    let header = |wanted: &str| {
        let found = headers.iter().find(|(k, _)| k.eq_ignore_ascii_case(wanted));
        found.and_then(|(_, v)| v.as_str()).map(str::to_owned)
    };
    Recorded {
        path: path.to_owned(),
        status: u16::try_from(all["status"].as_u64().unwrap()).unwrap(),
        token: header("sw-context-token"),
        content_type: header("content-type").unwrap_or_else(|| "application/json".to_owned()),
        body: all["body"].clone(),
    }
}

/// The names of all recorded answers for which the filter is true; their paths have no query.
pub(crate) fn names(kind: &str, wanted: impl Fn(&Recorded) -> bool) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(dir(kind))
        .unwrap()
        .map(|f| f.unwrap().path().file_stem().unwrap().to_str().unwrap().to_owned())
        .filter(|name| wanted(&recorded(kind, name)))
        .collect();
    names.sort();
    names
}

impl Recorded {
    /// The answer as recorded.
    pub(crate) fn answer(&self) -> ResponseTemplate {
        let template = ResponseTemplate::new(self.status);
        let template = match &self.token {
            Some(token) => template.insert_header("sw-context-token", token.as_str()),
            None => template,
        };
        match &self.body {
            Value::String(text) => template.set_body_raw(text.clone().into_bytes(), &self.content_type),
            Value::Null => template,
            body => template.set_body_raw(serde_json::to_vec(body).unwrap(), &self.content_type),
        }
    }
}

/// Small limits, so that tests do not wait.
pub(crate) fn limits() -> HttpConfig {
    HttpConfig {
        connect_timeout: Duration::from_millis(500),
        read_timeout: Duration::from_secs(5),
        slow_timeout: Duration::from_secs(5),
        max_body: 2 * 1024 * 1024,
        max_list: 1_000_000,
        max_in_flight: 4,
        max_large: 2,
        retry_pause: Duration::ZERO,
        retry_after_at_most: Duration::from_secs(1),
        free_retries: 100,
    }
}

/// A JSON answer.
pub(crate) fn ok(body: &Value) -> ResponseTemplate {
    ResponseTemplate::new(200).set_body_json(body)
}

pub(crate) const KEY: &str = "SWSCVITRINE0REFERENCE00AAA";
pub(crate) const TOKEN: &str = "GCelL0NV8HlF13HKkv0HrY0lM2OoESvl";
pub(crate) const DUTCH: &str = "95cf7459e8522bb6ac9cf1f72f3736a2";

/// A client of a server, with given limits.
pub(crate) fn shopware_with(endpoint: &str, http: HttpConfig) -> ShopwareClient {
    ShopwareClient::new(ShopwareConfig {
        endpoint: endpoint.to_owned(),
        access_key: SecretString::from(KEY),
        http,
    })
    .unwrap()
}

pub(crate) fn shopware(server: &MockServer) -> ShopwareClient {
    shopware_with(&server.uri(), limits())
}

pub(crate) fn statamic(server: &MockServer) -> StatamicClient {
    StatamicClient::new(StatamicConfig {
        endpoint: server.uri(),
        graphql: format!("{}/graphql", server.uri()),
        basic: None,
        token: Some(SecretString::from("cms-secret")),
        headers: vec![("X-Staging".to_owned(), SecretString::from("basic-secret"))],
        http: limits(),
    })
    .unwrap()
}

pub(crate) fn language() -> LanguageId {
    LanguageId::parse(DUTCH).unwrap()
}

/// A call with a visitor's token.
pub(crate) fn call() -> SessionCall {
    SessionCall {
        token: Some(ContextToken::parse(TOKEN).unwrap()),
        language: language(),
        visitor: None,
    }
}

/// Mounts an answer at a path.
pub(crate) async fn mount(server: &MockServer, method: &str, path: &str, answer: ResponseTemplate) {
    Mock::given(matchers::method(method))
        .and(matchers::path(path))
        .respond_with(answer)
        .mount(server)
        .await;
}

/// Mounts the anonymous context, which has the channel's currency.
pub(crate) async fn mount_context(server: &MockServer) {
    mount(
        server,
        "GET",
        "/store-api/context",
        recorded("shopware", "000-context-anonymous").answer(),
    )
    .await;
}
