//! From the first "add to cart" to a paid order, in every locale.

use serde_json::json;

use super::{COAT_RACK, EMAIL, KEY, LOCALES, Open, Words, ZIPCODE, euros, guest, id_of, names, order, text};
use crate::support::Visitor;

/// R-CHK-01: "Guest by details […]; the cart survives". R-CHK-02: "Billing and shipping address […], shipping method, payment method, country and salutation from the
/// backend; each change refreshes the session context and the cart". R-CHK-04: "Summary shows taxes per rate, shipping and gross total". R-CHK-05: "redirect to the
/// payment gateway". R-CHK-06: "Paid screen". R-I18N-05: all of it in the page's language.
#[test]
fn r_chk_01_02_04_05_06_a_guest_buys_and_pays_in_every_locale() {
    let open = Open::start();
    for words in &LOCALES {
        let visitor = open.visitor(words.locale);
        let session = visitor.get("/api/session").ok();
        assert_eq!(
            (
                &session["customer"],
                &session["item_count"],
                &session["ordering_allowed"]
            ),
            (&json!(null), &json!(0), &json!(true))
        );
        chooses(&open, &visitor, words);
        becomes_a_guest(&visitor, words);
        pays(&open, &visitor, words);
    }
}

/// All options of the checkout come from the backend, in the page's language, and each change returns the updated data.
fn chooses(open: &Open, visitor: &Visitor<'_>, words: &Words) {
    let cart = open.add(visitor, COAT_RACK, 2);
    assert_eq!((&cart["item_count"], &cart["total"]), (&json!(2), &euros(23_800)));
    let checkout = visitor.get("/api/checkout").ok();
    assert_eq!(names(&checkout["shipping_methods"]), words.shipping);
    assert_eq!(names(&checkout["payment_methods"]), words.payment);
    assert_eq!(names(&checkout["countries"]), words.countries, "in the shop's order");
    assert!(names(&checkout["salutations"]).contains(&words.salutation));
    assert_eq!(checkout["blockers"][0]["code"], "no-customer");

    let changed = |change: serde_json::Value| visitor.patch("/api/checkout", &change).ok()["checkout"].clone();
    let next_day = id_of(&checkout["shipping_methods"], words.shipping[1]);
    let after = changed(json!({ "shipping_method_id": next_day }));
    assert_eq!(after["shipping_method_id"], next_day);
    assert_eq!(
        after["cart"]["shipping"],
        json!({"name": words.shipping[1], "total": euros(1_450)})
    );
    assert_eq!(after["cart"]["total"], euros(25_250));
    let pick_up = id_of(&checkout["shipping_methods"], words.shipping[2]);
    let after = changed(json!({ "shipping_method_id": pick_up }));
    let on_pick_up = id_of(&after["payment_methods"], words.pay_on_pick_up);
    assert_eq!(
        changed(json!({ "payment_method_id": on_pick_up }))["payment_method_id"],
        on_pick_up
    );
    let belgium = id_of(&checkout["countries"], words.countries[1]);
    assert_eq!(changed(json!({ "country_id": belgium }))["country_id"], belgium);
    let standard = id_of(&checkout["shipping_methods"], words.shipping[0]);
    let ideal = id_of(&checkout["payment_methods"], words.payment[0]);
    let after = changed(json!({ "shipping_method_id": standard, "payment_method_id": ideal }));
    assert_eq!(
        (&after["shipping_method_id"], &after["payment_method_id"]),
        (&json!(standard), &json!(ideal))
    );
}

fn becomes_a_guest(visitor: &Visitor<'_>, words: &Words) {
    let checkout = visitor.get("/api/checkout").ok();
    let before = visitor.cookie("vitrine-session").unwrap();
    let registered = visitor.post("/api/checkout/guest", &guest(&checkout, words)).ok();
    assert_ne!(
        visitor.cookie("vitrine-session").unwrap(),
        before,
        "the guest's session has another token"
    );
    let checkout = &registered["checkout"];
    assert_eq!(
        checkout["customer"],
        json!({
            "guest": true, "active": true, "account_type": "private", "first_name": "Noor", "last_name": "Visser", "email": EMAIL,
            "company": null, "vat_ids": []
        })
    );
    for address in ["billing_address", "shipping_address"] {
        let address = &checkout[address];
        assert_eq!(
            (&address["street"], &address["zipcode"], &address["country"]),
            (&json!("Spui 3"), &json!(ZIPCODE), &json!(words.countries[0]))
        );
    }
    assert_eq!(checkout["blockers"], json!([]));
    let cart = &checkout["cart"];
    assert_eq!(cart["line_items"][0]["product_number"], COAT_RACK, "the cart survives");
    assert_eq!(cart["taxes"], json!([{"rate": "21", "amount": euros(4_131)}]));
    assert_eq!(cart["shipping"], json!({"name": words.shipping[0], "total": euros(0)}));
    assert_eq!(cart["total"], euros(23_800));
}

