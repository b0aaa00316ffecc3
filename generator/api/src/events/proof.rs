//! Proof that a request comes from one of the shop's own backends (rule 20).
//!
//! **Invariant:** the strongest proof that a request carries must hold: a weaker one does not make up for a wrong one.
//! All comparisons take constant time; nothing is parsed before.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use base64::{Engine, prelude::BASE64_STANDARD};
use hmac::Mac;
use http::{HeaderMap, header::AUTHORIZATION};
use secrecy::{ExposeSecret, SecretString};
use serde::Deserialize;
use vitrine_state::DeliveryId;

use super::{
    app::ShopApp,
    registration::RegistrationQuery,
    signed::{BASE64_SECRET, fresh, mac},
};
use crate::{
    config::HookSecrets,
    web::{one_header::only, policy::Sender, queries::Query},
};

/// Maximum number of signatures that are checked (there are two while a secret is replaced).
const MAX_SIGNATURES: usize = 5;

/// A verified delivery.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Delivery {
    /// Identifies the delivery when it is repeated; `None` if nothing does.
    pub(crate) id: Option<DeliveryId>,
}

/// The data that a proof is verified over.
pub(crate) struct Proof<'r> {
    pub(crate) headers: &'r HeaderMap,
    pub(crate) query: &'r str,
    pub(crate) body: &'r [u8],
}

/// Verifies the proof of a request; the error is for the log.
pub(crate) fn verify(
    secrets: &HookSecrets,
    app: &ShopApp,
    sender: Sender,
    proof: &Proof<'_>,
    now: SystemTime,
) -> Result<Delivery, &'static str> {
    let known: Vec<&SecretString> = match sender {
        Sender::Content => secrets.content.iter().collect(),
        Sender::Commerce | Sender::App | Sender::NewShop => secrets.commerce.iter().collect(),
        Sender::Any => secrets.content.iter().chain(&secrets.commerce).collect(),
    };
    if known.is_empty() {
        return Err("no secret is set for this hook");
    }
    let now = now.duration_since(UNIX_EPOCH).unwrap_or_default();
    let mut refused = "no proof";
    for secret in known {
        let proven = match sender {
            Sender::App => registration(secret.expose_secret(), app, proof, now),
            Sender::NewShop => confirmation(app, proof),
            _ => proven(secret.expose_secret(), proof.headers, proof.body, now),
        };
        match proven {
            Ok(delivery) => return Ok(delivery),
            Err(reason) => refused = reason,
        }
    }
    if sender == Sender::Commerce
        && proof.headers.contains_key("shopware-shop-signature")
        && let Some(secret) = app.confirmed()
    {
        return shopware(secret.expose_secret(), proof.headers, proof.body, now);
    }
    Err(refused)
}

/// A registration: signed with the app's secret over the raw query and, if the shop was registered before, also with
/// its former secret.
fn registration(secret: &str, app: &ShopApp, proof: &Proof<'_>, now: Duration) -> Result<Delivery, &'static str> {
    let query = proof.query.as_bytes();
    signed(secret, proof.headers, "shopware-app-signature", query)?;
    if proof.headers.contains_key("shopware-shop-signature")
        && let Some(former) = app.confirmed()
    {
        signed(former.expose_secret(), proof.headers, "shopware-shop-signature", query)
            .map_err(|_| "the signature with the shop's former secret does not hold")?;
    }
    let registration = RegistrationQuery::of_server(proof.query);
    let registration = registration.ok_or("the registration's shop-id, shop-url or timestamp cannot be read")?;
    registration.is_fresh(now)?;
    Ok(Delivery { id: None })
}

/// A confirmation: the new secret over the raw body.
fn confirmation(app: &ShopApp, proof: &Proof<'_>) -> Result<Delivery, &'static str> {
    let pending = app.pending().ok_or("no registration waits for its confirmation")?;
    signed(
        pending.expose_secret(),
        proof.headers,
        "shopware-shop-signature",
        proof.body,
    )?;
    Ok(Delivery { id: None })
}

/// A signature in hex over some bytes.
fn signed(secret: &str, headers: &HeaderMap, name: &str, bytes: &[u8]) -> Result<(), &'static str> {
    let signature = only(headers, name)
        .and_then(|text| hex::decode(text).ok())
        .ok_or("the signature is missing, or no hex")?;
    if holds(secret.as_bytes(), &[bytes], &signature) {
        return Ok(());
    }
    Err("the signature does not hold")
}

fn proven(secret: &str, headers: &HeaderMap, body: &[u8], now: Duration) -> Result<Delivery, &'static str> {
    if headers.contains_key("webhook-signature") {
        standard(secret, headers, body, now)
    } else if headers.contains_key("x-webhook-signature") {
        timestamped(secret, headers, body, now)
    } else if headers.contains_key("shopware-shop-signature") {
        shopware(secret, headers, body, now)
    } else {
        shared(secret, headers)
    }
}

