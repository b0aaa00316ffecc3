//! What a session can order (Shopware §6.1, §7.3, §9): availability rules, countries, tax states, silent repairs; the
//! recorded calls.

use serde_json::{Value, json};

use crate::guests::register;
use crate::replay::{Known, assert_same, between, play_on};
use crate::support::{Recorded, Shop, WAX, changed_recorded, recording, recordings};

fn of(number: &str) -> Vec<Recorded> {
    vec![recording(number)]
}

/// Sets the stock as it was after earlier orders when these calls were recorded.
async fn stocked(shop: &Shop, left: &[(&str, i64)]) {
    for (number, stock) in left {
        let body = json!({"product_number": number, "stock": stock});
        shop.control("POST", "/stock", body).await;
    }
}

/// R-BACK-01: Express and Invoice require a cart of 10,000; both are reported on every read and left out by
/// `onlyAvailable`.
#[tokio::test]
async fn methods_whose_rule_does_not_match_are_blocked_as_in_the_recorded_shop() {
    let rule = |shop: &mut Value| {
        for method in ["/shipping/1", "/payment/0"] {
            shop.pointer_mut(method).unwrap()["available"] = json!({"min_amount": 10000});
        }
    };
    let (shop, _folder) = changed_recorded(&[("shop.json", &rule)]).await;
    let calls = between(recordings(), &[364..=369]);
    assert_eq!(calls.len(), 6);
    assert_same(&play_on(&shop, &calls, &mut Known::default()).await);
}

/// R-BACK-01: a country without delivery, for a guest with an address there who has selected Express.
#[tokio::test]
async fn a_country_that_is_not_shipped_to_is_blocked_as_in_the_recorded_shop() {
    let (shop, _folder) = changed_recorded(&[("shop.json", &|shop: &mut Value| {
        shop["countries"][0]["shippable"] = json!(false);
    })])
    .await;
    let add = json!({"items": [{"id": WAX, "referencedId": WAX, "type": "product"}]});
    let added = shop.call(None, "POST", "/checkout/cart/line-item", Some(add)).await;
    let token = added.token().unwrap();
    let express = json!({"shippingMethodId": "01a1fca6a8ba7138addf7859b7c419a8"});
    shop.call(Some(&token), "PATCH", "/context", Some(express)).await;
    let guest = register(&shop, Some(&token)).await;
    let recorded = recording("372");
    let theirs = |pointer: &str| {
        let address = recorded.body.pointer("/deliveries/0/location/address").unwrap();
        address[pointer].as_str().unwrap().to_owned()
    };
    let ours = |key: &str| guest.body[key].as_str().unwrap().to_owned();
    let mut known = Known::default();
    let sent = recorded.headers.iter().find(|(name, _)| name == "sw-context-token");
    known.tokens.insert(sent.unwrap().1.clone(), guest.token().unwrap());
    known.ids = vec![
        (theirs("id"), ours("defaultShippingAddressId")),
        (theirs("customerId"), ours("id")),
    ];
    assert_same(&play_on(&shop, &[recorded], &mut known).await);
}

/// R-BACK-01: a country without tax: net prices everywhere, no taxes, to the cent.
#[tokio::test]
async fn prices_in_a_country_without_tax_are_those_of_the_recorded_shop() {
    let shop = Shop::recorded().await;
    stocked(&shop, &[("CA-400", 496), ("FI-003", 48)]).await;
    let calls = between(recordings(), &[382..=386]);
    assert_eq!(calls.len(), 5);
    assert_same(&play_on(&shop, &calls, &mut Known::default()).await);
}

/// R-BACK-01: a customer group with net prices: taxes are added to the total, also with a promotion.
#[tokio::test]
async fn net_prices_are_those_of_the_recorded_shop() {
    let (shop, _folder) = changed_recorded(&[("shop.json", &|shop: &mut Value| {
        shop["net_prices"] = json!(true);
    })])
    .await;
    let mut known = Known::default();
    // The recorded customer is in another group, which was assigned manually.
    let other = |line: &String| {
        ["groupId", "currentCustomerGroup", "updatedById"]
            .iter()
            .any(|field| line.contains(field))
    };
    for number in ["376", "377"] {
        let wrong = play_on(&shop, &of(number), &mut known).await;
        assert!(wrong.iter().all(other), "{wrong:?}");
    }
    stocked(&shop, &[("CA-400", 499), ("FI-003", 50)]).await;
    let calls = between(recordings(), &[378..=380]);
    assert_eq!(calls.len(), 3);
    assert_same(&play_on(&shop, &calls, &mut known).await);
}

