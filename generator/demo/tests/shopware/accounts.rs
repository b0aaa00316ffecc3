//! Accounts (Shopware §3, §13): the recorded calls, and rules without a recording.

use serde_json::{Value, json};

use crate::replay::{Known, assert_same, between, play_on};
use crate::support::{Reply, Shop, WAX, recordings};

const PASSWORD: &str = "geheim-wachtwoord-1";

impl Shop {
    async fn register(&self, token: Option<&str>, email: &str) -> Reply {
        let country = self.post("/country", json!({"filter": {"iso": "NL"}})).await.body["elements"][0]["id"].clone();
        let body = json!({
            "firstName": "Test", "lastName": "Klant", "email": email, "password": PASSWORD,
            "storefrontUrl": self.demo.shopware_url(), "acceptedDataProtection": true,
            "billingAddress": {"street": "Spui 3", "zipcode": "1012 WX", "city": "Amsterdam", "countryId": country}
        });
        let reply = self.call(token, "POST", "/account/register", Some(body)).await;
        assert_eq!(reply.status, 200, "{}", reply.body);
        reply
    }

    async fn log_in(&self, token: Option<&str>, email: &str, password: &str) -> Reply {
        let body = json!({"username": email, "password": password});
        self.call(token, "POST", "/account/login", Some(body)).await
    }

    async fn customer(&self, token: &str) -> Value {
        self.call(Some(token), "GET", "/context", None).await.body["customer"].clone()
    }

    /// The newest mail.
    async fn mail(&self) -> Value {
        self.send("GET", "/_demo/mailbox", &[], None).await.body["mails"][0].clone()
    }

    async fn recover(&self, email: &str) -> Reply {
        let body = json!({"email": email, "storefrontUrl": self.demo.shopware_url()});
        self.post("/account/recovery-password", body).await
    }

    async fn set_password(&self, hash: &str, new: &str) -> Reply {
        let body = json!({"hash": hash, "newPassword": new, "newPasswordConfirm": new});
        self.post("/account/recovery-password-confirm", body).await
    }
}

/// The `hash` in the link of a mail.
fn hash_in(mail: &Value) -> String {
    let link = mail["links"][0].as_str().unwrap();
    link.split("hash=").nth(1).unwrap().to_owned()
}

/// R-BACK-01, R-ACCT-01: a private customer registers, changes profile, e-mail and password, logs out and in.
#[tokio::test]
async fn an_account_is_that_of_the_recorded_shop() {
    let shop = Shop::recorded().await;
    let calls = between(recordings(), &[103..=104, 106..=106, 108..=112]);
    assert_eq!(calls.len(), 8);
    let mut known = Known::default();
    assert_same(&play_on(&shop, &calls, &mut known).await);
    let calls = between(recordings(), &[125..=126, 128..=128, 130..=133, 140..=144]);
    assert_eq!(calls.len(), 12);
    assert_same(&play_on(&shop, &calls, &mut known).await);
}

/// R-BACK-01: business customers, with and without company; VAT ids are not checked.
#[tokio::test]
async fn business_customers_are_those_of_the_recorded_shop() {
    let shop = Shop::recorded().await;
    let calls = between(recordings(), &[136..=139]);
    assert_eq!(calls.len(), 4);
    assert_same(&play_on(&shop, &calls, &mut Known::default()).await);
}

/// R-BACK-01, rule 10, Shopware §3.2, §3.4: two devices of a customer share one token and one cart; a login while
/// logged in, a new password and a logout change the token; the cart is restored at the next login; an account is
/// deleted.
#[tokio::test]
async fn sessions_of_a_customer_are_those_of_the_recorded_shop() {
    let shop = Shop::recorded().await;
    shop.control("POST", "/stock", json!({"product_number": "CA-400", "stock": 496}))
        .await;
    let calls = between(recordings(), &[388..=421]);
    assert_eq!(calls.len(), 33);
    assert_same(&play_on(&shop, &calls, &mut Known::default()).await);
}

