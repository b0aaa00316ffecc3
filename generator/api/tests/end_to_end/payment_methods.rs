//! Available payment methods, the texts for methods without a payment page, and refused methods: R-CHK-02, R-CHK-05,
//! R-CHK-06.

use serde_json::{Value, json};
use vitrine_api::{ApiConfig, BankAccount};
use wiremock::ResponseTemplate;

use crate::{
    client::Ask,
    shop::Shop,
    shopware::{Recorded, Shopware},
};

const SESSION: &str = "vitrine-session=6ZiTiId3YsWmxnSXfpJ137u7Z18lsWAs";
const ORDER: &str = "01a1fcc97e26707a8c3c0b5a852cdc62";
const HASH: &str = "b3b31fa627cf5c1ef66d9bf357d91a5a3b9664469a2248bdab6ed54baf4cdf0d";
/// The recorded methods.
const INVOICE: &str = "01a1fca6a8b67160b1d4c9f4aa834105";

/// Hidden by default.
const UNUSABLE: [&str; 11] = [
    "swag_paypal_acdc",
    "swag_paypal_apple_pay",
    "swag_paypal_google_pay",
    "swag_paypal_sepa",
    "swag_paypal_venmo",
    "swag_paypal_pay_later",
    "swag_paypal_pui",
    "payment_mollie_applepay",
    "payment_mollie_billie",
    "payment_mollie_pointofsale",
    "payment_mollie_voucher",
];

fn json_of(body: Value) -> ResponseTemplate {
    ResponseTemplate::new(200).set_body_json(body)
}

/// The recorded methods, with other technical names for these ids.
fn methods(named: &[(&str, &str)]) -> Value {
    let mut body = Recorded::read("014-payment-method").body();
    for method in body["elements"].as_array_mut().expect("methods") {
        let name = named.iter().find(|(id, _)| method["id"] == *id);
        if let Some((_, name)) = name {
            method["technicalName"] = json!(name);
            method["synchronous"] = json!(false);
        }
    }
    body
}

/// The recorded session of a guest, with one of these methods.
fn session_of(methods: &Value) -> Value {
    let mut session = Recorded::read("091-context-guest").body();
    let own = &mut session["paymentMethod"];
    let rows = methods["elements"].as_array().expect("methods");
    if let Some(method) = rows.iter().find(|method| method["id"] == own["id"]) {
        own["technicalName"] = method["technicalName"].clone();
    }
    session
}

/// A guest with a cart at a shop with these methods and orders.
async fn guest(methods: Value, orders: Value, change: impl FnOnce(&mut ApiConfig)) -> (Shopware, Shop) {
    let shopware = Shopware::start().await;
    shopware.answer("GET", "/context", json_of(session_of(&methods))).await;
    shopware
        .answer("GET", "/checkout/cart", Recorded::read("056-cart-add"))
        .await;
    shopware.answer("GET", "/payment-method", json_of(methods)).await;
    shopware.answer("GET", "/order", json_of(orders)).await;
    shopware.answers_checkout().await;
    let shop = Shop::with(shopware.client(), change).await;
    (shopware, shop)
}

fn orders() -> Value {
    Recorded::read("093-orders-guest").body()
}

/// The recorded order with another payment: the method's technical name, whether it is synchronous, and the state.
fn paid_by(name: &str, synchronous: bool, state: &str) -> Value {
    let mut body = orders();
    let payment = &mut body["orders"]["elements"][0]["transactions"][0];
    payment["paymentMethod"]["technicalName"] = json!(name);
    payment["paymentMethod"]["synchronous"] = json!(synchronous);
    payment["stateMachineState"]["technicalName"] = json!(state);
    body
}

fn own(ask: Ask) -> Ask {
    ask.with("Cookie", SESSION)
}

fn choose(shop: &Shop, id: &str) -> Ask {
    own(shop.ask("PATCH", "/api/checkout").by_page()).json(&json!({"payment_method_id": id}))
}

fn pay(shop: &Shop, id: Option<&str>) -> Ask {
    own(shop.ask("POST", &format!("/api/orders/{ORDER}/payment")).by_page())
        .json(&json!({"payment_method_id": id, "lookup": null}))
}

fn place(shop: &Shop) -> Ask {
    own(shop.ask("POST", "/api/orders").by_page()).json(&json!({
        "idempotency_key": "0b5f2d0e-8c1a-4a6e-9d57-2f1f6f3c9a10", "cart_hash": HASH, "accept_terms": true, "comment": null
    }))
}

