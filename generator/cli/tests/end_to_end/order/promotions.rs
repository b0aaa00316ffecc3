//! Promotion codes against the demo's Shopware (R-CART-01, R-CART-06).

use serde_json::{Value, json};

use super::{COAT_RACK, KEY, LOCALES, Open, euros, order, text};
use crate::support::{Reply, Visitor};

fn add(visitor: &Visitor<'_>, code: &str) -> Reply {
    visitor.post("/api/cart/promotions", &json!({ "code": code }))
}

/// The labels and amounts of the promotions in a cart.
fn promotions(cart: &Value) -> Vec<(&str, &Value)> {
    let lines = cart["line_items"].as_array().unwrap().iter();
    lines
        .filter(|line| line["kind"] == "promotion")
        .map(|line| (text(&line["label"]), &line["total_price"]))
        .collect()
}

/// R-CART-01: adds a promotion code, and removes it as a line; in another spelling it is the same one. Codes that are unknown, expired or not for this cart are refused
/// with the reason, in the page's language, and leave the cart as it is.
#[test]
fn r_cart_01_codes_are_accepted_refused_and_expired_in_every_locale() {
    let open = Open::start();
    let accepted = ["Welkomstkorting 10 %", "Welcome discount 10%", "Willkommensrabatt 10 %"];
    let unknown = [
        "De code NOOIT is niet bekend of niet meer geldig. Controleer de spelling.",
        "The code NOOIT is not known or no longer valid. Check how it is spelt.",
        "Der Code NOOIT ist nicht bekannt oder nicht mehr gültig. Prüfen Sie die Schreibweise.",
    ];
    for (words, (label, sentence)) in LOCALES.iter().zip(accepted.into_iter().zip(unknown)) {
        let visitor = open.visitor(words.locale);
        open.add(&visitor, COAT_RACK, 2);
        for (code, sentence) in [
            ("NOOIT", sentence.to_owned()),
            ("zomeravond", sentence.replace("NOOIT", "ZOMERAVOND")),
        ] {
            let refused = add(&visitor, code);
            assert_eq!(refused.refused(), (404, "PROMOTION_NOT_FOUND", sentence.as_str()));
            assert_eq!(refused.body["errors"][0]["source"]["pointer"], "/code");
        }
        let low = add(&visitor, "AVOND25");
        assert_eq!((low.refused().0, low.refused().1), (409, "PROMOTION_NOT_ELIGIBLE"));
        let cart = add(&visitor, " welkom10 ").ok();
        assert_eq!(promotions(&cart), [(label, &euros(-2_380))]);
        assert_eq!(cart["total"], euros(21_420));
        assert_eq!(
            promotions(&add(&visitor, "Welkom10").ok()).len(),
            1,
            "the same code once more"
        );
        let line = cart["line_items"]
            .as_array()
            .unwrap()
            .iter()
            .find(|line| line["kind"] == "promotion");
        let removed = visitor
            .delete(&format!("/api/cart/line-items/{}", text(&line.unwrap()["id"])))
            .ok();
        assert_eq!((promotions(&removed), &removed["total"]), (vec![], &euros(23_800)));
    }
}

/// A code that its customer has used up: Shopware keeps it without a word and without a discount (Shopware §7.3); the visitor is told.
#[test]
fn r_cart_01_a_code_that_is_used_up_is_refused() {
    let open = Open::start();
    let visitor = open.visitor("nl");
    open.guest(&visitor, &LOCALES[0]);
    let cart = add(&visitor, "EENMAAL15").ok();
    assert_eq!(promotions(&cart), [("Eenmalig 15 % korting", &euros(-3_570))]);
    let placed = visitor.post("/api/orders", &order(&cart, KEY)).ok();
    let read = visitor.get(&format!("/api/orders/{}", text(&placed["order_id"]))).ok();
    assert_eq!(read["order"]["total"], euros(20_230));

    open.add(&visitor, COAT_RACK, 2);
    let again = add(&visitor, "EENMAAL15");
    assert_eq!(
        again.refused(),
        (
            409,
            "PROMOTION_NOT_ELIGIBLE",
            "De code EENMAAL15 is al gebruikt, of geldt niet voor u."
        )
    );
    let cart = visitor.get("/api/cart").ok();
    assert_eq!((promotions(&cart), &cart["total"]), (vec![], &euros(23_800)));
}
