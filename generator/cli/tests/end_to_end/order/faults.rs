//! No double order and no lost cart under failures (R-CHK-08, R-CART-06).

use serde_json::json;

use super::{COAT_RACK, KEY, LOCALES, Open, euros, guest, order, text};

/// R-CHK-08: "A double click, a reload or a lost response never places the order twice."
#[test]
fn r_chk_08_a_double_click_a_reload_or_a_lost_response_never_places_the_order_twice() {
    let open = Open::start();
    let words = &LOCALES[0];
    // A double click.
    let visitor = open.visitor("nl");
    let checkout = open.guest(&visitor, words);
    let (first, second) = visitor.both("POST", "/api/orders", &order(&checkout["cart"], KEY));
    let (first, second) = (first.ok(), second.ok());
    assert_eq!(first["order_id"], second["order_id"]);
    assert_ne!(first["repeated"], second["repeated"], "one of them had placed it");
    assert_eq!(open.orders().len(), 1);
    // A reload: the same page sends the same key.
    let again = visitor.post("/api/orders", &order(&checkout["cart"], KEY)).ok();
    assert_eq!(
        (&again["order_id"], &again["repeated"]),
        (&first["order_id"], &json!(true))
    );
    assert_eq!(again["payment"]["outcome"], "redirect", "it is still to be paid");
    assert_eq!(open.orders().len(), 1);
    // Return from a cancelled payment, and ordering again.
    visitor.pay(text(&again["payment"]["redirect_url"]), "cancelled");
    let back = visitor.post("/api/orders", &order(&checkout["cart"], KEY)).ok();
    assert_eq!(
        (&back["order_id"], &back["payment"]["outcome"]),
        (&first["order_id"], &json!("redirect"))
    );
    assert_eq!(open.orders().len(), 1);
    // A lost response.
    let visitor = open.visitor("nl");
    let checkout = open.guest(&visitor, words);
    let lost = json!({"backend": "shopware", "method": "POST", "path": "/store-api/checkout/order", "kind": "lost", "times": 1});
    open.shop.control("POST", "faults", &lost);
    let wanted = order(&checkout["cart"], &format!("{KEY}-lost"));
    let failed = visitor.post("/api/orders", &wanted);
    assert_eq!(failed.refused().0, 502, "{:#}", failed.body);
    let found = visitor.post("/api/orders", &wanted).ok();
    assert_eq!(
        (&found["repeated"], &found["payment"]["outcome"]),
        (&json!(true), &json!("redirect"))
    );
    assert_eq!(open.orders().len(), 2, "the first one and this one");
    assert_eq!(open.orders()[0]["id"], found["order_id"]);
    let cart = visitor.get("/api/cart").ok();
    assert_eq!(cart["item_count"], 0, "it was ordered");
}

/// A guest's registration whose answer was lost, or that is sent twice, creates one guest with one cart.
#[test]
fn r_chk_01_a_lost_answer_to_a_registration_loses_no_cart() {
    let open = Open::start();
    let visitor = open.visitor("nl");
    open.add(&visitor, COAT_RACK, 2);
    let checkout = visitor.get("/api/checkout").ok();
    let wanted = guest(&checkout, &LOCALES[0]);
    let (first, second) = visitor.both("POST", "/api/checkout/guest", &wanted);
    for answer in [first.ok(), second.ok()] {
        assert_eq!(answer["checkout"]["customer"]["guest"], true);
        assert_eq!(answer["checkout"]["cart"]["total"], euros(23_800));
    }
}

/// R-CART-06: a product is sold out or more expensive during checkout: nothing is ordered, the visitor is informed and
/// asked again, and can then order what is available.
#[test]
fn r_cart_06_changes_during_the_checkout_must_be_confirmed() {
    let open = Open::start();
    let words = &LOCALES[0];
    let visitor = open.visitor("nl");
    let checkout = open.guest(&visitor, words);
    let price = json!({"product_number": COAT_RACK, "price": 129});
    open.shop.control("POST", "price", &price);
    let refused = visitor.post("/api/orders", &order(&checkout["cart"], KEY));
    assert_eq!((refused.refused().0, refused.refused().1), (409, "CART_CHANGED"));
    let cart = &refused.body["cart"];
    assert_eq!(
        cart["changes"][0]["message"], "Knaap wandkapstok heeft een andere prijs.",
        "{cart:#}"
    );
    assert_eq!(
        cart["changes"][0]["amount"],
        json!({"before": euros(11_900), "now": euros(12_900)})
    );
    assert!(open.orders().is_empty(), "nothing was ordered");

    let stock = json!({"product_number": COAT_RACK, "stock": 1, "closeout": true});
    open.shop.control("POST", "stock", &stock);
    let refused = visitor.post("/api/orders", &order(cart, KEY));
    assert_eq!((refused.refused().0, refused.refused().1), (409, "CART_CHANGED"));
    let cart = &refused.body["cart"];
    assert_eq!(
        (&cart["line_items"][0]["quantity"], &cart["total"]),
        (&json!(1), &euros(13_595))
    );
    assert_eq!(
        cart["changes"][0]["quantity"],
        json!({"before": 2, "now": 1}),
        "{cart:#}"
    );
    assert!(open.orders().is_empty(), "nothing was ordered");

    let placed = visitor.post("/api/orders", &order(cart, KEY)).ok();
    assert_eq!(placed["repeated"], false);
    let read = visitor.get(&format!("/api/orders/{}", text(&placed["order_id"]))).ok();
    assert_eq!(read["order"]["total"], euros(13_595));
}

/// R-CHK-08 and R-CART-01 with the latency of a real shop.
#[test]
fn r_chk_08_the_same_with_a_shop_as_slow_as_a_real_one() {
    let open = Open::start();
    open.shop.control("POST", "latency", &json!({"latency": "real"}));
    for words in &LOCALES {
        let visitor = open.visitor(words.locale);
        let checkout = open.guest(&visitor, words);
        let wanted = order(&checkout["cart"], &format!("{KEY}-{}", words.locale));
        let (first, second) = visitor.both("POST", "/api/orders", &wanted);
        let (first, second) = (first.ok(), second.ok());
        assert_eq!(first["order_id"], second["order_id"]);
        let back = visitor.pay(text(&first["payment"]["redirect_url"]), "paid");
        let id = text(&first["order_id"]);
        assert_eq!(back, format!("{}{}{id}{}", open.url(), words.orders, words.paid));
    }
    assert_eq!(open.orders().len(), LOCALES.len());
}
