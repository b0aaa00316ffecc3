//! Delivery dates through the API (law "Delivery time"; contract `delivery-dates.md`): the same words for the offer of a
//! product, the line, the whole cart, the shipping methods and the order, at every time of day and in every language.

use std::sync::{Arc, Mutex};

use jiff::{Timestamp, civil::date, tz::TimeZoneDatabase};
use serde_json::{Value, json};
use vitrine_api::{ApiConfig, DeliveryClock, DeliverySettings};
use vitrine_delivery::{Calendar, DeliveryTime, Holidays, Unit, Weekdays};
use wiremock::ResponseTemplate;

use crate::{
    client::Answer,
    shop::Shop,
    shopware::{Recorded, Shopware},
};

const SESSION: &str = "vitrine-session=GCelL0NV8HlF13HKkv0HrY0lM2OoESvl";
const CUSTOMER: &str = "vitrine-session=6ZiTiId3YsWmxnSXfpJ137u7Z18lsWAs";
const ORDER: &str = "01a1fcc97e26707a8c3c0b5a852cdc62";

/// A time that a test sets while the server runs.
#[derive(Clone)]
struct SetClock(Arc<Mutex<Timestamp>>);

impl SetClock {
    fn at(time: &str) -> Self {
        Self(Arc::new(Mutex::new(time.parse().expect("a time"))))
    }

    fn set(&self, time: &str) {
        *self.0.lock().expect("the clock") = time.parse().expect("a time");
    }

    fn configure(&self, config: &mut ApiConfig) {
        let zone = TimeZoneDatabase::bundled().get("Europe/Amsterdam").expect("a zone");
        let mut holidays = Holidays::default();
        holidays.insert("NL", 2026, [date(2026, 4, 6), date(2026, 4, 27), date(2026, 12, 25)]);
        holidays.insert("NL", 2027, [date(2027, 1, 1)]);
        holidays.insert("DE", 2026, [date(2026, 4, 3), date(2026, 4, 6), date(2026, 12, 25)]);
        let clock = Arc::clone(&self.0);
        config.delivery = Some(DeliverySettings {
            calendar: Arc::new(Calendar {
                time_zone: zone,
                cut_off: Some(jiff::civil::time(15, 0, 0, 0)),
                handles: Weekdays::WORKING,
                closed: [date(2026, 12, 24)].into(),
                country: "NL".to_owned(),
                brings: Weekdays::WORKING,
                holidays,
            }),
            after_restock: DeliveryTime {
                min: 2,
                max: 4,
                unit: Unit::Day,
            },
            clock: DeliveryClock::new(move || *clock.lock().expect("the clock")),
        });
    }
}

