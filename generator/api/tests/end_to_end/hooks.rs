//! The endpoints for events of the backends: authentication, persistence, and response time (R-GEN-03; rules 13, 19,
//! 20).

mod app;
mod connector;

use std::{
    io,
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use base64::{Engine, prelude::BASE64_STANDARD};
use hmac::{Hmac, KeyInit, Mac};
use serde_json::{Value, json};
use sha2::Sha256;
use vitrine_api::{
    ApiConfig, Builder, BuilderReport,
    routes::{Caller, ROUTES},
    serve_with_builder,
};
use vitrine_state::StateFolder;

use crate::{
    client::{Answer, Ask},
    shop::{Shop, config, go_live, release},
    shopware::Shopware,
    switching::Held,
};

const CONTENT: &str = "secret-of-the-cms-0123456789";
const COMMERCE: &str = "secret-of-shopware-0123456789";

/// The number of the last event that was accepted in a state folder.
fn accepted(state: &Path) -> io::Result<u64> {
    StateFolder::at(state).log().accepted()
}

/// Counts its notifications of events.
#[derive(Debug, Default)]
struct Told(AtomicUsize);

impl Builder for Told {
    fn events_came(&self) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }

    fn report(&self) -> BuilderReport {
        BuilderReport::default()
    }
}

fn secrets(config: &mut ApiConfig) {
    config.hooks.content = Some(CONTENT.into());
    config.hooks.commerce = Some(COMMERCE.into());
}

async fn shop() -> Shop {
    Shop::with(Shopware::anonymous().await.client(), secrets).await
}

fn now() -> u64 {
    jiff::Timestamp::now().as_second().unsigned_abs()
}

fn mac(secret: &str, text: &str) -> Vec<u8> {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).expect("a key");
    mac.update(text.as_bytes());
    mac.finalize().into_bytes().to_vec()
}

/// Standard Webhooks.
fn standard(ask: Ask, secret: &str, id: &str, at: u64, body: &str) -> Ask {
    let signature = BASE64_STANDARD.encode(mac(secret, &format!("{id}.{at}.{body}")));
    ask.with("webhook-id", id)
        .with("webhook-timestamp", &at.to_string())
        .with("webhook-signature", &format!("v1,{signature}"))
        .body(body)
}

/// The format of an add-on of Statamic, or of our own listener.
fn timestamped(ask: Ask, secret: &str, at: u64, body: &str) -> Ask {
    let signature = hex::encode(mac(secret, &format!("{at}.{body}")));
    ask.with("X-Webhook-Timestamp", &at.to_string())
        .with("X-Webhook-Signature", &format!("sha256={signature}"))
        .body(body)
}

/// Shopware's format.
fn shopware(ask: Ask, secret: &str, body: &str) -> Ask {
    ask.with("shopware-shop-signature", &hex::encode(mac(secret, body)))
        .body(body)
}

fn product_written(event_id: &str, at: u64) -> String {
    json!({
        "data": {"payload": [{"entity": "product", "operation": "update", "primaryKey": "7b04ebe416db4ebc93de4d791325e1d9"}], "event": "product.written"},
        "source": {"url": "https://shop.test", "eventId": event_id, "shopId": "dgrH7nLU6tlE", "appVersion": "1.0.0"},
        "timestamp": at,
    })
    .to_string()
}

fn outcome(answer: &Answer) -> (u16, String) {
    (
        answer.status,
        answer.json()["outcome"].as_str().unwrap_or_default().to_owned(),
    )
}

fn taken(word: &str) -> (u16, String) {
    (202, word.to_owned())
}

fn refused() -> (u16, String) {
    (403, "HOOK_REFUSED".to_owned())
}

const SAVED: &str = r#"{"event":"entry.saved","id":"3b54ff74","collection":"brands"}"#;

