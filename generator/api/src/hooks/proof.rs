//! Proof that a request comes from one of the shop's own backends (rule 20).
//!
//! **Invariant:** the strongest proof that a request carries must hold: one that is wrong is not made up for by a weaker
//! one. All comparisons take the same time wherever the difference is; nothing is parsed before.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use base64::{Engine, prelude::BASE64_STANDARD};
use hmac::{Hmac, KeyInit, Mac};
use http::{HeaderMap, header::AUTHORIZATION};
use secrecy::{ExposeSecret, SecretString};
use serde::Deserialize;
use sha2::Sha256;

use crate::{config::HookSecrets, one_header::only, policy::Sender};

/// How far the time of a delivery may be from ours.
const WINDOW: Duration = Duration::from_secs(300);
/// Standard Webhooks: what the written form of a secret in base64 begins with.
const BASE64_SECRET: &str = "whsec_";
/// Maximum number of signatures that are looked at (there are two while a secret is replaced).
const MAX_SIGNATURES: usize = 5;

/// A verified delivery.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Delivery {
    /// What makes the delivery the same one when it comes again; `None` if nothing does.
    pub(crate) id: Option<DeliveryId>,
}

/// What makes a delivery the same one when it comes again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct DeliveryId {
    /// A hash in 32 hex digits.
    pub(crate) name: String,
    /// Whether the sender gave the delivery an id. Without one, two events of the same second can have the same name.
    pub(crate) is_unique: bool,
}

/// Verifies the proof of a request; the error is for the log.
pub(crate) fn verify(
    secrets: &HookSecrets,
    sender: Sender,
    headers: &HeaderMap,
    body: &[u8],
    now: SystemTime,
) -> Result<Delivery, &'static str> {
    let secrets: Vec<&SecretString> = match sender {
        Sender::Content => secrets.content.iter().collect(),
        Sender::Commerce => secrets.commerce.iter().collect(),
        Sender::Any => secrets.content.iter().chain(&secrets.commerce).collect(),
    };
    if secrets.is_empty() {
        return Err("no secret is set for this hook");
    }
    let now = now.duration_since(UNIX_EPOCH).unwrap_or_default();
    let mut refused = "no proof";
    for secret in secrets {
        match proven(secret.expose_secret(), headers, body, now) {
            Ok(delivery) => return Ok(delivery),
            Err(reason) => refused = reason,
        }
    }
    Err(refused)
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

fn mac(key: &[u8], parts: &[&[u8]]) -> Hmac<Sha256> {
    // HMAC takes keys of any length.
    let mut mac = Hmac::<Sha256>::new_from_slice(key).unwrap_or_else(|_| unreachable!("a key of any length"));
    parts.iter().for_each(|part| mac.update(part));
    mac
}

fn holds(key: &[u8], parts: &[&[u8]], signature: &[u8]) -> bool {
    mac(key, parts).verify_slice(signature).is_ok()
}

fn fresh(time: Option<u64>, now: Duration) -> Result<(), &'static str> {
    let time = Duration::from_secs(time.ok_or("the time is no number")?);
    if time.abs_diff(now) > WINDOW {
        return Err("the time is too far from ours");
    }
    Ok(())
}

/// A name of 32 hex digits for what tells deliveries apart.
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

    use super::*;

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

    /// R-GEN-03 "authenticated, replay-proof": what a running Shopware 6.6 sent is taken at its time, with the same id for
    /// both tries of one event; changed by one byte, with another secret, or ten minutes later it is not.
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
}
