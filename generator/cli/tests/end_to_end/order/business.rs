//! Business customers: net and own prices after login, product numbers, ordering by number, their own reference
//! (R-PDP-03, R-PDP-09, R-CART-05, R-CART-07, R-CHK-04).

use serde_json::{Value, json};

use super::{COAT_RACK, KEY, LOCALES, Open, euros, id_of, text};
use crate::support::Visitor;

/// In the group `trade`, in Rotterdam.
const DUTCH: (&str, &str) = ("inkoop@atelier-maas.example", "eikenblad-2026");
/// The same in Antwerp, with a VAT number.
const BELGIAN: (&str, &str) = ("bestellen@huis-ardenne.example", "beukenhout-2026");
const CONSUMER: (&str, &str) = ("noor@example.com", "lindehout-2026");
const CARE_SET: &str = "VERZORGSET";
const REFERENCE: &str = "Inkoop 2026/118";

fn log_in(visitor: &Visitor<'_>, (email, password): (&str, &str)) {
    let login = json!({"email": email, "password": password});
    let changed = visitor.post("/api/account/login", &login).ok();
    assert_eq!(changed["session"]["customer"]["logged_in"], json!(true));
}

fn offer(open: &Open, visitor: &Visitor<'_>, number: &str) -> Value {
    let offers = visitor.get(&format!("/api/offers?ids={}", open.id(number))).ok();
    offers["offers"][0].clone()
}

fn tiers(offer: &Value) -> Value {
    let tiers = offer["tiers"].as_array().unwrap().iter();
    tiers
        .map(|tier| json!([tier["from"], tier["to"], tier["unit"]["price"]["minor"]]))
        .collect()
}

fn by_number(visitor: &Visitor<'_>, lines: &[(&str, i64)]) -> Value {
    let line = |(number, quantity): &(&str, i64)| json!({"number": number, "quantity": quantity});
    let lines: Vec<Value> = lines.iter().map(line).collect();
    visitor.post("/api/cart/numbers", &json!({ "lines": lines })).ok()
}

fn outcomes(answer: &Value) -> Value {
    let lines = answer["lines"].as_array().unwrap().iter();
    lines
        .map(|line| json!([line["number"], line["outcome"], line["in_cart"]]))
        .collect()
}

fn coat_rack_numbers() -> Value {
    json!([{"number": COAT_RACK, "manufacturer_number": "PL-K4", "ean": "8719999202402", "quantity": 1}])
}

/// "Stock state … refreshed live by the island together with the customer's own price"; "net prices: only to people known
/// to be businesses"; "Price tiers … a single price shows without a label"; "Business customers see product and part
/// numbers (several for bundles)".
#[test]
fn r_pdp_03_r_pdp_09_own_prices_and_numbers_only_after_login() {
    let open = Open::start();
    for words in &LOCALES {
        let visitor = open.visitor(words.locale);
        let gross = |visitor: &Visitor<'_>| {
            let offer = offer(&open, visitor, COAT_RACK);
            assert_eq!(
                (&offer["tax_status"], &offer["numbers"], tiers(&offer)),
                (
                    &json!("gross"),
                    &json!([]),
                    json!([[1, 4, 11_900], [5, 9, 10_900], [10, null, 9_900]])
                )
            );
        };
        gross(&visitor);
        log_in(&visitor, DUTCH);
        let session = visitor.get("/api/session").ok();
        assert_eq!(
            (&session["tax_status"], &session["customer"]["account_type"]),
            (&json!("net"), &json!("business"))
        );
        let own = offer(&open, &visitor, COAT_RACK);
        assert_eq!(own["tax_status"], "net");
        assert_eq!(own["unit"]["price"], euros(8_500));
        assert_eq!(tiers(&own), json!([[1, 4, 8_500], [5, 9, 7_700], [10, null, 7_000]]));
        assert_eq!(own["numbers"], coat_rack_numbers());
        let set = offer(&open, &visitor, CARE_SET);
        assert_eq!(
            (&set["unit"]["price"], &set["tiers"]),
            (&euros(3_000), &json!([])),
            "a single own price has no tiers"
        );
        let numbers = set["numbers"].as_array().unwrap();
        let listed: Vec<(&str, i64)> = numbers
            .iter()
            .map(|one| (text(&one["number"]), one["quantity"].as_i64().unwrap()))
            .collect();
        assert_eq!(
            listed,
            [(CARE_SET, 1), ("MEUBELOLIE", 1), ("HOUTWIJZER", 1), ("GLIJDER", 1)]
        );
        visitor.post("/api/account/logout", &json!({"everywhere": false})).ok();
        gross(&visitor);
        log_in(&visitor, CONSUMER);
        gross(&visitor);
    }
}