fn pays(open: &Open, visitor: &Visitor<'_>, words: &Words) {
    let checkout = visitor.get("/api/checkout").ok();
    let placed = visitor
        .post(
            "/api/orders",
            &order(&checkout["cart"], &format!("{KEY}-{}", words.locale)),
        )
        .ok();
    assert_eq!(
        (&placed["repeated"], &placed["payment"]["outcome"]),
        (&json!(false), &json!("redirect"))
    );
    assert_eq!(
        visitor.cookie("vitrine-cart").as_deref(),
        Some("0"),
        "the cart is ordered"
    );
    let id = text(&placed["order_id"]);

    let back = visitor.pay(text(&placed["payment"]["redirect_url"]), "paid");
    assert_eq!(back, format!("{}{}{id}{}", open.url(), words.orders, words.paid));
    let (status, page) = open.shop.get(&back);
    assert_eq!(status, 200, "{back}");
    assert!(page.contains(&format!("<html lang=\"{}\"", words.language)), "{back}");

    let read = visitor.get(&format!("/api/orders/{id}")).ok();
    assert_eq!(
        read["order"]["payment"],
        json!({"state": "paid", "method_id": read["order"]["payment"]["method_id"], "method": words.payment[0], "description": read["order"]["payment"]["description"], "way": "page", "transfer": null, "can_be_paid": false, "page": null})
    );
    assert_eq!(read["payment_methods"], json!([]));
    assert_eq!(
        (
            &read["order"]["number"],
            &read["order"]["total"],
            &read["order"]["comment"]
        ),
        (&placed["order_number"], &euros(23_800), &json!("Graag bellen."))
    );
    assert_eq!(read["order"]["taxes"], json!([{"rate": "21", "amount": euros(4_131)}]));
    let mails = open.mails();
    let kinds: Vec<&str> = mails.iter().take(2).map(|mail| text(&mail["kind"])).collect();
    assert_eq!(kinds, ["payment_paid", "order_placed"]);
    assert_eq!(mails[1]["language"], words.language);
}

/// An order is opened with the link of its mail, in another browser, with e-mail address and postal code, and not
/// without them.
#[test]
fn an_order_is_looked_up_by_the_link_of_its_mail() {
    let open = Open::start();
    for words in &LOCALES {
        let visitor = open.visitor(words.locale);
        let placed = visitor_order(&open, &visitor, words);
        let mails = open.mails();
        let link = text(&mails[0]["links"][0]);
        let path = link.strip_prefix("http://127.0.0.1:3000").unwrap();
        let code = path.strip_prefix(words.order).unwrap_or_else(|| panic!("{link}"));
        assert_eq!(
            open.shop.get(&format!("{}{path}", open.url())).0,
            200,
            "the mail leads to a page: {path}"
        );

        let stranger = open.visitor(words.locale);
        let known = |email: &str, zipcode: &str| json!({"code": code, "email": email, "zipcode": zipcode});
        let found = stranger.post("/api/orders/lookup", &known(EMAIL, ZIPCODE)).ok();
        assert_eq!(found["order"]["id"], placed["order_id"]);
        assert_eq!(found["order"]["payment"]["can_be_paid"], true);
        assert_eq!(found["payment_methods"], json!([]), "the method of the order alone");
        assert_eq!(stranger.cookie("vitrine-session"), None, "it begins no session");
        assert!(!found.to_string().contains(code), "the code is in no answer");
        let wrong = known("iemand@example.test", ZIPCODE);
        for refused in [wrong, known(EMAIL, "9999 ZZ")] {
            let answer = stranger.post("/api/orders/lookup", &refused);
            assert_eq!((answer.refused().0, answer.refused().1), (403, "ORDER_LOOKUP_REFUSED"));
        }
        let none = json!({"code": "A".repeat(32), "email": EMAIL, "zipcode": ZIPCODE});
        assert_eq!(
            stranger.post("/api/orders/lookup", &none).refused().1,
            "ORDER_LOOKUP_REFUSED"
        );
        let foreign = stranger.get(&format!("/api/orders/{}", text(&placed["order_id"])));
        assert_eq!((foreign.refused().0, foreign.refused().1), (403, "LOGIN_REQUIRED"));
    }
}

/// The guest of another order is also asked for e-mail address and postal code, and keeps their own session.
#[test]
fn the_guest_of_another_order_looks_one_up_like_anybody_else() {
    let open = Open::start();
    let words = &LOCALES[0];
    let first = open.visitor("nl");
    let placed = open.placed(&first, words);
    let code = open.code();
    let other = open.visitor("nl");
    open.guest(&other, words);
    let session = other.cookie("vitrine-session");
    let known = json!({"code": code, "email": EMAIL, "zipcode": ZIPCODE});
    let found = other.post("/api/orders/lookup", &known).ok();
    assert_eq!(found["order"]["id"], placed["order_id"]);
    let wrong = json!({"code": code, "email": EMAIL, "zipcode": "9999 ZZ"});
    assert_eq!(
        other.post("/api/orders/lookup", &wrong).refused().1,
        "ORDER_LOOKUP_REFUSED"
    );
    assert_eq!(other.cookie("vitrine-session"), session);
    let own = first.post("/api/orders/lookup", &known).ok();
    assert_eq!(
        names(&own["payment_methods"]),
        words.payment,
        "the order's own guest may choose how to pay"
    );
}

fn visitor_order(open: &Open, visitor: &Visitor<'_>, words: &Words) -> serde_json::Value {
    let checkout = open.guest(visitor, words);
    visitor
        .post(
            "/api/orders",
            &order(&checkout["cart"], &format!("{KEY}-{}", words.locale)),
        )
        .ok()
}
