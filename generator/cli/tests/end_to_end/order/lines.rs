//! Ordered items: tiers, a bundle, a download (R-CART-01, R-PDP-05).

use serde_json::{Value, json};

use super::{COAT_RACK, KEY, LOCALES, Open, euros, guest, order, text};
use crate::support::Visitor;

fn line<'c>(cart: &'c Value, number: &str) -> &'c Value {
    let lines = cart["line_items"].as_array().unwrap();
    lines.iter().find(|line| line["product_number"] == number).unwrap()
}

fn placed(visitor: &Visitor<'_>, key: &str) -> Value {
    let checkout = visitor.get("/api/checkout").ok();
    let registered = visitor.post("/api/checkout/guest", &guest(&checkout, &LOCALES[0])).ok();
    let checkout = &registered["checkout"];
    assert_eq!(checkout["blockers"], json!([]));
    let placed = visitor.post("/api/orders", &order(&checkout["cart"], key)).ok();
    let id = text(&placed["order_id"]);
    assert_eq!(
        visitor.pay(text(&placed["payment"]["redirect_url"]), "paid"),
        visitor.at(&format!("/checkout/order/{id}/betaald"))
    );
    visitor.get(&format!("/api/orders/{id}")).ok()["order"].clone()
}

/// "tiers change the unit price at 5 and at 10", and back.
#[test]
fn tiers_change_the_unit_price_at_5_and_at_10() {
    let open = Open::start();
    let visitor = open.visitor("nl");
    let cart = open.add(&visitor, COAT_RACK, 4);
    let id = text(&line(&cart, COAT_RACK)["id"]).to_owned();
    for (quantity, unit) in [
        (4, 11_900),
        (5, 10_900),
        (9, 10_900),
        (10, 9_900),
        (4, 11_900),
        (10, 9_900),
    ] {
        let change = json!({ "quantity": quantity });
        let cart = visitor.patch(&format!("/api/cart/line-items/{id}"), &change).ok();
        let line = line(&cart, COAT_RACK);
        assert_eq!(
            (&line["quantity"], &line["unit_price"]),
            (&json!(quantity), &euros(unit))
        );
        assert_eq!(line["total_price"], euros(unit * quantity));
        assert_eq!(cart["changes"], json!([]), "the visitor's own change");
    }
    let ordered = placed(&visitor, KEY);
    assert_eq!(ordered["line_items"][0]["unit_price"], euros(9_900));
    assert_eq!(
        (&ordered["subtotal"], &ordered["total"]),
        (&euros(99_000), &euros(99_000))
    );
}

/// A quantity above the stock is reported immediately, with the available quantity.
#[test]
fn a_quantity_above_the_stock_is_said_at_once() {
    let open = Open::start();
    let stock = json!({"product_number": COAT_RACK, "stock": 3, "closeout": true});
    open.shop.control("POST", "stock", &stock);
    let visitor = open.visitor("nl");
    let cart = open.add(&visitor, COAT_RACK, 2);
    let id = text(&line(&cart, COAT_RACK)["id"]).to_owned();
    let cart = visitor
        .patch(&format!("/api/cart/line-items/{id}"), &json!({"quantity": 5}))
        .ok();
    assert_eq!(line(&cart, COAT_RACK)["quantity"], 3);
    assert_eq!(
        cart["errors"][0]["message"],
        "Knaap wandkapstok: er kunnen er nog maar 3 worden besteld. Het aantal is aangepast naar 3."
    );
}

/// A download alone is not shipped: it has no shipping method, no shipping costs, and is ordered without them.
#[test]
fn a_download_and_a_bundle_are_ordered() {
    let open = Open::start();
    let visitor = open.visitor("nl");
    let cart = open.add(&visitor, "CADEAUKAART-50", 1);
    let card = line(&cart, "CADEAUKAART-50");
    assert_eq!((&card["digital"], &cart["shipping"]), (&json!(true), &Value::Null));
    assert_eq!(cart["total"], card["total_price"]);
    let ordered = placed(&visitor, KEY);
    assert_eq!(
        (&ordered["line_items"][0]["digital"], &ordered["shipping"]),
        (&json!(true), &Value::Null)
    );

    let visitor = open.visitor("nl");
    let cart = open.add(&visitor, "VERZORGSET", 1);
    let set = line(&cart, "VERZORGSET");
    assert_eq!((&set["digital"], &set["good"]), (&json!(false), &json!(true)));
    assert_eq!(cart["shipping"]["name"], "Standaard");
    let ordered = placed(&visitor, &format!("{KEY}-bundle"));
    assert_eq!(ordered["line_items"][0]["product_number"], "VERZORGSET");
    assert_eq!(ordered["total"], cart["total"]);
}

