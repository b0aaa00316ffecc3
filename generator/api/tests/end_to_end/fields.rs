//! Fields that match the shop's requirements: salutations, lengths, passwords, settings of the shop, and Shopware's
//! refusals, against the demo (R-ACCT-01, R-ACCT-04, R-ACCT-05, R-CHK-02, R-CHK-03).

mod countries;
mod refusals;

use serde_json::{Value, json};
use wiremock::ResponseTemplate;

use crate::{
    customers::{Browser, Customers, PASSWORD, WAX, faults},
    shop::Shop,
    shopware::Shopware,
};

/// Orders the visitor's cart.
async fn order(browser: &mut Browser<'_>, key: &str) -> crate::client::Answer {
    let checkout = browser.done("GET", "/api/checkout", None).await;
    let body = json!({
        "idempotency_key": format!("0123456789abcdef-{key}"), "cart_hash": checkout["cart"]["hash"], "accept_terms": true,
        "reference": null, "comment": null
    });
    browser.call("POST", "/api/orders", Some(&body)).await
}

fn elsewhere(shop: &Customers) -> Value {
    let mut address = shop.address();
    address["street"] = json!("Elders 2");
    address
}

/// R-CHK-03: a separate delivery address without a chosen salutation can be ordered to, by guests, by accounts
/// registered that way, and by customers with an address of the book; no salutation is shown as chosen.
#[tokio::test]
async fn r_chk_03_an_address_without_a_salutation_is_ordered() {
    let shop = Customers::start().await;
    let mut guest = shop.browser();
    guest.add(WAX, 1).await;
    let body = json!({
        "email": "gast@example.com", "vat_id": null, "accept_privacy": true, "billing_address": shop.address(),
        "shipping_address": elsewhere(&shop)
    });
    guest.post("/api/checkout/guest", &body).await;
    let checkout = guest.done("GET", "/api/checkout", None).await;
    assert_eq!(checkout["shipping_address"]["street"], "Elders 2");
    for address in ["shipping_address", "billing_address"] {
        assert_eq!(checkout[address]["salutation_id"], Value::Null, "shown as none");
    }
    assert_eq!(checkout["blockers"], json!([]));
    assert_eq!(order(&mut guest, "guest").await.status, 200);

    let mut customer = shop.browser();
    customer.add(WAX, 1).await;
    let mut registration = shop.registration("noor@example.com");
    registration["shipping_address"] = elsewhere(&shop);
    customer.post("/api/account/register", &registration).await;
    assert_eq!(order(&mut customer, "registered").await.status, 200);
    let profile = customer.done("GET", "/api/account", None).await["profile"].clone();
    assert_eq!(
        (&profile["salutation_id"], &profile["salutation"]),
        (&Value::Null, &Value::Null)
    );

    customer.add(WAX, 1).await;
    let book = customer.post("/api/addresses", &elsewhere(&shop)).await;
    let id = book["changed_id"].clone();
    let path = format!("/api/addresses/{}", id.as_str().expect("an id"));
    customer.done("PATCH", &path, Some(&elsewhere(&shop))).await;
    let choice = json!({"shipping_address_id": id});
    let chosen = customer.done("PATCH", "/api/checkout", Some(&choice)).await;
    assert_eq!(chosen["checkout"]["blockers"], json!([]));
    assert_eq!(order(&mut customer, "book").await.status, 200);
}

/// R-CHK-03: an address that was stored without a salutation is completed by the order that uses it, keeping all fields
/// that the form does not show.
#[tokio::test]
async fn r_chk_03_an_address_stored_without_salutation_is_completed() {
    let shop = Customers::start().await;
    let mut browser = shop.browser();
    browser.add(WAX, 1).await;
    let mut registration = shop.registration("noor@example.com");
    registration["billing_address"]["phone"] = json!("020 123");
    registration["shipping_address"] = elsewhere(&shop);
    registration["shipping_address"]["additional_line_2"] = json!("achterom");
    browser.post("/api/account/register", &registration).await;
    let who = json!({"email": "noor@example.com"});
    shop.control("POST", "/salutations/remove", Some(&who)).await;
    let checkout = browser.done("GET", "/api/checkout", None).await;
    assert_eq!(
        (&checkout["blockers"], &checkout["cart"]["errors"]),
        (&json!([]), &json!([]))
    );
    assert_eq!(order(&mut browser, "mended").await.status, 200);
    let after = browser.done("GET", "/api/checkout", None).await;
    for (address, field, value) in [
        ("billing_address", "phone", "020 123"),
        ("shipping_address", "street", "Elders 2"),
        ("shipping_address", "additional_line_2", "achterom"),
    ] {
        assert_eq!(after[address][field], value);
    }
}

