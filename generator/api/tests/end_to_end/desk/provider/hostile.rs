//! Tokens, answers and requests that are not right.

use jsonwebtoken::{Algorithm, EncodingKey, Header, encode};
use serde_json::{Value, json};

use super::{
    BACK, DOOR, Desk, Key, Left, StandIn, TOKEN, UNPROVEN, arrive, arrive_well, cookie_named, desk_of, leads_to, leave,
    provider_settings, query, refused, session_of, stand_in::token_with,
};

/// The fields of a query.
type Fields<'f> = &'f [(&'f str, &'f str)];

const BEGUN: &str = "was not begun here, or too long ago";

/// Claims that are wrong in one way each.
fn wrong_claims(left: &Left, provider: &StandIn) -> Vec<(&'static str, Value)> {
    let right = left.claims(provider);
    let now = right["iat"].as_i64().expect("a time");
    let with = |name: &str, value: Value| {
        let mut claims = left.claims(provider);
        claims[name] = value;
        claims
    };
    let without = |name: &str| {
        let mut claims = left.claims(provider);
        claims.as_object_mut().expect("claims").remove(name);
        claims
    };
    let mut of_other = with("aud", json!(["desk", "other"]));
    of_other["azp"] = "other".into();
    vec![
        ("another nonce", with("nonce", "0".repeat(64).into())),
        ("no nonce", without("nonce")),
        ("another issuer", with("iss", "https://evil.example".into())),
        (
            "the issuer with a slash",
            with("iss", format!("{}/", provider.issuer()).into()),
        ),
        ("no issuer", without("iss")),
        ("another audience", with("aud", "other".into())),
        ("other audiences", with("aud", json!(["other", "desk2"]))),
        ("no audience", without("aud")),
        ("an audience that is no text", with("aud", json!({ "desk": true }))),
        (
            "several audiences, and nobody who asked",
            with("aud", json!(["desk", "other"])),
        ),
        ("asked for by another client", of_other),
        ("another client's", with("azp", "other".into())),
        ("no subject", without("sub")),
        ("expired", with("exp", (now - 61).into())),
        ("no end", without("exp")),
        ("an end that is a text", with("exp", (now + 300).to_string().into())),
        ("not yet valid", with("nbf", (now + 120).into())),
        ("a beginning that is a text", with("nbf", now.to_string().into())),
        ("of the future", with("iat", (now + 120).into())),
        ("of long ago", with("iat", (now - 3_600).into())),
        ("no time", without("iat")),
    ]
}

/// Tokens with the right claims whose signature is no proof.
fn wrong_signatures(claims: &Value, rsa: &Key, ec: &Key) -> Vec<(&'static str, String)> {
    let by_secret = |secret: &[u8], kid: &str| {
        let mut header = Header::new(Algorithm::HS256);
        header.kid = Some(kid.to_owned());
        encode(&header, claims, &EncodingKey::from_secret(secret)).expect("a token")
    };
    let good = ec.sign(claims);
    let parts: Vec<&str> = good.split('.').collect();
    let mut changed = claims.clone();
    changed["sub"] = "1".into();
    let other = ec.sign(&changed);
    let swapped = format!("{}.{}.{}", parts[0], other.split('.').nth(1).expect("claims"), parts[2]);
    let modulus = rsa.public["n"].as_str().expect("a modulus");
    let public = rsa.public.to_string();
    let alg = |alg: &str| token_with(&json!({ "alg": alg, "kid": "ec" }), claims, &[0; 64]);
    vec![
        ("alg none, unsigned", token_with(&json!({ "alg": "none" }), claims, b"")),
        ("alg None", alg("None")),
        ("alg nOnE with a key", alg("nOnE")),
        ("ES384", alg("ES384")),
        ("PS256", alg("PS256")),
        (
            "an alg that is no text",
            token_with(&json!({ "alg": ["ES256"] }), claims, b"x"),
        ),
        ("HS256 by the public key", by_secret(public.as_bytes(), "rsa")),
        ("HS256 by the modulus", by_secret(modulus.as_bytes(), "rsa")),
        ("HS256 by the secret", by_secret(b"secret", "oct")),
        ("an unknown key id", ec.sign_as(Some("unknown"), claims)),
        ("no key id, and two such keys", ec.sign_as(None, claims)),
        ("the id of a key of another kind", ec.sign_as(Some("rsa"), claims)),
        ("the id of a key to encrypt with", ec.sign_as(Some("enc"), claims)),
        ("another key under this id", Key::ec("ec").sign(claims)),
        ("zeros", alg("ES256")),
        ("claims of another token", swapped),
        ("no signature", format!("{}.{}.", parts[0], parts[1])),
        ("two parts", format!("{}.{}", parts[0], parts[1])),
        ("four parts", format!("{good}.x")),
        (
            "an extension that is unknown",
            token_with(
                &json!({ "alg": "ES256", "kid": "ec", "crit": ["exp"] }),
                claims,
                &[0; 64],
            ),
        ),
        ("no token", "x".to_owned()),
        ("nothing", String::new()),
        ("a long one", "x".repeat(40_000)),
    ]
}

