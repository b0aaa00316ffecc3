//! A Shopware that serves recorded answers and follows the rules for tokens: echoes the sent one, generates one if none
//! was sent.

use std::{path::Path, sync::Arc, time::Duration};

use secrecy::SecretString;
use serde_json::Value;
use vitrine_backends::{
    http::HttpConfig,
    shopware::{ShopwareClient, ShopwareConfig},
};
use wiremock::{
    Mock, MockServer, Request, Respond, ResponseTemplate,
    matchers::{method, path, path_regex},
};

pub const MINTED: &str = "mintedmintedmintedmintedminted00";

/// The bytes of a document.
pub const PDF: &[u8] = b"%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n";
/// The document of [`own_order`].
pub const DOCUMENT: &str = "01a1fcc9b4e3729fb01f14dbff318123";
/// The file of [`own_order`].
pub const DOWNLOAD: &str = "01a1fcc9b0be71f187390efce4e5bd41";

/// An open order with an invoice and a paid download, as Shopware returns it to its customer.
pub fn own_order() -> Value {
    let mut body = Recorded::read("093-orders-guest").body();
    let other = Recorded::read("485-order-shipped-with-document").body();
    let from = &other["orders"]["elements"][0];
    let order = &mut body["orders"]["elements"][0];
    order["documents"] = from["documents"].clone();
    order["lineItems"][0]["downloads"] = from["lineItems"][1]["downloads"].clone();
    body
}

/// One recorded answer.
pub struct Recorded {
    status: u16,
    body: Value,
    token: Option<&'static str>,
}

impl Recorded {
    pub fn read(name: &str) -> Self {
        let file = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("tests/recorded")
            .join(format!("{name}.json"));
        let recording: Value = serde_json::from_slice(&std::fs::read(file).expect("the recording")).expect("JSON");
        Self {
            status: recording["status"]
                .as_u64()
                .and_then(|s| s.try_into().ok())
                .expect("a status"),
            body: recording["body"].clone(),
            token: None,
        }
    }

    pub fn body(&self) -> Value {
        self.body.clone()
    }

    /// Answers with this token whatever was sent, as after an expiry.
    pub fn with_token(mut self, token: &'static str) -> Self {
        self.token = Some(token);
        self
    }
}

impl Respond for Recorded {
    fn respond(&self, request: &Request) -> ResponseTemplate {
        let sent = request.headers.get("sw-context-token").and_then(|t| t.to_str().ok());
        ResponseTemplate::new(self.status)
            .set_body_json(&self.body)
            .insert_header("sw-context-token", self.token.or(sent).unwrap_or(MINTED))
    }
}

/// The server and its received requests.
pub struct Shopware {
    pub server: MockServer,
}

impl Shopware {
    /// A server with context and languages, as every shop has.
    pub async fn start() -> Self {
        let shopware = Self {
            server: MockServer::start().await,
        };
        shopware
            .answer("PATCH", "/context", Recorded::read("077-context-patch-language"))
            .await;
        shopware
    }

    pub async fn anonymous() -> Self {
        let shopware = Self::start().await;
        shopware
            .answer("GET", "/context", Recorded::read("000-context-anonymous"))
            .await;
        shopware
    }

    pub async fn answer(&self, verb: &str, below: &str, with: impl Respond + 'static) {
        Mock::given(method(verb))
            .and(path(format!("/store-api{below}")))
            .respond_with(with)
            .mount(&self.server)
            .await;
    }

    /// Mounts all answers for the checkout and its orders, as recorded for a guest.
    pub async fn answers_checkout(&self) {
        let order = "/checkout/order";
        for (verb, path, recording) in [
            ("GET", "/country", "011-country"),
            ("GET", "/salutation", "012-salutation"),
            ("GET", "/shipping-method", "013-shipping-method"),
            ("GET", "/payment-method", "014-payment-method"),
            ("GET", "/account/list-address", "115-address-list"),
            ("POST", "/account/register", "090-register-guest"),
            ("POST", "/account/address", "113-address-create"),
            ("POST", order, "092-guest-order"),
            ("GET", "/order", "093-orders-guest"),
            ("POST", "/order", "093-orders-guest"),
            ("POST", "/handle-payment", "094-handle-payment"),
            ("POST", "/order/payment", "095-order-payment-change"),
        ] {
            self.answer(verb, path, Recorded::read(recording)).await;
        }
        for (verb, recording) in [("PATCH", "116-address-update"), ("DELETE", "457-address-delete")] {
            Mock::given(method(verb))
                .and(path_regex("^/store-api/account/address/[0-9a-f]{32}$"))
                .respond_with(Recorded::read(recording))
                .mount(&self.server)
                .await;
        }
    }

