//! Verifies an id token (OpenID Connect Core 1.0, 3.1.3.7).
//!
//! **Invariant:** the signature is checked before a claim is read, only with a public key that the provider publishes, and
//! only by an algorithm of [`ALGORITHMS`]. Times are checked here: the crate takes one of another type for a missing one.

use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use jiff::Timestamp;
use jsonwebtoken::{
    Algorithm, DecodingKey, Validation, decode,
    jwk::{AlgorithmParameters, EllipticCurve, Jwk, KeyAlgorithm, PublicKeyUse},
};
use secrecy::{ExposeSecret, SecretString};
use serde::Deserialize;
use serde_json::{Map, Value};

use super::refusal::Refusal;
use crate::desk_provider::{Grounds, ProviderSettings};

/// The algorithms that are accepted.
const ALGORITHMS: [(&str, Algorithm, KeyAlgorithm); 3] = [
    ("RS256", Algorithm::RS256, KeyAlgorithm::RS256),
    ("ES256", Algorithm::ES256, KeyAlgorithm::ES256),
    ("EdDSA", Algorithm::EdDSA, KeyAlgorithm::EdDSA),
];
/// Maximum length of a token in bytes.
const LONGEST_TOKEN: usize = 32 * 1024;
/// How far the clocks of provider and server may differ, in seconds.
const LEEWAY: i64 = 60;
/// Maximum age of a token in seconds: it is asked for right before.
const OLDEST: i64 = 10 * 60;
/// Maximum number of values of the claim that are looked at.
const MOST_VALUES: usize = 1_000;

/// What a token has to say.
#[derive(Clone, Copy)]
pub(super) struct Expected<'a> {
    pub(super) settings: &'a ProviderSettings,
    pub(super) nonce: &'a str,
    pub(super) now: Timestamp,
}

/// Who a token is of.
pub(super) struct Person {
    pub(super) name: String,
    /// What they may be let in by.
    pub(super) grounds: Vec<Grounds>,
}

/// What a token says of its signature.
pub(super) struct Header {
    algorithm: Algorithm,
    of_key: KeyAlgorithm,
    kid: Option<String>,
}

#[derive(Deserialize)]
struct HeaderJson {
    alg: String,
    kid: Option<String>,
    crit: Option<Value>,
}

pub(super) fn header(token: &SecretString) -> Result<Header, Refusal> {
    let broken = Refusal::Unproven("the id token has no header that can be read");
    let token = token.expose_secret();
    if token.len() > LONGEST_TOKEN {
        return Err(Refusal::Unproven("the id token is too long"));
    }
    let first = token.split('.').next().unwrap_or_default();
    let Ok(bytes) = BASE64_URL_SAFE_NO_PAD.decode(first) else {
        return Err(broken);
    };
    let Ok(header) = serde_json::from_slice::<HeaderJson>(&bytes) else {
        return Err(broken);
    };
    if header.crit.is_some() {
        return Err(Refusal::Unproven(
            "the id token needs an extension that is unknown here",
        ));
    }
    let found = ALGORITHMS.into_iter().find(|(name, ..)| *name == header.alg);
    let (_, algorithm, of_key) = found.ok_or(Refusal::Unproven(
        "the id token is signed by an algorithm that is not accepted",
    ))?;
    Ok(Header {
        algorithm,
        of_key,
        kid: header.kid,
    })
}

impl Header {
    /// The key that the token names; without a name the only one of its kind.
    pub(super) fn key<'k>(&self, keys: &'k [Jwk]) -> Option<&'k Jwk> {
        let mut fitting = keys.iter().filter(|key| self.fits(key));
        match &self.kid {
            Some(kid) => fitting.find(|key| key.common.key_id.as_ref() == Some(kid)),
            None => {
                let first = fitting.next();
                first.filter(|_| fitting.next().is_none())
            }
        }
    }

    fn fits(&self, key: &Jwk) -> bool {
        let is_kind = match (&key.algorithm, self.algorithm) {
            (AlgorithmParameters::RSA(_), Algorithm::RS256) => true,
            (AlgorithmParameters::EllipticCurve(key), Algorithm::ES256) => key.curve == EllipticCurve::P256,
            (AlgorithmParameters::OctetKeyPair(key), Algorithm::EdDSA) => key.curve == EllipticCurve::Ed25519,
            _ => false,
        };
        let is_to_sign = matches!(&key.common.public_key_use, None | Some(PublicKeyUse::Signature));
        is_kind
            && is_to_sign
            && key
                .common
                .key_algorithm
                .is_none_or(|algorithm| algorithm == self.of_key)
    }
}

