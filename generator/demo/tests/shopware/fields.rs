//! Lengths, salutations and settings of accounts as a real shop has them (Shopware §25.3, recordings 926 to 939 and 962
//! to 964).

use serde_json::{Value, json};

use crate::support::{Reply, Shop, WAX, recording};

impl Shop {
    async fn country(&self, iso: &str) -> Value {
        self.post("/country", json!({"filter": {"iso": iso}})).await.body["elements"][0]["id"].clone()
    }

    /// Sends a recorded registration with the ids of this shop.
    async fn register_as_recorded(&self, number: &str, token: Option<&str>) -> (Reply, Value) {
        let recorded = recording(number);
        let mut body: Value = serde_json::from_str(recorded.request_body.as_deref().unwrap()).unwrap();
        body["storefrontUrl"] = json!(self.demo.shopware_url());
        let known = self.country(if number == "933" { "DE" } else { "NL" }).await;
        for address in ["billingAddress", "shippingAddress"] {
            let sent = body[address]["countryId"].as_str().unwrap_or_default();
            if !sent.is_empty() && !sent.starts_with("000") {
                body[address]["countryId"] = known.clone();
            }
        }
        let reply = self.call(token, "POST", "/account/register", Some(body)).await;
        (reply, recorded.body.clone())
    }
}

/// R-BACK-01: values that are too long, too short or blank are refused as recorded, by the route or by the data layer;
/// a city that is too long is a database error.
#[tokio::test]
async fn registrations_that_do_not_fit_are_refused_as_recorded() {
    let numbers = [
        "926", "927", "928", "929", "930", "931", "932", "934", "935", "936", "937", "938",
    ];
    for number in numbers {
        let shop = Shop::recorded().await;
        let least = match number {
            "935" => 4,
            "936" => 12,
            _ => 8,
        };
        shop.control("POST", "/login-settings", json!({"password_min_length": least}))
            .await;
        let (reply, answer) = shop.register_as_recorded(number, None).await;
        assert_eq!(reply.body["errors"], answer["errors"], "{number}");
        let status = answer["errors"][0]["status"].as_str().unwrap();
        assert_eq!(reply.status.to_string(), status, "{number}");
    }
}

/// R-BACK-01: the customer and the billing address get the salutation "not specified", a separate delivery address gets
/// none, and its cart cannot be ordered, as recorded.
#[tokio::test]
async fn a_delivery_address_without_a_salutation_blocks_the_order_as_recorded() {
    let shop = Shop::recorded().await;
    let added = json!({"items": [{"type": "product", "referencedId": WAX, "quantity": 1}]});
    let token = shop
        .call(None, "POST", "/checkout/cart/line-item", Some(added))
        .await
        .token();
    let (reply, answer) = shop.register_as_recorded("962", token.as_deref()).await;
    assert_eq!(reply.status, 200, "{}", reply.body);
    for address in ["defaultBillingAddress", "defaultShippingAddress"] {
        let has = |customer: &Value| customer[address]["salutationId"].is_string();
        assert_eq!(has(&reply.body), has(&answer), "{address}");
    }
    let token = reply.token();
    let cart = shop.call(token.as_deref(), "GET", "/checkout/cart", None).await.body;
    let mut wanted = recording("963").body["errors"].clone();
    let id = reply.body["defaultShippingAddressId"].clone();
    let error = &mut wanted["salutation-missing-shipping-address"];
    error["parameters"]["addressId"] = id.clone();
    error["route"]["params"]["addressId"] = id;
    assert_eq!(cart["errors"], wanted);
    let refused = shop
        .call(token.as_deref(), "POST", "/checkout/order", Some(json!({})))
        .await;
    assert_eq!((refused.status, refused.code()), (500, "CHECKOUT__CART_INVALID"));
    assert_eq!(refused.body["errors"], recording("964").body["errors"]);
}

/// R-BACK-01: an address used by the session cannot be deleted, as recorded.
#[tokio::test]
async fn an_address_of_the_session_is_not_deleted() {
    let shop = Shop::recorded().await;
    let (reply, _) = shop.register_as_recorded("962", None).await;
    let token = reply.token();
    let country = shop.country("NL").await;
    let address = json!({"firstName": "N", "lastName": "V", "street": "S 1", "zipcode": "1012 WX", "city": "A", "countryId": country});
    let created = shop
        .call(token.as_deref(), "POST", "/account/address", Some(address))
        .await;
    let id = created.body["id"].as_str().unwrap().to_owned();
    let choice = json!({"shippingAddressId": id});
    shop.call(token.as_deref(), "PATCH", "/context", Some(choice)).await;
    let refused = shop
        .call(token.as_deref(), "DELETE", &format!("/account/address/{id}"), None)
        .await;
    let recorded = recording("939").body["errors"][0].clone();
    for (key, value) in recorded.as_object().unwrap() {
        if !matches!(key.as_str(), "detail" | "meta") {
            assert_eq!(refused.body["errors"][0][key], *value);
        }
    }
    assert_eq!(
        refused.body["errors"][0]["meta"],
        json!({"parameters": {"addressId": id}})
    );
}

/// Shopware §25.3: the session of a deactivated customer stays valid, only account calls are refused.
#[tokio::test]
async fn the_session_of_a_deactivated_customer_stays_valid() {
    let shop = Shop::recorded().await;
    let (reply, _) = shop.register_as_recorded("962", None).await;
    let (token, email) = (reply.token(), reply.body["email"].clone());
    shop.control("POST", "/customer-active", json!({"email": email, "active": false}))
        .await;
    let context = shop.call(token.as_deref(), "GET", "/context", None).await;
    assert_eq!(context.body["customer"]["active"], false);
    let account = shop.call(token.as_deref(), "GET", "/account/customer", None).await;
    assert_eq!(
        (account.status, account.code()),
        (403, "CHECKOUT__CUSTOMER_NOT_LOGGED_IN")
    );
}