async fn read(shop: &Shop, path: &str) -> Value {
    let answer = own(shop.get(path)).send().await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json()
}

fn ids(methods: &Value) -> Vec<&str> {
    let methods = methods["payment_methods"].as_array().expect("methods");
    methods.iter().filter_map(|method| method["id"].as_str()).collect()
}

/// Ids of the recorded methods, in their order.
fn recorded_ids() -> Vec<String> {
    let body = Recorded::read("014-payment-method").body();
    let methods = body["elements"].as_array().expect("methods");
    methods
        .iter()
        .map(|m| m["id"].as_str().expect("an id").to_owned())
        .collect()
}

/// R-CHK-02, R-CHK-06: an unsupported method is offered neither in the checkout nor after the order, and is refused
/// before anything is sent, whether or not its list was read before; monitoring reports it.
#[tokio::test]
async fn r_chk_02_a_method_that_cannot_work_is_neither_offered_nor_accepted() {
    let known = recorded_ids();
    for (place, name) in UNUSABLE.into_iter().enumerate() {
        let hidden = known[place % known.len()].as_str();
        let (shopware, shop) = guest(methods(&[(hidden, name)]), orders(), |_| {}).await;
        // Sent to a server that has not read the methods yet.
        for asked in [choose(&shop, hidden), pay(&shop, Some(hidden))] {
            let answer = asked.send().await;
            assert_eq!(answer.status, 400, "{name}: {}", answer.text());
            assert_eq!(answer.json()["errors"][0]["source"]["pointer"], "/payment_method_id");
        }
        let changes = shopware.changes().await;
        assert!(
            changes.iter().all(|call| call.url.path().ends_with("/context")),
            "{name}"
        );
        let checkout = read(&shop, "/api/checkout").await;
        assert_eq!(ids(&checkout).len(), known.len() - 1, "{name}");
        assert!(!ids(&checkout).contains(&hidden), "{name}");
        let order = read(&shop, &format!("/api/orders/{ORDER}")).await;
        assert!(!ids(&order).contains(&hidden), "{name}");
        let ready = shop.ask("GET", "/api/ready").send().await.json();
        assert_eq!(ready["hidden_payment_methods"], json!([name]));
    }
}

/// R-CHK-02: if the channel's default is an unsupported method, the checkout asks to choose one, and an order without a
/// choice is refused. A supported method can be chosen and ordered.
#[tokio::test]
async fn r_chk_02_an_order_by_a_hidden_default_is_refused() {
    let (shopware, shop) = guest(methods(&[(INVOICE, "swag_paypal_acdc")]), orders(), |_| {}).await;
    let session = Recorded::read("091-context-guest").body();
    assert_eq!(session["paymentMethod"]["id"], INVOICE, "the session's own method");
    let refused = place(&shop).send().await;
    assert_eq!(
        refused.refused(),
        (409, "ORDER_REJECTED".to_owned()),
        "{}",
        refused.text()
    );
    assert!(!shopware.calls().await.contains(&"POST /checkout/order".to_owned()));
    let checkout = read(&shop, "/api/checkout").await;
    let blockers = checkout["blockers"].as_array().expect("blockers");
    assert!(blockers.iter().any(|blocker| blocker["code"] == "no-payment-method"));
    let (_, shop) = guest(methods(&[]), orders(), |_| {}).await;
    assert_eq!(place(&shop).send().await.status, 200);
}

/// The configuration can enable a hidden method and hide others; nothing is reported if none is hidden.
#[tokio::test]
async fn r_chk_02_the_configuration_hides_and_shows_methods() {
    let named = methods(&[(INVOICE, "swag_paypal_pui")]);
    let (_, shop) = guest(named.clone(), orders(), |config| {
        config.payment.show = vec!["swag_paypal_pui".to_owned()];
    })
    .await;
    assert!(ids(&read(&shop, "/api/checkout").await).contains(&INVOICE));
    assert_eq!(choose(&shop, INVOICE).send().await.status, 200);
    let ready = shop.ask("GET", "/api/ready").send().await.json();
    assert_eq!(ready["hidden_payment_methods"], Value::Null);

    let (_, shop) = guest(named, orders(), |config| {
        config.payment.hide = vec!["payment_prepayment".to_owned()];
    })
    .await;
    let checkout = read(&shop, "/api/checkout").await;
    assert_eq!(ids(&checkout).len(), recorded_ids().len() - 2);
}

