//! Every recorded cart and context through the client: no displayed data is lost (Shopware §7, §8, §10).

use crate::common::{DUTCH, TOKEN, call, json, mount, mount_context, names, ok, recorded, shopware};
use serde_json::{Value, json};
use vitrine_backends::{
    BackendError,
    shopware::session::{
        AccountType, Answer, Cart, CartErrorLevel, ContextToken, Failure, LineItem, LineItemId, LineItemKind,
        NewLineItem, SessionCall,
    },
};
use vitrine_model::{
    ids::{LanguageId, ProductId},
    money::TaxStatus,
};
use wiremock::{MockServer, ResponseTemplate};

const CART: &str = "/store-api/checkout/cart";
const OVO: &str = "f299c748b1eba1a51c7918faf24d013c";
const HALO: &str = "5e8812b5ce362e6436024d378f43f3d7";

/// Gets a cart from a recorded answer.
async fn cart_of(name: &str) -> Result<Answer<Cart>, Failure> {
    let server = MockServer::start().await;
    mount_context(&server).await;
    mount(&server, "GET", CART, recorded("shopware", name).answer()).await;
    shopware(&server).cart(&call(), false).await
}

fn cents(value: &Value) -> i64 {
    // Rounded half away from zero; unlike the code, tests may use floats.
    let scaled = value.as_f64().unwrap() * 100.0;
    (scaled.abs() + 1e-6).round() as i64 * if scaled < 0.0 { -1 } else { 1 }
}

fn compare(name: &str, raw: &Value, cart: &Cart) {
    let price = &raw["price"];
    assert_eq!(cart.total.minor, cents(&price["totalPrice"]), "{name}");
    assert_eq!(cart.subtotal.minor, cents(&price["positionPrice"]), "{name}");
    assert_eq!(cart.net_total.minor, cents(&price["netPrice"]), "{name}");
    let taxes = price["calculatedTaxes"].as_array().unwrap();
    let shown: Vec<(String, i64)> = cart.taxes.iter().map(|t| (t.rate.clone(), t.amount.minor)).collect();
    let expected: Vec<(String, i64)> = taxes
        .iter()
        .map(|t| (t["taxRate"].to_string(), cents(&t["tax"])))
        .collect();
    assert_eq!(shown, expected, "{name}");
    let deliveries = raw["deliveries"].as_array().unwrap();
    let costs: i64 = deliveries
        .iter()
        .map(|d| cents(&d["shippingCosts"]["totalPrice"]))
        .sum();
    assert_eq!(
        cart.shipping.as_ref().map(|s| s.total.minor),
        (!deliveries.is_empty()).then_some(costs),
        "{name}"
    );
    let items = raw["lineItems"].as_array().unwrap();
    assert_eq!(cart.line_items.len(), items.len(), "{name}");
    for (raw, item) in items.iter().zip(&cart.line_items) {
        compare_item(name, raw, item);
    }
    let errors = raw["errors"]
        .as_object()
        .map(|m| m.values().collect::<Vec<_>>())
        .unwrap_or_default();
    assert_eq!(cart.errors.len(), errors.len(), "{name}");
    for (raw, error) in errors.iter().zip(&cart.errors) {
        assert_eq!(raw["key"], error.key, "{name}");
        assert_eq!(raw["messageKey"], error.message_key, "{name}");
        // The sample was recorded before `block` existed.
        assert_eq!(
            raw["block"].as_bool().unwrap_or(error.level == CartErrorLevel::Error),
            error.blocks_order,
            "{name}"
        );
        assert_eq!(
            raw["parameters"].as_object().map_or(0, |p| p.len()),
            error.parameters.len(),
            "{name}"
        );
    }
}

