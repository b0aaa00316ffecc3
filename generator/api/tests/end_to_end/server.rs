//! The accept loop: hosts, limits, slow clients, panics, shutdown (rules 11, 13, 14).

use std::time::Duration;

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::timeout,
};
use tracing::{
    Event, Metadata, Subscriber,
    span::{Attributes, Id, Record},
};
use vitrine_api::{ApiConfig, ApiError, serve};
use wiremock::{MockServer, Request, Respond, ResponseTemplate};

use crate::{
    client::parse,
    shop::{Shop, config},
    shopware::{Recorded, Shopware},
};

const SESSION: &str = "vitrine-session=GCelL0NV8HlF13HKkv0HrY0lM2OoESvl";

/// A faulty logger that panics on every message of the Shopware client, as a stand-in for a bug anywhere below a
/// handler.
struct Panics;

impl Subscriber for Panics {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target().starts_with("vitrine_backends::shopware")
    }
    fn event(&self, _: &Event<'_>) {
        panic!("a bug with secret-token-in-it")
    }
    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }
    fn record(&self, _: &Id, _: &Record<'_>) {}
    fn record_follows_from(&self, _: &Id, _: &Id) {}
    fn enter(&self, _: &Id) {}
    fn exit(&self, _: &Id) {}
}

/// An answer with a malformed context token, about which the client logs a warning.
struct OddToken;

impl Respond for OddToken {
    fn respond(&self, _: &Request) -> ResponseTemplate {
        ResponseTemplate::new(200)
            .set_body_json(Recorded::read("000-context-anonymous").body())
            .insert_header("sw-context-token", "<>")
    }
}

/// Rules 11 and 12: a panic is a 500 in the API's own format, uncacheable and without details; the server continues.
#[tokio::test]
async fn a_panic_is_an_uncacheable_500_and_the_server_goes_on() {
    let shopware = Shopware {
        server: MockServer::start().await,
    };
    shopware.answer("GET", "/context", OddToken).await;
    shopware
        .answer("POST", "/checkout/cart/line-item/delete", OddToken)
        .await;
    let shop = Shop::with(shopware.client(), |config| config.https = true).await;
    // The server runs on this test's own thread.
    let _panics = tracing::subscriber::set_default(Panics);
    let read = shop.get("/api/session").send().await;
    assert_eq!(read.refused(), (500, "INTERNAL_ERROR".to_owned()));
    assert!(!read.text().contains("secret"));
    assert_eq!(read.header("cross-origin-resource-policy"), Some("same-origin"));
    assert_eq!(read.header("strict-transport-security"), Some("max-age=31536000"));
    let remove = shop
        .ask("DELETE", "/api/cart/line-items/f299c748b1eba1a51c7918faf24d013c")
        .by_page();
    assert_eq!(remove.send().await.refused(), (500, "INTERNAL_ERROR".to_owned()));
    assert_eq!(shop.ask("GET", "/api/health").send().await.status, 200);
}

/// Rule 14: the host must match exactly and occur once.
#[tokio::test]
async fn only_the_shops_own_hosts_are_answered() {
    let shop = Shop::start(Shopware::anonymous().await.client()).await;
    let bound = format!("127.0.0.1:{}", shop.running.addr.port());
    for host in ["shop.test", "SHOP.test", bound.as_str()] {
        assert_eq!(
            shop.ask("GET", "/en").with("Host", host).send().await.status,
            200,
            "{host}"
        );
    }
    for host in ["evil.test", "shop.test.evil.test", "shop.test:81", "127.0.0.1", ""] {
        assert_eq!(
            shop.ask("GET", "/en").with("Host", host).send().await.status,
            421,
            "{host}"
        );
        let api = shop.ask("GET", "/api/health").with("Host", host).send().await;
        assert_eq!(api.refused(), (421, "HOST_NOT_ALLOWED".to_owned()), "{host}");
    }
    for path in ["/en", "/api/health"] {
        let none = shop.ask("GET", path).without("Host").send().await;
        assert_eq!(none.status, 400, "{path} without a host");
        for other in ["shop.test", "evil.test"] {
            let twice = shop.ask("GET", path).with("X", &format!("1\r\nHost: {other}"));
            assert_eq!(twice.send().await.status, 400, "{path} with a second host {other}");
        }
    }
    assert_eq!(
        shop.ask("GET", "http://evil.test/en").send().await.status,
        421,
        "absolute form"
    );
}

