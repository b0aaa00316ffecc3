//! A browser of a customer: a shop in front of the demo's Shopware, which keeps sessions, customers and mails, and a
//! cookie jar.

use std::{collections::BTreeMap, path::PathBuf, sync::Arc, time::Duration};

use secrecy::SecretString;
use serde_json::{Value, json};
use vitrine_api::ApiConfig;
use vitrine_backends::{
    http::HttpConfig,
    shopware::{ShopwareClient, ShopwareConfig},
};
use vitrine_demo::{Demo, DemoConfig};

use crate::{
    client::{Answer, Ask},
    shop::Shop,
};

const KEY: &str = "SWSCVITRINE0REFERENCE00AAA";
pub const PASSWORD: &str = "geheim-wachtwoord-1";
pub const CHAIR: &str = "f299c748b1eba1a51c7918faf24d013c";
pub const WAX: &str = "a5e321383500174c04ffe8e611307cdf";

/// The demo with the recorded shop, and a shop in front of it.
pub struct Customers {
    pub demo: Arc<Demo>,
    pub shop: Shop,
    pub country: String,
}

impl Customers {
    pub async fn start() -> Self {
        Self::with(|_| {}).await
    }

    /// Without waits, and with rates that no test reaches, unless `change` sets others.
    pub async fn with(change: impl FnOnce(&mut ApiConfig)) -> Self {
        Self::before(Arc::new(demo().await), change).await
    }

    /// Another process for the same backend, which has not seen any session.
    pub async fn beside(&self) -> Self {
        self.beside_with(|_| {}).await
    }

    /// The same, with another configuration.
    pub async fn beside_with(&self, change: impl FnOnce(&mut ApiConfig)) -> Self {
        Self::before(Arc::clone(&self.demo), change).await
    }

    async fn before(demo: Arc<Demo>, change: impl FnOnce(&mut ApiConfig)) -> Self {
        let shop = Shop::with(client(&demo), |config| {
            config.rates.accounts = 1_000;
            config.rates.checkout_writes = 1_000;
            config.limits.refusal_step = Duration::ZERO;
            config.limits.recovery_answer = Duration::from_millis(200);
            config.trusted_proxies = vec!["127.0.0.0/30".parse().expect("an address")];
            change(config);
        })
        .await;
        let checkout = shop.get("/api/checkout").send().await.json();
        let countries = checkout["countries"].as_array().expect("countries");
        let dutch = countries.iter().find(|country| country["iso"] == "NL").expect("NL");
        let country = dutch["id"].as_str().expect("an id").to_owned();
        Self { demo, shop, country }
    }

    pub fn browser(&self) -> Browser<'_> {
        Browser {
            customers: self,
            cookies: BTreeMap::new(),
            address: "203.0.113.1".to_owned(),
            locale: "nl",
        }
    }

    pub fn registration(&self, email: &str) -> Value {
        json!({
            "account_type": "private", "salutation_id": null, "first_name": "Noor", "last_name": "Visser", "email": email,
            "password": PASSWORD, "password_confirmation": PASSWORD, "vat_id": null, "accept_privacy": true,
            "billing_address": self.address(), "shipping_address": null
        })
    }

    pub fn address(&self) -> Value {
        json!({
            "salutation_id": null, "first_name": "Noor", "last_name": "Visser", "company": null, "street": "Spui 3",
            "additional_line": null, "zipcode": "1012 WX", "city": "Amsterdam", "country_id": self.country,
            "country_state_id": null, "phone": null
        })
    }

    /// The newest mail.
    pub async fn mail(&self) -> Value {
        self.control("GET", "/mailbox", None).await["mails"][0].clone()
    }

    /// The secret in the link of the newest mail.
    pub async fn hash_of_mail(&self) -> String {
        let mail = self.mail().await;
        let link = mail["links"][0].as_str().expect("a link").to_owned();
        link.split("hash=").nth(1).expect("a hash").to_owned()
    }

    /// Makes a call of the demo's control API.
    pub async fn control(&self, method: &str, path: &str, body: Option<&Value>) -> Value {
        control(&self.demo, method, path, body).await
    }
}