/// "excl./incl. VAT labels by tax status gross or net", "Summary shows taxes per rate, shipping and gross total", "business
/// customers see product numbers (several for bundles)", and the customer's own reference in the order and in the list.
#[test]
fn r_cart_07_r_chk_04_an_order_by_number_is_net_to_the_cent_and_keeps_its_reference() {
    let open = Open::start();
    for words in &LOCALES {
        let visitor = open.visitor(words.locale);
        log_in(&visitor, DUTCH);
        let answer = by_number(
            &visitor,
            &[
                (COAT_RACK, 2),
                ("verzorgset", 1),
                ("8719999202402", 1),
                ("KNAAP", 1),
                ("NIETS-1", 3),
            ],
        );
        assert_eq!(
            outcomes(&answer),
            json!([
                [COAT_RACK, "added", 3],
                ["verzorgset", "added", 1],
                ["8719999202402", "added", 3],
                ["KNAAP", "has-variants", null],
                ["NIETS-1", "not-found", null]
            ])
        );
        let cart = &answer["cart"];
        assert_eq!((&cart["tax_status"], &cart["changes"]), (&json!("net"), &json!([])));
        assert_eq!(cart["line_items"][0]["numbers"], coat_rack_numbers());
        assert_eq!(
            cart["line_items"][1]["numbers"].as_array().unwrap().len(),
            4,
            "a bundle"
        );
        let sums = |of: &Value| {
            assert_eq!(of["subtotal"], euros(28_500), "3 × 85.00 + 30.00");
            assert_eq!(of["taxes"], json!([{"rate": "21", "amount": euros(5_985)}]));
            assert_eq!(of["shipping"]["total"], euros(0));
            assert_eq!((&of["net_total"], &of["total"]), (&euros(28_500), &euros(34_485)));
            assert_eq!(of["tax_status"], "net");
        };
        sums(cart);
        let checkout = visitor.get("/api/checkout").ok();
        sums(&checkout["cart"]);
        assert_eq!(
            (&checkout["customer"]["company"], &checkout["customer"]["vat_ids"]),
            (&json!("Atelier Maas BV"), &json!(["NL004495445B01"]))
        );
        let invoice = id_of(&checkout["payment_methods"], words.payment[4]);
        let chosen = visitor
            .patch("/api/checkout", &json!({"payment_method_id": invoice}))
            .ok();
        let order = json!({
            "idempotency_key": format!("{KEY}-{}", words.locale), "cart_hash": chosen["checkout"]["cart"]["hash"],
            "accept_terms": true, "reference": format!("  {REFERENCE} "), "comment": "Graag bellen."
        });
        let placed = visitor.post("/api/orders", &order).ok();
        let id = text(&placed["order_id"]);
        let read = visitor.get(&format!("/api/orders/{id}")).ok();
        let read = &read["order"];
        sums(read);
        assert_eq!(
            (&read["reference"], &read["comment"]),
            (&json!(REFERENCE), &json!("Graag bellen."))
        );
        assert_eq!(read["line_items"][0]["numbers"], coat_rack_numbers());
        assert_eq!(read["line_items"][1]["numbers"].as_array().unwrap().len(), 4);
        let list = visitor.get("/api/orders?page=1").ok();
        assert_eq!(list["orders"][0]["reference"], REFERENCE);
    }
}

/// Shopware §6.1: a company with a VAT number in another country of the EU pays no tax (law §3).
#[test]
fn r_cart_05_a_company_in_belgium_pays_no_tax() {
    let open = Open::start();
    let visitor = open.visitor("nl");
    log_in(&visitor, BELGIAN);
    let cart = &by_number(&visitor, &[(COAT_RACK, 5)])["cart"];
    assert_eq!((&cart["tax_status"], &cart["taxes"]), (&json!("tax-free"), &json!([])));
    assert_eq!(
        (&cart["subtotal"], &cart["total"], &cart["net_total"]),
        (&euros(38_500), &euros(38_500), &euros(38_500))
    );
    assert_eq!(offer(&open, &visitor, COAT_RACK)["tax_status"], "tax-free");
}