/// Rule 13: limits on the size and number of header lines, and on the length of URIs.
#[tokio::test]
async fn heads_and_uris_have_limits() {
    let shop = Shop::start(Shopware::anonymous().await.client()).await;
    let large = shop.ask("GET", "/en").with("X-Large", &"x".repeat(20_000)).send().await;
    assert_eq!(large.status, 431);
    let mut many = shop.ask("GET", "/en");
    for line in 0..70 {
        many = many.with(&format!("X-{line}"), "1");
    }
    assert_eq!(many.send().await.status, 431);
    let long = shop.get(&format!("/api/cart?x={}", "y".repeat(8_200))).send().await;
    assert_eq!(long.refused(), (400, "INVALID_REQUEST".to_owned()));
}

/// Rules 13 and 14: an invalid limit is refused by name when the server starts; nothing panics later.
#[tokio::test]
async fn limits_that_cannot_work_are_refused_at_start() {
    type Change = fn(&mut ApiConfig);
    let rows: [(&str, Change); 16] = [
        ("limits.header_bytes", |c| c.limits.header_bytes = 8_191),
        ("limits.header_bytes", |c| c.limits.header_bytes = usize::MAX),
        ("limits.headers", |c| c.limits.headers = 0),
        ("limits.uri", |c| c.limits.uri = 0),
        ("limits.body", |c| c.limits.body = 0),
        ("limits.connections", |c| c.limits.connections = 0),
        ("limits.connections", |c| c.limits.connections = usize::MAX),
        ("limits.compressed_cache", |c| c.limits.compressed_cache = usize::MAX),
        ("timeouts.header", |c| c.limits.header_timeout = Duration::MAX),
        ("timeouts.body", |c| c.limits.body_timeout = Duration::ZERO),
        ("timeouts.backend", |c| c.limits.backend_timeout = Duration::MAX),
        ("timeouts.drain", |c| c.limits.drain = Duration::MAX),
        ("timeouts.write", |c| c.limits.write_timeout = Duration::MAX),
        ("ServerLimits::remembered", |c| c.limits.remembered = 0),
        ("rates.reads", |c| c.rates.reads = 0),
        ("rates.cart_writes", |c| c.rates.cart_writes = 0),
    ];
    let shopware = Shopware::anonymous().await;
    for (wanted, change) in rows {
        let folder = tempfile::tempdir().expect("a folder");
        let mut config = config(folder.path());
        change(&mut config);
        let refused = serve(config, shopware.client()).await.expect_err(wanted);
        let text = refused.to_string();
        assert!(
            matches!(refused, ApiError::Setting { key, .. } if key == wanted),
            "{text}"
        );
        assert!(text.contains(wanted) && text.contains("; use "), "{text}");
    }
}

/// Rule 14: clients that send a head or a body slowly are disconnected.
#[tokio::test]
async fn slow_clients_are_cut_off() {
    let shop = Shop::with(Shopware::anonymous().await.client(), |config| {
        config.limits.header_timeout = Duration::from_millis(100);
        config.limits.body_timeout = Duration::from_millis(100);
    })
    .await;
    let mut slow = TcpStream::connect(shop.running.addr).await.expect("a connection");
    slow.write_all(b"GET / HTTP/1.1\r\nHost: shop.te").await.expect("sent");
    let mut rest = Vec::new();
    timeout(Duration::from_secs(5), slow.read_to_end(&mut rest))
        .await
        .expect("cut off")
        .expect("closed");

    let mut slow = TcpStream::connect(shop.running.addr).await.expect("a connection");
    let head = "POST /api/cart/line-items HTTP/1.1\r\nHost: shop.test\r\nConnection: close\r\nOrigin: https://shop.test\r\nX-Vitrine: 1\r\n\
                X-Vitrine-Locale: nl\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n{";
    slow.write_all(head.as_bytes()).await.expect("sent");
    let mut answer = Vec::new();
    timeout(Duration::from_secs(5), slow.read_to_end(&mut answer))
        .await
        .expect("cut off")
        .expect("closed");
    assert_eq!(parse(&answer).refused(), (408, "REQUEST_TIMEOUT".to_owned()));
}