/// Lengths of Shopware §25.3: the shop accepts a field at its limit, and one more character is reported at the field,
/// in each language, in every form.
#[tokio::test]
async fn fields_have_the_lengths_of_the_shop() {
    let limits = [
        ("first_name", 50),
        ("last_name", 60),
        ("company", 255),
        ("street", 255),
        ("additional_line", 255),
        ("additional_line_2", 255),
        ("city", 70),
        ("phone", 40),
    ];
    let shop = Customers::start().await;
    let mut browser = shop.browser();
    browser.register("noor@example.com").await;
    for (field, limit) in limits {
        let mut address = shop.address();
        address[field] = json!("é".repeat(limit));
        let taken = browser.call("POST", "/api/addresses", Some(&address)).await;
        assert_eq!(taken.status, 200, "{field}: {}", taken.text());
        address[field] = json!("é".repeat(limit + 1));
        let mut guest = shop.browser();
        guest.add(WAX, 1).await;
        let order = json!({
            "email": "gast@example.com", "vat_id": null, "accept_privacy": true, "billing_address": shop.address(),
            "shipping_address": address
        });
        let mut registration = shop.registration("ander@example.com");
        registration["shipping_address"] = address.clone();
        for (locale, words) in [
            ("nl", format!("Dit is te lang: gebruik hoogstens {limit} tekens.")),
            ("en", format!("This is too long: use at most {limit} characters.")),
        ] {
            browser.locale = locale;
            let refused = browser.call("POST", "/api/addresses", Some(&address)).await;
            assert_eq!(faults(&refused), [(format!("/{field}"), words.clone())], "{locale}");
        }
        browser.locale = "nl";
        for (path, body) in [
            ("/api/checkout/guest", &order),
            ("/api/account/register", &registration),
        ] {
            let refused = guest.call("POST", path, Some(body)).await;
            assert_eq!(refused.status, 400, "{path} {field}");
            assert_eq!(faults(&refused)[0].0, format!("/shipping_address/{field}"), "{path}");
        }
    }
    for text in ["<svg onload=alert(1)>", "<b></b>", " <i> "] {
        for (field, words) in [
            ("first_name", "Vul uw voornaam in."),
            ("last_name", "Vul uw achternaam in."),
            ("street", "Vul straat en huisnummer in."),
            ("city", "Vul de plaats in."),
        ] {
            let mut address = shop.address();
            address[field] = json!(text);
            let refused = browser.call("POST", "/api/addresses", Some(&address)).await;
            assert_eq!(faults(&refused), [(format!("/{field}"), words.to_owned())]);
        }
    }
    for name in ["first_name", "last_name"] {
        let mut profile = json!({"salutation_id": null, "first_name": "Noor", "last_name": "Visser"});
        profile[name] = json!("é".repeat(255));
        let changed = browser.call("PATCH", "/api/account/profile", Some(&profile)).await;
        assert_eq!(changed.status, 200, "{}", changed.text());
    }
}

fn data_layer(code: &str, pointer: &str, limit: Option<&str>) -> Value {
    let mut parameters = json!({"{{ value }}": "\"geheim\""});
    if let Some(limit) = limit {
        parameters["{{ limit }}"] = json!(limit);
    }
    json!({"code": code, "status": "400", "detail": "This value is refused.", "meta": {"parameters": parameters}, "source": {"pointer": pointer}})
}