pub async fn control(demo: &Demo, method: &str, path: &str, body: Option<&Value>) -> Value {
    let address = demo.shopware_url().trim_start_matches("http://").to_owned();
    let mut ask = Ask::new(address.parse().expect("an address"), method, &format!("/_demo{path}"))
        .with("Host", &address)
        .with("Content-Type", "application/json");
    if let Some(body) = body {
        ask = ask.json(body);
    }
    let answer = ask.send().await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json()
}

pub async fn demo() -> Demo {
    let _installed = rustls::crypto::ring::default_provider().install_default().is_ok();
    let shop = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../demo/shops/recorded");
    let start = "2026-11-21T06:27:00Z".parse().expect("a moment");
    Demo::start(DemoConfig::on_free_ports(shop, start))
        .await
        .expect("the demo")
}

pub fn client(demo: &Demo) -> Arc<ShopwareClient> {
    let config = ShopwareConfig {
        endpoint: demo.shopware_url().to_owned(),
        access_key: SecretString::from(KEY),
        http: HttpConfig::api(),
    };
    Arc::new(ShopwareClient::new(config).expect("a client"))
}

/// A browser with its cookies, at an IP address.
#[derive(Clone)]
pub struct Browser<'a> {
    pub customers: &'a Customers,
    pub cookies: BTreeMap<String, String>,
    pub address: String,
    pub locale: &'static str,
}

impl Browser<'_> {
    pub fn at(mut self, address: &str) -> Self {
        address.clone_into(&mut self.address);
        self
    }

    pub fn session_cookie(&self) -> Option<&str> {
        self.cookies.get("vitrine-session").map(String::as_str)
    }

    fn cookie_line(&self) -> String {
        let pairs: Vec<String> = self
            .cookies
            .iter()
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        pairs.join("; ")
    }

    pub fn ask(&self, method: &str, path: &str) -> Ask {
        let ask = self.customers.shop.ask(method, path);
        let ask = if method == "GET" {
            ask.locale(self.locale)
        } else {
            ask.by_page().locale(self.locale)
        };
        let ask = ask.with("X-Forwarded-For", &self.address);
        match self.cookies.is_empty() {
            true => ask,
            false => ask.with("Cookie", &self.cookie_line()),
        }
    }

    pub fn keep(&mut self, answer: &Answer) {
        for line in answer.set_cookies() {
            let (pair, rest) = line.split_once(';').unwrap_or((line, ""));
            let (name, value) = pair.split_once('=').expect("a cookie");
            if rest.contains("Max-Age=0") {
                self.cookies.remove(name);
            } else {
                self.cookies.insert(name.to_owned(), value.to_owned());
            }
        }
    }

    /// Sends a request and stores the cookies of its answer.
    pub async fn call(&mut self, method: &str, path: &str, body: Option<&Value>) -> Answer {
        let ask = self.ask(method, path);
        let answer = match body {
            Some(body) => ask.json(body).send().await,
            None => ask.send().await,
        };
        self.keep(&answer);
        answer
    }

    /// As [`Self::call`], which must succeed.
    pub async fn done(&mut self, method: &str, path: &str, body: Option<&Value>) -> Value {
        let answer = self.call(method, path, body).await;
        assert_eq!(answer.status, 200, "{method} {path}: {}", answer.text());
        answer.json()
    }

    pub async fn post(&mut self, path: &str, body: &Value) -> Value {
        self.done("POST", path, Some(body)).await
    }

    pub async fn register(&mut self, email: &str) -> Value {
        let body = self.customers.registration(email);
        self.post("/api/account/register", &body).await
    }

    pub async fn log_in(&mut self, email: &str, password: &str) -> Answer {
        let body = json!({"email": email, "password": password});
        self.call("POST", "/api/account/login", Some(&body)).await
    }

    pub async fn customer(&mut self) -> Value {
        self.done("GET", "/api/session", None).await["customer"].clone()
    }

    pub async fn add(&mut self, product: &str, quantity: u32) -> Value {
        let body = json!({"product_id": product, "quantity": quantity});
        self.post("/api/cart/line-items", &body).await
    }

    pub async fn cart(&mut self) -> Value {
        self.done("GET", "/api/cart", None).await
    }
}

/// Pointers and texts of a refused form.
pub fn faults(answer: &Answer) -> Vec<(String, String)> {
    let body = answer.json();
    let errors = body["errors"].as_array().expect("errors");
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    errors
        .iter()
        .map(|error| (text(&error["source"]["pointer"]), text(&error["detail"])))
        .collect()
}