/// The icon of a method is shown in the checkout and after the order.
#[tokio::test]
async fn r_chk_02_methods_have_their_icons() {
    let mut with_icon = methods(&[]);
    with_icon["elements"][1]["media"] = json!({"url": "https://images.test/ideal.svg", "translated": {"alt": null}});
    let (_, shop) = guest(with_icon, orders(), |_| {}).await;
    for path in ["/api/checkout".to_owned(), format!("/api/orders/{ORDER}")] {
        let answer = read(&shop, &path).await;
        assert_eq!(
            answer["payment_methods"][1]["icon"],
            json!({"url": "https://images.test/ideal.svg", "alt": ""})
        );
        assert_eq!(answer["payment_methods"][0]["icon"], Value::Null);
    }
}

fn account() -> BankAccount {
    BankAccount {
        holder: "Lindhoven B.V.".to_owned(),
        iban: "NL91ABNA0417164300".to_owned(),
        bic: None,
    }
}

/// R-CHK-05: an order states where it is paid, and while it is unpaid the account of a transfer: the shop's own for a
/// prepayment or an invoice.
#[tokio::test]
async fn r_chk_05_an_order_without_a_payment_page_says_how_to_pay() {
    for (name, synchronous, state, way, transfers) in [
        ("payment_invoicepayment", true, "open", "invoice", true),
        ("payment_prepayment", true, "open", "prepayment", true),
        ("payment_prepayment", true, "reminded", "prepayment", true),
        ("payment_prepayment", true, "paid_partially", "prepayment", false),
        ("payment_prepayment", true, "paid", "prepayment", false),
        ("payment_prepayment", true, "cancelled", "prepayment", false),
        ("custom_vorkasse_b2b", true, "open", "prepayment", true),
        ("payment_cashpayment", true, "open", "cash", false),
        ("custom_layaway", true, "open", "other", false),
        ("payment_mollie_ideal", false, "open", "page", false),
    ] {
        let (_, shop) = guest(methods(&[]), paid_by(name, synchronous, state), |config| {
            config.payment.account = Some(account());
        })
        .await;
        let order = read(&shop, &format!("/api/orders/{ORDER}")).await;
        let payment = &order["order"]["payment"];
        assert_eq!(payment["way"], way, "{name} {state}");
        let expected =
            json!({"holder": "Lindhoven B.V.", "account": "NL91ABNA0417164300", "bic": null, "reference": "10000"});
        let expected = if transfers { expected } else { Value::Null };
        assert_eq!(payment["transfer"], expected, "{name} {state}");
        assert!(
            payment["description"]
                .as_str()
                .is_some_and(|text| text.starts_with("Payment by invoice"))
        );
        // In a list, only orders with a payment page are marked as payable.
        let list = read(&shop, "/api/orders").await;
        let waits = !synchronous && state == "open";
        assert_eq!(list["orders"][0]["can_be_paid"], waits, "{name} {state}");
    }
    let (_, shop) = guest(methods(&[]), paid_by("payment_prepayment", true, "open"), |_| {}).await;
    let order = read(&shop, &format!("/api/orders/{ORDER}")).await;
    assert_eq!(
        order["order"]["payment"]["transfer"],
        Value::Null,
        "no account is configured"
    );
}

/// R-CHK-05: the bank details that a provider stores with the transaction are shown while the transfer is pending,
/// whatever their key; other data of plug-ins is not.
#[tokio::test]
async fn r_chk_05_the_bank_details_of_a_provider_are_shown() {
    let recorded = Recorded::read("953-provider-order-after-handle-payment-banktransfer").body();
    let noted = recorded["orders"]["elements"][0]["transactions"][0]["customFields"].clone();
    let expected = json!({
        "holder": "Stichting Mollie Payments", "account": "NL53ABNA0627535577", "bic": "ABNANL2A", "reference": "RF12-3456-7890-1234"
    });
    let other = json!({"adyen": ["x"], "own": noted["mollie_payments"]});
    for (fields, state, expected) in [
        (noted.clone(), "in_progress", expected.clone()),
        (noted.clone(), "unconfirmed", expected.clone()),
        (other, "open", expected),
        (noted, "paid", Value::Null),
        (json!([]), "in_progress", Value::Null),
        (Value::Null, "in_progress", Value::Null),
        (
            json!({"mollie_payments": {"bankAccount": ""}}),
            "in_progress",
            Value::Null,
        ),
        (
            json!({"mollie_payments": {"bankAccount": {"a": 1}}}),
            "in_progress",
            Value::Null,
        ),
        (json!(["x"]), "in_progress", Value::Null),
    ] {
        let mut body = paid_by("payment_mollie_banktransfer", false, state);
        body["orders"]["elements"][0]["transactions"][0]["customFields"] = fields.clone();
        let (_, shop) = guest(methods(&[]), body, |_| {}).await;
        let order = read(&shop, &format!("/api/orders/{ORDER}")).await;
        assert_eq!(order["order"]["payment"]["transfer"], expected, "{fields} {state}");
    }
}