/// R-GEN-03 "Webhooks from the CMS and the commerce backend are authenticated": every kind of signature is accepted
/// with 202, and the secret itself from senders that cannot sign; the answer has no content and is not cacheable.
#[tokio::test]
async fn r_gen_03_each_way_to_prove_an_event_is_taken() {
    let shop = shop().await;
    let content = || shop.ask("POST", "/api/hooks/content");
    let ways = [
        standard(content(), CONTENT, "msg_1", now(), SAVED),
        timestamped(content(), CONTENT, now(), SAVED),
        content()
            .with("Authorization", &format!("Bearer {CONTENT}"))
            .body(SAVED),
        content().with("X-Webhook-Secret", CONTENT),
        shopware(
            shop.ask("POST", "/api/hooks/commerce"),
            COMMERCE,
            &product_written("01a1fcb2961971b4bc2d47d3af234da6", now()),
        ),
    ];
    let count = ways.len() as u64;
    for way in ways {
        let answer = way.send().await;
        assert_eq!(outcome(&answer), taken("accepted"), "{}", answer.text());
        assert_eq!(answer.header("cache-control"), Some("no-store"));
        assert!(answer.set_cookies().is_empty());
    }
    assert_eq!(accepted(&shop.folder.path().join("state")).expect("a number"), count);
    let told = shop
        .ask("GET", "/api/builder")
        .with("Authorization", &format!("Bearer {CONTENT}"))
        .send()
        .await;
    assert_eq!(told.status, 200, "{}", told.text());
    let told = told.json();
    assert_eq!(
        (&told["accepted"], &told["built"], &told["state"]),
        (&json!(5), &json!(0), &json!("none"))
    );
    let events = told["events"].as_array().expect("events");
    assert_eq!(
        (&events[0]["n"], &events[0]["from"], &events[0]["kind"]),
        (&json!(5), &json!("commerce"), &json!("product.written"))
    );
    assert_eq!(events[1]["kind"], "unknown", "an empty body is a hint too");
    assert_eq!(events[4]["kind"], "entry.saved");
}

