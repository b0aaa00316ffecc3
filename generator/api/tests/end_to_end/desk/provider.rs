//! "login from the configuration: … and, where set, an OpenID Connect provider": who gets in by it, and what a provider,
//! a token or a browser that is not right gets.

mod hostile;
mod outages;
mod stand_in;

use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use jiff::Timestamp;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use url::{Url, form_urlencoded};
use vitrine_api::{DeskSettings, ProviderSettings};

use self::stand_in::{CONFIGURATION, KEYS, Key, StandIn, TOKEN};
use super::{ANNA, Desk, PASSWORD, Session};
use crate::client::Answer;

const DOOR: &str = "/desk/login/provider";
const UNPROVEN: &str = "does not prove who you are";
const BACK: &str = "https://shop.test/desk/login/provider";

fn provider_settings(provider: &StandIn) -> ProviderSettings {
    let settings = json!({
        "issuer": provider.issuer(),
        "client_id": "desk",
        "name": "Lindhoven <ID>",
        "roles": { "publish": ["editors"], "look": ["shop"] },
        "mails": { "publish": ["chief@lindhoven.example"], "look": ["noor@lindhoven.example"] },
    });
    serde_json::from_value(settings).expect("settings")
}

/// A desk with passwords and this provider.
async fn desk_of(provider: &StandIn) -> Desk {
    let settings = provider_settings(provider);
    Desk::with(|config| {
        config.desk.provider = Some(settings);
        assert_eq!(config.desk.wrong(), []);
    })
    .await
}

/// Somebody on the way to the provider.
struct Left {
    cookie: String,
    address: Url,
}

impl Left {
    fn parameter(&self, name: &str) -> String {
        let found = self.address.query_pairs().find(|(key, _)| key == name);
        found.map_or_else(
            || panic!("no {name} in {}", self.address),
            |(_, value)| value.into_owned(),
        )
    }

    fn state(&self) -> String {
        self.parameter("state")
    }

    /// The claims of a right token for this login.
    fn claims(&self, provider: &StandIn) -> Value {
        let now = Timestamp::now().as_second();
        json!({
            "iss": provider.issuer(), "aud": "desk", "sub": "4711", "exp": now + 300, "iat": now,
            "nonce": self.parameter("nonce"), "name": "Noor Vermeer", "groups": ["staff", "editors"],
        })
    }
}

/// Where a page leads on to.
fn leads_to(answer: &Answer) -> String {
    let text = answer.text();
    let rest = text.split("http-equiv=\"refresh\" content=\"0; url=").nth(1);
    let to = rest.and_then(|rest| rest.split('"').next());
    let to = to.unwrap_or_else(|| panic!("it leads nowhere: {text}"));
    to.replace("&#x2f;", "/").replace("&amp;", "&")
}

fn cookie_named<'a>(answer: &'a Answer, name: &str) -> Option<&'a str> {
    let lines = answer.set_cookies();
    lines.into_iter().find(|line| line.starts_with(&format!("{name}=")))
}

async fn leave(desk: &Desk) -> Left {
    let answer = desk.form(DOOR, &[]).send().await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    let line = cookie_named(&answer, "vitrine-desk-login").expect("a cookie");
    Left {
        cookie: line.split(';').next().expect("a pair").to_owned(),
        address: Url::parse(&leads_to(&answer)).expect("an address"),
    }
}

fn query(fields: &[(&str, &str)]) -> String {
    let fields = form_urlencoded::Serializer::new(String::new())
        .extend_pairs(fields)
        .finish();
    format!("{DOOR}?{fields}")
}

async fn arrive(desk: &Desk, left: &Left, fields: &[(&str, &str)]) -> Answer {
    let ask = desk.ask("GET", &query(fields)).with("Cookie", &left.cookie);
    ask.with("Sec-Fetch-Site", "cross-site").send().await
}

/// The answer of the provider after a right login.
async fn arrive_well(desk: &Desk, left: &Left) -> Answer {
    arrive(desk, left, &[("code", "c0de"), ("state", &left.state())]).await
}