/// Standard Webhooks: `v1,<base64>` over `id.timestamp.body`.
fn standard(secret: &str, headers: &HeaderMap, body: &[u8], now: Duration) -> Result<Delivery, &'static str> {
    let told = |name| only(headers, name).ok_or("a header of Standard Webhooks is missing");
    let (id, time, signatures) = (
        told("webhook-id")?,
        told("webhook-timestamp")?,
        told("webhook-signature")?,
    );
    let decoded = secret
        .strip_prefix(BASE64_SECRET)
        .map(|text| BASE64_STANDARD.decode(text));
    let key = match decoded {
        Some(key) => key.map_err(|_| "the secret is no base64 after whsec_")?,
        None => secret.as_bytes().to_vec(),
    };
    let holds = signatures
        .split(' ')
        .take(MAX_SIGNATURES)
        .filter_map(|one| one.strip_prefix("v1,"))
        .filter_map(|one| BASE64_STANDARD.decode(one).ok())
        .any(|one| holds(&key, &[id.as_bytes(), b".", time.as_bytes(), b".", body], &one));
    if !holds {
        return Err("the signature does not hold");
    }
    fresh(time.parse().ok(), now)?;
    Ok(Delivery {
        id: Some(DeliveryId {
            name: name(&[b"standard", id.as_bytes()]),
            is_unique: true,
        }),
    })
}

/// `X-Webhook-Signature: sha256=<hex>` over `timestamp.body`, whose time is in whole seconds.
fn timestamped(secret: &str, headers: &HeaderMap, body: &[u8], now: Duration) -> Result<Delivery, &'static str> {
    let time = only(headers, "x-webhook-timestamp").ok_or("X-Webhook-Timestamp is missing")?;
    let signature = only(headers, "x-webhook-signature")
        .and_then(|text| text.strip_prefix("sha256="))
        .and_then(|text| hex::decode(text).ok())
        .ok_or("X-Webhook-Signature is no sha256=<hex>")?;
    if !holds(secret.as_bytes(), &[time.as_bytes(), b".", body], &signature) {
        return Err("the signature does not hold");
    }
    fresh(time.parse().ok(), now)?;
    Ok(Delivery {
        id: Some(DeliveryId {
            name: name(&[b"timestamped", &signature]),
            is_unique: false,
        }),
    })
}

#[derive(Deserialize)]
struct ShopwareBody {
    timestamp: u64,
    source: ShopwareSource,
}

#[derive(Deserialize)]
struct ShopwareSource {
    #[serde(rename = "eventId")]
    event_id: String,
}

/// Shopware: hex over the body, which holds time and id itself. A retry has the same id and a fresh time.
fn shopware(secret: &str, headers: &HeaderMap, body: &[u8], now: Duration) -> Result<Delivery, &'static str> {
    let signature = only(headers, "shopware-shop-signature")
        .and_then(|text| hex::decode(text).ok())
        .ok_or("shopware-shop-signature is no hex")?;
    if !holds(secret.as_bytes(), &[body], &signature) {
        return Err("the signature does not hold");
    }
    let told: ShopwareBody = serde_json::from_slice(body).map_err(|_| "the body has no time or no event id")?;
    fresh(Some(told.timestamp), now)?;
    Ok(Delivery {
        id: Some(DeliveryId {
            name: name(&[b"shopware", told.source.event_id.as_bytes()]),
            is_unique: true,
        }),
    })
}

/// For senders that cannot sign: the secret itself.
fn shared(secret: &str, headers: &HeaderMap) -> Result<Delivery, &'static str> {
    let bearer = only(headers, AUTHORIZATION.as_str()).and_then(|text| text.strip_prefix("Bearer "));
    let told = bearer.or_else(|| only(headers, "x-webhook-secret")).ok_or("no proof")?;
    let expected = mac(secret.as_bytes(), &[b"secret"]).finalize().into_bytes();
    if !holds(told.as_bytes(), &[b"secret"], &expected) {
        return Err("the secret is wrong");
    }
    Ok(Delivery { id: None })
}

fn holds(key: &[u8], parts: &[&[u8]], signature: &[u8]) -> bool {
    mac(key, parts).verify_slice(signature).is_ok()
}

