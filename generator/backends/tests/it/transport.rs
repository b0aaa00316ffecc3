//! The transport over real sockets: retries, deadlines, limits, broken answers, tokens (R-BACK-01, -03, -04, -05; rules 5, 13, 14, 15).

use std::time::{Duration, Instant};

use crate::common::{KEY, TOKEN, call, limits, mount, mount_context, recorded, shopware, shopware_with};
use secrecy::SecretString;
use serde_json::json;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpListener,
};
use vitrine_backends::{
    Backend, BackendError,
    shopware::{
        ShopwareClient, ShopwareConfig,
        session::{LineItemId, NewLineItem},
    },
    statamic::{StatamicClient, StatamicConfig},
};
use vitrine_model::ids::ProductId;
use wiremock::{Mock, MockServer, ResponseTemplate, matchers::any};

const RETRIED: [u16; 8] = [408, 409, 425, 429, 500, 502, 503, 504];

async fn always(status: u16) -> MockServer {
    let server = MockServer::start().await;
    Mock::given(any())
        .respond_with(ResponseTemplate::new(status))
        .mount(&server)
        .await;
    server
}

async fn count(server: &MockServer) -> usize {
    server.received_requests().await.unwrap().len()
}

/// R-BACK-03: GET is retried once on 408, 409, 425, 429, 500, 502, 503, 504, and on no other status; 400 to 599 is an
/// error.
#[tokio::test]
async fn r_back_03_get_is_tried_once_more_on_the_eight_statuses() {
    for status in (400..=599).filter(|s| *s < 432 || (451..=452).contains(s) || (499..=511).contains(s) || *s == 599) {
        let server = always(status).await;
        let error = shopware(&server).channel().await.unwrap_err();
        assert_eq!(error.status(), Some(status));
        let expected = if RETRIED.contains(&status) { 2 } else { 1 };
        assert_eq!(count(&server).await, expected, "GET answered {status}");
    }
}

/// R-BACK-03: a GET that fails once succeeds.
#[tokio::test]
async fn r_back_03_a_get_that_fails_once_succeeds() {
    for status in RETRIED {
        let server = MockServer::start().await;
        Mock::given(any())
            .respond_with(ResponseTemplate::new(status).insert_header("Retry-After", "0"))
            .up_to_n_times(1)
            .mount(&server)
            .await;
        mount_context(&server).await;
        assert_eq!(shopware(&server).currency().await.unwrap().as_str(), "EUR", "{status}");
        assert_eq!(count(&server).await, 2);
    }
}

/// R-BACK-03: no retry for PATCH and POST (this client sends no PUT; its DELETE is tested next to the transport).
#[tokio::test]
async fn r_back_03_writes_are_never_retried() {
    let product = ProductId::parse("f299c748b1eba1a51c7918faf24d013c").unwrap();
    let id = LineItemId::parse(product.as_str()).unwrap();
    for status in RETRIED {
        let server = MockServer::start().await;
        mount_context(&server).await;
        Mock::given(any())
            .respond_with(ResponseTemplate::new(status))
            .mount(&server)
            .await;
        let client = shopware(&server);
        client.currency().await.unwrap();
        let item = NewLineItem::Product {
            product_id: product.clone(),
            quantity: 1,
        };
        client.add_line_items(&call(), &[item]).await.unwrap_err();
        client.change_line_items(&call(), &[(id.clone(), 2)]).await.unwrap_err();
        client
            .remove_line_items(&call(), std::slice::from_ref(&id))
            .await
            .unwrap_err();
        client
            .set_language(&call(), &crate::common::language())
            .await
            .unwrap_err();
        let sent: Vec<String> = server.received_requests().await.unwrap()[1..]
            .iter()
            .map(|r| format!("{} {}", r.method, r.url.path()))
            .collect();
        assert_eq!(
            sent,
            [
                "POST /store-api/checkout/cart/line-item",
                "PATCH /store-api/checkout/cart/line-item",
                "POST /store-api/checkout/cart/line-item/delete",
                "PATCH /store-api/context"
            ],
            "{status}"
        );
    }
}

