//! Promotion codes through the API (R-CART-01, R-CART-06).

use serde_json::{Value, json};

use crate::{
    client::Ask,
    shop::Shop,
    shopware::{Recorded, Shopware},
};

const SESSION: &str = "vitrine-session=GCelL0NV8HlF13HKkv0HrY0lM2OoESvl";
const LINE_ITEM: &str = "/checkout/cart/line-item";

fn add(shop: &Shop, code: &Value) -> Ask {
    shop.ask("POST", "/api/cart/promotions")
        .by_page()
        .with("Cookie", SESSION)
        .json(&json!({ "code": code }))
}

async fn open_everywhere(shopware: &Shopware) -> Shop {
    Shop::with(shopware.client(), |config| {
        config.ordering.consumer_locales = vec!["nl".to_owned(), "en".to_owned(), "de".to_owned()];
    })
    .await
}

/// R-CART-01: adds a promotion code, normalised however it is typed, and removes it by its line.
#[tokio::test]
async fn r_cart_01_a_promotion_code_is_added_in_one_spelling() {
    let shopware = Shopware::anonymous().await;
    shopware
        .answer("POST", LINE_ITEM, Recorded::read("064-cart-promotion"))
        .await;
    let shop = Shop::start(shopware.client()).await;
    for typed in ["WELKOM10", " welkom10\t", "Welkom10"] {
        let answer = add(&shop, &json!(typed)).send().await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        let cart = answer.json();
        assert_eq!(cart["line_items"][3]["kind"], "promotion");
        assert_eq!(cart["line_items"][3]["removable"], true);
        let sent: Value = shopware
            .changes()
            .await
            .last()
            .expect("the add")
            .body_json()
            .expect("JSON");
        assert_eq!(
            sent["items"],
            json!([{"type": "promotion", "referencedId": "WELKOM10"}])
        );
    }
}

/// Unknown, expired and refused codes are separate problems, with the text in the page's language and the pointer of
/// the field.
#[tokio::test]
async fn r_cart_06_codes_that_give_no_discount_are_typed_problems() {
    for (recording, status, code, texts) in [
        (
            "065-cart-promotion-unknown",
            404,
            "PROMOTION_NOT_FOUND",
            [
                "De code NOPE is niet bekend of niet meer geldig. Controleer de spelling.",
                "The code NOPE is not known or no longer valid. Check how it is spelt.",
                "Der Code NOPE ist nicht bekannt oder nicht mehr gültig. Prüfen Sie die Schreibweise.",
            ],
        ),
        (
            "346-cart-promo-not-eligible",
            409,
            "PROMOTION_NOT_ELIGIBLE",
            [
                "De korting Grote kar geldt niet voor deze winkelwagen.",
                "The discount Grote kar does not apply to this cart.",
                "Der Rabatt Grote kar gilt nicht für diesen Warenkorb.",
            ],
        ),
    ] {
        let shopware = Shopware::anonymous().await;
        shopware.answer("POST", LINE_ITEM, Recorded::read(recording)).await;
        let shop = open_everywhere(&shopware).await;
        for (locale, text) in ["nl", "en", "de"].into_iter().zip(texts) {
            let answer = add(&shop, &json!("nope")).locale(locale).send().await;
            assert_eq!(answer.refused(), (status, code.to_owned()));
            let error = &answer.json()["errors"][0];
            assert_eq!(
                (&error["detail"], &error["source"]),
                (&json!(text), &json!({"pointer": "/code"}))
            );
        }
    }
}

/// Shopware does not report a used-up code: it accepts the code without a discount. The notice is about another code.
#[tokio::test]
async fn r_cart_06_a_code_that_is_used_up_is_said_to_be() {
    let shopware = Shopware::anonymous().await;
    shopware
        .answer("POST", LINE_ITEM, Recorded::read("064-cart-promotion"))
        .await;
    let shop = open_everywhere(&shopware).await;
    for (locale, text) in [
        ("nl", "De code EENMAAL15 is al gebruikt, of geldt niet voor u."),
        (
            "en",
            "The code EENMAAL15 has been used already, or is not valid for you.",
        ),
        (
            "de",
            "Der Code EENMAAL15 wurde schon verwendet oder gilt nicht für Sie.",
        ),
    ] {
        let answer = add(&shop, &json!("eenmaal15")).locale(locale).send().await;
        assert_eq!(answer.refused(), (409, "PROMOTION_NOT_ELIGIBLE".to_owned()));
        assert_eq!(answer.json()["errors"][0]["detail"], text);
    }
}

/// The code is already in the cart in another spelling: the cart is returned unchanged.
#[tokio::test]
async fn a_code_that_is_in_the_cart_already_is_no_failure() {
    let shopware = Shopware::anonymous().await;
    shopware
        .answer("POST", LINE_ITEM, Recorded::read("343-cart-promo-lower-case"))
        .await;
    shopware
        .answer("GET", "/checkout/cart", Recorded::read("064-cart-promotion"))
        .await;
    let shop = Shop::start(shopware.client()).await;
    let answer = add(&shop, &json!("WELKOM10")).send().await;
    assert_eq!((answer.status, &answer.json()["item_count"]), (200, &json!(9)));
}

