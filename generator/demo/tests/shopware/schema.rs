//! R-BACK: answers validate against Shopware's schema, relaxed as in `contracts/shopware/SCHEMA-DEVIATIONS.md`.
//! Differences of 6.6 are listed.

use std::path::PathBuf;

use jsonschema::{Registry, Validator};
use serde_json::{Value, json};

use crate::support::{HALO, OVO, OVO_BLACK, OVO_OAK, Shop, WAX};

/// Required by the 6.7 schema, absent on 6.6 (M1, M2 of the deviations).
const ABSENT_ON_66: [&str; 2] = ["languageInfo", "type"];

/// Shopware's file has `[]` as members of choices, which validators refuse; they are removed.
fn repaired(value: Value) -> Value {
    match value {
        Value::Object(map) => Value::Object(
            map.into_iter()
                .map(|(key, value)| match (key.as_str(), value) {
                    ("allOf" | "anyOf" | "oneOf", Value::Array(list)) => {
                        let members = list
                            .into_iter()
                            .filter(|item| item.is_object() || item.is_boolean())
                            .map(repaired)
                            .collect();
                        (key, Value::Array(members))
                    }
                    ("required", Value::Array(list)) => {
                        let needed = |item: &Value| item.as_str().is_none_or(|item| !ABSENT_ON_66.contains(&item));
                        (key, Value::Array(list.into_iter().filter(needed).collect()))
                    }
                    (_, value) => (key, repaired(value)),
                })
                .collect(),
        ),
        Value::Array(list) => Value::Array(list.into_iter().map(repaired).collect()),
        other => other,
    }
}

struct Schema {
    document: Value,
    registry: Registry<'static>,
}

impl Schema {
    fn load() -> Self {
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/schema/store-api.relaxed.schema.json");
        let document: Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
        let document = repaired(document);
        let registry = Registry::new()
            .add("urn:store-api", document.clone())
            .unwrap()
            .prepare()
            .unwrap();
        Self { document, registry }
    }

    /// The validator for an operation's answer, which may be a reference.
    fn of(&self, method: &str, path: &str) -> Validator {
        let mut pointer = format!("/paths/{}/{method}/responses/200", path.replace('/', "~1"));
        if let Some(elsewhere) = self.document.pointer(&pointer).unwrap()["$ref"].as_str() {
            pointer = elsewhere.trim_start_matches('#').to_owned();
        }
        self.at(&format!("{pointer}/content/application~1json/schema"))
    }

    fn at(&self, pointer: &str) -> Validator {
        jsonschema::options()
            .with_registry(&self.registry)
            .build(&json!({"$ref": format!("urn:store-api#{}", pointer.replace('{', "%7B").replace('}', "%7D"))}))
            .unwrap()
    }
}

fn assert_valid(validator: &Validator, body: &Value, what: &str) {
    let errors: Vec<String> = validator
        .iter_errors(body)
        .take(5)
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect();
    assert!(
        errors.is_empty(),
        "{what}: {}",
        errors.join("\n").chars().take(2000).collect::<String>()
    );
}

#[tokio::test]
async fn answers_validate_against_the_relaxed_schema() {
    let schema = Schema::load();
    let shop = Shop::start().await;
    let all = json!({"associations": {
        "media": {}, "cover": {}, "manufacturer": {}, "properties": {"associations": {"group": {}}}, "options": {"associations": {"group": {}}},
        "seoUrls": {}, "categories": {}, "deliveryTime": {}, "children": {"associations": {"options": {}}}, "configuratorSettings": {},
        "crossSellings": {}, "downloads": {"associations": {"media": {}}}
    }});
    for (path, body) in [
        ("/language", json!({})),
        ("/currency", json!({})),
        ("/country", json!({"associations": {"states": {}}})),
        ("/salutation", json!({})),
        ("/shipping-method", json!({"associations": {"prices": {}}})),
        ("/payment-method", json!({})),
        ("/product", all.clone()),
        ("/category", json!({"associations": {"seoUrls": {}}})),
        ("/seo-url", json!({})),
    ] {
        let reply = shop.post(path, body).await;
        assert_eq!(reply.status, 200, "{path}: {}", reply.body);
        assert_valid(&schema.of("post", path), &reply.body, path);
    }
    let context = shop.call(None, "GET", "/context", None).await;
    assert_valid(&schema.of("get", "/context"), &context.body, "context");
    let detail = schema.of("post", "/product/{productId}");
    for id in [OVO, OVO_BLACK, HALO, WAX] {
        let reply = shop.post(&format!("/product/{id}"), all.clone()).await;
        assert_valid(&detail, &reply.body, id);
    }
    let navigation = shop
        .post("/navigation/main-navigation/main-navigation", json!({"depth": 3}))
        .await;
    assert_valid(
        &schema.of("post", "/navigation/{activeId}/{rootId}"),
        &navigation.body,
        "navigation",
    );
    let crossing = shop.post(&format!("/product/{OVO}/cross-selling"), json!({})).await;
    assert_valid(
        &schema.of("post", "/product/{productId}/cross-selling"),
        &crossing.body,
        "cross selling",
    );
    let changed = shop.call(None, "PATCH", "/context", Some(json!({}))).await;
    assert_valid(&schema.of("patch", "/context"), &changed.body, "context change");
}