/// The facts of a product, as Shopware's cart and catalogue have them.
#[derive(Clone, Copy)]
struct Facts {
    stock: i64,
    restock: Option<i64>,
    time: Option<(i64, i64, &'static str)>,
    country: &'static str,
}

const ONE_DAY: Facts = Facts {
    stock: 5,
    restock: None,
    time: Some((1, 1, "day")),
    country: "NL",
};
const TWO_TO_FOUR: Facts = Facts {
    time: Some((2, 4, "day")),
    ..ONE_DAY
};

fn time_json(facts: Facts) -> Value {
    facts.time.map_or(Value::Null, |(min, max, unit)| {
        json!({"name": format!("{min}-{max} {unit}"), "translated": {"name": format!("{min}-{max} {unit}")}, "min": min, "max": max, "unit": unit})
    })
}

/// The recorded cart of one product, with other facts.
fn cart_with(facts: Facts) -> Value {
    let mut cart = Recorded::read("056-cart-add").body();
    put(&mut cart["lineItems"][0], facts);
    cart["deliveries"][0]["location"]["country"]["iso"] = json!(facts.country);
    cart
}

fn put(line: &mut Value, facts: Facts) {
    let information = &mut line["deliveryInformation"];
    information["stock"] = json!(facts.stock);
    information["restockTime"] = json!(facts.restock);
    information["deliveryTime"] = time_json(facts);
}

fn product_with(facts: Facts) -> Value {
    let mut product = Recorded::read("026-product-detail-LU-100-BL").body()["product"].clone();
    product["availableStock"] = json!(facts.stock);
    product["stock"] = json!(facts.stock);
    product["restockTime"] = json!(facts.restock);
    product["deliveryTime"] = time_json(facts);
    json!({"elements": [product], "total": 1})
}

/// A shop whose cart and catalogue have one product with these facts.
async fn shop_with(clock: &SetClock, cart: Value, product: Value) -> (Shopware, Shop) {
    let shopware = Shopware::anonymous().await;
    let json = |body: Value| ResponseTemplate::new(200).set_body_json(body);
    shopware.answer("GET", "/checkout/cart", json(cart)).await;
    shopware.answer("GET", "/product", json(product)).await;
    shopware.answers_checkout().await;
    let shop = Shop::with(shopware.client(), |config| clock.configure(config)).await;
    (shopware, shop)
}

async fn read(shop: &Shop, path: &str, locale: &str) -> Value {
    let answer: Answer = shop
        .ask("GET", path)
        .locale(locale)
        .with("Cookie", SESSION)
        .send()
        .await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json()
}

/// The days as every screen has them: offer, line, cart and each shipping method. They must be one sentence.
async fn said(shop: &Shop, locale: &str) -> String {
    let offers = read(shop, "/api/offers?ids=f299c748b1eba1a51c7918faf24d013c", locale).await;
    let cart = read(shop, "/api/cart", locale).await;
    let checkout = read(shop, "/api/checkout", locale).await;
    let line = cart["line_items"][0]["delivery"].as_array().expect("lines").last();
    let sentence = cart["delivery"].as_str().expect("the days of the cart").to_owned();
    assert_eq!(offers["offers"][0]["arrival"]["days"], sentence.as_str());
    assert_eq!(line, Some(&json!(sentence)));
    assert_eq!(checkout["cart"]["delivery"], sentence.as_str());
    assert_eq!(checkout["shipping_methods"][0]["delivery"], sentence.as_str());
    sentence
}

/// "Before the cut-off, at it and after it; weekday, holiday, closing day; summer time; the turn of the year; the country
/// of delivery": one sentence on all screens, which never names a day on which nothing is delivered.
#[tokio::test]
async fn law_delivery_time_every_screen_says_the_same_days() {
    for (at, facts, expected) in [
        // A Thursday, in winter time: 15:00 is 14:00 UTC.
        (
            "2026-11-26T13:59:59Z",
            ONE_DAY,
            "Bij u op vrijdag 27 november, als u vandaag voor 15:00 uur bestelt",
        ),
        ("2026-11-26T14:00:00Z", ONE_DAY, "Bij u op maandag 30 november"),
        ("2026-11-26T14:01:00Z", ONE_DAY, "Bij u op maandag 30 november"),
        ("2026-11-26T21:50:00Z", ONE_DAY, "Bij u op maandag 30 november"),
        // The visitor's Friday in Auckland is the shop's Thursday.
        (
            "2026-11-26T12:00:00Z",
            ONE_DAY,
            "Bij u op vrijdag 27 november, als u vandaag voor 15:00 uur bestelt",
        ),
        // "2–4 werkdagen" ends on no weekend.
        (
            "2026-11-25T10:00:00Z",
            TWO_TO_FOUR,
            "Bij u tussen vrijdag 27 november en dinsdag 1 december, als u vandaag voor 15:00 uur bestelt",
        ),
        (
            "2026-11-28T10:00:00Z",
            TWO_TO_FOUR,
            "Bij u tussen woensdag 2 december en vrijdag 4 december",
        ),
        // In summer time 15:00 is 13:00 UTC; the night in between has 23 hours.
        (
            "2026-07-16T12:59:00Z",
            ONE_DAY,
            "Bij u op vrijdag 17 juli, als u vandaag voor 15:00 uur bestelt",
        ),
        ("2026-07-16T13:00:00Z", ONE_DAY, "Bij u op maandag 20 juli"),
        (
            "2026-03-30T12:59:00Z",
            ONE_DAY,
            "Bij u op dinsdag 31 maart, als u vandaag voor 15:00 uur bestelt",
        ),
        (
            "2026-10-26T13:59:00Z",
            ONE_DAY,
            "Bij u op dinsdag 27 oktober, als u vandaag voor 15:00 uur bestelt",
        ),
        // The closing day, Christmas, the weekend after it and New Year's Day.
        ("2026-12-24T09:00:00Z", ONE_DAY, "Bij u op dinsdag 29 december"),
        (
            "2026-12-31T09:00:00Z",
            TWO_TO_FOUR,
            "Bij u tussen dinsdag 5 januari en donderdag 7 januari, als u vandaag voor 15:00 uur bestelt",
        ),
        // Weeks are said in weeks, without a cut-off.
        (
            "2026-11-26T10:00:00Z",
            Facts {
                time: Some((6, 8, "week")),
                ..ONE_DAY
            },
            "Bij u in week 1 tot 3, vanaf 7 januari",
        ),
        // Missing pieces come first, then the parcel: the product's own time is replaced.
        (
            "2026-11-26T10:00:00Z",
            Facts {
                stock: 0,
                restock: Some(6),
                ..ONE_DAY
            },
            "Bij u tussen vrijdag 4 december en dinsdag 8 december, als u vandaag voor 15:00 uur bestelt",
        ),
        (
            "2026-11-26T10:00:00Z",
            Facts {
                stock: 0,
                restock: Some(77),
                time: Some((10, 12, "week")),
                ..ONE_DAY
            },
            "Bij u in week 7, vanaf 15 februari",
        ),
    ] {
        let clock = SetClock::at(at);
        let (_shopware, shop) = shop_with(&clock, cart_with(facts), product_with(facts)).await;
        assert_eq!(said(&shop, "nl").await, expected, "{at}");
    }
}

/// The same days in the three languages of the shop.
#[tokio::test]
async fn law_delivery_time_is_said_in_the_language_of_the_page() {
    let clock = SetClock::at("2026-11-25T10:00:00Z");
    let (_shopware, shop) = shop_with(&clock, cart_with(TWO_TO_FOUR), product_with(TWO_TO_FOUR)).await;
    for (locale, expected) in [
        (
            "nl",
            "Bij u tussen vrijdag 27 november en dinsdag 1 december, als u vandaag voor 15:00 uur bestelt",
        ),
        (
            "en",
            "With you between Friday 27 November and Tuesday 1 December, if you order before 15:00 today",
        ),
        (
            "de",
            "Bei Ihnen zwischen Freitag, 27. November und Dienstag, 1. Dezember, wenn Sie heute vor 15:00 Uhr bestellen",
        ),
    ] {
        assert_eq!(said(&shop, locale).await, expected);
    }
}

/// Holidays are those of the country of delivery, which only the session knows.
#[tokio::test]
async fn law_delivery_time_holidays_are_those_of_the_country_of_delivery() {
    let facts = Facts {
        country: "DE",
        ..TWO_TO_FOUR
    };
    // Good Friday 2026 is a holiday in Germany alone.
    let clock = SetClock::at("2026-04-01T09:00:00Z");
    for (country, expected) in [
        (
            "NL",
            "Bij u tussen vrijdag 3 april en woensdag 8 april, als u vandaag voor 15:00 uur bestelt",
        ),
        (
            "DE",
            "Bij u tussen dinsdag 7 april en donderdag 9 april, als u vandaag voor 15:00 uur bestelt",
        ),
    ] {
        let (_shopware, shop) = shop_with(&clock, cart_with(Facts { country, ..facts }), product_with(facts)).await;
        let cart = read(&shop, "/api/cart", "nl").await;
        assert_eq!(cart["delivery"], expected, "{country}");
    }
}

/// An offer names the seconds to the cut-off and the sentence that is true then, and none after it.
#[tokio::test]
async fn law_delivery_time_an_offer_says_what_is_true_after_the_cut_off() {
    let clock = SetClock::at("2026-11-26T13:59:00Z");
    let (_shopware, shop) = shop_with(&clock, cart_with(ONE_DAY), product_with(ONE_DAY)).await;
    let path = "/api/offers?ids=f299c748b1eba1a51c7918faf24d013c";
    let before = read(&shop, path, "nl").await["offers"][0]["arrival"].clone();
    assert_eq!(before["seconds"], 60);
    clock.set("2026-11-26T14:00:00Z");
    let after = read(&shop, path, "nl").await["offers"][0]["arrival"].clone();
    assert_eq!(before["days_then"], after["days"], "what was announced has become true");
    assert_eq!((&after["seconds"], &after["days_then"]), (&Value::Null, &Value::Null));
}

/// A cart of several lines has one span: it is complete when its last line is. What is not shipped has none, and a line
/// without a delivery time has that of the shipping method.
#[tokio::test]
async fn law_delivery_time_of_a_cart_is_that_of_its_last_line() {
    let clock = SetClock::at("2026-11-25T10:00:00Z");
    let mut cart = cart_with(ONE_DAY);
    let mut later = cart["lineItems"][0].clone();
    later["id"] = json!("a".repeat(32));
    put(&mut later, TWO_TO_FOUR);
    let mut download = cart["lineItems"][0].clone();
    download["id"] = json!("b".repeat(32));
    download["states"] = json!(["is-download"]);
    put(
        &mut download,
        Facts {
            time: Some((6, 8, "week")),
            ..ONE_DAY
        },
    );
    cart["lineItems"]
        .as_array_mut()
        .expect("lines")
        .extend([later, download]);
    let (_shopware, shop) = shop_with(&clock, cart, product_with(ONE_DAY)).await;
    let body = read(&shop, "/api/cart", "nl").await;
    assert_eq!(
        body["line_items"][0]["delivery"],
        json!([
            "Levertijd 1-1 day",
            "Bij u op donderdag 26 november, als u vandaag voor 15:00 uur bestelt"
        ])
    );
    assert_eq!(
        body["delivery"],
        "Bij u tussen vrijdag 27 november en dinsdag 1 december, als u vandaag voor 15:00 uur bestelt"
    );
    assert_eq!(
        body["line_items"][2]["delivery"],
        json!([]),
        "a download is not shipped"
    );

    let nameless = Facts { time: None, ..ONE_DAY };
    let (_shopware, shop) = shop_with(&clock, cart_with(nameless), product_with(nameless)).await;
    let body = read(&shop, "/api/cart", "nl").await;
    // The recorded shipping method takes 1 to 3 days.
    let by_method = "Bij u tussen donderdag 26 november en maandag 30 november, als u vandaag voor 15:00 uur bestelt";
    assert_eq!(body["line_items"][0]["delivery"], json!([by_method]));
    let offers = read(&shop, "/api/offers?ids=f299c748b1eba1a51c7918faf24d013c", "nl").await;
    assert_eq!(
        offers["offers"][0]["arrival"],
        Value::Null,
        "no method is chosen on a product's page"
    );
}

/// A piece too few in stock waits for its restock time, in the words of the product's page.
#[tokio::test]
async fn r_cart_07_missing_pieces_are_said_as_on_the_products_page() {
    let clock = SetClock::at("2026-11-26T10:00:00Z");
    for (restock, words) in [
        (1, "Leverbaar over 1 dag"),
        (14, "Leverbaar over 14 dagen"),
        (15, "Leverbaar over 3 weken"),
    ] {
        let facts = Facts {
            stock: 0,
            restock: Some(restock),
            ..TWO_TO_FOUR
        };
        let (_shopware, shop) = shop_with(&clock, cart_with(facts), product_with(facts)).await;
        let body = read(&shop, "/api/cart", "nl").await;
        assert_eq!(body["line_items"][0]["delivery"][0], words);
        said(&shop, "nl").await;
    }
}

/// The confirmation and the account repeat the days that were named when the order was placed, also after the stock and
/// the delivery time have changed.
#[tokio::test]
async fn law_delivery_time_an_order_keeps_the_days_that_were_named() {
    let clock = SetClock::at("2026-11-25T10:00:00Z");
    let (_shopware, shop) = shop_with(&clock, cart_with(TWO_TO_FOUR), product_with(TWO_TO_FOUR)).await;
    let review = said(&shop, "nl").await;
    let placed = shop
        .ask("POST", "/api/orders")
        .by_page()
        .with("Cookie", CUSTOMER)
        .json(&json!({
            "idempotency_key": "0b5f2d0e-8c1a-4a6e-9d57-2f1f6f3c9a10", "cart_hash": "b3b31fa627cf5c1ef66d9bf357d91a5a3b9664469a2248bdab6ed54baf4cdf0d",
            "accept_terms": true, "comment": null
        }))
        .send()
        .await;
    assert_eq!(placed.status, 200, "{}", placed.text());
    clock.set("2026-12-28T10:00:00Z");
    for (locale, expected) in [
        ("nl", "Bij u tussen vrijdag 27 november en dinsdag 1 december"),
        ("en", "With you between Friday 27 November and Tuesday 1 December"),
        (
            "de",
            "Bei Ihnen zwischen Freitag, 27. November und Dienstag, 1. Dezember",
        ),
    ] {
        let path = format!("/api/orders/{ORDER}");
        let order = shop
            .ask("GET", &path)
            .locale(locale)
            .with("Cookie", CUSTOMER)
            .send()
            .await;
        assert_eq!(order.json()["order"]["delivery"], expected, "{}", order.text());
        assert!(locale != "nl" || review.starts_with(expected), "{review}");
    }
}

/// An order that was placed elsewhere has Shopware's days, moved from a weekend to the next delivery day.
#[tokio::test]
async fn law_delivery_time_an_order_of_elsewhere_ends_on_no_weekend() {
    let clock = SetClock::at("2026-11-25T10:00:00Z");
    let mut orders = Recorded::read("093-orders-guest").body();
    let order = &mut orders["orders"]["elements"][0];
    order["orderDateTime"] = json!("2026-11-24T20:00:00.000+00:00");
    order["deliveries"][0]["shippingDateEarliest"] = json!("2026-11-27T16:00:00.000+00:00");
    order["deliveries"][0]["shippingDateLatest"] = json!("2026-11-29T16:00:00.000+00:00");
    let mut cancelled = orders.clone();
    cancelled["orders"]["elements"][0]["stateMachineState"]["technicalName"] = json!("cancelled");
    for (orders, expected) in [
        (orders, json!("Bij u tussen vrijdag 27 november en maandag 30 november")),
        (cancelled, Value::Null),
    ] {
        let shopware = Shopware::anonymous().await;
        for verb in ["GET", "POST"] {
            shopware
                .answer(verb, "/order", ResponseTemplate::new(200).set_body_json(orders.clone()))
                .await;
        }
        shopware.answers_checkout().await;
        let shop = Shop::with(shopware.client(), |config| clock.configure(config)).await;
        let path = format!("/api/orders/{ORDER}");
        let answer = shop
            .ask("GET", &path)
            .locale("nl")
            .with("Cookie", CUSTOMER)
            .send()
            .await;
        assert_eq!(answer.json()["order"]["delivery"], expected, "{}", answer.text());
    }
}

/// A shop without `[delivery]` names delivery times and no days.
#[tokio::test]
async fn law_delivery_time_without_a_calendar_no_day_is_named() {
    let shopware = Shopware::anonymous().await;
    let cart = ResponseTemplate::new(200).set_body_json(cart_with(TWO_TO_FOUR));
    shopware.answer("GET", "/checkout/cart", cart).await;
    shopware.answers_checkout().await;
    let shop = Shop::start(shopware.client()).await;
    let checkout = read(&shop, "/api/checkout", "nl").await;
    assert_eq!(
        checkout["cart"]["line_items"][0]["delivery"],
        json!(["Levertijd 2-4 day"])
    );
    assert_eq!(checkout["cart"]["delivery"], Value::Null);
    assert_eq!(checkout["shipping_methods"][0]["delivery"], "1-3 days");
}