#[tokio::test]
async fn hostile_codes_are_refused_before_shopware_is_asked() {
    let shopware = Shopware::anonymous().await;
    let shop = Shop::start(shopware.client()).await;
    for code in [
        json!(""),
        json!(" \u{a0} "),
        json!("a\u{0}b"),
        json!("a\nb"),
        json!("\u{202e}01MOKLEW"),
        json!("x".repeat(256)),
        json!("ß".repeat(300)),
        json!(7),
        json!(null),
        json!(["WELKOM10"]),
        json!({"$ne": 1}),
    ] {
        let answer = add(&shop, &code).send().await;
        assert_eq!(answer.refused(), (400, "INVALID_REQUEST".to_owned()), "{code}");
        if code.is_string() {
            assert_eq!(
                answer.json()["errors"][0]["source"],
                json!({"pointer": "/code"}),
                "{code}"
            );
        }
    }
    assert!(shopware.requests().await.is_empty());
}

/// R-CART-06: a code excluded by another promotion is named, and so is one without effect in an empty cart or for
/// downloads only; the promotion that is dropped from a cart is named.
#[tokio::test]
async fn r_cart_06_a_code_that_cannot_apply_is_named_with_its_reason() {
    let mut excluded = Recorded::read("348-cart-promo-excluding").body();
    let errors = excluded["errors"].as_object_mut().expect("errors");
    errors.retain(|key, _| key == "promotion-excluded");
    let mut empty = Recorded::read("064-cart-promotion").body();
    empty["lineItems"] = json!([]);
    let mut digital = Recorded::read("064-cart-promotion").body();
    let goods = digital["lineItems"].as_array_mut().expect("line items");
    goods.truncate(1);
    goods[0]["payload"]["productType"] = json!("digital");
    for (cart, texts) in [
        (
            excluded.clone(),
            [
                "De code VIJF gaat niet samen met een andere korting in uw winkelwagen.",
                "The code VIJF cannot be combined with another discount in your cart.",
                "Der Code VIJF ist nicht mit einem anderen Rabatt in Ihrem Warenkorb kombinierbar.",
            ],
        ),
        (
            empty,
            [
                "De code VIJF geldt voor wat in uw winkelwagen ligt, en die is leeg. Leg er eerst iets in.",
                "The code VIJF applies to what is in your cart, and your cart is empty. Add something first.",
                "Der Code VIJF gilt für den Inhalt Ihres Warenkorbs, und der ist leer. Legen Sie zuerst etwas hinein.",
            ],
        ),
        (
            digital,
            [
                "De code VIJF geeft geen korting op downloads, of is al gebruikt.",
                "The code VIJF gives no discount on downloads, or has been used already.",
                "Der Code VIJF gibt keinen Rabatt auf Downloads oder wurde schon verwendet.",
            ],
        ),
    ] {
        let shopware = Shopware::anonymous().await;
        let answer = wiremock::ResponseTemplate::new(200).set_body_json(cart);
        shopware.answer("POST", LINE_ITEM, answer).await;
        let shop = open_everywhere(&shopware).await;
        for (locale, text) in ["nl", "en", "de"].into_iter().zip(texts) {
            let answer = add(&shop, &json!("vijf")).locale(locale).send().await;
            assert_eq!(answer.refused(), (409, "PROMOTION_NOT_ELIGIBLE".to_owned()));
            assert_eq!(answer.json()["errors"][0]["detail"], text);
        }
    }
    for (name, text) in [
        (
            Some("Vijf korting"),
            "De korting Vijf korting gaat niet samen met een andere in uw winkelwagen.",
        ),
        (None, "Deze korting gaat niet samen met een andere in uw winkelwagen."),
    ] {
        let mut cart = excluded.clone();
        cart["errors"]["promotion-excluded"]["parameters"] = json!({"name": name});
        let shopware = Shopware::anonymous().await;
        let answer = wiremock::ResponseTemplate::new(200).set_body_json(cart);
        shopware.answer("GET", "/checkout/cart", answer).await;
        let shop = Shop::start(shopware.client()).await;
        let answer = shop.get("/api/cart").with("Cookie", SESSION).send().await;
        assert_eq!(answer.json()["errors"][0]["message"], text);
    }
}

/// R-CART-06: a quantity reduced to the maximum per order is not reported as the last in stock.
#[tokio::test]
async fn r_cart_06_the_maximum_per_order_is_distinguished_from_the_stock() {
    for (stock, text) in [
        (
            20,
            "Stoel: per bestelling kunnen er hoogstens 8 mee. Het aantal is aangepast naar 8.",
        ),
        (
            8,
            "Stoel: er kunnen er nog maar 8 worden besteld. Het aantal is aangepast naar 8.",
        ),
        (
            3,
            "Stoel: er kunnen er nog maar 8 worden besteld. Het aantal is aangepast naar 8.",
        ),
    ] {
        let mut cart = Recorded::read("064-cart-promotion").body();
        let item = &mut cart["lineItems"][1];
        item["deliveryInformation"]["stock"] = json!(stock);
        let key = format!("product-stock-reached{}", item["referencedId"].as_str().expect("an id"));
        let error = json!({
            "key": key, "messageKey": "product-stock-reached", "level": 10, "block": true,
            "parameters": {"name": "Stoel", "quantity": 8}
        });
        let mut errors = json!({});
        errors[&key] = error;
        cart["errors"] = errors;
        let shopware = Shopware::anonymous().await;
        let answer = wiremock::ResponseTemplate::new(200).set_body_json(cart);
        shopware.answer("GET", "/checkout/cart", answer).await;
        let shop = Shop::start(shopware.client()).await;
        let answer = shop.get("/api/cart").with("Cookie", SESSION).send().await;
        assert_eq!(answer.json()["errors"][0]["message"], text, "{stock}");
    }
}