/// R-BACK: an order, the list with all associations, its payment and its cancellation.
#[tokio::test]
async fn orders_validate_against_the_relaxed_schema() {
    let schema = Schema::load();
    let shop = Shop::start().await;
    let token = shop.guest(None, "gast@example.com").await;
    let item = |id: &str, quantity: i64| json!({"id": id, "referencedId": id, "quantity": quantity, "type": "product"});
    let add = json!({"items": [item(OVO_OAK, 1), item(WAX, 2), {"type": "promotion", "referencedId": "WELKOM10"}]});
    shop.call(Some(&token), "POST", "/checkout/cart/line-item", Some(add))
        .await;
    let all = json!({"checkPromotion": true, "associations": {
        "lineItems": {"associations": {"cover": {}, "downloads": {"associations": {"media": {}}}}},
        "transactions": {"associations": {"paymentMethod": {}, "stateMachineState": {}}},
        "deliveries": {"associations": {
            "shippingMethod": {}, "stateMachineState": {}, "shippingOrderAddress": {"associations": {"country": {}}}
        }},
        "addresses": {"associations": {"country": {}}}, "orderCustomer": {"associations": {"salutation": {}}}, "currency": {}, "language": {},
        "stateMachineState": {}
    }});
    let placed = shop
        .call(Some(&token), "POST", "/checkout/order", Some(json!({})))
        .await;
    let order = placed.body["id"].clone();
    let method = placed.body["transactions"][0]["paymentMethodId"].clone();
    for (path, body, answer) in [
        ("/checkout/order", None, Some(placed.body)),
        ("/order", Some(json!({})), None),
        ("/order", Some(all), None),
        ("/handle-payment", Some(json!({"orderId": order})), None),
        (
            "/order/payment",
            Some(json!({"orderId": order, "paymentMethodId": method})),
            None,
        ),
        ("/order/state/cancel", Some(json!({"orderId": order})), None),
    ] {
        let answer = match answer {
            Some(answer) => answer,
            None => {
                let reply = shop.call(Some(&token), "POST", path, body).await;
                assert_eq!(reply.status, 200, "{path}: {}", reply.body);
                reply.body
            }
        };
        assert_valid(&schema.of("post", path), &answer, path);
    }
    let refused = shop
        .call(Some(&token), "POST", "/checkout/order", Some(json!({})))
        .await;
    assert_valid(&schema.at("/components/schemas/failure"), &refused.body, "error");
}

/// R-CART-01: every state of a cart.
#[tokio::test]
async fn carts_validate_against_the_relaxed_schema() {
    let schema = Schema::load();
    let validator = schema.at("/components/schemas/Cart");
    let shop = Shop::start().await;
    let empty = shop.call(None, "GET", "/checkout/cart", None).await;
    assert_valid(&validator, &empty.body, "empty");
    let token = empty.token().unwrap();
    let item = |id: &str, quantity: i64| json!({"id": id, "referencedId": id, "quantity": quantity, "type": "product"});
    let add = json!({"items": [item(OVO_OAK, 99), item(HALO, 5), item(WAX, 2), {"type": "promotion", "referencedId": "WELKOM10"}]});
    let filled = shop
        .call(Some(&token), "POST", "/checkout/cart/line-item", Some(add))
        .await;
    assert_valid(&validator, &filled.body, "filled");
    shop.control(
        "POST",
        &format!("/cart/{token}/lines"),
        json!({"label": "Deposit", "unit_price": 25, "stackable": false}),
    )
    .await;
    let foreign = shop.call(Some(&token), "GET", "/checkout/cart", None).await;
    assert_eq!(foreign.body["lineItems"].as_array().unwrap().len(), 5);
    assert_valid(&validator, &foreign.body, "with a foreign line");
    let missing = shop
        .call(
            Some(&token),
            "PATCH",
            "/checkout/cart/line-item",
            Some(json!({"items": [{"id": "nope", "quantity": 1}]})),
        )
        .await;
    assert_valid(&schema.at("/components/schemas/failure"), &missing.body, "error");
}

/// R-BACK-01: a guest, the context of one, addresses, and refused values.
#[tokio::test]
async fn guests_validate_against_the_relaxed_schema() {
    let schema = Schema::load();
    let shop = Shop::recorded().await;
    let guest = crate::guests::register(&shop, None).await;
    assert_valid(&schema.of("post", "/account/register"), &guest.body, "register");
    let token = guest.token().unwrap();
    let call =
        async |method: &str, path: &str, body: Value| shop.call(Some(&token), method, path, Some(body)).await.body;
    let context = call("GET", "/context", json!({})).await;
    assert_valid(&schema.of("get", "/context"), &context, "context");
    let item = json!({"items": [{"id": WAX, "referencedId": WAX, "type": "product"}]});
    let cart = call("POST", "/checkout/cart/line-item", item).await;
    assert_valid(&schema.at("/components/schemas/Cart"), &cart, "cart of a guest");
    let book = call("POST", "/account/list-address", json!({})).await;
    assert_valid(&schema.of("post", "/account/list-address"), &book, "addresses");
    let address = json!({"street": "Damrak 2", "zipcode": "1015 CN", "city": "Amsterdam", "countryId": book["elements"][0]["countryId"], "firstName": "Test", "lastName": "Klant"});
    let second = call("POST", "/account/address", address).await;
    assert_valid(&schema.of("post", "/account/address"), &second, "address");
    for path in ["/shipping-method", "/payment-method"] {
        let offered = call("POST", path, json!({"onlyAvailable": true})).await;
        assert_valid(&schema.of("post", path), &offered, path);
    }
    let failure = schema.at("/components/schemas/failure");
    assert_valid(
        &failure,
        &call("POST", "/account/register", json!({})).await,
        "violations",
    );
    assert_valid(
        &failure,
        &call("DELETE", "/account/address/nope", json!({})).await,
        "no id",
    );
}