/// R-CHK-05: an order with a total of zero is never sent to the payment provider.
#[tokio::test]
async fn r_chk_05_an_order_of_nothing_is_not_paid() {
    let free = |mut order: Value| {
        for key in ["totalPrice", "netPrice"] {
            order["price"][key] = json!(0);
        }
        order
    };
    let mut orders = paid_by("payment_mollie_ideal", false, "open");
    let one = &mut orders["orders"]["elements"][0];
    *one = free(one.take());
    let shopware = Shopware::anonymous().await;
    let placed = free(Recorded::read("092-guest-order").body());
    shopware.answer("POST", "/checkout/order", json_of(placed)).await;
    shopware.answer("GET", "/order", json_of(orders)).await;
    shopware.answers_checkout().await;
    let shop = Shop::start(shopware.client()).await;
    let answer = place(&shop).send().await;
    assert_eq!(
        answer.json()["payment"],
        json!({"outcome": "none", "redirect_url": null})
    );
    let order = read(&shop, &format!("/api/orders/{ORDER}")).await;
    let payment = &order["order"]["payment"];
    assert_eq!(
        (&payment["way"], &payment["can_be_paid"]),
        (&json!("nothing"), &json!(false))
    );
    assert_eq!(order["payment_methods"], json!([]));
    let refused = pay(&shop, None).send().await;
    assert_eq!(refused.refused(), (409, "ORDER_NOT_PAYABLE".to_owned()));
    assert!(!shopware.calls().await.contains(&"POST /handle-payment".to_owned()));
}

/// R-CHK-02: before a shipping method is chosen, its price is only shown if it is certain: none if a promotion changes
/// the delivery costs, zero if the delivery of all goods is free.
#[tokio::test]
async fn r_chk_02_shipping_methods_have_the_shops_own_prices() {
    let mut shipping = Recorded::read("013-shipping-method").body();
    let row = json!({"quantityStart": 0, "currencyPrice": [{"currencyId": "b7d2554b0ce847cd82f3ac9bd1c0dfca", "net": 5.74, "gross": 6.95}]});
    for method in shipping["elements"].as_array_mut().expect("methods") {
        method["prices"] = json!([row]);
    }
    let cart = |free: &[bool], discount: Option<&str>| {
        let mut cart = Recorded::read("064-cart-promotion").body();
        let goods = cart["lineItems"].as_array_mut().expect("line items");
        for (item, free) in goods.iter_mut().zip(free) {
            item["deliveryInformation"]["freeDelivery"] = json!(free);
        }
        if let Some(scope) = discount {
            goods[3]["payload"]["discountScope"] = json!(scope);
        }
        cart
    };
    for (free, discount, expected) in [
        ([false, false, false], None, Some(695)),
        ([true, false, false], None, Some(695)),
        ([true, true, true], None, Some(0)),
        ([false, false, false], Some("cart"), Some(695)),
        ([false, false, false], Some("delivery"), None),
        ([true, true, true], Some("delivery"), None),
    ] {
        let shopware = Shopware::start().await;
        shopware
            .answer("GET", "/context", Recorded::read("091-context-guest"))
            .await;
        shopware
            .answer("GET", "/checkout/cart", json_of(cart(&free, discount)))
            .await;
        shopware
            .answer("GET", "/shipping-method", json_of(shipping.clone()))
            .await;
        shopware.answers_checkout().await;
        let shop = Shop::start(shopware.client()).await;
        let checkout = read(&shop, "/api/checkout").await;
        let methods = checkout["shipping_methods"].as_array().expect("methods");
        assert!(!methods.is_empty());
        for method in methods {
            assert_eq!(method["price"]["minor"].as_i64(), expected, "{free:?} {discount:?}");
        }
    }
}