/// R-BACK-01: a guest may change the profile, and logging out ends the guest's session.
#[tokio::test]
async fn a_guest_logs_out_as_in_the_recorded_shop() {
    let shop = Shop::recorded().await;
    let calls = between(recordings(), &[422..=427]);
    assert_eq!(calls.len(), 6);
    assert_same(&play_on(&shop, &calls, &mut Known::default()).await);
}

/// R-BACK-01, Shopware §3.5: login is refused until the e-mail address is confirmed by the link in the mail.
#[tokio::test]
async fn double_opt_in_is_that_of_the_recorded_shop() {
    let shop = Shop::recorded().await;
    shop.control("POST", "/accounts", json!({"double_opt_in": true})).await;
    let mut known = Known::default();
    let calls = between(recordings(), &[437..=438]);
    assert_eq!(calls.len(), 2);
    assert_same(&play_on(&shop, &calls, &mut known).await);
    let mail = shop.mail().await;
    assert_eq!(
        (&mail["kind"], &mail["to"]),
        (&json!("customer_opt_in"), &json!("optin@example.com"))
    );
    let link = mail["links"][0].as_str().unwrap();
    assert!(
        link.contains("/registration/confirm?em=90afd5bb2ad162d947815e329a75da2796c64257&hash="),
        "{link}"
    );
    known
        .ids
        .push(("01a1fcc9adaf71ea8d7487aa4c43b98f".to_owned(), hash_in(&mail)));
    let calls = between(recordings(), &[439..=445]);
    assert_eq!(calls.len(), 7);
    assert_same(&play_on(&shop, &calls, &mut known).await);
}

/// R-ACCT-01, Shopware §13.6: the link of a recovery mail works once, within two hours; a new password logs the
/// customer out of all sessions.
#[tokio::test]
async fn a_recovery_link_works_once_and_for_two_hours() {
    let shop = Shop::start().await;
    let token = shop.register(None, "noor@example.com").await.token().unwrap();
    assert_eq!(
        shop.recover("noor@example.com").await.body,
        json!({"apiAlias": "array_struct", "success": true})
    );
    let mail = shop.mail().await;
    assert_eq!(mail["kind"], "customer_recovery");
    assert!(
        mail["links"][0]
            .as_str()
            .unwrap()
            .contains("/account/recover/password?hash=")
    );
    let hash = hash_in(&mail);
    assert_eq!(hash.len(), 32);
    let expired = shop
        .post("/account/customer-recovery-is-expired", json!({"hash": hash}))
        .await;
    assert_eq!(expired.body, json!({"apiAlias": "array_struct", "isExpired": false}));
    let unknown = shop
        .post("/account/customer-recovery-is-expired", json!({"hash": "y".repeat(32)}))
        .await;
    assert_eq!(
        (unknown.status, unknown.code()),
        (404, "CHECKOUT__CUSTOMER_NOT_FOUND_BY_HASH")
    );
    let short = shop.set_password(&hash, "kort").await;
    assert_eq!((short.status, short.code()), (400, "VIOLATION::TOO_SHORT_ERROR"));
    assert_eq!(shop.set_password(&hash, "nieuw-wachtwoord-9").await.status, 200);
    let gone = (410, "CHECKOUT__CUSTOMER_RECOVERY_HASH_EXPIRED");
    let again = shop.set_password(&hash, "nieuw-wachtwoord-9").await;
    assert_eq!((again.status, again.code()), gone);
    assert_eq!(shop.customer(&token).await, Value::Null);
    assert_eq!(shop.log_in(None, "noor@example.com", PASSWORD).await.status, 401);
    assert_eq!(
        shop.log_in(None, "noor@example.com", "nieuw-wachtwoord-9").await.status,
        200
    );
    shop.recover("noor@example.com").await;
    let hash = hash_in(&shop.mail().await);
    shop.control("POST", "/clock", json!({"now": "2026-11-21T08:28:00Z"}))
        .await;
    let late = shop.set_password(&hash, "nieuw-wachtwoord-9").await;
    assert_eq!((late.status, late.code()), gone);
}