fn compare_item(name: &str, raw: &Value, item: &LineItem) {
    let text = |value: &Value| value.as_str().map(str::to_owned);
    assert_eq!(raw["id"], item.id.as_str(), "{name}");
    assert_eq!(raw["label"], item.label, "{name}");
    assert_eq!(raw["quantity"], item.quantity, "{name}");
    assert_eq!(raw["good"], item.good, "{name}");
    assert_eq!(raw["removable"], item.removable, "{name}");
    assert_eq!(raw["stackable"], item.stackable, "{name}");
    let Some(price) = item.price else {
        panic!("{name} has no price")
    };
    assert_eq!(cents(&raw["price"]["unitPrice"]), price.unit.minor, "{name}");
    assert_eq!(cents(&raw["price"]["totalPrice"]), price.total.minor, "{name}");
    let list = &raw["price"]["listPrice"]["price"];
    assert_eq!(
        price.list.map(|m| m.minor),
        (!list.is_null()).then(|| cents(list)),
        "{name}"
    );
    assert_eq!(
        text(&raw["cover"]["url"]),
        item.cover.as_ref().map(|c| c.url.clone()),
        "{name}"
    );
    assert_eq!(raw["deliveryInformation"]["stock"].as_i64(), item.stock, "{name}");
    assert_eq!(
        text(&raw["deliveryInformation"]["deliveryTime"]["name"]),
        item.delivery_time,
        "{name}"
    );
    assert_eq!(
        text(&raw["payload"]["productNumber"]),
        item.product_number.as_ref().map(ToString::to_string),
        "{name}"
    );
    assert_eq!(
        raw["payload"]["options"].as_array().map_or(0, Vec::len),
        item.options.len(),
        "{name}"
    );
    let limits = &raw["quantityInformation"];
    assert_eq!(limits.is_null(), item.limits.is_none(), "{name}");
    if let Some(shown) = item.limits {
        assert_eq!(limits["minPurchase"], shown.min, "{name}");
        assert_eq!(limits["maxPurchase"], shown.max, "{name}");
        assert_eq!(limits["purchaseSteps"], shown.step, "{name}");
    }
    match raw["type"].as_str().unwrap() {
        "product" => {
            assert_eq!(item.kind, LineItemKind::Product, "{name}");
            assert_eq!(
                raw["referencedId"],
                item.product_id.as_ref().unwrap().as_str(),
                "{name}"
            );
        }
        "promotion" => assert_eq!(
            (&item.kind, item.product_id.as_ref()),
            (&LineItemKind::Promotion, None),
            "{name}"
        ),
        other => panic!("{name}: {other}"),
    }
}

/// R-BACK-01: every recorded cart is read without losing a field that the shop shows.
#[tokio::test]
async fn r_back_01_every_recorded_cart_is_read_whole() {
    let carts = names("shopware", |r| r.status == 200 && r.body["apiAlias"] == "cart");
    assert!(carts.len() > 90, "{}", carts.len());
    for name in carts {
        let answer = cart_of(&name).await.unwrap_or_else(|e| panic!("{name}: {e}"));
        compare(&name, &recorded("shopware", &name).body, &answer.value);
    }
}

/// Every refused cart call keeps its status, code and token.
#[tokio::test]
async fn refused_cart_calls_keep_code_and_token() {
    let refused = names("shopware", |r| r.status >= 400 && r.path.starts_with(CART));
    assert!(refused.len() > 15);
    for name in refused {
        let answer = recorded("shopware", &name);
        let failure = cart_of(&name).await.unwrap_err();
        let BackendError::Status { status, errors, .. } = &failure.error else {
            panic!("{name}: {failure}")
        };
        assert_eq!(*status, answer.status, "{name}");
        let raw = answer.body["errors"].as_array().unwrap();
        assert_eq!(errors.len(), raw.len(), "{name}");
        assert_eq!(raw[0]["code"].as_str().unwrap_or_default(), errors[0].code, "{name}");
        assert_eq!(
            failure.token.as_ref().map(ContextToken::expose),
            answer.token.as_deref(),
            "{name}"
        );
    }
    let failure = cart_of("069-cart-update-unknown").await.unwrap_err();
    assert!(failure.error.has_code("CHECKOUT__CART_LINE_ITEM_NOT_FOUND"));
}

