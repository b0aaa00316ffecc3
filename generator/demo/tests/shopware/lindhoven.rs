//! The demo shop has data for all cases of a checkout: codes, methods, tiers, a bundle, a download, in three languages.

use std::path::PathBuf;

use serde_json::{Value, json};

use crate::support::{Reply, Shop, config};

const LINDHOVEN: &str = "SWSCLINDHOVEN0DEMO0KEY0AAA";

async fn lindhoven() -> Shop {
    Shop::of(config(
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("shops/lindhoven"),
    ))
    .await
}

async fn call(shop: &Shop, language: Option<&str>, token: Option<&str>, path: &str, body: Value) -> Reply {
    let mut headers = vec![("sw-access-key", LINDHOVEN), ("content-type", "application/json")];
    headers.extend(language.map(|id| ("sw-language-id", id)));
    headers.extend(token.map(|token| ("sw-context-token", token)));
    shop.send("POST", &format!("/store-api{path}"), &headers, Some(body.to_string()))
        .await
}

/// The product with this number.
async fn product(shop: &Shop, number: &str) -> Value {
    let body = json!({"filter": [{"type": "equals", "field": "productNumber", "value": number}]});
    call(shop, None, None, "/product", body).await.body["elements"][0].clone()
}

async fn add(shop: &Shop, token: Option<&str>, item: Value) -> Reply {
    call(shop, None, token, "/checkout/cart/line-item", json!({"items": [item]})).await
}

async fn add_product(shop: &Shop, token: Option<&str>, number: &str, quantity: i64) -> Reply {
    let id = product(shop, number).await["id"].clone();
    let item = json!({"id": id, "referencedId": id, "type": "product", "quantity": quantity});
    add(shop, token, item).await
}

async fn code(shop: &Shop, token: &str, code: &str) -> Vec<String> {
    let reply = add(shop, Some(token), json!({"type": "promotion", "referencedId": code})).await;
    let errors = reply.body["errors"].as_object().cloned().unwrap_or_default();
    errors
        .values()
        .map(|error| error["messageKey"].as_str().unwrap().to_owned())
        .collect()
}

/// R-I18N-05: methods are named in the language of the call, each in all three.
#[tokio::test]
async fn r_i18n_05_methods_are_named_in_three_languages() {
    let shop = lindhoven().await;
    let languages = call(&shop, None, None, "/language", json!({})).await.body["elements"].clone();
    let id = |iso: &str| {
        let mut rows = languages.as_array().unwrap().iter();
        let row = rows.find(|row| row["translationCode"]["code"] == iso).unwrap();
        row["id"].as_str().unwrap().to_owned()
    };
    let mut names: Vec<Vec<String>> = Vec::new();
    for iso in ["nl-NL", "en-GB", "de-DE"] {
        let mut of_language = Vec::new();
        for path in ["/shipping-method", "/payment-method"] {
            let reply = call(&shop, Some(&id(iso)), None, path, json!({})).await;
            for row in reply.body["elements"].as_array().unwrap() {
                assert!(row["description"].is_string(), "{iso} {row}");
                of_language.push(row["name"].as_str().unwrap().to_owned());
            }
        }
        names.push(of_language);
    }
    assert_eq!(
        names[0][2..4],
        ["Twee bezorgers, avond of zaterdag", "Afhalen in de showroom"]
    );
    assert_eq!(
        names[1][2..4],
        ["Two people, evening or Saturday", "Pick up in the showroom"]
    );
    assert_eq!(
        names[2][2..4],
        ["Zwei Personen, abends oder samstags", "Abholung im Showroom"]
    );
    let payment = [
        "iDEAL",
        "Credit card",
        "PayPal",
        "Card by PayPal",
        "Bank transfer",
        "Invoice",
        "Pay on delivery",
        "Prepayment",
        "Pay on pick-up",
    ];
    assert_eq!(names[1][4..], payment);
}