/// Who a token is of, if all of it is right.
pub(super) fn person(
    token: &SecretString,
    header: &Header,
    key: &Jwk,
    expected: &Expected<'_>,
) -> Result<Person, Refusal> {
    let key = DecodingKey::from_jwk(key).map_err(|_| Refusal::Unproven("the provider's key cannot be read"))?;
    let mut validation = Validation::new(header.algorithm);
    validation.set_required_spec_claims(&["iss", "aud", "sub"]);
    validation.set_issuer(&[&expected.settings.issuer]);
    validation.set_audience(&[&expected.settings.client_id]);
    validation.validate_exp = false;
    let decoded = decode::<Map<String, Value>>(token.expose_secret(), &key, &validation);
    let claims = decoded.map_err(|error| Refusal::Unproven(cause(error.kind())))?.claims;
    let wrong = wrong_party(&claims, &expected.settings.client_id)
        .or_else(|| wrong_time(&claims, expected.now.as_second()))
        .or_else(|| wrong_nonce(&claims, expected.nonce));
    match wrong {
        Some(cause) => Err(Refusal::Unproven(cause)),
        None => Ok(person_of(&claims, expected.settings)),
    }
}

fn cause(kind: &jsonwebtoken::errors::ErrorKind) -> &'static str {
    use jsonwebtoken::errors::ErrorKind;
    match kind {
        ErrorKind::InvalidSignature => "the signature of the id token is wrong",
        ErrorKind::InvalidIssuer => "the id token is of another issuer",
        ErrorKind::InvalidAudience => "the id token is for another client",
        ErrorKind::MissingRequiredClaim(_) => "the id token lacks a claim",
        _ => "the id token cannot be verified",
    }
}

/// A token for several clients names the one that asked for it; one that names a client names this one.
fn wrong_party(claims: &Map<String, Value>, client: &str) -> Option<&'static str> {
    let is_for_several = claims
        .get("aud")
        .and_then(Value::as_array)
        .is_some_and(|all| all.len() > 1);
    let is_right = match claims.get("azp") {
        None => !is_for_several,
        Some(party) => party.as_str() == Some(client),
    };
    (!is_right).then_some("the id token was asked for by another client")
}

fn wrong_time(claims: &Map<String, Value>, now: i64) -> Option<&'static str> {
    // A fraction of a second is allowed (RFC 7519, 2) and does not count.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "seconds that do not fit are beyond every bound"
    )]
    let time = |value: &Value| value.as_i64().or_else(|| value.as_f64().map(|seconds| seconds as i64));
    let (Some(ends), Some(issued)) = (claims.get("exp").and_then(time), claims.get("iat").and_then(time)) else {
        return Some("the id token does not say when it was issued and when it ends");
    };
    if ends.saturating_add(LEEWAY) <= now {
        return Some("the id token has ended");
    }
    if issued.saturating_sub(LEEWAY) > now {
        return Some("the id token is of the future: compare the clocks of provider and server");
    }
    if issued.saturating_add(OLDEST + LEEWAY) < now {
        return Some("the id token was issued before the login");
    }
    match claims.get("nbf").map(time) {
        Some(None) => Some("the id token has a time that cannot be read"),
        Some(Some(begins)) if begins.saturating_sub(LEEWAY) > now => Some("the id token is not valid yet"),
        _ => None,
    }
}

fn wrong_nonce(claims: &Map<String, Value>, expected: &str) -> Option<&'static str> {
    let nonce = claims.get("nonce").and_then(Value::as_str).unwrap_or_default();
    let is_right = blake3::hash(nonce.as_bytes()) == blake3::hash(expected.as_bytes());
    (!is_right).then_some("the id token is of another login")
}

fn person_of(claims: &Map<String, Value>, settings: &ProviderSettings) -> Person {
    let mail = claims
        .get("email")
        .and_then(Value::as_str)
        .filter(|_| claims.get("email_verified") == Some(&Value::Bool(true)));
    let values: Vec<&str> = match claims.get(&settings.role_claim) {
        Some(Value::String(value)) => vec![value],
        Some(Value::Array(values)) => values.iter().take(MOST_VALUES).filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    let text = |name: &str| claims.get(name).and_then(Value::as_str);
    let names = [text("name"), text("preferred_username"), mail, text("sub")];
    Person {
        name: names.into_iter().flatten().find_map(printable).unwrap_or_default(),
        grounds: values
            .into_iter()
            .map(|value| Grounds::Claim(value.to_owned()))
            .chain(mail.map(|address| Grounds::Mail(address.to_owned())))
            .collect(),
    }
}

/// A name of 1 to 64 printable characters.
fn printable(text: &str) -> Option<String> {
    let text = text.trim();
    let is_printable = |c: char| {
        !c.is_control() && !matches!(c, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    ((1..=64).contains(&text.chars().count()) && text.chars().all(is_printable)).then(|| text.to_owned())
}
