//! Backend calls of each step: at most two sequential calls to Shopware; independent calls run concurrently.

use serde_json::json;

use super::{COAT_RACK, EMAIL, KEY, LOCALES, Open, ZIPCODE, address, guest, id_of, order, text};

const CONTEXT: &str = "GET /context";
const CART: &str = "GET /checkout/cart";
const CHANGE: &str = "PATCH /context";
const ADD: &str = "POST /checkout/cart/line-item";
const HANDLE: &str = "POST /handle-payment";
const SHIPPING: &str = "GET /shipping-method";
const PAYMENT: &str = "GET /payment-method";
/// The calls for the data of the checkout of a visitor without an address book.
const CHECKOUT: &[&str] = &[CONTEXT, CART, SHIPPING, PAYMENT];
/// The first calls of a language in a minute; the shop's requirements for addresses are read in parallel, once in five
/// minutes.
const FIRST_CHECKOUT: &[&[&str]] = &[
    &[
        CONTEXT,
        CART,
        SHIPPING,
        PAYMENT,
        "GET /country",
        "GET /salutation",
        "GET /login-registration-settings",
    ],
    &["POST /account/register"],
];
/// The calls for a customer or a guest.
const OWN_CHECKOUT: &[&str] = &[CONTEXT, CART, "GET /account/list-address", SHIPPING, PAYMENT];

/// "A first add needs one Shopware call, not two, where the session is known to be allowed to order", with a session and without one.
#[test]
fn a_first_add_is_one_call() {
    let (open, shopware) = Open::behind();
    let add = json!({"product_id": open.id(COAT_RACK), "quantity": 1});
    // The first cart of a process requests the channel's currency, once.
    open.add(&open.visitor("nl"), COAT_RACK, 1);
    let new = open.visitor("nl");
    shopware.in_rounds(&[&[ADD]], || new.post("/api/cart/line-items", &add).ok());
    let english = open.visitor("en");
    shopware.in_rounds(&[&[CONTEXT]], || english.get("/api/session").ok());
    let cart = shopware.in_rounds(&[&[ADD]], || english.post("/api/cart/line-items", &add).ok());
    assert_eq!(
        cart["line_items"][0]["label"], "Knaap wall coat rack",
        "in the page's language"
    );
    // The page's language is sent as a header: nothing is written to the session for it.
    shopware.in_rounds(&[&[ADD]], || english.post("/api/cart/line-items", &add).ok());
}

/// "One call brings all that the checkout screen shows; no step waits for more than two backend calls one after another, and calls that do not depend on each other run
/// side by side."
#[test]
fn no_step_of_an_order_waits_for_more_than_two_calls() {
    let (open, shopware) = Open::behind();
    let visitor = open.visitor("nl");
    open.add(&visitor, COAT_RACK, 2);
    shopware.in_rounds(&[&[CONTEXT, CART]], || visitor.get("/api/session").ok());
    shopware.in_rounds(&[&[CONTEXT, CART]], || visitor.patch("/api/session", &json!({})).ok());
    shopware.in_rounds(&[&[CART]], || visitor.get("/api/cart").ok());
    shopware.in_rounds(&[&[ADD]], || {
        visitor.post("/api/cart/promotions", &json!({"code": "WELKOM10"})).ok()
    });
    let checkout = shopware.in_rounds(FIRST_CHECKOUT, || visitor.get("/api/checkout").ok());
    let next_day = id_of(&checkout["shipping_methods"], "Express");
    shopware.in_rounds(&[&[CHANGE], CHECKOUT], || {
        visitor
            .patch("/api/checkout", &json!({ "shipping_method_id": next_day }))
            .ok()
    });
    let contact = guest(&checkout, &LOCALES[0]);
    shopware.in_rounds(&[&["POST /account/register"], OWN_CHECKOUT], || {
        visitor.post("/api/checkout/guest", &contact).ok()
    });
    let book = "GET /account/list-address";
    let new = address(&checkout, &LOCALES[0]);
    // The default addresses are only part of the customer's data.
    shopware.in_rounds(&[&["POST /account/address"], &[book, CONTEXT]], || {
        visitor.post("/api/addresses", &new).ok()
    });
    let checkout = visitor.get("/api/checkout").ok();
    let wanted = order(&checkout["cart"], KEY);
    // Whether the customer is active is checked first: Shopware itself accepts orders of inactive customers.
    // The cart says which days are promised with the order.
    let placed = shopware.in_rounds(&[&[CONTEXT, CART], &["POST /checkout/order"], &[HANDLE]], || {
        visitor.post("/api/orders", &wanted).ok()
    });
    shopware.in_rounds(&[&["GET /order"], &[HANDLE]], || {
        visitor.post("/api/orders", &wanted).ok()
    });
    let path = format!("/api/orders/{}", text(&placed["order_id"]));
    let read = shopware.in_rounds(&[&["GET /order", "GET /payment-method"]], || visitor.get(&path).ok());
    let method = &read["order"]["payment"]["method_id"];
    let pay = format!("{path}/payment");
    let own = json!({"payment_method_id": method, "lookup": null});
    // Before the write, a fresh read checks whether the order may be paid, and with this method.
    let fresh = &["GET /order", "GET /payment-method"][..];
    shopware.in_rounds(&[fresh, &["POST /order/payment"], &[HANDLE]], || {
        visitor.post(&pay, &own).ok()
    });
    let any = json!({"payment_method_id": null, "lookup": null});
    shopware.in_rounds(&[&["GET /order"], &[HANDLE]], || visitor.post(&pay, &any).ok());
    let known = json!({"code": open.code(), "email": EMAIL, "zipcode": ZIPCODE});
    let stranger = open.visitor("nl");
    shopware.in_rounds(&[&["POST /order"]], || stranger.post("/api/orders/lookup", &known).ok());
    let by_link = json!({"payment_method_id": null, "lookup": known});
    shopware.in_rounds(&[&["POST /order"], &[HANDLE]], || stranger.post(&pay, &by_link).ok());
}

