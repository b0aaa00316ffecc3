//! A provider on this machine: what it publishes and answers is what a test has set.

use std::sync::{Arc, Mutex, PoisonError};

use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use jsonwebtoken::{Algorithm, EncodingKey, Header, encode};
use ring::{
    rand::SystemRandom,
    rsa::PublicKeyComponents,
    signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, Ed25519KeyPair, KeyPair, RsaKeyPair},
};
use serde_json::{Value, json};
use wiremock::{
    Mock, MockServer, Request, Respond, ResponseTemplate,
    matchers::{method, path},
};

pub(super) const CONFIGURATION: &str = "/realm/.well-known/openid-configuration";
pub(super) const KEYS: &str = "/keys";
pub(super) const TOKEN: &str = "/token";

/// A key of a provider.
pub(super) struct Key {
    kid: String,
    algorithm: Algorithm,
    private: EncodingKey,
    /// What the provider publishes of it.
    pub(super) public: Value,
}

fn base64(bytes: &[u8]) -> String {
    BASE64_URL_SAFE_NO_PAD.encode(bytes)
}

impl Key {
    pub(super) fn ec(kid: &str) -> Self {
        let random = SystemRandom::new();
        let made = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &random).expect("a key");
        let pair = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, made.as_ref(), &random).expect("a pair");
        let (x, y) = pair.public_key().as_ref()[1..].split_at(32);
        Self {
            public: json!({ "kty": "EC", "crv": "P-256", "use": "sig", "kid": kid, "x": base64(x), "y": base64(y) }),
            kid: kid.to_owned(),
            algorithm: Algorithm::ES256,
            private: EncodingKey::from_ec_der(made.as_ref()),
        }
    }

    pub(super) fn ed(kid: &str) -> Self {
        let made = Ed25519KeyPair::generate_pkcs8(&SystemRandom::new()).expect("a key");
        let pair = Ed25519KeyPair::from_pkcs8(made.as_ref()).expect("a pair");
        let x = base64(pair.public_key().as_ref());
        Self {
            public: json!({ "kty": "OKP", "crv": "Ed25519", "alg": "EdDSA", "kid": kid, "x": x }),
            kid: kid.to_owned(),
            algorithm: Algorithm::EdDSA,
            private: EncodingKey::from_ed_der(made.as_ref()),
        }
    }

    /// The key of the file, which signs nothing but these tests.
    pub(super) fn rsa(kid: &str) -> Self {
        let made = include_bytes!("rsa_key.der");
        let pair = RsaKeyPair::from_der(made).expect("a pair");
        let public = PublicKeyComponents::<Vec<u8>>::from(pair.public());
        let (n, e) = (base64(&public.n), base64(&public.e));
        Self {
            public: json!({ "kty": "RSA", "use": "sig", "alg": "RS256", "kid": kid, "n": n, "e": e }),
            kid: kid.to_owned(),
            algorithm: Algorithm::RS256,
            private: EncodingKey::from_rsa_der(made),
        }
    }

    pub(super) fn sign(&self, claims: &Value) -> String {
        self.sign_as(Some(&self.kid), claims)
    }

    /// The same under another id, or none.
    pub(super) fn sign_as(&self, kid: Option<&str>, claims: &Value) -> String {
        let mut header = Header::new(self.algorithm);
        header.kid = kid.map(str::to_owned);
        encode(&header, claims, &self.private).expect("a token")
    }
}

/// A token with this header, and with any signature.
pub(super) fn token_with(header: &Value, claims: &Value, signature: &[u8]) -> String {
    let part = |value: &Value| base64(value.to_string().as_bytes());
    format!("{}.{}.{}", part(header), part(claims), base64(signature))
}

/// What a place of the provider answers.
#[derive(Clone)]
struct Place(Arc<Mutex<ResponseTemplate>>);

impl Respond for Place {
    fn respond(&self, _: &Request) -> ResponseTemplate {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// The provider.
pub(super) struct StandIn {
    server: MockServer,
    places: [(&'static str, Place); 3],
}

impl StandIn {
    /// A provider that publishes these keys.
    pub(super) async fn start(keys: &[&Key]) -> Self {
        let server = MockServer::start().await;
        let place = || Place(Arc::new(Mutex::new(ResponseTemplate::new(404))));
        let places = [(CONFIGURATION, place()), (KEYS, place()), (TOKEN, place())];
        for (at, answer) in &places {
            let verb = if *at == TOKEN { "POST" } else { "GET" };
            Mock::given(method(verb))
                .and(path(*at))
                .respond_with(answer.clone())
                .mount(&server)
                .await;
        }
        let provider = Self { server, places };
        provider.answers(CONFIGURATION, &provider.configuration());
        provider.publishes(keys);
        provider
    }

    pub(super) fn issuer(&self) -> String {
        format!("{}/realm", self.server.uri())
    }

    pub(super) fn configuration(&self) -> Value {
        let uri = self.server.uri();
        json!({
            "issuer": self.issuer(),
            "authorization_endpoint": format!("{uri}/authorize?tenant=7"),
            "token_endpoint": format!("{uri}{TOKEN}"),
            "jwks_uri": format!("{uri}{KEYS}"),
        })
    }

    pub(super) fn publishes(&self, keys: &[&Key]) {
        let keys: Vec<&Value> = keys.iter().map(|key| &key.public).collect();
        // Keys of kinds that the desk does not know are no obstacle.
        let odd = json!({ "kty": "EC", "crv": "P-999", "kid": "odd" });
        let keys: Vec<&Value> = std::iter::once(&odd).chain(keys).collect();
        self.answers(KEYS, &json!({ "keys": keys }));
    }

    pub(super) fn gives(&self, token: &str) {
        self.answers(
            TOKEN,
            &json!({ "access_token": "x", "token_type": "Bearer", "id_token": token }),
        );
    }

    pub(super) fn answers(&self, at: &str, body: &Value) {
        self.answers_with(at, ResponseTemplate::new(200).set_body_json(body));
    }

    pub(super) fn answers_with(&self, at: &str, answer: ResponseTemplate) {
        let place = self.places.iter().find(|(path, _)| *path == at).expect("a place");
        *place.1.0.lock().unwrap_or_else(PoisonError::into_inner) = answer;
    }

    /// The requests to a place.
    pub(super) async fn asked(&self, at: &str) -> Vec<Request> {
        let all = self.server.received_requests().await.expect("requests");
        all.into_iter().filter(|request| request.url.path() == at).collect()
    }
}