/// R-CART-06: price, visibility and stock change between two reads: repaired without an error, as in the recorded shop.
#[tokio::test]
async fn a_read_repairs_the_cart_as_the_recorded_shop_does() {
    let shop = Shop::recorded().await;
    let mut known = Known::default();
    let door = async |path: &str, body: Value| shop.control("POST", path, body).await;
    assert_same(&play_on(&shop, &of("513"), &mut known).await);
    assert_same(&play_on(&shop, &of("514"), &mut known).await);
    door("/price", json!({"product_number": "FI-006", "price": 150})).await;
    assert_same(&play_on(&shop, &of("515"), &mut known).await);
    door("/active", json!({"product_number": "FI-007", "active": false})).await;
    assert_same(&play_on(&shop, &between(recordings(), &[516..=517]), &mut known).await);
    door(
        "/stock",
        json!({"product_number": "FI-009", "stock": 1, "closeout": true}),
    )
    .await;
    assert_same(&play_on(&shop, &between(recordings(), &[518..=519]), &mut known).await);
    // The first call that writes another line after the change reports it.
    assert_same(&play_on(&shop, &of("524"), &mut known).await);
    door(
        "/stock",
        json!({"product_number": "FI-010", "stock": 1, "closeout": true}),
    )
    .await;
    assert_same(&play_on(&shop, &of("525"), &mut known).await);
    door("/active", json!({"product_number": "FI-010", "active": false})).await;
    assert_same(&play_on(&shop, &of("526"), &mut known).await);
}

/// Shopware §3.1: a session whose row is two days old is anonymous under a new token, a different one for each call.
#[tokio::test]
async fn an_aged_session_is_a_new_one_as_in_the_recorded_shop() {
    let shop = Shop::recorded().await;
    stocked(&shop, &[("CA-400", 494)]).await;
    let mut known = Known::default();
    assert_same(&play_on(&shop, &between(recordings(), &[900..=901]), &mut known).await);
    shop.control("POST", "/clock", json!({"now": "2026-11-23T06:28:00Z"}))
        .await;
    assert_same(&play_on(&shop, &between(recordings(), &[902..=904]), &mut known).await);
}