/// Rule 15: retries are limited by a budget; a long Retry-After is returned, not waited for.
#[tokio::test]
async fn retries_have_a_budget_and_a_longest_wait() {
    let server = always(500).await;
    let mut config = limits();
    config.free_retries = 1;
    let client = shopware_with(&server.uri(), config);
    for _ in 0..3 {
        client.channel().await.unwrap_err();
    }
    assert_eq!(count(&server).await, 4, "one free retry for three calls");

    let server = MockServer::start().await;
    let answer = ResponseTemplate::new(429).insert_header("Retry-After", "58");
    Mock::given(any()).respond_with(answer).mount(&server).await;
    match shopware(&server).channel().await.unwrap_err() {
        BackendError::Status { retry_after, .. } => assert_eq!(retry_after, Some(Duration::from_secs(58))),
        other => panic!("{other}"),
    }
    assert_eq!(count(&server).await, 1);

    // Shopware sends the wait only in `meta.parameters.seconds`, as a number or as a text; the header takes precedence.
    for (header, seconds, waits) in [
        (None, json!(30), Some(30)),
        (None, json!("7"), Some(7)),
        (Some("58"), json!(30), Some(58)),
        (None, json!(-1), None),
        (None, json!(null), None),
        (None, json!("soon"), None),
    ] {
        let server = MockServer::start().await;
        let body = json!({"errors": [
            {"status": "429", "code": "OTHER"},
            {"status": "429", "code": "FRAMEWORK__RATE_LIMIT_EXCEEDED", "meta": {"parameters": {"seconds": seconds}}},
        ]});
        let mut answer = ResponseTemplate::new(429).set_body_json(body);
        if let Some(header) = header {
            answer = answer.insert_header("Retry-After", header);
        }
        Mock::given(any()).respond_with(answer).mount(&server).await;
        let error = shopware(&server).channel().await.unwrap_err();
        assert_eq!(
            error.retry_after(),
            waits.map(Duration::from_secs),
            "{header:?} {seconds}"
        );
        let calls = if waits.is_some_and(|seconds| seconds > 1) { 1 } else { 2 };
        assert_eq!(
            count(&server).await,
            calls,
            "a wait that is too long is no pause before a retry"
        );
    }
}

/// A server that answers each connection with the given bytes and then hangs or closes.
async fn raw(bytes: &'static [u8], hang: bool) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        let mut held = Vec::new();
        while let Ok((mut stream, _)) = listener.accept().await {
            let mut request = [0_u8; 4096];
            let _ = stream.read(&mut request).await;
            let _ = stream.write_all(bytes).await;
            if hang {
                held.push(stream);
            }
        }
    });
    format!("http://{address}")
}