/// Shopware §25.3: the data layer's refusals are reported at their field with the limit that they name, whatever the
/// field.
#[tokio::test]
async fn refusals_of_the_data_layer_are_reported_at_their_fields() {
    const LONG: &str = "d94b19cc-114f-4f44-9cc4-4138e80a87b9";
    const SHORT: &str = "9ff3fdc4-b214-49db-8718-39c315e33d45";
    const BLANK: &str = "c1051bb4-d103-4f74-8988-acbcafc7fdc3";
    const OTHER: &str = "00000000-1111-2222-3333-444444444444";
    for (code, pointer, limit, field, words) in [
        (
            LONG,
            "/0/addresses/0/firstName",
            Some("33"),
            "/billing_address/first_name",
            "Dit is te lang: gebruik hoogstens 33 tekens.",
        ),
        (
            LONG,
            "/0/addresses/1/street",
            Some("7"),
            "/shipping_address/street",
            "Dit is te lang: gebruik hoogstens 7 tekens.",
        ),
        (
            LONG,
            "/0/company",
            Some("255"),
            "/billing_address/company",
            "Dit is te lang: gebruik hoogstens 255 tekens.",
        ),
        (
            LONG,
            "/0/addresses/0/additionalAddressLine2",
            Some("9"),
            "/billing_address/additional_line_2",
            "Dit is te lang: gebruik hoogstens 9 tekens.",
        ),
        (
            SHORT,
            "/0/password",
            Some("11"),
            "/password",
            "Dit wachtwoord is te kort. Kies minstens 11 tekens.",
        ),
        (
            BLANK,
            "/0/addresses/0/street",
            None,
            "/billing_address/street",
            "Vul straat en huisnummer in.",
        ),
        (
            OTHER,
            "/0/addresses/0/city",
            None,
            "/billing_address/city",
            "Dit klopt niet. Controleer het.",
        ),
    ] {
        let shopware = Shopware::anonymous().await;
        let body = json!({"errors": [data_layer(code, pointer, limit), data_layer(code, pointer, limit)]});
        shopware
            .answer(
                "POST",
                "/account/register",
                ResponseTemplate::new(400).set_body_json(body),
            )
            .await;
        let shop = Shop::start(shopware.client()).await;
        let address = json!({
            "salutation_id": "01a1fca6a85c735380f2b4c761f8c5d6", "first_name": "Noor", "last_name": "Visser", "company": null,
            "street": "Spui 3", "additional_line": null, "zipcode": "1012 WX", "city": "Amsterdam",
            "country_id": "01a1fca6a8ba7138addf7859b78b9b42", "country_state_id": null, "phone": null
        });
        let registration = json!({
            "account_type": "private", "salutation_id": null, "first_name": "Noor", "last_name": "Visser",
            "email": "noor@example.com", "password": PASSWORD, "password_confirmation": PASSWORD, "vat_id": null,
            "accept_privacy": true, "billing_address": address, "shipping_address": address
        });
        let refused = shop
            .ask("POST", "/api/account/register")
            .by_page()
            .json(&registration)
            .send()
            .await;
        assert_eq!(refused.status, 400, "{pointer}: {}", refused.text());
        let told = faults(&refused);
        assert_eq!(told.len(), 1, "the same fault is told once: {told:?}");
        assert_eq!(told[0].0, field);
        if code != OTHER {
            assert_eq!(told[0].1, words);
        }
        assert!(!refused.text().contains("geheim"), "input is not repeated");
    }
}

/// The address that the checkout uses cannot be deleted, an unused one can.
#[tokio::test]
async fn an_address_in_use_is_not_deleted() {
    let shop = Customers::start().await;
    let mut browser = shop.browser();
    browser.register("noor@example.com").await;
    let id = browser.post("/api/addresses", &elsewhere(&shop)).await["changed_id"].clone();
    let path = format!("/api/addresses/{}", id.as_str().expect("an id"));
    let choice = json!({"shipping_address_id": id});
    browser.done("PATCH", "/api/checkout", Some(&choice)).await;
    let refused = browser.call("DELETE", &path, None).await;
    assert_eq!(refused.refused(), (409, "ADDRESS_IN_USE".to_owned()));
    let book = browser.done("GET", "/api/addresses", None).await;
    let rows = book["addresses"].as_array().expect("a book");
    let default = rows
        .iter()
        .find(|row| row["is_default_shipping"] == true)
        .expect("a default");
    let choice = json!({"shipping_address_id": default["id"]});
    browser.done("PATCH", "/api/checkout", Some(&choice)).await;
    browser.done("DELETE", &path, None).await;
}

/// R-ACCT-01: the minimum password length is the shop's own: page, error and shop agree, also if the setting is below
/// what the shop can store.
#[tokio::test]
async fn r_acct_01_the_shortest_password_is_the_shops() {
    for (set, asked, told) in [
        (None, 8, false),
        (Some(16), 16, false),
        (Some(4), 8, false),
        (Some(20), 20, true),
        (Some(3), 8, true),
    ] {
        let shop = Customers::start().await;
        if let Some(set) = set {
            let settings = json!({"password_min_length": set, "told": told});
            shop.control("POST", "/login-settings", Some(&settings)).await;
        }
        // The shop's requirements are cached for a while.
        let shop = shop.beside().await;
        let mut browser = shop.browser();
        let rules = browser.done("GET", "/api/account/rules", None).await;
        assert_eq!(rules, json!({"password_min_length": asked}), "{set:?}");
        for (locale, words) in [
            (
                "nl",
                format!("Dit wachtwoord is te kort. Kies minstens {asked} tekens."),
            ),
            (
                "de",
                format!("Dieses Passwort ist zu kurz. Verwenden Sie mindestens {asked} Zeichen."),
            ),
        ] {
            browser.locale = locale;
            let mut registration = shop.registration("kort@example.com");
            for field in ["password", "password_confirmation"] {
                registration[field] = json!("w".repeat(asked - 1));
            }
            let refused = browser.call("POST", "/api/account/register", Some(&registration)).await;
            assert_eq!(faults(&refused), [("/password".to_owned(), words)], "{set:?}");
        }
        let mut registration = shop.registration("lang@example.com");
        for field in ["password", "password_confirmation"] {
            registration[field] = json!("w".repeat(asked));
        }
        browser.post("/api/account/register", &registration).await;
    }
}