/// Each line gets its result: reduced to the stock, sold out; items already in the cart are taken into account.
#[test]
fn r_cart_07_a_list_has_the_result_of_each_line() {
    let open = Open::start();
    let visitor = open.visitor("nl");
    log_in(&visitor, DUTCH);
    let stock = |stock: i64| {
        let stock = json!({"product_number": COAT_RACK, "stock": stock, "closeout": true});
        open.shop.control("POST", "stock", &stock);
    };
    stock(3);
    assert_eq!(
        outcomes(&by_number(&visitor, &[(COAT_RACK, 5)])),
        json!([[COAT_RACK, "adjusted", 3]])
    );
    assert_eq!(
        outcomes(&by_number(&visitor, &[(COAT_RACK, 1), (CARE_SET, 1)])),
        json!([[COAT_RACK, "adjusted", 3], [CARE_SET, "added", 1]])
    );
    stock(0);
    assert_eq!(
        outcomes(&by_number(&visitor, &[(COAT_RACK, 1)])),
        json!([[COAT_RACK, "sold-out", null]])
    );
    let many: Vec<(String, i64)> = (0..100).map(|place| (format!("NIETS-{place}"), 1)).collect();
    let many: Vec<(&str, i64)> = many
        .iter()
        .map(|(number, quantity)| (number.as_str(), *quantity))
        .collect();
    let answer = by_number(&visitor, &many);
    assert_eq!(answer["lines"].as_array().unwrap().len(), 100);
    assert_eq!(answer["cart"]["item_count"], 1, "the cart is as it was");
}

/// Other visitors cannot order by number, and no input causes a 500.
#[test]
fn r_cart_07_only_business_customers_order_by_number_and_strange_input_is_refused() {
    let open = Open::start();
    let visitor = open.visitor("nl");
    let one = json!({"lines": [{"number": COAT_RACK, "quantity": 1}]});
    let send = |body: &Value| {
        let reply = visitor.post("/api/cart/numbers", body);
        let (status, code, _) = reply.refused();
        (status, code.to_owned())
    };
    assert_eq!(send(&one), (403, "LOGIN_REQUIRED".to_owned()));
    log_in(&visitor, CONSUMER);
    assert_eq!(send(&one), (403, "BUSINESS_REQUIRED".to_owned()));
    visitor.post("/api/account/logout", &json!({"everywhere": false})).ok();
    log_in(&visitor, DUTCH);
    let line = |number: &str, quantity: Value| json!({"lines": [{"number": number, "quantity": quantity}]});
    let too_many: Vec<Value> = (0..101).map(|_| json!({"number": "A", "quantity": 1})).collect();
    for strange in [
        json!({}),
        json!({"lines": []}),
        json!({"lines": "KNAAP"}),
        json!({ "lines": too_many }),
        json!({"lines": [{"number": "A"}]}),
        json!({"lines": [{"number": "A", "quantity": 1, "price": 1}]}),
        line("", json!(1)),
        line("   ", json!(1)),
        line(&"9".repeat(65), json!(1)),
        line("A\u{0}B", json!(1)),
        line("A\nB", json!(1)),
        line("A", json!(0)),
        line("A", json!(-1)),
        line("A", json!(10_001)),
        line("A", json!(1.5)),
        line("A", json!("1")),
        line("A", json!(u64::MAX)),
    ] {
        assert_eq!(send(&strange), (400, "INVALID_REQUEST".to_owned()), "{strange}");
    }
    // Texts that look like a query or a list of numbers are treated as an unknown number.
    for odd in [
        "' OR 1=1 --",
        "KNAAP-RU-4|PLANK",
        "%",
        "*",
        "{\"$ne\":1}",
        "Ω≈ç√∫",
        "../../etc/passwd",
    ] {
        assert_eq!(
            outcomes(&by_number(&visitor, &[(odd, 1)])),
            json!([[odd, "not-found", null]])
        );
    }
}