/// One cart, with expected values written by hand: names, options, tier price, shipping, taxes, stock, delivery time.
#[tokio::test]
async fn r_back_01_a_cart_with_tiers_and_options_by_hand() {
    let cart = cart_of("057-cart-add-tier").await.unwrap().value;
    assert_eq!(
        (
            cart.total.decimal().as_str(),
            cart.subtotal.decimal().as_str(),
            cart.net_total.decimal().as_str()
        ),
        ("3300.95", "3294.00", "2728.05")
    );
    assert_eq!(
        (cart.currency.as_str(), cart.tax_status, cart.item_count()),
        ("EUR", TaxStatus::Gross, 6)
    );
    let shipping = cart.shipping.as_ref().unwrap();
    assert_eq!((shipping.name.as_str(), shipping.total.minor), ("Standard", 695));
    let [chair, lamp] = &cart.line_items[..] else { panic!() };
    assert_eq!(
        (
            chair.label.as_str(),
            chair.options[0].group.as_str(),
            chair.options[0].option.as_str()
        ),
        ("Ovo stoel", "Kleur", "Zwart")
    );
    assert_eq!(
        (chair.stock, chair.delivery_time.as_deref()),
        (Some(5), Some("6-8 weken"))
    );
    assert_eq!(chair.cover.as_ref().unwrap().alt, "Foto ovo-stoel-1");
    assert_eq!(
        (
            lamp.quantity,
            lamp.price.map(|price| (price.unit.minor, price.total.minor))
        ),
        (5, Some((39_900, 199_500)))
    );
    assert!(!chair.digital && cart.errors.is_empty() && cart.hash.is_some());
}

/// Cart errors by kind, with level, block and parameters (Shopware §7.3).
#[tokio::test]
async fn cart_errors_keep_level_block_and_parameters() {
    for (name, key, level, blocks, parameter) in [
        (
            "058-cart-add-soldout",
            "product-out-of-stock",
            CartErrorLevel::Error,
            true,
            ("name", "Piet kruk"),
        ),
        (
            "068-cart-update-above-max",
            "product-stock-reached",
            CartErrorLevel::Warning,
            true,
            ("quantity", "10"),
        ),
        (
            "309-cart-min-order",
            "min-order-quantity",
            CartErrorLevel::Warning,
            true,
            ("quantity", "2"),
        ),
        (
            "311-cart-steps",
            "purchase-steps-quantity",
            CartErrorLevel::Warning,
            true,
            ("name", "Viltglijders"),
        ),
        (
            "065-cart-promotion-unknown",
            "promotion-not-found",
            CartErrorLevel::Error,
            false,
            ("code", "NOPE"),
        ),
        (
            "064-cart-promotion",
            "promotion-discount-added",
            CartErrorLevel::Notice,
            false,
            ("name", "Welkom"),
        ),
    ] {
        let cart = cart_of(name).await.unwrap().value;
        let error = &cart.errors[0];
        assert_eq!(
            (error.message_key.as_str(), error.level, error.blocks_order),
            (key, level, blocks),
            "{name}"
        );
        assert_eq!(error.parameter(parameter.0), Some(parameter.1), "{name}");
    }
}

/// Promotions on delivery are a second delivery; downloads have none (Shopware §7.2).
#[tokio::test]
async fn shipping_is_the_sum_of_deliveries() {
    let cart = cart_of("345-cart-promo-delivery").await.unwrap().value;
    assert_eq!(cart.shipping.unwrap().total.minor, 0);
    let cart = cart_of("361-cart-digital-only").await.unwrap().value;
    assert_eq!(cart.shipping, None);
    assert!(cart.line_items[0].digital);
    assert_eq!(cart_of("378-cart-net").await.unwrap().value.tax_status, TaxStatus::Net);
    let free = cart_of("384-cart-tax-free").await.unwrap().value;
    assert_eq!((free.tax_status, free.taxes.len()), (TaxStatus::TaxFree, 0));
    let empty = cart_of("055-cart-empty").await.unwrap().value;
    assert_eq!(
        (empty.line_items.len(), empty.total.minor, empty.item_count()),
        (0, 0, 0)
    );
}

/// The cart of the public demo store (6.6, promotion, error map) is parsed as well.
#[tokio::test]
async fn the_sample_cart_is_read() {
    let raw = json("samples", "frontends-composables-Cart");
    let server = MockServer::start().await;
    mount_context(&server).await;
    mount(&server, "GET", CART, ok(&raw)).await;
    let cart = shopware(&server).cart(&call(), false).await.unwrap().value;
    compare("sample", &raw, &cart);
}