    /// Mounts the additional answers for the account.
    pub async fn answers_account(&self) {
        for (verb, pattern, recording) in [
            (
                "PATCH",
                "^/store-api/account/address/default-(billing|shipping)/[0-9a-f]{32}$",
                "117-address-default-shipping",
            ),
            ("POST", "^/store-api/order/state/cancel$", "097-order-cancel"),
            ("POST", "^/store-api/account/login$", "133-login"),
            ("POST", "^/store-api/account/logout$", "128-logout"),
            ("POST", "^/store-api/account/register-confirm$", "443-doi-confirm"),
            ("POST", "^/store-api/newsletter/confirm$", "546-newsletter-confirm"),
            ("POST", "^/store-api/newsletter/unsubscribe$", "546-newsletter-confirm"),
            ("POST", "^/store-api/account/recovery-password$", "140-recovery"),
            (
                "POST",
                "^/store-api/account/customer-recovery-is-expired$",
                "447-recovery-is-expired",
            ),
            (
                "POST",
                "^/store-api/account/recovery-password-confirm$",
                "450-recovery-confirm",
            ),
            ("GET", "^/store-api/account/customer$", "106-customer"),
            ("DELETE", "^/store-api/account/customer$", "414-account-delete"),
            ("POST", "^/store-api/account/change-profile$", "108-change-profile"),
            ("POST", "^/store-api/account/change-email$", "111-change-email"),
            ("POST", "^/store-api/account/change-password$", "126-change-password"),
            (
                "POST",
                "^/store-api/account/change-(language|payment-method/[0-9a-f]{32})$",
                "108-change-profile",
            ),
        ] {
            Mock::given(method(verb))
                .and(path_regex(pattern))
                .respond_with(Recorded::read(recording))
                .mount(&self.server)
                .await;
        }
        for (pattern, content_type) in [
            (
                "^/store-api/document/download/[0-9a-f]{32}/[A-Za-z0-9]{32}$",
                "application/pdf",
            ),
            (
                "^/store-api/order/download/[0-9a-f]{32}/[0-9a-f]{32}$",
                "application/octet-stream",
            ),
        ] {
            Mock::given(method("GET"))
                .and(path_regex(pattern))
                .respond_with(ResponseTemplate::new(200).set_body_raw(PDF, content_type))
                .mount(&self.server)
                .await;
        }
    }

    pub fn client(&self) -> Arc<ShopwareClient> {
        let _ = rustls::crypto::ring::default_provider().install_default();
        Arc::new(
            ShopwareClient::new(ShopwareConfig {
                endpoint: self.server.uri(),
                access_key: SecretString::from("SWSCVITRINE0REFERENCE00AAA"),
                http: HttpConfig::api(),
            })
            .expect("a client"),
        )
    }

    /// `METHOD path` of every call, except for the occasional ones that read the shop's requirements for addresses.
    pub async fn calls(&self) -> Vec<String> {
        self.requests()
            .await
            .iter()
            .filter(|r| !asks_for_rules(r))
            .map(|r| format!("{} {}", r.method, r.url.path().trim_start_matches("/store-api")))
            .collect()
    }

    pub async fn requests(&self) -> Vec<Request> {
        self.server.received_requests().await.expect("they are kept")
    }

    /// Waits until a call that continues after its answer has arrived.
    pub async fn was_asked(&self, call: &str) {
        for _ in 0..2_000 {
            if self.calls().await.iter().any(|one| one == call) {
                return;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        panic!("{call} did not arrive");
    }

    /// Calls that change something.
    pub async fn changes(&self) -> Vec<Request> {
        self.requests()
            .await
            .into_iter()
            .filter(|r| r.method.as_str() != "GET" && !asks_for_rules(r))
            .collect()
    }
}

/// Whether the call reads the shop's requirements for addresses: from its settings, or by a registration that it
/// refuses.
fn asks_for_rules(request: &Request) -> bool {
    let path = request.url.path();
    let refused = || request.body_json::<Value>().is_ok_and(|body| body["password"] == "a");
    path.ends_with("/login-registration-settings") || (path.ends_with("/account/register") && refused())
}

pub fn header<'a>(request: &'a Request, name: &str) -> Option<&'a str> {
    request.headers.get(name).and_then(|v| v.to_str().ok())
}