/// Shopware §19: the eleventh login with one e-mail address from one IP address must wait, the fourth recovery too;
/// others are not affected.
#[tokio::test]
async fn attempts_are_limited_as_in_the_recorded_shop() {
    let shop = Shop::start().await;
    let token = shop.register(None, "noor@example.com").await.token().unwrap();
    for _ in 0..10 {
        assert_eq!(shop.log_in(Some(&token), "Noor@Example.com", "fout").await.status, 401);
    }
    let refused = shop.log_in(Some(&token), "noor@example.com", PASSWORD).await;
    assert_eq!(
        (refused.status, refused.code()),
        (429, "CHECKOUT__CUSTOMER_AUTH_THROTTLED")
    );
    assert_eq!(refused.body["errors"][0]["meta"]["parameters"]["seconds"], 10);
    assert_eq!(
        shop.log_in(None, "ander@example.com", "fout").await.code(),
        "CHECKOUT__CUSTOMER_NOT_FOUND"
    );
    let from_elsewhere = [
        ("sw-access-key", crate::support::KEY),
        ("content-type", "application/json"),
        ("x-forwarded-for", "203.0.113.7"),
    ];
    let body = json!({"username": "noor@example.com", "password": PASSWORD}).to_string();
    let owner = shop
        .send("POST", "/store-api/account/login", &from_elsewhere, Some(body))
        .await;
    assert_eq!(
        owner.status, 200,
        "the address of the visitor counts, not that of the proxy"
    );
    for _ in 0..3 {
        assert_eq!(shop.recover("noor@example.com").await.status, 200);
    }
    let refused = shop.recover("noor@example.com").await;
    assert_eq!(
        (refused.status, refused.code()),
        (429, "FRAMEWORK__RATE_LIMIT_EXCEEDED")
    );
    assert_eq!(refused.body["errors"][0]["meta"]["parameters"]["seconds"], 30);
    let unknown = shop.recover("niemand@example.com").await;
    assert_eq!((unknown.status, unknown.code()), (401, "CHECKOUT__CUSTOMER_NOT_FOUND"));
}

/// A registration and a changed password send a mail.
#[tokio::test]
async fn registration_and_a_new_password_send_mails() {
    let shop = Shop::start().await;
    let token = shop.register(None, "noor@example.com").await.token().unwrap();
    assert_eq!(shop.mail().await["kind"], "customer_registered");
    let body =
        json!({"password": PASSWORD, "newPassword": "ander-wachtwoord-2", "newPasswordConfirm": "ander-wachtwoord-2"});
    let changed = shop
        .call(Some(&token), "POST", "/account/change-password", Some(body))
        .await;
    assert_eq!(changed.status, 200);
    let mail = shop.mail().await;
    assert_eq!(
        (&mail["kind"], &mail["to"]),
        (&json!("customer_password_changed"), &json!("noor@example.com"))
    );
    assert_ne!(changed.token().unwrap(), token);
    assert_eq!(shop.customer(&token).await, Value::Null, "the old token is nobody's");
    assert_eq!(
        shop.customer(&changed.token().unwrap()).await["email"],
        "noor@example.com"
    );
}

/// Shopware §3.4: the lines of both carts are merged at login, and a session that only reads has no cart.
#[tokio::test]
async fn a_login_merges_the_carts() {
    let shop = Shop::start().await;
    let own = shop.register(None, "noor@example.com").await.token().unwrap();
    let add = |id: &str, quantity: i64| json!({"items": [{"id": id, "referencedId": id, "quantity": quantity, "type": "product"}]});
    shop.call(Some(&own), "POST", "/checkout/cart/line-item", Some(add(WAX, 2)))
        .await;
    shop.call(Some(&own), "POST", "/account/logout", Some(json!({}))).await;
    let visitor = shop
        .call(None, "POST", "/checkout/cart/line-item", Some(add(WAX, 3)))
        .await
        .token()
        .unwrap();
    let login = shop.log_in(Some(&visitor), "noor@example.com", PASSWORD).await;
    let cart = shop.call(login.token().as_deref(), "GET", "/checkout/cart", None).await;
    assert_eq!(cart.body["lineItems"][0]["quantity"], 5);
}