/// Shopware §25.3: an address line or a telephone number that the shop requires is reported at its own field, and can
/// be entered.
#[tokio::test]
async fn fields_that_the_shop_requires_are_reported_and_can_be_entered() {
    for (setting, field, words) in [
        (
            "additional_line_1_required",
            "additional_line",
            "Vul de toevoeging bij het adres in.",
        ),
        (
            "additional_line_2_required",
            "additional_line_2",
            "Vul de extra adresregel in.",
        ),
        ("phone_required", "phone", "Vul uw telefoonnummer in."),
    ] {
        let shop = Customers::start().await;
        shop.control("POST", "/login-settings", Some(&json!({setting: true})))
            .await;
        let mut browser = shop.browser();
        let mut registration = shop.registration("noor@example.com");
        let refused = browser.call("POST", "/api/account/register", Some(&registration)).await;
        let told = [(format!("/billing_address/{field}"), words.to_owned())];
        assert_eq!(faults(&refused), told, "{setting}");
        registration["billing_address"][field] = json!("achterom");
        browser.post("/api/account/register", &registration).await;
        let book = browser.done("GET", "/api/addresses", None).await;
        assert_eq!(book["addresses"][0][field], "achterom");
    }
}

/// R-ACCT-04: a stored VAT id or a missing company that the shop no longer accepts is reported at its field, and is
/// corrected by the same request; VAT ids are accepted with spaces, dots and dashes.
#[tokio::test]
async fn r_acct_04_values_no_longer_accepted_are_corrected_with_the_name() {
    let shop = Customers::start().await;
    let mut browser = shop.browser();
    let mut business = shop.registration("inkoop@example.com");
    business["account_type"] = json!("business");
    business["billing_address"]["company"] = json!("Atelier Maas BV");
    business["vat_id"] = json!("XX 1");
    browser.post("/api/account/register", &business).await;
    let settings = json!({"vat_ids_checked": true, "account_type_shown": true});
    shop.control("POST", "/login-settings", Some(&settings)).await;
    let mut change = json!({"salutation_id": null, "first_name": "Zoë", "last_name": "Visser"});
    let refused = browser.call("PATCH", "/api/account/profile", Some(&change)).await;
    assert_eq!(refused.status, 400);
    assert_eq!(faults(&refused)[0].0, "/vat_id");
    change["vat_id"] = json!("nl 0044.95445-b01");
    let profile = browser.done("PATCH", "/api/account/profile", Some(&change)).await["profile"].clone();
    assert_eq!(profile["vat_ids"], json!(["NL004495445B01"]));
    assert_eq!(
        (&profile["first_name"], &profile["company"]),
        (&json!("Zoë"), &json!("Atelier Maas BV"))
    );
}

/// R-ACCT-01: a country that does not exist is reported at its address.
#[tokio::test]
async fn r_acct_01_an_unknown_country_is_reported_at_its_address() {
    let shop = Customers::start().await;
    for of in ["billing_address", "shipping_address"] {
        let mut registration = shop.registration("noor@example.com");
        registration["shipping_address"] = elsewhere(&shop);
        registration[of]["country_id"] = json!("0".repeat(32));
        let mut browser = shop.browser();
        let refused = browser.call("POST", "/api/account/register", Some(&registration)).await;
        assert_eq!(faults(&refused)[0].0, format!("/{of}/country_id"));
        browser.add(WAX, 1).await;
        let guest = json!({
            "email": "gast@example.com", "vat_id": null, "accept_privacy": true,
            "billing_address": registration["billing_address"], "shipping_address": registration["shipping_address"]
        });
        let refused = browser.call("POST", "/api/checkout/guest", Some(&guest)).await;
        assert_eq!(faults(&refused)[0].0, format!("/{of}/country_id"));
    }
}