/// Law §4 and law §6 through a built release: each line says why it is excluded from withdrawal, and has the arrow of a
/// light source, in the language of the page; what has neither says so too.
#[test]
fn law_4_and_law_6_lines_have_the_reason_and_the_arrow_of_their_product() {
    let open = Open::selling(&["schoof", "zwam"]);
    for (locale, reason, arrow) in [
        (
            "nl",
            "Het blad wordt na uw bestelling gezaagd",
            "Energie-efficiëntieklasse E",
        ),
        ("en", "The top is cut after your order", "Energy efficiency class E"),
        (
            "de",
            "Die Platte wird nach Ihrer Bestellung",
            "Energieeffizienzklasse E",
        ),
    ] {
        let visitor = open.visitor(locale);
        open.add(&visitor, "SCHOOF", 1);
        open.add(&visitor, COAT_RACK, 1);
        let cart = open.add(&visitor, "ZWAM-CL", 1);
        let table = line(&cart, "SCHOOF");
        assert_eq!(
            (&table["withdrawal_right"], &table["energy"]),
            (&json!("excluded"), &Value::Null)
        );
        assert!(
            text(&table["withdrawal_excluded"]).starts_with(reason),
            "{locale}: {table}"
        );
        let lamp = line(&cart, "ZWAM-CL");
        assert_eq!(
            (
                &lamp["withdrawal_right"],
                &lamp["withdrawal_excluded"],
                &lamp["energy"]["class"]
            ),
            (&json!("granted"), &Value::Null, &json!("E"))
        );
        assert!(text(&lamp["energy"]["alt"]).starts_with(arrow), "{locale}: {lamp}");
        for (link, file) in [("label_href", "label"), ("sheet_href", "energy")] {
            let href = text(&lamp["energy"][link]);
            assert!(href.contains(&format!("zwam-{file}-{locale}.")), "{locale}: {href}");
        }
        let rack = line(&cart, COAT_RACK);
        assert_eq!(
            (&rack["withdrawal_right"], &rack["energy"]),
            (&json!("granted"), &Value::Null)
        );
    }
}

/// Law §8: "at purchase of categories 1, 2, 4 ask whether an old device is to be handed over at delivery": the checkout knows
/// that electrical equipment is delivered, and the answer is in the order, for customer and staff, in each language; what
/// is not electrical is not asked about.
#[test]
fn law_8_the_answer_about_an_old_device_is_in_the_order() {
    let open = Open::selling(&["zwam"]);
    for (words, answer) in LOCALES.iter().zip([json!(true), json!(false), Value::Null]) {
        let visitor = open.visitor(words.locale);
        let checkout = open.guest(&visitor, words);
        assert_eq!(checkout["electrical"], false, "a coat rack");
        open.add(&visitor, "ZWAM-CL", 1);
        let checkout = visitor.get("/api/checkout").ok();
        assert_eq!(checkout["electrical"], true, "{}", words.locale);
        let mut wanted = order(&checkout["cart"], &format!("{KEY}-device-{}", words.locale));
        wanted["old_device"] = answer.clone();
        let placed = visitor.post("/api/orders", &wanted).ok();
        let read = visitor.get(&format!("/api/orders/{}", text(&placed["order_id"]))).ok();
        assert_eq!(read["order"]["old_device"], answer, "{}", words.locale);
        assert_eq!(read["order"]["comment"], "Graag bellen.");
    }
}

/// Law §4: a download is ordered only with the waiver of the right of withdrawal, which the API requires and the order
/// keeps, in each language; what is not a download needs none.
#[test]
fn law_4_a_download_is_ordered_only_with_the_waiver() {
    let open = Open::start();
    for (words, sentence) in LOCALES
        .iter()
        .zip(["herroepingsrecht", "right of withdrawal", "Widerrufsrecht"])
    {
        let visitor = open.visitor(words.locale);
        let key = |what: &str| format!("{KEY}-{}-{what}", words.locale);
        open.add(&visitor, "CADEAUKAART-50", 1);
        let checkout = open.guest(&visitor, words);
        for refused in [json!(false), Value::Null] {
            let mut wanted = order(&checkout["cart"], &key("none"));
            assert_eq!(wanted["waive_withdrawal"], true);
            if refused.is_null() {
                wanted.as_object_mut().unwrap().remove("waive_withdrawal");
            } else {
                wanted["waive_withdrawal"] = refused;
            }
            let answer = visitor.post("/api/orders", &wanted);
            let (status, code, detail) = answer.refused();
            assert_eq!((status, code), (400, "WITHDRAWAL_NOT_WAIVED"));
            assert!(detail.contains(sentence), "{detail}");
        }
        let placed = visitor
            .post("/api/orders", &order(&checkout["cart"], &key("waived")))
            .ok();
        let read = visitor.get(&format!("/api/orders/{}", text(&placed["order_id"]))).ok();
        let waived = text(&read["order"]["withdrawal_waived"]);
        assert!(waived.starts_with("20") && waived.ends_with('Z'), "{waived}");
        assert_eq!(read["order"]["comment"], "Graag bellen.");
    }
    let visitor = open.visitor("nl");
    let placed = open.placed(&visitor, &LOCALES[0]);
    let read = visitor.get(&format!("/api/orders/{}", text(&placed["order_id"]))).ok();
    assert_eq!(read["order"]["withdrawal_waived"], Value::Null);
}