/// R-SESS-02: every answer and failure contains the token of its response, including a rotated one.
#[tokio::test]
async fn r_sess_02_answers_and_failures_hand_on_their_token() {
    let server = MockServer::start().await;
    mount_context(&server).await;
    let new = "rotated0rotated0rotated0rotated0";
    let body = recorded("shopware", "055-cart-empty").body;
    mount(&server, "GET", CART, ok(&body).insert_header("sw-context-token", new)).await;
    let failed = ResponseTemplate::new(400)
        .insert_header("sw-context-token", new)
        .set_body_json(json!({"errors": []}));
    mount(&server, "PATCH", "/store-api/context", failed).await;
    let client = shopware(&server);
    let answer = client.cart(&call(), false).await.unwrap();
    assert_eq!(answer.token.as_ref().map(ContextToken::expose), Some(new));
    assert_ne!(answer.token, call().token);
    let language = LanguageId::parse(DUTCH).unwrap();
    let failure = client.set_language(&call(), &language).await.unwrap_err();
    assert_eq!(failure.token.as_ref().map(ContextToken::expose), Some(new));

    let anonymous = SessionCall {
        token: None,
        language,
        visitor: None,
    };
    let context = client.context(&anonymous).await.unwrap();
    assert_eq!(
        context.token.as_ref().map(ContextToken::expose),
        Some(TOKEN),
        "minted by Shopware"
    );
    for bad in ["short", "has space has space", "semi;colon;semi;colon", &"x".repeat(65)] {
        assert!(ContextToken::parse(bad).is_err());
    }
}

/// Every recorded context: currency, tax state, language, customer.
#[tokio::test]
async fn r_back_01_every_recorded_context_is_read() {
    let contexts = names("shopware", |r| {
        r.status == 200 && r.body["apiAlias"] == "sales_channel_context"
    });
    assert!(contexts.len() > 20);
    for name in contexts {
        let raw = recorded("shopware", &name);
        let server = MockServer::start().await;
        mount(&server, "GET", "/store-api/context", raw.answer()).await;
        let context = shopware(&server)
            .context(&call())
            .await
            .unwrap_or_else(|e| panic!("{name}: {e}"))
            .value;
        let body = &raw.body;
        assert_eq!(body["currency"]["isoCode"], context.currency.as_str(), "{name}");
        assert_eq!(
            body["context"]["languageIdChain"][0],
            context.language.unwrap().as_str(),
            "{name}"
        );
        assert_eq!(
            body["context"]["taxState"],
            serde_json::to_value(context.tax_status).unwrap(),
            "{name}"
        );
        assert_eq!(
            body["shippingLocation"]["country"]["iso"].as_str(),
            context.country.as_ref().map(|country| country.iso.as_str()),
            "{name}"
        );
        assert_eq!(body["customer"].is_null(), context.customer.is_none(), "{name}");
        if let Some(customer) = context.customer {
            assert_eq!(body["customer"]["guest"], customer.guest, "{name}");
            assert_eq!(body["customer"]["firstName"], customer.first_name, "{name}");
            let business = body["customer"]["accountType"] == "business";
            assert_eq!(customer.account_type == AccountType::Business, business, "{name}");
        }
    }
}

/// PATCH /context only sends the language.
#[tokio::test]
async fn set_language_patches_the_session() {
    let server = MockServer::start().await;
    mount(
        &server,
        "PATCH",
        "/store-api/context",
        recorded("shopware", "289-context-patch-language-en").answer(),
    )
    .await;
    let language = LanguageId::parse("2fbb5fe2e29a4d70aa5854ce7ce3e20b").unwrap();
    shopware(&server).set_language(&call(), &language).await.unwrap();
    let request = &server.received_requests().await.unwrap()[0];
    assert_eq!(
        request.body_json::<Value>().unwrap(),
        json!({"languageId": language.as_str()})
    );
}