/// Logs in with a token of these claims beside the right ones.
async fn login_with(desk: &Desk, provider: &StandIn, key: &Key, claims: &Value) -> Answer {
    let left = leave(desk).await;
    let mut all = left.claims(provider);
    for (name, value) in claims.as_object().expect("claims") {
        all[name] = value.clone();
    }
    provider.gives(&key.sign(&all));
    arrive_well(desk, &left).await
}

/// Refused with these words, and without a session.
fn refused(answer: &Answer, status: u16, words: &str, what: &str) {
    assert_eq!(answer.status, status, "{what}: {}", answer.text());
    assert!(answer.text().contains(words), "{what}: {}", answer.text());
    assert!(cookie_named(answer, "vitrine-desk").is_none(), "{what}");
    assert_eq!(answer.header("cache-control"), Some("no-store"), "{what}");
}

async fn session_of(desk: &Desk, answer: &Answer) -> Session {
    assert_eq!(answer.status, 200, "{}", answer.text());
    let line = cookie_named(answer, "vitrine-desk").expect("a session");
    let cookie = line.split(';').next().expect("a pair").to_owned();
    let page = desk.ask("GET", "/desk").with("Cookie", &cookie).send().await.text();
    let proof = page.split("name=\"proof\" value=\"").nth(1).expect("a proof");
    Session {
        proof: proof.split('"').next().expect("a value").to_owned(),
        cookie,
    }
}

/// "Authorization code flow with PKCE (S256), state, nonce", and a session like every other.
#[tokio::test]
async fn a_login_at_the_provider_opens_the_desk() {
    let key = Key::ec("one");
    let provider = StandIn::start(&[&key]).await;
    let desk = desk_of(&provider).await;
    let page = desk.ask("GET", "/desk/login").send().await.text();
    assert!(page.contains("Log in with Lindhoven &lt;ID&gt;"), "{page}");
    assert!(page.contains("name=\"password\""), "passwords stay beside it");

    let answer = desk.form(DOOR, &[]).send().await;
    let line = cookie_named(&answer, "vitrine-desk-login").expect("a cookie");
    for part in ["; Path=/;", "HttpOnly", "SameSite=Lax", "Max-Age=600"] {
        assert!(line.contains(part), "{part} in {line}");
    }
    assert_eq!(line.split(['=', ';']).nth(1).map(str::len), Some(64), "256 bits");

    let left = leave(&desk).await;
    assert_eq!(left.address.path(), "/authorize");
    for (name, value) in [
        ("tenant", "7"),
        ("response_type", "code"),
        ("client_id", "desk"),
        ("redirect_uri", BACK),
        ("scope", "openid profile email"),
        ("code_challenge_method", "S256"),
    ] {
        assert_eq!(left.parameter(name), value, "{name}");
    }
    let secrets = ["state", "nonce", "code_challenge"].map(|name| left.parameter(name));
    assert!(secrets.iter().all(|secret| secret.len() >= 43), "{secrets:?}");
    let token = left.cookie.split('=').nth(1).expect("a token");
    assert!(
        !left.address.as_str().contains(token),
        "the provider learns nothing of the cookie"
    );

    provider.gives(&key.sign(&left.claims(&provider)));
    let answer = arrive_well(&desk, &left).await;
    assert_eq!((answer.status, leads_to(&answer).as_str()), (200, "/desk"));
    assert_eq!(answer.header("referrer-policy"), Some("no-referrer"));
    assert_eq!(answer.header("cache-control"), Some("no-store"));
    assert!(!answer.text().contains("c0de") && !answer.text().contains(&left.state()));
    let line = cookie_named(&answer, "vitrine-desk").expect("a session");
    for part in ["; Path=/;", "HttpOnly", "SameSite=Strict", "Max-Age=43200"] {
        assert!(line.contains(part), "{part} in {line}");
    }
    let ended = cookie_named(&answer, "vitrine-desk-login").expect("the login's cookie");
    assert!(
        ended.starts_with("vitrine-desk-login=;") && ended.contains("Max-Age=0"),
        "{ended}"
    );

    let [exchange] = &provider.asked(TOKEN).await[..] else {
        panic!("one exchange")
    };
    let sent: Vec<(String, String)> = form_urlencoded::parse(&exchange.body).into_owned().collect();
    let sent = |name: &str| {
        sent.iter()
            .find(|(key, _)| key == name)
            .map(|(_, value)| value.as_str())
    };
    assert_eq!(sent("grant_type"), Some("authorization_code"));
    assert_eq!(
        (sent("code"), sent("redirect_uri"), sent("client_id")),
        (Some("c0de"), Some(BACK), Some("desk"))
    );
    let verifier = sent("code_verifier").expect("a verifier");
    let challenge = BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(verifier.as_bytes()));
    assert_eq!(challenge, left.parameter("code_challenge"));
    assert!(
        sent("client_secret").is_none() && !exchange.headers.contains_key("authorization"),
        "a public client"
    );

    let session = session_of(&desk, &answer).await;
    let home = desk.get(&session, "/desk").await.text();
    assert!(home.contains("Noor Vermeer (Lindhoven &lt;ID&gt;)"), "{home}");
    assert_eq!(
        desk.post(&session, "/desk/build", &[]).await.status,
        303,
        "the role publish"
    );
    assert_eq!(desk.post(&session, "/desk/logout", &[]).await.status, 303);
    assert_eq!(desk.get(&session, "/desk").await.status, 303, "a logout ends it");
}