/// Rules of all kinds, with a changing cart: weight, amount, country, shipping method, downloads.
#[tokio::test]
async fn what_is_offered_follows_cart_and_country() {
    let (shop, _folder) = changed_recorded(&[("shop.json", &|shop: &mut Value| {
        shop["shipping"][0]["prices"] = json!([{"countries": ["BE"], "price": 9.5, "free_from": 50}]);
        shop["shipping"][1]["available"] = json!({"max_weight": 20, "sent": true});
        shop["payment"][1]["available"] = json!({"shipping": ["express"]});
        shop["payment"][2]["available"] = json!({"countries": ["NL"], "max_amount": 100});
    })])
    .await;
    let offered = async |token: &str, entity: &str| {
        let body = json!({"onlyAvailable": true, "includes": {"shipping_method": ["technicalName"], "payment_method": ["technicalName"]}});
        let reply = shop.call(Some(token), "POST", entity, Some(body)).await;
        let names = reply.body["elements"].as_array().unwrap().iter();
        names
            .map(|row| row["technicalName"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    let add = async |token: Option<&str>, number: &str, quantity: i64| {
        let found = json!({"filter": [{"type": "equals", "field": "productNumber", "value": number}], "includes": {"product": ["id"]}});
        let id = shop.post("/product", found).await.body["elements"][0]["id"].clone();
        let item = json!({"items": [{"id": id, "referencedId": id, "type": "product", "quantity": quantity}]});
        shop.call(token, "POST", "/checkout/cart/line-item", Some(item)).await
    };
    let digital = add(None, "DI-600", 1).await;
    let token = digital.token().unwrap();
    assert_eq!(offered(&token, "/shipping-method").await, ["shipping_standard"]);
    add(Some(&token), "CA-400", 1).await;
    assert_eq!(
        offered(&token, "/shipping-method").await,
        ["shipping_standard", "shipping_express"]
    );
    assert_eq!(
        offered(&token, "/payment-method").await,
        ["payment_invoicepayment", "payment_prepayment"]
    );
    let belgium = json!({"countryId": "01a1fca6a8b3727fa792124bc6a5b2f7", "shippingMethodId": "01a1fca6a8ba7138addf7859b7c419a8"});
    shop.call(Some(&token), "PATCH", "/context", Some(belgium)).await;
    assert_eq!(
        offered(&token, "/payment-method").await,
        ["payment_invoicepayment", "payment_cashpayment"]
    );
    // Two chairs weigh 28 kg: the selected method stays, and is reported as blocked until another one is selected.
    let heavy = add(Some(&token), "LU-100-OA", 2).await;
    assert_eq!(heavy.body["errors"]["shipping-method-blocked-Express"]["block"], true);
    let back = json!({"shippingMethodId": "01a1fca6a8ba7138addf7859b78b9b42"});
    shop.call(Some(&token), "PATCH", "/context", Some(back)).await;
    let cart = shop.call(Some(&token), "GET", "/checkout/cart", None).await;
    assert_eq!(
        (
            &cart.body["errors"],
            &cart.body["deliveries"][0]["shippingCosts"]["totalPrice"]
        ),
        (&json!([]), &json!(0))
    );
}

/// The price for a country, and its own subtotal for free shipping; the rows when a client requests them.
#[tokio::test]
async fn shipping_costs_follow_method_and_country() {
    let (shop, _folder) = changed_recorded(&[("shop.json", &|shop: &mut Value| {
        shop["shipping"][0]["prices"] = json!([{"countries": ["BE"], "price": 9.5, "free_from": 50}]);
    })])
    .await;
    let item = json!({"items": [{"id": WAX, "referencedId": WAX, "type": "product"}]});
    let added = shop
        .call(None, "POST", "/checkout/cart/line-item", Some(item.clone()))
        .await;
    let token = added.token().unwrap();
    let costs = |cart: &Value| cart["deliveries"][0]["shippingCosts"]["totalPrice"].clone();
    assert_eq!(costs(&added.body), 6.95);
    let belgium = json!({"countryId": "01a1fca6a8b3727fa792124bc6a5b2f7"});
    shop.call(Some(&token), "PATCH", "/context", Some(belgium)).await;
    let cart = shop.call(Some(&token), "GET", "/checkout/cart", None).await;
    assert_eq!(
        (costs(&cart.body), &cart.body["price"]["totalPrice"]),
        (json!(9.5), &json!(34.45))
    );
    let three = json!({"items": [{"id": WAX, "quantity": 3}]});
    let more = shop
        .call(Some(&token), "PATCH", "/checkout/cart/line-item", Some(three))
        .await;
    assert_eq!(costs(&more.body), 0);
    let methods = shop
        .post("/shipping-method", json!({"associations": {"prices": {}}}))
        .await;
    let prices = methods.body["elements"][0]["prices"].as_array().unwrap();
    let row = |place: usize| {
        (
            &prices[place]["currencyPrice"][0]["gross"],
            prices[place]["ruleId"].is_null(),
        )
    };
    assert_eq!(
        (prices.len(), row(0), row(2)),
        (3, (&json!(9.5), false), (&json!(6.95), true))
    );
}

/// Shopware §6.1: a company pays no tax in an EU country if it has a VAT number, and never outside of the EU; a private
/// customer pays tax.
#[tokio::test]
async fn companies_pay_no_tax_where_the_country_says_so() {
    let (shop, _folder) = changed_recorded(&[("shop.json", &|shop: &mut Value| {
        shop["countries"][2]["company_tax_free"] = json!(true);
        shop["countries"][3]["company_tax_free"] = json!(true);
        shop["countries"][3]["tax_free"] = json!(false);
    })])
    .await;
    let (belgium, switzerland) = ("01a1fca6a8b3727fa792124bc6a5b2f7", "01a1fca6a8a6737591b3fb1c254ebf00");
    for (country, more, state) in [
        (
            belgium,
            json!({"accountType": "business", "vatIds": ["BE0123456789"]}),
            "tax-free",
        ),
        (belgium, json!({"accountType": "business"}), "gross"),
        (belgium, json!({"vatIds": ["BE0123456789"]}), "gross"),
        (switzerland, json!({"accountType": "business"}), "tax-free"),
        (switzerland, json!({}), "gross"),
    ] {
        let mut body = json!({
            "guest": true, "firstName": "Test", "lastName": "Klant", "email": "firma@example.com", "storefrontUrl": shop.demo.shopware_url(),
            "billingAddress": {"street": "Markt 1", "zipcode": "1000", "city": "Brussel", "countryId": country, "company": "Firma"}
        });
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let guest = shop.post("/account/register", body).await;
        assert_eq!(guest.status, 200, "{}", guest.body);
        let context = shop.call(guest.token().as_deref(), "GET", "/context", None).await;
        assert_eq!(context.body["context"]["taxState"], state, "{country} {more}");
    }
}