/// Adding, changing and removing send the requests of Shopware §10 and return the new cart.
#[tokio::test]
async fn cart_writes_send_the_requests_of_the_contract() {
    let server = MockServer::start().await;
    mount_context(&server).await;
    mount(
        &server,
        "POST",
        &format!("{CART}/line-item"),
        recorded("shopware", "056-cart-add").answer(),
    )
    .await;
    mount(
        &server,
        "PATCH",
        &format!("{CART}/line-item"),
        recorded("shopware", "067-cart-update").answer(),
    )
    .await;
    mount(
        &server,
        "POST",
        &format!("{CART}/line-item/delete"),
        recorded("shopware", "071-cart-remove").answer(),
    )
    .await;
    let client = shopware(&server);
    let product_id = ProductId::parse(OVO).unwrap();
    let added = client
        .add_line_items(
            &call(),
            &[NewLineItem::Product {
                product_id,
                quantity: 1,
            }],
        )
        .await
        .unwrap();
    assert_eq!(added.value.line_items[0].id.as_str(), OVO);
    let ovo = LineItemId::parse(OVO).unwrap();
    let changed = client.change_line_items(&call(), &[(ovo, 2)]).await.unwrap();
    assert_eq!(changed.value.line_items[0].quantity, 2);
    let halo = LineItemId::parse(HALO).unwrap();
    let removed = client.remove_line_items(&call(), &[halo]).await.unwrap();
    assert_eq!(removed.value.line_items.len(), 3);
    let bodies: Vec<Value> = server.received_requests().await.unwrap()[1..]
        .iter()
        .map(|r| r.body_json().unwrap())
        .collect();
    assert_eq!(
        bodies[0],
        json!({"items": [{"id": OVO, "referencedId": OVO, "type": "product", "quantity": 1}]})
    );
    assert_eq!(bodies[1], json!({"items": [{"id": OVO, "quantity": 2}]}));
    assert_eq!(bodies[2], json!({"ids": [HALO]}));
}

/// Live price and stock: tiers, list price, limits, state (R-PDP-03's source).
#[tokio::test]
async fn live_products_have_price_and_stock() {
    let server = MockServer::start().await;
    mount_context(&server).await;
    let details = [
        "026-product-detail-LU-100-BL",
        "027-product-detail-KA-200",
        "028-product-detail-LU-300",
    ];
    let elements: Vec<Value> = details
        .iter()
        .map(|n| recorded("shopware", n).body["product"].clone())
        .collect();
    mount(
        &server,
        "GET",
        "/store-api/product",
        ok(&json!({"elements": elements, "total": 3})),
    )
    .await;
    let ids = [ProductId::parse(OVO).unwrap(), ProductId::parse(HALO).unwrap()];
    let products = shopware(&server)
        .products(&call(), &ids, 5)
        .await
        .unwrap()
        .value
        .products;
    use vitrine_model::product::StockState::{InStock, LimitedStock, OutOfStock};
    let states: Vec<_> = products
        .iter()
        .map(|p| (p.number.as_str(), p.stock.state, p.stock.pieces))
        .collect();
    assert_eq!(
        states,
        [
            ("LU-100-BL", LimitedStock, 5),
            ("KA-200", InStock, 12),
            ("LU-300", OutOfStock, 0)
        ]
    );
    let lamp = &products[1].prices;
    let tiers: Vec<_> = lamp.tiers.iter().map(|t| (t.from, t.to, t.price.unit.minor)).collect();
    assert_eq!(tiers, [(1, Some(4), 44_900), (5, Some(9), 39_900), (10, None, 34_900)]);
    assert_eq!(products[0].limits.max, 10);
    let query = server.received_requests().await.unwrap()[1]
        .url
        .query()
        .unwrap()
        .to_owned();
    assert!(
        query.contains(&format!("ids%5B0%5D={OVO}")) && query.contains(&format!("ids%5B1%5D={HALO}")),
        "{query}"
    );
}

/// Countries, recorded and sampled.
#[tokio::test]
async fn r_back_01_countries_are_read() {
    for (raw, expected) in [
        (
            recorded("shopware", "011-country").body,
            recorded("shopware", "011-country").body["elements"].clone(),
        ),
        (
            json("samples", "frontends-composables-Country"),
            json("samples", "frontends-composables-Country")["elements"].clone(),
        ),
    ] {
        let server = MockServer::start().await;
        mount(&server, "GET", "/store-api/country", ok(&raw)).await;
        let countries = shopware(&server).countries(&call()).await.unwrap().value;
        let shown: Vec<_> = countries
            .iter()
            .map(|c| (c.iso.clone(), c.name.clone(), c.shipping_available))
            .collect();
        let wanted: Vec<_> = expected
            .as_array()
            .unwrap()
            .iter()
            .map(|c| {
                let text = |v: &Value| v.as_str().unwrap_or_default().to_owned();
                (
                    text(&c["iso"]),
                    text(&c["translated"]["name"]),
                    c["shippingAvailable"].as_bool().unwrap_or(true),
                )
            })
            .collect();
        assert_eq!(shown, wanted);
    }
}