/// "`roles` … matched against a claim … or an allow-list of e-mail addresses …; whoever matches none is refused with a word."
#[tokio::test]
async fn the_configuration_says_who_may_look_and_who_may_publish() {
    let (ec, rsa, ed) = (Key::ec("ec"), Key::rsa("rsa"), Key::ed("ed"));
    let provider = StandIn::start(&[&ec, &rsa, &ed]).await;
    let desk = desk_of(&provider).await;
    let mail = |address: &str, verified: Value| json!({ "groups": [], "email": address, "email_verified": verified });
    let rows = [
        (&ec, json!({ "groups": ["shop", "editors"] }), Some(true)),
        (&rsa, json!({ "groups": ["shop"] }), Some(false)),
        (&ed, json!({ "groups": "shop" }), Some(false)),
        (&ec, mail("noor@lindhoven.example", true.into()), Some(false)),
        (&rsa, mail("Chief@Lindhoven.example", true.into()), Some(true)),
        (&ec, mail("noor@lindhoven.example", false.into()), None),
        (&ec, mail("noor@lindhoven.example", "true".into()), None),
        (&ec, mail("noor@lindhoven.example", Value::Null), None),
        (&ec, mail("noor@lindhoven.example.evil.example", true.into()), None),
        (&ec, json!({ "groups": ["Editors", "editors ", ""] }), None),
        (&ec, json!({ "groups": { "editors": true } }), None),
        (&ec, json!({ "groups": null, "roles": ["editors"] }), None),
        (&ec, json!({ "groups": [["editors"], 7] }), None),
    ];
    for (key, claims, publishes) in &rows {
        let answer = login_with(&desk, &provider, key, claims).await;
        let Some(publishes) = publishes else {
            assert_eq!(answer.status, 403, "{claims}");
            assert!(answer.text().contains("you may not open the desk"), "{}", answer.text());
            assert!(cookie_named(&answer, "vitrine-desk").is_none(), "{claims}");
            continue;
        };
        let session = session_of(&desk, &answer).await;
        let built = desk.post(&session, "/desk/build", &[]).await.status;
        assert_eq!(built, if *publishes { 303 } else { 403 }, "{claims}");
    }
}