/// R-CART-05, R-CHK-04: if a total is rounded to coins, cart, checkout and order show the difference; floating-point
/// errors are not a difference, and without the sum there is no such row.
#[tokio::test]
async fn r_cart_05_cash_rounding_has_a_row_of_its_own() {
    for (raw, total, expected) in [
        (json!(62.03), json!(62.05), json!(2)),
        (json!(62.07), json!(62.05), json!(-2)),
        (json!(62.05), json!(62.05), Value::Null),
        (json!(62.050_000_000_000_1), json!(62.05), Value::Null),
        (Value::Null, json!(62.05), Value::Null),
    ] {
        let rounded = |price: &mut Value| {
            price["rawTotal"] = raw.clone();
            price["totalPrice"] = total.clone();
        };
        let mut orders = orders();
        rounded(&mut orders["orders"]["elements"][0]["price"]);
        let mut cart = Recorded::read("056-cart-add").body();
        rounded(&mut cart["price"]);
        let shopware = Shopware::start().await;
        shopware
            .answer("GET", "/context", Recorded::read("091-context-guest"))
            .await;
        shopware.answer("GET", "/checkout/cart", json_of(cart)).await;
        shopware.answer("GET", "/order", json_of(orders)).await;
        shopware.answers_checkout().await;
        let shop = Shop::start(shopware.client()).await;
        let order = format!("/api/orders/{ORDER}");
        for (path, at) in [
            ("/api/cart", ""),
            ("/api/checkout", "/cart"),
            (order.as_str(), "/order"),
        ] {
            let answer = read(&shop, path).await;
            let sums = answer.pointer(at).expect("the sums");
            assert_eq!(sums["total"]["minor"], 6205, "{path}");
            let rounding = &sums["rounding"];
            let minor = if rounding.is_null() {
                rounding
            } else {
                &rounding["minor"]
            };
            assert_eq!(minor, &expected, "{path} {raw}");
        }
    }
}

/// R-CHK-05: the account of PayPal's purchase on invoice is requested while it is unpaid; the recorded refusal, and an
/// answer without an account, leave the order unchanged.
#[tokio::test]
async fn r_chk_05_the_account_of_paypals_invoice_is_requested() {
    let snake = json!({"payment_reference": "GX1", "deposit_bank_details": {
        "iban": "DE12500105170648489890", "bic": "BELADEBEXXX", "account_holder_name": "PayPal Europe"}});
    let camel = json!({"paymentReference": "GX1", "depositBankDetails": {
        "iban": "DE12500105170648489890", "bic": "BELADEBEXXX", "accountHolderName": "PayPal Europe"}});
    let account = json!({
        "holder": "PayPal Europe", "account": "DE12500105170648489890", "bic": "BELADEBEXXX", "reference": "GX1"
    });
    let refusal = Recorded::read("961-paypal-pui-instructions-fraudnet").body();
    for (name, state, status, answer, expected) in [
        ("swag_paypal_pui", "in_progress", 200, &snake, &account),
        ("swag_paypal_pui", "unconfirmed", 200, &camel, &account),
        ("swag_paypal_pui", "paid", 200, &snake, &Value::Null),
        ("swag_paypal_paypal", "in_progress", 200, &snake, &Value::Null),
        ("swag_paypal_pui", "in_progress", 200, &json!({}), &Value::Null),
        ("swag_paypal_pui", "in_progress", 417, &refusal, &Value::Null),
    ] {
        let mut orders = paid_by(name, false, state);
        let id = "01a215ccd6d572b99ff5364f7a979126";
        orders["orders"]["elements"][0]["transactions"][0]["id"] = json!(id);
        let (shopware, shop) = guest(methods(&[]), orders, |_| {}).await;
        let told = ResponseTemplate::new(status).set_body_json(answer);
        let path = format!("/paypal/pui/payment-instructions/{id}");
        shopware.answer("GET", &path, told).await;
        let order = read(&shop, &format!("/api/orders/{ORDER}")).await;
        assert_eq!(
            order["order"]["payment"]["transfer"], *expected,
            "{name} {state} {status}"
        );
        let asked = shopware.calls().await.iter().any(|call| call.ends_with(&path));
        assert_eq!(asked, name == "swag_paypal_pui" && state != "paid", "{name} {state}");
    }
}