/// A name of 32 hex digits from the parts that identify a delivery.
fn name(parts: &[&[u8]]) -> String {
    let mut hasher = blake3::Hasher::new();
    for part in parts {
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part);
    }
    hasher.finalize().to_hex().chars().take(32).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use vitrine_state::StateFolder;

    use super::{super::signed::WINDOW, *};

    /// Verifies events of a state folder without a registered shop.
    fn verify(
        secrets: &HookSecrets,
        sender: Sender,
        headers: &HeaderMap,
        body: &[u8],
        now: SystemTime,
    ) -> Result<Delivery, &'static str> {
        let app = ShopApp::of(&StateFolder::at("/nowhere"));
        let proof = Proof {
            headers,
            query: "",
            body,
        };
        super::verify(secrets, &app, sender, &proof, now)
    }

    fn recorded(name: &str) -> (HookSecrets, HeaderMap, String, SystemTime) {
        let path = format!("{}/tests/recorded/webhook-{name}.json", env!("CARGO_MANIFEST_DIR"));
        let recording: Value = serde_json::from_slice(&std::fs::read(path).expect("a recording")).expect("JSON");
        let request = &recording["request"];
        let mut headers = HeaderMap::new();
        for (name, value) in request["headers"].as_object().expect("headers") {
            let name: http::HeaderName = name.parse().expect("a name");
            headers.insert(name, value.as_str().expect("a text").parse().expect("a value"));
        }
        let secrets = HookSecrets {
            content: Some("another-secret-of-the-cms".into()),
            commerce: recording["shop_secret"].as_str().map(SecretString::from),
        };
        let received = UNIX_EPOCH + Duration::from_secs_f64(recording["received_at"].as_f64().expect("a time"));
        let body = request["raw_body"].as_str().expect("a body").to_owned();
        (secrets, headers, body, received)
    }

    /// R-GEN-03 "authenticated, replay-proof": a request of a running Shopware 6.6 is accepted at its time, with the
    /// same id for both tries of one event; with one byte changed, with another secret, or ten minutes later it is not.
    #[test]
    fn r_gen_03_recorded_events_of_shopware_hold() {
        for name in [
            "03-product-written-stock",
            "04-product-written-name",
            "06-product-written-two-in-one-sync",
            "07-category-written-answered-500-not-retried",
            "09-product-deleted",
            "10-queue-category-written-attempt-1",
        ] {
            let (secrets, headers, body, at) = recorded(name);
            let told = |sender, body: &str, at| verify(&secrets, sender, &headers, body.as_bytes(), at);
            assert!(
                told(Sender::Commerce, &body, at).is_ok_and(|delivery| delivery.id.is_some()),
                "{name}"
            );
            assert_eq!(
                told(Sender::Content, &body, at),
                Err("the signature does not hold"),
                "{name}"
            );
            let changed = body.replacen("1.0.0", "1.0.1", 1);
            assert_ne!(changed, body);
            assert_eq!(
                told(Sender::Commerce, &changed, at),
                Err("the signature does not hold"),
                "{name}"
            );
            for late in [at + 2 * WINDOW, at - 2 * WINDOW] {
                assert_eq!(
                    told(Sender::Commerce, &body, late),
                    Err("the time is too far from ours"),
                    "{name}"
                );
            }
        }
        let id = |name| {
            let (secrets, headers, body, at) = recorded(name);
            verify(&secrets, Sender::Commerce, &headers, body.as_bytes(), at)
                .expect("it holds")
                .id
        };
        let first = id("10-queue-category-written-attempt-1");
        assert_eq!(
            first,
            id("13-queue-category-written-attempt-4"),
            "a retry is the same delivery"
        );
        assert_ne!(first, id("09-product-deleted"));
    }

    /// The example of the Standard Webhooks specification.
    #[test]
    fn r_gen_03_the_example_of_standard_webhooks_holds() {
        let secrets = HookSecrets {
            content: Some("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw".into()),
            commerce: None,
        };
        let mut headers = HeaderMap::new();
        headers.insert("webhook-id", "msg_p5jXN8AQM9LWM0D4loKWxJek".parse().expect("a value"));
        headers.insert("webhook-timestamp", "1614265330".parse().expect("a value"));
        let signature =
            "v1,bm9ldHUjKzFob2VudXRob2VodWUzMjRvdWVvdW9ldQo= v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";
        headers.insert("webhook-signature", signature.parse().expect("a value"));
        let at = UNIX_EPOCH + Duration::from_secs(1_614_265_330);
        let body = br#"{"test": 2432232314}"#;
        assert!(verify(&secrets, Sender::Content, &headers, body, at).is_ok());
        assert!(verify(&secrets, Sender::Content, &headers, b"{}", at).is_err());
    }

    /// R-GEN-03: the request of the add-on for Statamic, as its own tests make it, holds at its time over its raw body.
    #[test]
    fn r_gen_03_the_request_of_the_add_on_of_statamic_holds() {
        let path = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../../scripts/connect/statamic/tests/request.json"
        );
        let request: Value = serde_json::from_slice(&std::fs::read(path).expect("a request")).expect("JSON");
        let secrets = HookSecrets {
            content: request["secret"].as_str().map(SecretString::from),
            commerce: None,
        };
        let mut headers = HeaderMap::new();
        for (name, value) in request["headers"].as_object().expect("headers") {
            let name: http::HeaderName = name.parse().expect("a name");
            headers.insert(name, value.as_str().expect("a text").parse().expect("a value"));
        }
        let body = request["body"].as_str().expect("a body");
        let at = UNIX_EPOCH + Duration::from_secs(1_795_240_869);
        let told = |body: &str, at| verify(&secrets, Sender::Content, &headers, body.as_bytes(), at);
        let delivery = told(body, at).expect("it holds");
        assert!(delivery.id.is_some_and(|id| id.is_unique));
        assert_eq!(
            told(&body.replace("über", "uber"), at),
            Err("the signature does not hold")
        );
        assert_eq!(told(body, at + 2 * WINDOW), Err("the time is too far from ours"));
    }

    /// R-GEN-03: the handshake of a running Shopware 6.6 holds with its app secret, at its time, over its raw query;
    /// with one byte changed, with another secret or ten minutes later it does not. Its confirmation holds only with
    /// the secret that was issued then; both over the raw bytes.
    #[test]
    fn r_gen_03_the_recorded_handshake_of_shopware_holds() {
        let path = format!("{}/tests/recorded/webhook-00-register.json", env!("CARGO_MANIFEST_DIR"));
        let recording: Value = serde_json::from_slice(&std::fs::read(path).expect("a recording")).expect("JSON");
        let text = |value: &Value| value.as_str().expect("a text").to_owned();
        let (url, signature) = (
            text(&recording["request"]["path"]),
            text(&recording["request"]["headers"]["shopware-app-signature"]),
        );
        let (_, query) = url.split_once('?').expect("a query");
        let at = UNIX_EPOCH + Duration::from_secs_f64(recording["received_at"].as_f64().expect("a time"));
        let secrets = |secret: &str| HookSecrets {
            content: Some("another-secret-of-the-cms".into()),
            commerce: Some(secret.to_owned().into()),
        };
        let mut headers = HeaderMap::new();
        headers.insert("shopware-app-signature", signature.parse().expect("a value"));
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::create_dir_all(folder.path().join("hooks")).expect("a folder");
        let app = ShopApp::of(&StateFolder::at(folder.path()));
        let told = |secret: &str, query: &str, at| {
            let proof = Proof {
                headers: &headers,
                query,
                body: b"",
            };
            super::verify(&secrets(secret), &app, Sender::App, &proof, at)
        };
        let secret = text(&recording["app_secret"]);
        assert!(told(&secret, query, at).is_ok());
        assert_eq!(told("app-secret-2", query, at), Err("the signature does not hold"));
        assert_eq!(
            told(&secret, &query.replace("127.0.0.1", "127.0.0.2"), at),
            Err("the signature does not hold")
        );
        for late in [at + 2 * WINDOW, at - 2 * WINDOW] {
            assert_eq!(told(&secret, query, late), Err("the time is too far from ours"));
        }
        let (_, headers, body, at) = recorded("01-confirm");
        let told = |body: &str| {
            let proof = Proof {
                headers: &headers,
                query: "",
                body: body.as_bytes(),
            };
            super::verify(&secrets(&secret), &app, Sender::NewShop, &proof, at)
        };
        assert_eq!(told(&body), Err("no registration waits for its confirmation"));
        let pending = serde_json::json!({
            "pending": {"shop_id": "lrNfraTHoKRe24RU", "shop_url": "http://127.0.0.1:8000", "secret": recording["shop_secret"]}, "last": 1,
        });
        std::fs::write(folder.path().join("hooks/app.json"), pending.to_string()).expect("written");
        assert!(told(&body).is_ok());
        assert_eq!(
            told(&body.replacen("SWIA", "SWIB", 1)),
            Err("the signature does not hold")
        );
    }
}
