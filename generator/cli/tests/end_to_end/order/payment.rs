//! Results of a payment, and retrying it.

use serde_json::{Value, json};

use super::{EMAIL, KEY, LOCALES, Open, Words, ZIPCODE, id_of, names, order, text};
use crate::support::{Reply, Visitor};

/// The path to which the payment page redirects, the resulting state of the payment, and whether it can be paid again.
const OUTCOMES: [(&str, Option<&str>, &str, bool); 5] = [
    ("paid", None, "paid", false),
    ("pending", None, "pending", false),
    (
        "cancelled",
        Some("CHECKOUT__CUSTOMER_CANCELED_EXTERNAL_PAYMENT"),
        "cancelled",
        true,
    ),
    (
        "failed",
        Some("CHECKOUT__ASYNC_PAYMENT_FINALIZE_INTERRUPTED"),
        "failed",
        true,
    ),
    ("expired", Some("CHECKOUT__PAYMENT_TOKEN_EXPIRED"), "unpaid", true),
];

/// R-CHK-06: "Paid screen; unpaid screen with retry of payment": each result of a payment leads to its screen, and an
/// unpaid order can be paid later, with the same method or another one.
#[test]
fn r_chk_06_each_outcome_of_a_payment_has_its_screen_and_an_unpaid_order_can_be_paid_later() {
    let open = Open::start();
    for (place, (outcome, error, state, can_be_paid)) in OUTCOMES.into_iter().enumerate() {
        let words = &LOCALES[place % LOCALES.len()];
        let visitor = open.visitor(words.locale);
        let placed = open.guest(&visitor, words);
        let key = format!("{KEY}-{outcome}");
        let placed = visitor.post("/api/orders", &order(&placed["cart"], &key)).ok();
        let id = text(&placed["order_id"]);
        let screen = |word: &str| format!("{}{}{id}{word}", open.url(), words.orders);
        let expected = match error {
            None => screen(words.paid),
            Some(code) => format!("{}?error-code={code}", screen(words.unpaid)),
        };
        let back = visitor.pay(text(&placed["payment"]["redirect_url"]), outcome);
        assert_eq!(back, expected, "{outcome}");
        assert_eq!(open.shop.get(&back).0, 200, "{outcome}");
        let read = visitor.get(&format!("/api/orders/{id}")).ok();
        assert_eq!(
            (
                &read["order"]["payment"]["state"],
                &read["order"]["payment"]["can_be_paid"]
            ),
            (&json!(state), &json!(can_be_paid)),
            "{outcome}"
        );
        if !can_be_paid {
            is_not_paid_twice(&visitor, words, id);
            continue;
        }
        assert_eq!(names(&read["payment_methods"]), words.payment, "{outcome}");
        is_paid_after_all(&visitor, id, None, &screen(words.paid));
    }
}

/// A paid or pending payment is not started again (Shopware would answer that there is nothing to do).
fn is_not_paid_twice(visitor: &Visitor<'_>, words: &Words, id: &str) {
    let again = pay(visitor, id, None, None);
    let (status, code, text) = again.refused();
    assert_eq!((status, code), (409, "ORDER_NOT_PAYABLE"));
    let sentence = match words.locale {
        "nl" => {
            "Deze bestelling kan hier niet worden betaald: zij is al betaald of geannuleerd, of de betaling wordt nog verwerkt."
        }
        "en" => {
            "This order cannot be paid here: it is paid or cancelled already, or its payment is still being processed."
        }
        _ => {
            "Diese Bestellung kann hier nicht bezahlt werden: Sie ist bereits bezahlt oder storniert, oder die Zahlung wird noch bearbeitet."
        }
    };
    assert!(text.starts_with(sentence), "{text}");
}

fn pay(visitor: &Visitor<'_>, id: &str, method: Option<&str>, lookup: Option<&Value>) -> Reply {
    visitor.post(
        &format!("/api/orders/{id}/payment"),
        &json!({"payment_method_id": method, "lookup": lookup}),
    )
}

fn is_paid_after_all(visitor: &Visitor<'_>, id: &str, method: Option<&str>, screen: &str) {
    let again = pay(visitor, id, method, None).ok();
    assert_eq!(again["payment"]["outcome"], "redirect", "{again}");
    assert_eq!(visitor.pay(text(&again["payment"]["redirect_url"]), "paid"), screen);
    let read = visitor.get(&format!("/api/orders/{id}")).ok();
    assert_eq!(read["order"]["payment"]["state"], "paid");
}