/// Rule 20 "Verify HMAC over raw bytes in constant time, then time window, then id seen before": without a proof, with
/// a wrong one, with a weaker one in addition to a wrong one, too late, too early, with the other endpoint's secret,
/// nothing is counted.
#[tokio::test]
async fn rule_20_what_is_not_proven_is_refused() {
    let shop = shop().await;
    let content = || shop.ask("POST", "/api/hooks/content");
    let commerce = || shop.ask("POST", "/api/hooks/commerce");
    let bearer = format!("Bearer {CONTENT}");
    let late = now() - 600;
    let asks = [
        ("nothing", content().body(SAVED)),
        (
            "a wrong bearer",
            content()
                .with("Authorization", "Bearer secret-of-the-cms-0123456780")
                .body(SAVED),
        ),
        (
            "a shorter bearer",
            content().with("Authorization", "Bearer secret").body(SAVED),
        ),
        ("basic", content().with("Authorization", CONTENT).body(SAVED)),
        ("another secret", timestamped(content(), COMMERCE, now(), SAVED)),
        ("another body", timestamped(content(), CONTENT, now(), SAVED).body("{}")),
        (
            "another time",
            timestamped(content(), CONTENT, now(), SAVED).with("X-Webhook-Timestamp", &late.to_string()),
        ),
        ("too late", timestamped(content(), CONTENT, late, SAVED)),
        ("too early", timestamped(content(), CONTENT, now() + 600, SAVED)),
        (
            "no time",
            timestamped(content(), CONTENT, now(), SAVED).without("X-Webhook-Timestamp"),
        ),
        ("standard, too late", standard(content(), CONTENT, "msg_1", late, SAVED)),
        (
            "standard, another id",
            standard(content(), CONTENT, "msg_1", now(), SAVED).with("webhook-id", "msg_2"),
        ),
        (
            "a wrong signature beside the secret",
            timestamped(content(), COMMERCE, now(), SAVED).with("Authorization", &bearer),
        ),
        (
            "Shopware, another secret",
            shopware(commerce(), CONTENT, &product_written("01a1", now())),
        ),
        (
            "Shopware, too late",
            shopware(commerce(), COMMERCE, &product_written("01a1", late)),
        ),
        (
            "Shopware, no time",
            shopware(commerce(), COMMERCE, r#"{"source":{"eventId":"01a1"}}"#),
        ),
        ("Shopware, no JSON", shopware(commerce(), COMMERCE, "<xml/>")),
        ("the other door", commerce().with("Authorization", &bearer).body(SAVED)),
        ("no secret for the state", shop.ask("GET", "/api/builder")),
    ];
    for (what, ask) in asks {
        assert_eq!(ask.send().await.refused(), refused(), "{what}");
    }
    assert_eq!(accepted(&shop.folder.path().join("state")).expect("a number"), 0);

    let closed = Shop::start(Shopware::anonymous().await.client()).await;
    for row in ROUTES
        .iter()
        .filter(|row| matches!(row.policy.caller, Caller::Signed(_)))
    {
        let ask = closed
            .ask(row.method.as_str(), row.path)
            .with("Authorization", "Bearer ");
        assert_eq!(
            ask.send().await.refused(),
            refused(),
            "{} without a secret in the configuration",
            row.name
        );
    }
}

/// R-GEN-03 "replay-proof": the same delivery counts once, also after a restart and in another process, and its sender
/// gets 2xx, so that it does not retry; event types that change no page are not counted.
#[tokio::test]
async fn r_gen_03_a_delivery_counts_once() {
    let shop = shop().await;
    let state = shop.folder.path().join("state");
    let at = now();
    let same = |shop: &Shop| {
        [
            standard(shop.ask("POST", "/api/hooks/content"), CONTENT, "msg_1", at, SAVED),
            timestamped(shop.ask("POST", "/api/hooks/content"), CONTENT, at, SAVED),
            shopware(
                shop.ask("POST", "/api/hooks/commerce"),
                COMMERCE,
                &product_written("01a1", at),
            ),
        ]
    };
    for ask in same(&shop) {
        assert_eq!(outcome(&ask.send().await), taken("accepted"));
    }
    let [named, _, by_shopware] = same(&shop);
    for ask in [named, by_shopware] {
        assert_eq!(outcome(&ask.send().await), taken("known"));
    }
    // A retry of Shopware has a new time and signature, and the same id.
    let retry = shopware(
        shop.ask("POST", "/api/hooks/commerce"),
        COMMERCE,
        &product_written("01a1", at + 4),
    );
    assert_eq!(outcome(&retry.send().await), taken("known"));
    let order = json!({"data": {"event": "checkout.order.placed", "payload": {}}, "source": {"eventId": "01a2"}, "timestamp": at}).to_string();
    let ignored = shopware(shop.ask("POST", "/api/hooks/commerce"), COMMERCE, &order);
    assert_eq!(outcome(&ignored.send().await), taken("ignored"));
    assert_eq!(accepted(&state).expect("a number"), 3);

    // The events were received a minute ago.
    let log = state.join("hooks/events");
    let lines = std::fs::read_to_string(&log).expect("a log");
    let earlier: Vec<String> = lines.lines().map(a_minute_ago).collect();
    std::fs::write(&log, format!("{}\n", earlier.join("\n"))).expect("written");
    let again = Shop::with(Shopware::anonymous().await.client(), |config| {
        secrets(config);
        config.state = StateFolder::at(&state);
    })
    .await;
    for ask in same(&again) {
        assert_eq!(outcome(&ask.send().await), taken("known"), "another process");
    }
    let other = timestamped(again.ask("POST", "/api/hooks/content"), CONTENT, at, "{}");
    assert_eq!(outcome(&other.send().await), taken("accepted"));
    let third = standard(again.ask("POST", "/api/hooks/content"), CONTENT, "msg_2", at, "{}");
    assert_eq!(outcome(&third.send().await), taken("accepted"));
    let first = standard(shop.ask("POST", "/api/hooks/content"), CONTENT, "msg_2", at, "{}");
    assert_eq!(
        outcome(&first.send().await),
        taken("known"),
        "the first process sees what the other one wrote"
    );
    assert_eq!(accepted(&state).expect("a number"), 5);
    assert_eq!(StateFolder::at(&state).log().built().expect("no file"), None);
    let log = std::fs::read_to_string(state.join("hooks/events")).expect("a log");
    for secret in [CONTENT, COMMERCE, "primaryKey", "operation"] {
        assert!(!log.contains(secret), "the log keeps no payload and no secret");
    }
    let named = r#""saved":[{"event":"product.written","id":"7b04ebe416db4ebc93de4d791325e1d9"}]"#;
    assert!(log.contains(named), "and the ids of what was saved: {log}");
}

/// The line of an event with its time moved back by a minute.
fn a_minute_ago(line: &str) -> String {
    let mut event: Value = serde_json::from_str(line).expect("a line");
    event["at"] = json!(event["at"].as_u64().expect("a time") - 60);
    event.to_string()
}

/// "no lost edit": an entry saved twice in one second has the same signature twice from a sender without ids; both
/// count, because the build for the first event may not include the second text.
#[tokio::test]
async fn rule_19_two_events_of_one_second_both_count() {
    let shop = shop().await;
    let at = now();
    // In parallel, so that a slow machine does not send the second one in a later second.
    let both = [(); 2].map(|()| timestamped(shop.ask("POST", "/api/hooks/content"), CONTENT, at, SAVED).send());
    for answer in futures::future::join_all(both).await {
        assert_eq!(outcome(&answer), taken("accepted"));
    }
    assert_eq!(accepted(&shop.folder.path().join("state")).expect("a number"), 2);
}

/// A line truncated by a crash was never acknowledged: it is ignored, and the next event follows it.
#[tokio::test]
async fn rule_19_a_line_that_was_cut_off_is_no_event() {
    let folder = tempfile::tempdir().expect("a folder");
    release(folder.path(), "one");
    go_live(folder.path(), "one");
    let hooks = folder.path().join("state/hooks");
    std::fs::create_dir_all(&hooks).expect("a folder");
    let whole = json!({"n": 41, "at": 1, "from": "content", "kind": "entry.saved", "id": "00"});
    std::fs::write(hooks.join("events"), format!("{whole}\n{{\"n\":42,\"at\":1,\"fr")).expect("written");
    let state = folder.path().join("state");
    assert_eq!(accepted(&state).expect("a number"), 41);
    let shop = Shop::in_folder(folder, Shopware::anonymous().await.client(), secrets).await;
    let ask = standard(shop.ask("POST", "/api/hooks/content"), CONTENT, "msg_1", now(), SAVED);
    assert_eq!(outcome(&ask.send().await), taken("accepted"));
    assert_eq!(accepted(&state).expect("a number"), 42);
}

/// Rule 13 "hook 1 MiB"; rule 8: other methods, and more requests than `rates.hooks`, are refused as everywhere. Pages
/// cannot send events: the proof is not a cookie.
#[tokio::test]
async fn rule_13_hooks_have_their_bounds() {
    let shop = Shop::with(Shopware::anonymous().await.client(), |config| {
        secrets(config);
        config.rates.hooks = 4;
    })
    .await;
    let bearer = format!("Bearer {CONTENT}");
    let send = |body: String| {
        let ask = shop.ask("POST", "/api/hooks/content").with("Authorization", &bearer);
        async move { ask.body(body).send().await }
    };
    let large = " ".repeat(1024 * 1024);
    assert_eq!(outcome(&send(large.clone()).await), taken("accepted"));
    assert_eq!(
        send(format!("{large} ")).await.refused(),
        (413, "PAYLOAD_TOO_LARGE".to_owned())
    );
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    assert_eq!(
        outcome(&send(deep).await),
        taken("accepted"),
        "what cannot be read is a hint too"
    );
    let foreign = r#"{"event":"../../etc/passwd"}"#;
    assert_eq!(outcome(&send(foreign.to_owned()).await), taken("accepted"));
    assert_eq!(send("{}".to_owned()).await.refused(), (429, "RATE_LIMITED".to_owned()));
    let other = shop
        .ask("GET", "/api/hooks/content")
        .with("Authorization", &bearer)
        .send()
        .await;
    assert_eq!(other.refused(), (405, "METHOD_NOT_ALLOWED".to_owned()));
    let log = std::fs::read_to_string(shop.folder.path().join("state/hooks/events")).expect("a log");
    assert!(!log.contains("passwd"), "only names of the pattern are kept: {log}");
}

/// "202 in at most 50 ms": the median of a hundred, each synced to disk; and a hundred parallel ones are all accepted,
/// each with its own number, and the builder is notified.
#[tokio::test(flavor = "multi_thread")]
async fn r_gen_03_the_answer_comes_within_50_ms() {
    let folder = tempfile::tempdir().expect("a folder");
    release(folder.path(), "one");
    go_live(folder.path(), "one");
    let mut config = config(folder.path());
    secrets(&mut config);
    let told = Arc::new(Told::default());
    let builder: Arc<dyn Builder> = Arc::clone(&told) as _;
    let running = serve_with_builder(config, Shopware::anonymous().await.client(), builder)
        .await
        .expect("a server");
    let ask = |n: usize| {
        let ask = Ask::new(running.addr, "POST", "/api/hooks/content");
        standard(ask, CONTENT, &format!("msg_{n}"), now(), SAVED)
    };
    let mut times = Vec::new();
    for n in 0..100 {
        let began = Instant::now();
        assert_eq!(ask(n).send().await.status, 202);
        times.push(began.elapsed());
    }
    times.sort();
    assert!(times[50] <= Duration::from_millis(50), "{times:?}");
    let at_once: Vec<_> = (100..200).map(|n| tokio::spawn(ask(n).send())).collect();
    for answer in at_once {
        assert_eq!(answer.await.expect("an answer").status, 202);
    }
    assert_eq!(accepted(&folder.path().join("state")).expect("a number"), 200);
    assert_eq!(told.0.load(Ordering::SeqCst), 200);
    let lines = std::fs::read_to_string(folder.path().join("state/hooks/events")).expect("a log");
    let numbers: Vec<u64> = lines
        .lines()
        .map(|line| {
            serde_json::from_str::<Value>(line).expect("JSON")["n"]
                .as_u64()
                .expect("a number")
        })
        .collect();
    assert_eq!(numbers, (1..=200).collect::<Vec<_>>());
    running.stop().await;
}

/// "202 in at most 50 ms", also while a release is being opened: its list of files is a pipe that has no content yet.
#[tokio::test(flavor = "multi_thread")]
async fn r_gen_03_an_event_does_not_wait_for_a_new_release() {
    let shop = shop().await;
    let held = Held::release(&shop, "two");
    go_live(shop.folder.path(), "two");
    let opening = held.begins().await;
    let event = standard(shop.ask("POST", "/api/hooks/content"), CONTENT, "msg_1", now(), SAVED).send();
    let answer = tokio::time::timeout(Duration::from_secs(10), event).await;
    assert_eq!(answer.expect("an answer meanwhile").status, 202);
    opening.ends();
    shop.switched("two").await;
}

/// R-GEN-03, rule 16: a thousand parallel signed senders at one address, four times its connection limit, are all
/// answered: they wait for each other.
#[tokio::test]
async fn r_gen_03_a_thousand_senders_at_once_are_all_answered() {
    let shop = shop().await;
    let at = now();
    let sending = (0..1_000).map(|number| {
        let ask = shop.ask("POST", "/api/hooks/content");
        tokio::spawn(standard(ask, CONTENT, &format!("msg_crowd_{number}"), at, SAVED).send())
    });
    let mut counted = 0;
    for sent in sending.collect::<Vec<_>>() {
        let answer = sent.await.expect("an answer");
        assert_eq!(answer.status, 202, "{}", answer.text());
        counted += 1;
    }
    assert_eq!(counted, 1_000);
    assert_eq!(accepted(&shop.folder.path().join("state")).expect("readable"), 1_000);
}