/// R-CART-01, R-CART-06: the codes in docs/guide/demo.md: accepted, refused below a minimum, expired.
#[tokio::test]
async fn r_cart_01_the_codes_of_the_demo_shop_work_as_in_the_guide() {
    let shop = lindhoven().await;
    let token = add_product(&shop, None, "HOUTWIJZER", 1).await.token().unwrap();
    assert_eq!(code(&shop, &token, "ZOMERAVOND").await, ["promotion-not-found"]);
    assert_eq!(code(&shop, &token, "AVOND25").await, ["promotion-not-eligible"]);
    assert_eq!(
        code(&shop, &token, "WELKOM10").await.first().map(String::as_str),
        Some("promotion-not-eligible")
    );
    let rich = add_product(&shop, Some(&token), "KNIK-PAAR", 1).await;
    let totals = |cart: &Value| -> Vec<f64> {
        let lines = cart["lineItems"].as_array().unwrap().iter();
        lines
            .map(|line| line["price"]["totalPrice"].as_f64().unwrap())
            .collect()
    };
    // 10 % of 14.95 + 369, rounded once, and 25 off, which applies at this subtotal.
    assert_eq!(totals(&rich.body), [14.95, 369.0, -25.0, -38.4]);
    assert_eq!(code(&shop, &token, "EENMAAL15").await, ["promotion-discount-added"]);
}

/// Tiers at 5 and at 10 change the unit price; a bundle has its items, a download its state.
#[tokio::test]
async fn tiers_a_bundle_and_a_download_are_there() {
    let shop = lindhoven().await;
    for (quantity, unit) in [(4, 119), (5, 109), (9, 109), (10, 99)] {
        let cart = add_product(&shop, None, "KNAAP-RU-4", quantity).await;
        assert_eq!(cart.body["lineItems"][0]["price"]["unitPrice"], unit, "{quantity}");
    }
    let bundle = product(&shop, "VERZORGSET").await;
    assert!(!bundle["customFields"]["vitrine_bundle"].is_null(), "{bundle}");
    let download = add_product(&shop, None, "CADEAUKAART-50", 1).await;
    assert_eq!(download.body["lineItems"][0]["states"], json!(["is-download"]));
    assert_eq!(download.body["deliveries"], json!([]));
}

/// The availability rules of the demo shop's methods: a light cart, a heavy one, pick-up with its own payment, a large
/// sum.
#[tokio::test]
async fn methods_are_offered_by_their_rules() {
    let shop = lindhoven().await;
    let offered = async |token: &str, path: &str| {
        let reply = call(&shop, None, Some(token), path, json!({"onlyAvailable": true})).await;
        let rows = reply.body["elements"].as_array().unwrap().clone();
        let key = |row: &Value| {
            row["technicalName"]
                .as_str()
                .unwrap()
                .split_once('_')
                .unwrap()
                .1
                .to_owned()
        };
        rows.iter().map(key).collect::<Vec<_>>()
    };
    let light = add_product(&shop, None, "HOUTWIJZER", 1).await.token().unwrap();
    assert_eq!(
        offered(&light, "/shipping-method").await,
        ["standard", "express", "pickup"]
    );
    assert_eq!(
        offered(&light, "/payment-method").await,
        [
            "ideal",
            "card",
            "paypal",
            "paypal_acdc",
            "mollie_banktransfer",
            "invoice",
            "cashpayment",
            "prepayment"
        ]
    );
    let heavy = add_product(&shop, None, "STAAND", 3).await;
    assert_eq!(
        heavy.body["errors"],
        json!([]),
        "the default methods are always offered"
    );
    let heavy = heavy.token().unwrap();
    assert_eq!(
        offered(&heavy, "/shipping-method").await,
        ["standard", "two_man", "pickup"]
    );
    assert_eq!(
        offered(&heavy, "/payment-method").await,
        [
            "ideal",
            "card",
            "paypal",
            "paypal_acdc",
            "mollie_banktransfer",
            "cashpayment",
            "prepayment"
        ]
    );
    let methods = call(&shop, None, None, "/shipping-method", json!({})).await.body["elements"].clone();
    let headers = [
        ("sw-access-key", LINDHOVEN),
        ("content-type", "application/json"),
        ("sw-context-token", light.as_str()),
    ];
    let pickup = json!({"shippingMethodId": methods[3]["id"]}).to_string();
    let changed = shop.send("PATCH", "/store-api/context", &headers, Some(pickup)).await;
    assert_eq!(changed.status, 200);
    assert_eq!(offered(&light, "/payment-method").await.last().unwrap(), "pickup");
}