/// "the id token verified … with issuer, audience, expiry, nonce, and only RS256/ES256/EdDSA keys of the JWKS".
#[tokio::test]
async fn a_token_that_is_not_right_opens_nothing() {
    let (ec, rsa, second) = (Key::ec("ec"), Key::rsa("rsa"), Key::ec("second"));
    let mut to_encrypt = Key::ec("enc");
    to_encrypt.public = ec.public.clone();
    to_encrypt.public["kid"] = "enc".into();
    to_encrypt.public["use"] = "enc".into();
    let mut symmetric = Key::ec("oct");
    symmetric.public = json!({ "kty": "oct", "kid": "oct", "k": "c2VjcmV0" });
    let provider = StandIn::start(&[&ec, &rsa, &second, &to_encrypt, &symmetric]).await;
    let desk = desk_of(&provider).await;
    let count = wrong_claims(&leave(&desk).await, &provider).len();
    for place in 0..count {
        let left = leave(&desk).await;
        let (what, claims) = wrong_claims(&left, &provider).swap_remove(place);
        provider.gives(&ec.sign(&claims));
        refused(&arrive_well(&desk, &left).await, 403, UNPROVEN, what);
    }
    let count = wrong_signatures(&json!({ "sub": "" }), &rsa, &ec).len();
    for place in 0..count {
        let left = leave(&desk).await;
        let (what, token) = wrong_signatures(&left.claims(&provider), &rsa, &ec).swap_remove(place);
        provider.gives(&token);
        refused(&arrive_well(&desk, &left).await, 403, UNPROVEN, what);
    }
    let left = leave(&desk).await;
    provider.gives(&ec.sign(&left.claims(&provider)));
    session_of(&desk, &arrive_well(&desk, &left).await).await;
}