/// R-CHK-06: retry with another method; a method without a gateway needs no redirect, and the order is then to be paid
/// that way.
#[test]
fn r_chk_06_an_order_is_paid_after_all_by_another_method() {
    let open = Open::start();
    let words = &LOCALES[0];
    let visitor = open.visitor("nl");
    let placed = open.placed(&visitor, words);
    let id = text(&placed["order_id"]);
    visitor.pay(text(&placed["payment"]["redirect_url"]), "failed");
    let read = visitor.get(&format!("/api/orders/{id}")).ok();
    let method = |name: &str| id_of(&read["payment_methods"], name);

    let unknown = pay(&visitor, id, Some(&"0".repeat(32)), None);
    assert_eq!(unknown.status, 400, "{:#}", unknown.body);
    assert_eq!(unknown.body["errors"][0]["source"]["pointer"], "/payment_method_id");
    let invoice = pay(&visitor, id, Some(&method("Op rekening")), None).ok();
    assert_eq!(invoice["payment"], json!({"outcome": "none", "redirect_url": null}));
    let by_invoice = visitor.get(&format!("/api/orders/{id}")).ok();
    assert_eq!(by_invoice["order"]["payment"]["method"], "Op rekening");
    let screen = format!("{}/checkout/order/{id}/betaald", open.url());
    is_paid_after_all(&visitor, id, Some(&method("Creditcard")), &screen);
    let paid = visitor.get(&format!("/api/orders/{id}")).ok();
    assert_eq!(paid["order"]["payment"]["method"], "Creditcard");
}

/// The link of a mail can pay an open payment; a failed one can only be reopened by the order's own guest, with or
/// without the link.
#[test]
fn r_chk_06_an_order_is_paid_after_all_by_the_link_of_its_mail() {
    let open = Open::start();
    let words = &LOCALES[0];
    let visitor = open.visitor("nl");
    let placed = open.placed(&visitor, words);
    let id = text(&placed["order_id"]);
    let known = json!({"code": open.code(), "email": EMAIL, "zipcode": ZIPCODE});
    let stranger = open.visitor("nl");
    let none = pay(&stranger, id, None, None);
    assert_eq!((none.refused().0, none.refused().1), (403, "LOGIN_REQUIRED"));
    let wrong = json!({"code": known["code"], "email": EMAIL, "zipcode": "9999 ZZ"});
    assert_eq!(
        pay(&stranger, id, None, Some(&wrong)).refused().1,
        "ORDER_LOOKUP_REFUSED"
    );
    let begun = pay(&stranger, id, None, Some(&known)).ok();
    assert_eq!(stranger.cookie("vitrine-session"), None, "it begins no session");
    visitor.pay(text(&begun["payment"]["redirect_url"]), "cancelled");

    let found = stranger.post("/api/orders/lookup", &known).ok();
    assert_eq!(
        (
            &found["order"]["payment"]["state"],
            &found["order"]["payment"]["can_be_paid"]
        ),
        (&json!("cancelled"), &json!(false)),
        "Shopware opens it for its customer alone"
    );
    assert_eq!(pay(&stranger, id, None, Some(&known)).refused().1, "ORDER_NOT_PAYABLE");
    let other = open.visitor("nl");
    open.guest(&other, words);
    assert_eq!(
        pay(&other, id, None, None).refused().1,
        "ORDER_NOT_FOUND",
        "another guest's order"
    );
    assert_eq!(pay(&other, id, None, Some(&known)).refused().1, "ORDER_NOT_PAYABLE");
    let again = pay(&visitor, id, None, Some(&known)).ok();
    let back = visitor.pay(text(&again["payment"]["redirect_url"]), "paid");
    assert_eq!(back, format!("{}/checkout/order/{id}/betaald", open.url()));
}

/// A payment by invoice does not redirect to a gateway (R-CHK-05).
#[test]
fn r_chk_05_an_order_by_invoice_does_not_redirect_to_a_gateway() {
    let open = Open::start();
    let visitor = open.visitor("nl");
    let checkout = open.guest(&visitor, &LOCALES[0]);
    let invoice = id_of(&checkout["payment_methods"], "Op rekening");
    let changed = visitor
        .patch("/api/checkout", &json!({ "payment_method_id": invoice }))
        .ok();
    let placed = visitor
        .post("/api/orders", &order(&changed["checkout"]["cart"], KEY))
        .ok();
    assert_eq!(placed["payment"], json!({"outcome": "none", "redirect_url": null}));
}