/// The client's secret goes where the provider wants it.
#[tokio::test]
async fn a_secret_is_sent_as_the_provider_asks() {
    let key = Key::ec("one");
    for (methods, in_header) in [
        (Value::Null, true),
        (json!(["client_secret_post", "client_secret_basic"]), true),
        (json!(["client_secret_post"]), false),
    ] {
        let provider = StandIn::start(&[&key]).await;
        let mut configuration = provider.configuration();
        configuration["token_endpoint_auth_methods_supported"] = methods;
        provider.answers(CONFIGURATION, &configuration);
        let mut settings = provider_settings(&provider);
        settings.secret = Some("a secret/+".into());
        let desk = Desk::with(|config| config.desk.provider = Some(settings)).await;
        session_of(&desk, &login_with(&desk, &provider, &key, &json!({})).await).await;
        let [exchange] = &provider.asked(TOKEN).await[..] else {
            panic!("one exchange")
        };
        let header = exchange.headers.get("authorization").map(|value| value.as_bytes());
        let body = String::from_utf8_lossy(&exchange.body);
        // RFC 6749, 2.3.1: both are encoded as in a form, "desk:a+secret%2F%2B".
        let basic: Option<&[u8]> = Some(b"Basic ZGVzazphK3NlY3JldCUyRiUyQg==");
        assert_eq!(header, basic.filter(|_| in_header));
        assert_eq!(body.contains("client_secret=a+secret%2F%2B"), !in_header, "{body}");
    }
}

/// Without users there is the provider alone, and passwords open nothing.
#[tokio::test]
async fn a_desk_may_have_a_provider_alone() {
    let key = Key::ec("one");
    let provider = StandIn::start(&[&key]).await;
    let settings = provider_settings(&provider);
    let desk = Desk::with(|config| {
        config.desk = DeskSettings::default();
        config.desk.provider = Some(settings);
    })
    .await;
    let page = desk.ask("GET", "/desk/login").send().await.text();
    assert!(
        page.contains("Log in with") && !page.contains("name=\"password\""),
        "{page}"
    );
    assert_eq!(desk.try_login(ANNA, PASSWORD).await.status, 403);
    session_of(&desk, &login_with(&desk, &provider, &key, &json!({})).await).await;
}

/// "a user that the configuration no longer lets in ends too".
#[tokio::test]
async fn a_session_ends_with_what_let_it_in() {
    let key = Key::ec("one");
    let provider = StandIn::start(&[&key]).await;
    let mut desk = desk_of(&provider).await;
    let session = session_of(&desk, &login_with(&desk, &provider, &key, &json!({})).await).await;
    let same = || provider_settings(&provider);
    let mut lower = same();
    lower.roles.publish.clear();
    lower.roles.look.push("editors".to_owned());
    let (mut gone, mut client, mut issuer) = (same(), same(), same());
    gone.roles.publish.clear();
    client.client_id = "another".to_owned();
    issuer.issuer.push('2');
    let rows = [
        ("nothing", Some(same()), 200, 303),
        ("the role", Some(lower), 200, 403),
        ("the group", Some(gone), 303, 403),
        ("the client", Some(client), 303, 403),
        ("the issuer", Some(issuer), 303, 403),
        ("the provider", None, 303, 403),
        ("back", Some(same()), 200, 303),
    ];
    for (what, settings, sees, builds) in rows {
        let Desk { folder, running, .. } = desk;
        running.stop().await;
        desk = Desk::in_folder(folder, |config| config.desk.provider = settings).await;
        assert_eq!(desk.get(&session, "/desk").await.status, sees, "{what}");
        assert_eq!(desk.post(&session, "/desk/build", &[]).await.status, builds, "{what}");
    }
}

/// "discovery document and JWKS … cached with an age, asked again once for an unknown key id".
#[tokio::test]
async fn a_new_key_is_fetched_once() {
    let (old, new) = (Key::ec("old"), Key::ec("new"));
    let provider = StandIn::start(&[&old]).await;
    let desk = desk_of(&provider).await;
    for _ in 0..2 {
        session_of(&desk, &login_with(&desk, &provider, &old, &json!({})).await).await;
    }
    assert_eq!(provider.asked(KEYS).await.len(), 1);
    provider.publishes(&[&new]);
    for _ in 0..2 {
        session_of(&desk, &login_with(&desk, &provider, &new, &json!({})).await).await;
    }
    assert_eq!(provider.asked(KEYS).await.len(), 2);
    let answer = login_with(&desk, &provider, &old, &json!({})).await;
    assert_eq!(answer.status, 403, "a key that is no longer published");
    assert_eq!(provider.asked(KEYS).await.len(), 3, "it was asked for once");
    assert_eq!(provider.asked(CONFIGURATION).await.len(), 1);
}