/// "`state` … used once", in the browser that began, within its time.
#[tokio::test]
async fn an_answer_counts_once_and_where_the_login_began() {
    let key = Key::ec("one");
    let provider = StandIn::start(&[&key]).await;
    let desk = desk_of(&provider).await;
    let (left, other) = (leave(&desk).await, leave(&desk).await);
    provider.gives(&key.sign(&left.claims(&provider)));
    let (state, foreign) = (left.state(), other.state());
    let rows: [(&str, Fields<'_>); 5] = [
        ("no state", &[("code", "c0de")]),
        ("an empty state", &[("code", "c0de"), ("state", "")]),
        ("the state of another login", &[("code", "c0de"), ("state", &foreign)]),
        ("two states", &[("code", "c0de"), ("state", &state), ("state", &state)]),
        ("nothing", &[]),
    ];
    for (what, fields) in rows {
        refused(&arrive(&desk, &left, fields).await, 403, BEGUN, what);
    }
    let well = query(&[("code", "c0de"), ("state", &state)]);
    refused(&desk.ask("GET", &well).send().await, 403, BEGUN, "no cookie");
    let long = "x".repeat(3_000);
    for cookie in ["", "0", &"0".repeat(64), "../../etc/passwd", &long] {
        let cookie = format!("vitrine-desk-login={cookie}");
        let answer = desk.ask("GET", &well).with("Cookie", &cookie).send().await;
        refused(&answer, 403, BEGUN, &cookie);
    }
    let stolen = desk.ask("GET", &well).with("Cookie", &other.cookie).send().await;
    refused(&stolen, 403, BEGUN, "another browser");
    assert_eq!(
        provider.asked(TOKEN).await.len(),
        0,
        "no code was exchanged for any of these"
    );

    let (one, two) = tokio::join!(arrive_well(&desk, &left), arrive_well(&desk, &left));
    let sessions = [&one, &two].map(|answer| cookie_named(answer, "vitrine-desk").is_some());
    assert!(
        sessions[0] != sessions[1],
        "one of two that come at the same time: {sessions:?}"
    );
    refused(&arrive_well(&desk, &left).await, 403, BEGUN, "the state used twice");
    assert_eq!(provider.asked(TOKEN).await.len(), 1);
}

/// A login is ended by what the provider answers, whatever that is.
#[tokio::test]
async fn errors_of_the_provider_are_told_without_their_words() {
    let key = Key::ec("one");
    let provider = StandIn::start(&[&key]).await;
    let desk = desk_of(&provider).await;
    let evil = "<script>evil</script>";
    let rows: [(&str, Fields<'_>, &str); 8] = [
        (
            "denied",
            &[("error", "access_denied"), ("error_description", evil)],
            "was not allowed, or was broken off",
        ),
        (
            "an error",
            &[("error", "server_error"), ("error_description", evil)],
            UNPROVEN,
        ),
        ("an error beside a code", &[("error", evil), ("code", "c0de")], UNPROVEN),
        (
            "two errors",
            &[("error", "access_denied"), ("error", "x"), ("code", "c0de")],
            UNPROVEN,
        ),
        ("no code", &[], UNPROVEN),
        ("an empty code", &[("code", "")], UNPROVEN),
        ("two codes", &[("code", "c0de"), ("code", "c0de")], UNPROVEN),
        (
            "another issuer",
            &[("code", "c0de"), ("iss", "https://evil.example")],
            UNPROVEN,
        ),
    ];
    for (what, fields, words) in rows {
        let left = leave(&desk).await;
        provider.gives(&key.sign(&left.claims(&provider)));
        let state = left.state();
        let fields = [fields, &[("state", state.as_str())]].concat();
        let answer = arrive(&desk, &left, &fields).await;
        refused(&answer, 403, words, what);
        assert!(
            !answer.text().contains("evil") && !answer.text().contains(&state),
            "{what}"
        );
        refused(&arrive_well(&desk, &left).await, 403, BEGUN, what);
    }
    assert_eq!(provider.asked(TOKEN).await.len(), 0);
    for (language, words) in [
        ("nl", "Bij Lindhoven &lt;ID&gt; is het inloggen niet toegestaan"),
        ("de", "Bei Lindhoven &lt;ID&gt; wurde die Anmeldung nicht erlaubt"),
    ] {
        let left = leave(&desk).await;
        let denied = query(&[("error", "access_denied"), ("state", &left.state())]);
        let ask = desk.ask("GET", &denied).with("Cookie", &left.cookie);
        refused(
            &ask.with("Accept-Language", language).send().await,
            403,
            words,
            language,
        );
    }
    let left = leave(&desk).await;
    provider.gives(&key.sign(&left.claims(&provider)));
    let fields = [("code", "c0de"), ("state", &left.state()), ("iss", &provider.issuer())];
    session_of(&desk, &arrive(&desk, &left, &fields).await).await;
}

/// Rule 9, rule 16, and where a login may lead.
#[tokio::test]
async fn the_doors_of_the_provider_are_doors_of_the_desk() {
    let key = Key::ec("one");
    let provider = StandIn::start(&[&key]).await;
    let desk = desk_of(&provider).await;
    for method in ["PUT", "DELETE", "PATCH", "OPTIONS"] {
        let answer = desk.ask(method, DOOR).send().await;
        assert_eq!(
            (answer.status, answer.header("allow")),
            (405, Some("POST, GET")),
            "{method}"
        );
    }
    let form = || desk.form(DOOR, &[]);
    for (what, ask) in [
        ("another origin", form().with("Origin", "https://evil.test")),
        ("no origin", form().without("Origin")),
        ("another site", form().with("Sec-Fetch-Site", "cross-site")),
    ] {
        let answer = ask.send().await;
        assert_eq!((answer.status, answer.set_cookies()), (403, Vec::new()), "{what}");
    }
    let evil = "https://evil.test/";
    let fields = [
        ("back", evil),
        ("to", evil),
        ("redirect_uri", evil),
        ("issuer", evil),
        ("scope", "all"),
    ];
    let answer = desk.form(&format!("{DOOR}?redirect_uri={evil}"), &fields).send().await;
    assert!(!answer.text().contains("evil"), "{}", answer.text());
    assert!(leads_to(&answer).starts_with(&provider.issuer().replace("/realm", "/authorize")));
    let left = leave(&desk).await;
    assert_eq!(left.parameter("redirect_uri"), BACK);
    provider.gives(&key.sign(&left.claims(&provider)));
    let state = left.state();
    let sent = [fields.as_slice(), &[("code", "c0de"), ("state", &state)]].concat();
    let answer = arrive(&desk, &left, &sent).await;
    assert_eq!(leads_to(&answer), "/desk");
    assert!(!answer.text().contains("evil"), "{}", answer.text());

    let settings = provider_settings(&provider);
    let limited = Desk::with(|config| {
        config.desk.provider = Some(settings);
        config.rates.accounts = 2;
    })
    .await;
    for expected in [200, 200, 429] {
        assert_eq!(limited.form(DOOR, &[]).send().await.status, expected);
    }
    assert_eq!(
        limited.ask("GET", DOOR).send().await.status,
        429,
        "arriving is counted too"
    );
    let none = Desk::start().await;
    assert_eq!(none.form(DOOR, &[]).send().await.status, 404, "no provider is set");
    assert_eq!(none.ask("GET", DOOR).send().await.status, 404);
    assert!(!none.ask("GET", "/desk/login").send().await.text().contains(DOOR));
}