/// shopware-fields.md: a picture's custom field `vitrine_shows` has the ids of the options in it; a variant without its
/// own details has those of its family.
#[tokio::test]
async fn pictures_say_which_options_they_show() {
    let shop = lindhoven().await;
    let body = |number: &str| {
        json!({"filter": [{"type": "equals", "field": "productNumber", "value": number}],
            "associations": {"media": {"associations": {"media": {}}}, "options": {}}})
    };
    let variant = |number: &'static str| {
        let call = call(&shop, None, None, "/product", body(number));
        async move { call.await.body["elements"][0].clone() }
    };
    let (rust, moss) = (variant("RAVEL-RU-OA").await, variant("RAVEL-MO-WA").await);
    let media = |product: &Value, name: &str| {
        let all = product["media"].as_array().unwrap();
        let found = all.iter().find(|media| media["media"]["fileName"] == name);
        found.unwrap_or_else(|| panic!("{name}"))["media"].clone()
    };
    let mut own: Vec<Value> = rust["options"]
        .as_array()
        .unwrap()
        .iter()
        .map(|o| o["id"].clone())
        .collect();
    for product in [&rust, &moss] {
        let detail = media(product, "armchair-oak-rust-detail");
        let mut shown = detail["translated"]["customFields"]["vitrine_shows"]
            .as_array()
            .unwrap()
            .clone();
        assert_eq!(detail["customFields"]["vitrine_shows"].as_array(), Some(&shown));
        shown.sort_by_key(Value::to_string);
        own.sort_by_key(Value::to_string);
        assert_eq!(shown, own, "the detail shows the variant in rust and oak");
    }
    let cover = media(&moss, "armchair-walnut-moss-main");
    assert_eq!(
        (&cover["customFields"], &cover["translated"]["customFields"]),
        (&Value::Null, &json!({}))
    );
}

/// R-PDP-03: products in stock have no delivery time of four weeks, and products out of stock have one, so that the
/// page is consistent.
#[tokio::test]
async fn r_pdp_03_stock_and_delivery_times_agree() {
    let shop = lindhoven().await;
    let mut seen = 0;
    for page in 1.. {
        let body = json!({"limit": 100, "page": page, "associations": {"deliveryTime": {}}});
        let answer = call(&shop, None, None, "/product", body).await.body;
        let products = answer["elements"].as_array().unwrap();
        for product in products
            .iter()
            .filter(|product| product["childCount"].as_i64().unwrap_or(0) == 0)
        {
            let (number, time) = (&product["productNumber"], &product["deliveryTime"]);
            let weeks = match (time["unit"].as_str(), time["min"].as_i64()) {
                (Some("week"), Some(weeks)) => weeks,
                _ => 0,
            };
            if product["availableStock"].as_i64() > Some(0) {
                assert!(weeks < 4, "{number} is in stock and takes {weeks} weeks");
            } else if product["available"] == true && product["isCloseout"] == false {
                let timed = product["restockTime"].is_i64() || weeks > 0;
                assert!(timed, "{number} is not in stock and says nothing of when: {time}");
            }
            seen += 1;
        }
        if products.len() < 100 {
            break;
        }
    }
    assert!(seen > 300, "{seen}");
}

/// R-ACCT-01: the guide's chapter demo.md lists these customers with their passwords, valid at start and after a reset; an inactive
/// customer is refused like a wrong password.
#[tokio::test]
async fn r_acct_01_the_customers_of_the_guide_log_in() {
    let shop = lindhoven().await;
    let log_in = async |email: &str, password: &str| {
        let body = json!({"username": email, "password": password});
        call(&shop, None, None, "/account/login", body).await
    };
    for (email, password, account_type) in [
        ("noor@example.com", "lindehout-2026", "private"),
        ("inkoop@atelier-maas.example", "eikenblad-2026", "business"),
        ("johanna@example.com", "buchenholz-2026", "private"),
    ] {
        let login = log_in(email, password).await;
        assert_eq!(login.status, 200, "{email}: {}", login.body);
        let token = login.token().unwrap();
        let ask = json!({"associations": {"defaultBillingAddress": {"associations": {"country": {}}}}});
        let customer = call(&shop, None, Some(&token), "/account/customer", ask).await.body;
        assert_eq!(
            (
                &customer["email"],
                &customer["accountType"],
                &customer["guest"],
                &customer["active"]
            ),
            (&json!(email), &json!(account_type), &json!(false), &json!(true))
        );
        assert!(
            customer["defaultBillingAddress"]["country"]["iso"].is_string(),
            "{customer}"
        );
        let book = call(&shop, None, Some(&token), "/account/list-address", json!({})).await;
        assert!(!book.body["elements"].as_array().unwrap().is_empty());
    }
    let inactive = log_in("gesloten@example.com", "esdoorn-2026").await;
    assert_eq!(
        (inactive.status, inactive.code()),
        (401, "CHECKOUT__CUSTOMER_AUTH_BAD_CREDENTIALS")
    );
    shop.control("POST", "/reset", json!({})).await;
    assert_eq!(
        log_in("noor@example.com", "lindehout-2026").await.status,
        200,
        "after a reset"
    );
}