/// Rule 14: during shutdown no connections are accepted, and a running answer is completed.
#[tokio::test]
async fn a_stop_lets_a_running_answer_finish() {
    let shopware = Shopware::anonymous().await;
    let body = std::fs::read_to_string(format!(
        "{}/tests/recorded/055-cart-empty.json",
        env!("CARGO_MANIFEST_DIR")
    ));
    let recording: serde_json::Value = serde_json::from_str(&body.expect("the recording")).expect("JSON");
    let late = ResponseTemplate::new(200)
        .set_body_json(&recording["body"])
        .set_delay(Duration::from_millis(300));
    let (came, arrived) = tokio::sync::mpsc::unbounded_channel();
    let mut arrived = arrived;
    shopware
        .answer("GET", "/checkout/cart", move |_: &wiremock::Request| {
            came.send(()).expect("heard");
            late.clone()
        })
        .await;
    let shop = Shop::start(shopware.client()).await;
    let address = shop.running.addr;
    let running = tokio::spawn(shop.get("/api/cart").with("Cookie", SESSION).send());
    arrived.recv().await.expect("the backend is asked");
    shop.running.stop().await;
    let answer = running.await.expect("no panic");
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert!(TcpStream::connect(address).await.is_err(), "nobody listens any more");
}

/// Rule 14: a shutdown ends within the drain time, whatever a backend does.
#[tokio::test]
async fn a_stop_ends_within_the_drain_time() {
    let shopware = Shopware::anonymous().await;
    let never = ResponseTemplate::new(200).set_delay(Duration::from_secs(60));
    let (came, mut arrived) = tokio::sync::mpsc::unbounded_channel();
    shopware
        .answer("GET", "/checkout/cart", move |_: &wiremock::Request| {
            came.send(()).expect("heard");
            never.clone()
        })
        .await;
    let shop = Shop::with(shopware.client(), |config| {
        config.limits.drain = Duration::from_millis(50)
    })
    .await;
    let mut waiting = TcpStream::connect(shop.running.addr).await.expect("a connection");
    let head =
        format!("GET /api/cart HTTP/1.1\r\nHost: shop.test\r\nX-Vitrine-Locale: nl\r\nCookie: {SESSION}\r\n\r\n");
    waiting.write_all(head.as_bytes()).await.expect("sent");
    arrived.recv().await.expect("the backend is asked");
    timeout(Duration::from_secs(5), shop.running.stop())
        .await
        .expect("it ends");
}

/// A change is completed even if the client disconnects, and its session's next change waits for it.
#[tokio::test]
async fn a_change_runs_to_its_end_when_the_client_hangs_up() {
    const WORK: Duration = Duration::from_millis(100);
    let shopware = Shopware::anonymous().await;
    let recorded = Recorded::read("067-cart-update");
    let (came, mut arrived) = tokio::sync::mpsc::unbounded_channel();
    shopware
        .answer(
            "PATCH",
            "/checkout/cart/line-item",
            move |request: &wiremock::Request| {
                came.send(std::time::Instant::now()).expect("heard");
                wiremock::Respond::respond(&recorded, request).set_delay(WORK)
            },
        )
        .await;
    let shop = Shop::start(shopware.client()).await;
    let change = || {
        shop.ask("PATCH", "/api/cart/line-items/f299c748b1eba1a51c7918faf24d013c")
            .by_page()
            .with("Cookie", SESSION)
            .body("{\"quantity\": 2}")
    };
    let hanging_up = tokio::spawn(change().send());
    let first = arrived.recv().await.expect("the first is under way");
    hanging_up.abort();
    assert_eq!(change().send().await.status, 200);
    let second = arrived.recv().await.expect("the second");
    assert!(second - first >= WORK, "the second waited until the first was answered");
}

#[tokio::test]
async fn a_port_in_use_is_one_sentence_with_the_remedy() {
    let shop = Shop::start(Shopware::anonymous().await.client()).await;
    let mut second = config(shop.folder.path());
    second.listen = shop.running.addr;
    let error = serve(second, Shopware::start().await.client())
        .await
        .expect_err("the port is taken");
    assert!(matches!(error, ApiError::PortInUse { .. }));
    let text = error.to_string();
    assert!(
        text.contains(&shop.running.addr.to_string()) && text.contains("server.listen"),
        "{text}"
    );
}