/// R-SESS-01: "Context: customer, shippingMethod, paymentMethod, currency.isoCode, shippingLocation, salesChannel, languageIdChain, taxState. Refreshed after each change
/// of method, currency, language, country or address. A failed refresh is logged only."
#[test]
fn r_sess_01_the_context_is_refreshed_after_each_change_and_a_failed_refresh_is_logged_only() {
    let (open, shopware) = Open::behind();
    let visitor = open.visitor("nl");
    let checkout = open.guest(&visitor, &LOCALES[0]);
    assert_eq!(checkout["customer"]["guest"], true, "customer");
    assert_eq!(
        checkout["country_id"],
        id_of(&checkout["countries"], "Nederland"),
        "shippingLocation"
    );
    assert_eq!(
        checkout["shipping_method_id"],
        id_of(&checkout["shipping_methods"], "Standaard")
    );
    assert_eq!(
        checkout["payment_method_id"],
        id_of(&checkout["payment_methods"], "iDEAL")
    );
    let session = visitor.get("/api/session").ok();
    assert_eq!(
        (&session["currency"], &session["tax_status"]),
        (&json!("EUR"), &json!("gross"))
    );
    let id = |list: &str, name: &str| id_of(&checkout[list], name);
    let book = visitor.post("/api/addresses", &address(&checkout, &LOCALES[0])).ok();
    for change in [
        json!({"shipping_method_id": id("shipping_methods", "Express")}),
        json!({"payment_method_id": id("payment_methods", "PayPal")}),
        json!({"billing_address_id": book["changed_id"]}),
        json!({"shipping_address_id": book["changed_id"]}),
    ] {
        let changed = shopware.in_rounds(&[&[CHANGE], OWN_CHECKOUT], || {
            visitor.patch("/api/checkout", &change).ok()
        });
        let (field, wanted) = change.as_object().unwrap().iter().next().unwrap();
        let now = &changed["checkout"];
        let now = match field.strip_suffix("_address_id") {
            Some(address) => &now[format!("{address}_address")]["id"],
            None => &now[field],
        };
        assert_eq!(now, wanted, "{change}");
    }
    // For a customer with an address, the country is that of the address.
    let anonymous = open.visitor("nl");
    open.add(&anonymous, COAT_RACK, 1);
    let belgium = json!({"country_id": id("countries", "België")});
    let changed = shopware.in_rounds(&[&[CHANGE], CHECKOUT], || {
        anonymous.patch("/api/checkout", &belgium).ok()
    });
    assert_eq!(changed["checkout"]["country_id"], belgium["country_id"]);
    let english = visitor.on_pages_of("en");
    shopware.in_rounds(&[&[CHANGE], &[CONTEXT, CART]], || {
        english.patch("/api/session", &json!({})).ok()
    });

    let fault =
        json!({"backend": "shopware", "method": "GET", "path": "/store-api/context", "kind": "status", "status": 500});
    open.shop.control("POST", "faults", &fault);
    let ideal = json!({"payment_method_id": id("payment_methods", "iDEAL")});
    assert_eq!(visitor.patch("/api/checkout", &ideal).ok(), json!({"checkout": null}));
    assert_eq!(visitor.patch("/api/session", &json!({})).ok(), json!({"session": null}));
    let log = open.log();
    assert_eq!(log.matches("could not be read back").count(), 2, "{log}");
    open.shop.control("DELETE", "faults", &json!(null));
    let read = visitor.get("/api/checkout").ok();
    assert_eq!(
        read["payment_method_id"], ideal["payment_method_id"],
        "the change was made"
    );
}
