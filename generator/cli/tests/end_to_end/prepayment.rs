//! `vitrine check --shop`: the finding about orders that can only be paid in advance (law §2).

use serde_json::{Value, json};

use crate::support::{Shop, change_json};

/// The small shop with other payment methods.
fn shop(change: impl FnOnce(&mut Vec<Value>)) -> Shop {
    let shop = Shop::small_with(|data| {
        change_json(&data.join("shop.json"), |shop| {
            change(shop["payment"].as_array_mut().unwrap());
        });
    });
    shop.build();
    shop
}

fn without(methods: &mut Vec<Value>, keys: &[&str]) {
    methods.retain(|method| !keys.contains(&method["key"].as_str().unwrap()));
}

/// The findings of `check --shop` about Shopware, and the exit status with `--strict`.
fn found(shop: &Shop) -> (Vec<Value>, Option<i32>) {
    let run = shop.vitrine(&["check", "--shop", "--strict", "--format", "json"]);
    let document: Value = serde_json::from_str(&run.stdout).unwrap_or_else(|error| panic!("{error}: {}", run.stderr));
    let findings = document["findings"].as_array().unwrap().iter();
    let own: Vec<Value> = findings.filter(|one| one["check"] == "shop").cloned().collect();
    assert_eq!(document["summary"]["checks"]["shop"]["warnings"], own.len());
    (own, run.code)
}

fn message(findings: &[Value]) -> String {
    let [one] = findings else { panic!("{findings:?}") };
    assert_eq!(
        (&one["code"], &one["severity"]),
        (&json!("prepayment-only"), &json!("warning"))
    );
    assert!(one["hint"].as_str().unwrap().contains("payment.paid_later"));
    one["message"].as_str().unwrap().to_owned()
}

/// Law §2, "Deposit / prepayment": "NL consumer checkout must offer ≥ 1 method that does not prepay > 50 %, also for large
/// amounts (BNPL limits!)". The finding names the sums at which the shop's own rules offer none.
#[test]
fn law_2_an_order_that_can_only_be_paid_in_advance_is_found_with_its_sums() {
    // As it is: pay on delivery has no limit.
    assert_eq!(found(&shop(|_| ())).0, Vec::<Value>::new());

    // Invoices up to 2,500 euros.
    let capped = shop(|methods| without(methods, &["on_delivery"]));
    let (findings, code) = found(&capped);
    assert_eq!(code, Some(1), "--strict");
    let text = message(&findings);
    let (in_advance, later) = text.split_once("can only be paid in advance").unwrap();
    let sums = |text: &str| -> Vec<f64> {
        let amounts = text.split("EUR ").skip(1);
        amounts
            .map(|rest| {
                rest.split([',', ' ', ';'])
                    .next()
                    .unwrap()
                    .trim_end_matches('.')
                    .parse()
                    .unwrap()
            })
            .collect()
    };
    let (above, below) = (sums(in_advance), sums(later.split_once("; orders of").unwrap().1));
    assert!(!above.is_empty() && above.iter().all(|sum| *sum > 2_500.0), "{text}");
    assert!(below.len() > 2 && below.iter().all(|sum| *sum <= 2_500.0), "{text}");
    assert!(later.contains("iDEAL") && !later.contains("PayPal via"), "{text}");
    assert!(
        !later.contains("Kaart via PayPal"),
        "a hidden method is not offered: {text}"
    );

    // No such method at all; and one of the others is paid later.
    let none = shop(|methods| without(methods, &["on_delivery", "invoice", "pickup"]));
    assert!(!message(&found(&none).0).contains("can be paid later."), "no sum");
    none.configure(
        "vitrine.toml",
        &[("paid_later = ", "paid_later = [\"payment_mollie_banktransfer\"]")],
    );
    assert_eq!(found(&none).0, Vec::<Value>::new());

    // Nothing is offered for a delivery.
    let closed = shop(|methods| methods.retain(|method| method["key"] == "pickup"));
    assert!(message(&found(&closed).0).contains("nothing is offered"));
}

/// Without an answer of Shopware nothing is claimed.
#[test]
fn law_2_a_check_that_cannot_ask_the_shop_fails_with_what_to_do() {
    let mut shop = Shop::small();
    let run = shop.vitrine(&["check", "--shop"]);
    assert!(run.stderr.contains("run vitrine build first"), "{}", run.stderr);
    assert_eq!(run.code, Some(2));
    shop.build();
    shop.stop_backends();
    let run = shop.vitrine(&["check", "--shop"]);
    assert!(
        run.stderr.contains("could not read Shopware's languages"),
        "{}",
        run.stderr
    );
    assert_eq!(run.code, Some(2));
}