/// R-ACCT-06: a customer deactivated while logged in cannot order, with an error that says so; guests still can.
#[tokio::test]
async fn r_acct_06_an_inactive_customer_cannot_order() {
    let shop = Customers::start().await;
    let mut browser = shop.browser();
    browser.register("noor@example.com").await;
    browser.add(WAX, 1).await;
    let active = |active: bool| json!({"email": "noor@example.com", "active": active});
    shop.control("POST", "/customer-active", Some(&active(false))).await;
    let refused = order(&mut browser, "inactive").await;
    assert_eq!(refused.refused(), (403, "ACCOUNT_INACTIVE".to_owned()));
    let checkout = browser.done("GET", "/api/checkout", None).await;
    assert_eq!(checkout["blockers"][0]["code"], "account-inactive");
    assert_eq!(browser.call("GET", "/api/account", None).await.status, 403);
    shop.control("POST", "/customer-active", Some(&active(true))).await;
    assert_eq!(order(&mut browser, "active").await.status, 200);
}

/// Whether customers may delete their accounts is read from the shop, otherwise from the configuration; if they may
/// not, the call does not exist.
#[tokio::test]
async fn deletion_is_there_where_the_shop_allows_it() {
    for (told, allowed_by_shop, configured, allowed) in [
        (true, true, false, true),
        (true, false, true, false),
        (false, false, true, true),
        (false, true, false, false),
    ] {
        let shop = Customers::start().await;
        let settings = json!({"told": told, "deletion_allowed": allowed_by_shop});
        shop.control("POST", "/login-settings", Some(&settings)).await;
        let shop = shop
            .beside_with(|config| config.account.delete_account = configured)
            .await;
        let mut browser = shop.browser();
        browser.register("noor@example.com").await;
        let account = browser.done("GET", "/api/account", None).await;
        assert_eq!(account["deletion_allowed"], allowed);
        let body = json!({"password": PASSWORD});
        let answer = browser.call("DELETE", "/api/account", Some(&body)).await;
        assert_eq!(answer.status, if allowed { 200 } else { 404 });
    }
}

/// R-CHK-01, R-ACCT-05: each form receives the fields that the shop requires of every address, whether they come from
/// its settings or from a refusal; other shops require none of them.
#[tokio::test]
async fn the_fields_that_a_shop_requires_are_sent_to_every_form() {
    let cases = [
        (json!({}), json!([])),
        (json!({"phone_required": true}), json!(["phone"])),
        (json!({"additional_line_1_required": true}), json!(["additional_line"])),
        (
            json!({"additional_line_1_required": true, "additional_line_2_required": true, "phone_required": true}),
            json!(["additional_line", "additional_line_2", "phone"]),
        ),
    ];
    for told in [false, true] {
        for (settings, wanted) in &cases {
            let shop = Customers::start().await;
            let mut settings = settings.clone();
            settings["told"] = json!(told);
            shop.control("POST", "/login-settings", Some(&settings)).await;
            let shop = shop.beside().await;
            let mut browser = shop.browser();
            for path in ["/api/checkout", "/api/checkout/form"] {
                let form = browser.done("GET", path, None).await;
                assert_eq!(form["required_fields"], *wanted, "{path}: {settings}");
            }
        }
    }
}

/// R-ACCT-01: a registration whose answer was lost has created the account: submitting it again logs in, with the cart.
/// With another password it does not, and the error says that the address has an account.
#[tokio::test]
async fn r_acct_01_a_registration_whose_answer_was_lost_logs_in() {
    let shop = Customers::start().await;
    let mut browser = shop.browser();
    browser.add(WAX, 2).await;
    let lost = json!({
        "backend": "shopware", "method": "POST", "path": "/store-api/account/register", "kind": "lost", "times": 1
    });
    shop.control("POST", "/faults", Some(&lost)).await;
    let mut registration = shop.registration("noor@example.com");
    let first = browser.call("POST", "/api/account/register", Some(&registration)).await;
    assert!(first.status >= 500, "{}", first.text());
    // An earlier mistake is corrected meanwhile, so that it is a different request.
    registration["billing_address"]["street"] = json!("Spui 4");

    let mut stranger = shop.browser();
    let mut guessed = registration.clone();
    for field in ["password", "password_confirmation"] {
        guessed[field] = json!("een ander wachtwoord");
    }
    let refused = stranger.call("POST", "/api/account/register", Some(&guessed)).await;
    assert_eq!(faults(&refused)[0].0, "/email");
    let session = stranger.done("GET", "/api/session", None).await;
    assert_eq!(session["customer"], Value::Null);

    let again = browser.post("/api/account/register", &registration).await;
    assert_eq!(again["outcome"], "logged-in");
    let session = browser.done("GET", "/api/session", None).await;
    assert_eq!(
        (&session["customer"]["logged_in"], &session["item_count"]),
        (&json!(true), &json!(2))
    );
}