/// Rule 14: a hanging answer is aborted, before the head and within the body.
#[tokio::test]
async fn a_hang_is_cut() {
    let mut config = limits();
    config.read_timeout = Duration::from_millis(150);
    let within = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{\"token\":";
    for bytes in [&b""[..], within] {
        let client = shopware_with(&raw(bytes, true).await, config.clone());
        let started = Instant::now();
        let error = client.channel().await.unwrap_err();
        assert!(matches!(error, BackendError::TimedOut { .. }), "{error}");
        assert!(started.elapsed() < Duration::from_secs(2));
        assert!(
            error
                .to_string()
                .contains("Shopware GET /context did not answer within 150 ms"),
            "{error}"
        );
    }
}

/// R-GEN-02: a truncated, malformed or unexpected answer is an error that names the call and the position.
#[tokio::test]
async fn broken_answers_are_named() {
    let cut = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{\"token\":";
    let error = shopware_with(&raw(cut, false).await, limits())
        .channel()
        .await
        .unwrap_err();
    assert!(matches!(error, BackendError::Unreachable { .. }), "{error}");
    assert!(error.to_string().contains("Shopware GET /context"), "{error}");

    let server = MockServer::start().await;
    mount(
        &server,
        "GET",
        "/store-api/context",
        ResponseTemplate::new(200).set_body_raw("{\"currency\":\n{\"iso", "application/json"),
    )
    .await;
    match shopware(&server).channel().await.unwrap_err() {
        BackendError::BadJson { call, line, column, .. } => {
            assert_eq!((call.path.as_str(), line, column), ("/context", 2, 5));
            assert_eq!(call.backend, Backend::Shopware);
        }
        other => panic!("{other}"),
    }

    let server = MockServer::start().await;
    mount(
        &server,
        "GET",
        "/store-api/context",
        ResponseTemplate::new(200).set_body_raw("<!DOCTYPE html>", "text/html; charset=UTF-8"),
    )
    .await;
    match shopware(&server).channel().await.unwrap_err() {
        BackendError::NotJson { found, .. } => assert_eq!(found, "text/html; charset=UTF-8"),
        other => panic!("{other}"),
    }

    let server = MockServer::start().await;
    let moved = ResponseTemplate::new(302).insert_header("Location", "/elsewhere");
    Mock::given(any()).respond_with(moved).mount(&server).await;
    assert_eq!(
        shopware(&server).channel().await.unwrap_err().status(),
        Some(302),
        "no redirect is followed"
    );
    assert_eq!(count(&server).await, 1);
}

/// Rule 13: an answer is aborted at the limit, also if its length is unknown in advance.
#[tokio::test]
async fn a_body_beyond_the_limit_is_cut() {
    let server = MockServer::start().await;
    let body = json!({"x": "y".repeat(10_000)}).to_string();
    mount(
        &server,
        "GET",
        "/store-api/context",
        ResponseTemplate::new(200).set_body_raw(body, "application/json"),
    )
    .await;
    let mut config = limits();
    config.max_body = 1_000;
    let error = shopware_with(&server.uri(), config).channel().await.unwrap_err();
    assert!(matches!(error, BackendError::TooLarge { limit: 1_000, .. }), "{error}");
}

/// R-BACK-03: a failed connection is an error that names the call and the remedy.
#[tokio::test]
async fn a_backend_that_is_down_is_named() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    drop(listener);
    let error = shopware_with(&format!("http://{address}"), limits())
        .channel()
        .await
        .unwrap_err();
    assert!(matches!(error, BackendError::Unreachable { .. }), "{error}");
    assert!(
        error
            .to_string()
            .starts_with("Shopware GET /context could not be reached"),
        "{error}"
    );
}

/// R-BACK-04: 'Failed request', then one line per error: title, source pointer, detail.
#[tokio::test]
async fn r_back_04_failed_requests_are_reported_line_by_line() {
    let server = MockServer::start().await;
    mount_context(&server).await;
    mount(
        &server,
        "PATCH",
        "/store-api/checkout/cart/line-item",
        recorded("shopware", "314-cart-quantity-string").answer(),
    )
    .await;
    mount(
        &server,
        "POST",
        "/store-api/checkout/cart/line-item",
        recorded("shopware", "063-cart-add-negative").answer(),
    )
    .await;
    let client = shopware(&server);
    let id = LineItemId::parse("x").unwrap();
    let failure = client.change_line_items(&call(), &[(id, 4)]).await.unwrap_err();
    assert_eq!(
        failure.error.failed_request(),
        "Failed request\nConstraint violation error: /quantity: This value should be of type int."
    );
    assert!(failure.error.to_string().ends_with(&failure.error.failed_request()));
    assert!(
        failure
            .error
            .to_string()
            .starts_with("Shopware PATCH /checkout/cart/line-item was answered with status 400")
    );
    let failure = client.add_line_items(&call(), &[]).await.unwrap_err();
    assert_eq!(
        failure.error.failed_request(),
        "Failed request\nBad Request: The quantity must be a positive integer. Given: \"-5\""
    );

    let told = async |body: serde_json::Value| {
        let server = MockServer::start().await;
        Mock::given(any())
            .respond_with(ResponseTemplate::new(400).set_body_json(body))
            .mount(&server)
            .await;
        shopware(&server).channel().await.unwrap_err().failed_request()
    };
    assert_eq!(
        told(json!({"errors": []})).await,
        "Failed request\nUnknown error: the backend returned none."
    );
    assert_eq!(
        told(json!({})).await,
        "Failed request\nUnknown error: the backend returned none."
    );
    assert_eq!(
        told(json!({"errors": [{"title": "A", "source": {"pointer": "/a"}}, {"title": "B", "detail": "b"}]})).await,
        "Failed request\nA: /a: No error details provided.\nB: b"
    );
}

/// R-BACK-05: missing endpoint or access token.
#[test]
fn r_back_05_missing_configuration_is_said_in_one_sentence() {
    let sentence = "Make sure that endpoint and accessToken are settled in the configuration";
    for (endpoint, key) in [
        ("", KEY),
        (" ", KEY),
        ("http://127.0.0.1:1", ""),
        ("127.0.0.1", KEY),
        ("ftp://x/", KEY),
        ("http://a:b@x/", KEY),
    ] {
        let config = ShopwareConfig {
            endpoint: endpoint.to_owned(),
            access_key: SecretString::from(key),
            http: limits(),
        };
        let error = ShopwareClient::new(config).unwrap_err();
        assert!(error.to_string().starts_with(sentence), "{endpoint:?}: {error}");
    }
    let config = StatamicConfig {
        endpoint: String::new(),
        graphql: String::new(),
        basic: None,
        token: None,
        headers: Vec::new(),
        http: limits(),
    };
    assert!(
        StatamicClient::new(config)
            .unwrap_err()
            .to_string()
            .starts_with(sentence)
    );
}

/// R-BACK-01: access key, context token, Accept and JSON content on every call, the base URL from the configuration.
#[tokio::test]
async fn r_back_01_every_call_carries_key_token_and_language() {
    let server = MockServer::start().await;
    mount_context(&server).await;
    mount(
        &server,
        "POST",
        "/store-api/checkout/cart/line-item",
        recorded("shopware", "056-cart-add").answer(),
    )
    .await;
    mount(
        &server,
        "GET",
        "/store-api/checkout/cart",
        recorded("shopware", "066-cart-taxed").answer(),
    )
    .await;
    let client = shopware_with(&format!("{}/store-api/", server.uri()), limits());
    let product_id = ProductId::parse("f299c748b1eba1a51c7918faf24d013c").unwrap();
    client
        .add_line_items(
            &call(),
            &[NewLineItem::Product {
                product_id,
                quantity: 1,
            }],
        )
        .await
        .unwrap();
    client.cart(&call(), true).await.unwrap();
    let requests = server.received_requests().await.unwrap();
    let (first, add, cart) = (&requests[0], &requests[1], &requests[2]);
    for request in &requests {
        assert_eq!(request.headers["sw-access-key"], KEY);
        assert_eq!(request.headers["accept"], "application/json");
        assert!(request.headers.get("cookie").is_none());
    }
    assert!(
        first.headers.get("sw-context-token").is_none(),
        "the channel's currency is asked for in nobody's name"
    );
    assert_eq!(add.headers["sw-context-token"], TOKEN);
    assert_eq!(add.headers["sw-language-id"], crate::common::DUTCH);
    assert_eq!(add.headers["content-type"], "application/json");
    assert_eq!(add.body, serde_json::to_vec(&recorded_body("056-cart-add")).unwrap());
    // The rest is a random parameter that bypasses caches.
    assert!(
        cart.url
            .query()
            .is_some_and(|query| query.starts_with("taxed=1&uncached="))
    );
}

fn recorded_body(name: &str) -> serde_json::Value {
    let item = &crate::common::json("shopware", name)["request"]["body"]["items"][0];
    json!({"items": [{"id": item["id"], "referencedId": item["referencedId"], "type": item["type"], "quantity": item["quantity"]}]})
}

/// Rule 5: neither key nor token is in any error, debug text or URL.
#[tokio::test]
async fn secrets_are_never_printed() {
    let server = always(500).await;
    let client = shopware(&server);
    let failure = client.context(&call()).await.unwrap_err();
    let config = ShopwareConfig {
        endpoint: server.uri(),
        access_key: SecretString::from(KEY),
        http: limits(),
    };
    let text = format!("{client:?} {failure:?} {failure} {:?} {config:?}", call());
    assert!(!text.contains(KEY) && !text.contains(TOKEN), "{text}");
    for request in server.received_requests().await.unwrap() {
        assert!(!request.url.as_str().contains(TOKEN) && !request.url.as_str().contains(KEY));
    }
}

/// A channel in maintenance mode is recognised (R-SESS-03 needs it).
#[tokio::test]
async fn maintenance_mode_is_recognised() {
    let server = MockServer::start().await;
    Mock::given(any())
        .respond_with(recorded("shopware", "550-maintenance-context").answer())
        .mount(&server)
        .await;
    let failure = shopware(&server).context(&call()).await.unwrap_err();
    assert!(matches!(failure.error, BackendError::Maintenance { .. }), "{failure}");
    assert_eq!(failure.token, None);
}

/// R-BACK-06: a failed content fetch is logged with its status.
#[tokio::test]
async fn r_back_06_a_failed_content_fetch_is_logged_with_its_status() {
    let server = always(502).await;
    let log = Log::default();
    let subscriber = tracing_subscriber::fmt()
        .with_ansi(false)
        .with_writer(log.clone())
        .finish();
    let guard = tracing::subscriber::set_default(subscriber);
    let site = vitrine_model::ids::SiteHandle::parse("nl-NL").unwrap();
    let error = crate::common::statamic(&server).globals(&site).await.unwrap_err();
    drop(guard);
    assert_eq!(error.status(), Some(502));
    let text = log.text();
    assert!(
        text.contains("a content fetch failed") && text.contains("status=502") && text.contains("/globals"),
        "{text}"
    );
    assert!(!text.contains("cms-secret"), "{text}");
}

#[derive(Clone, Default)]
struct Log(std::sync::Arc<std::sync::Mutex<Vec<u8>>>);

impl Log {
    fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }
}

impl std::io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl<'a> tracing_subscriber::fmt::MakeWriter<'a> for Log {
    type Writer = Self;
    fn make_writer(&'a self) -> Self {
        self.clone()
    }
}
