//! Tests with modified answers: each value of a recorded answer in turn is removed, null, of another type, huge or
//! negative.
//!
//! **Invariant:** an answer is parsed or refused with a reason; nothing panics.

use std::{fs, path::Path};

use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use vitrine_model::money::Currency;

use super::{Address, Cart, Context, Country, Customer, Order, PaymentMethod, Salutation, ShippingMethod};
use crate::{
    json::read,
    shopware::{
        channel::{Channel, channel_of},
        wire::{
            WireAddress, WireCart, WireContext, WireCountry, WireCustomer, WireOrder, WireOrders, WirePaymentMethod,
            WireSalutation, WireSearchResult, WireShippingMethod,
        },
    },
};

fn recorded(name: &str) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/recorded/shopware/{name}.json"));
    let all: Value = serde_json::from_slice(&fs::read(path).unwrap()).unwrap();
    all["body"].clone()
}

/// Pointers to all values of a document, limited to the first two items of each list.
fn pointers(value: &Value, at: &str, out: &mut Vec<String>) {
    out.push(at.to_owned());
    match value {
        Value::Object(map) => {
            for (key, inner) in map {
                pointers(
                    inner,
                    &format!("{at}/{}", key.replace('~', "~0").replace('/', "~1")),
                    out,
                );
            }
        }
        Value::Array(list) => {
            for (index, inner) in list.iter().take(2).enumerate() {
                pointers(inner, &format!("{at}/{index}"), out);
            }
        }
        _ => {}
    }
}

fn without(raw: &Value, pointer: &str) -> Option<Value> {
    let (parent, key) = pointer.rsplit_once('/')?;
    let mut raw = raw.clone();
    raw.pointer_mut(parent)?.as_object_mut()?.shift_remove(key)?;
    Some(raw)
}

/// Passes every modified document to a reader; returns how many were parsed and how many refused.
fn all_changes<T: DeserializeOwned>(raw: &Value, make: impl Fn(T) -> Result<(), String>) -> (usize, usize) {
    let values = [
        Value::Null,
        json!(-1),
        json!(0.1),
        json!(1e300),
        json!(u64::MAX),
        json!(true),
        json!("\u{0}<script>../../\u{202e}"),
        json!("2026-13-45T99:99:99Z"),
        json!([]),
        json!([[], {}, null, 1, "x"]),
        json!({"": {"": null}}),
    ];
    let mut places = Vec::new();
    pointers(raw, "", &mut places);
    let (mut good, mut refused) = (0, 0);
    let mut try_one = |changed: &Value| {
        let result = read::<T>(changed.to_string().as_bytes());
        match result.map_err(|e| e.to_string()).and_then(&make) {
            Ok(()) => good += 1,
            Err(reason) => {
                assert!(!reason.is_empty());
                refused += 1;
            }
        }
    };
    let mut changed = raw.clone();
    for (index, place) in places.iter().enumerate() {
        // Three of the replacement values for each pointer: all of them would take a minute on a slow machine.
        for turn in 0..3 {
            let value = &values[(index * 3 + turn) % values.len()];
            changed.pointer_mut(place).unwrap().clone_from(value);
            try_one(&changed);
            changed.clone_from(raw);
        }
        if let Some(changed) = without(raw, place) {
            try_one(&changed);
        }
    }
    (good, refused)
}

fn euro() -> Currency {
    Currency::parse("EUR").unwrap()
}

fn channel() -> Channel {
    channel_of(&read::<WireContext>(recorded("000-context-anonymous").to_string().as_bytes()).unwrap()).unwrap()
}

fn elements<T>(wire: &WireSearchResult<T>, make: impl Fn(&T) -> Result<(), String>) -> Result<(), String> {
    wire.elements.0.iter().try_for_each(make)
}

/// Every modification of an order, a cart and a context is parsed or refused.
#[test]
fn hostile_orders_carts_and_contexts_are_read_or_refused() {
    let order = |wire: WireOrders| {
        elements(&wire.orders, |o: &WireOrder| {
            let order = Order::from_wire(o, euro())?;
            let _ = (order.payment().is_some(), order.shipping_address().is_some());
            Ok(())
        })
    };
    let cart = |wire: WireCart| {
        let cart = Cart::from_wire(wire, euro())?;
        let _ = (cart.item_count(), cart.shown_hash());
        Ok(())
    };
    let context = |wire: WireContext| {
        let channel = channel_of(&wire)?;
        let _ = Context::from_wire(&wire, &channel);
        Ok(())
    };
    // An unreadable line of an order or a cart only affects itself, so fewer of their changes are refused.
    for (kind, least, (good, refused)) in [
        ("order", 400, all_changes(&recorded("464-order-mixed-read"), order)),
        ("cart", 200, all_changes(&recorded("345-cart-promo-delivery"), cart)),
        ("context", 500, all_changes(&recorded("091-context-guest"), context)),
    ] {
        assert!(
            good > 2_000 && refused > least,
            "{kind}: {good} read, {refused} refused"
        );
    }
}

/// Every modification of a list of methods, countries, salutations or addresses and of a customer is parsed or refused.
#[test]
fn hostile_lists_and_customers_are_read_or_refused() {
    let channel = channel();
    let shipping = |w: WireSearchResult<_>| {
        elements(&w, |m: &WireShippingMethod| {
            ShippingMethod::from_wire(m, &channel).map(drop)
        })
    };
    let payment = |w: WireSearchResult<_>| elements(&w, |m: &WirePaymentMethod| PaymentMethod::from_wire(m).map(drop));
    let country = |w: WireSearchResult<_>| elements(&w, |c: &WireCountry| Country::from_wire(c).map(drop));
    let salutation = |w: WireSearchResult<_>| elements(&w, |s: &WireSalutation| Salutation::from_wire(s).map(drop));
    let address = |w: WireSearchResult<_>| elements(&w, |a: &WireAddress| Address::from_wire(a).map(drop));
    let customer = |wire: WireCustomer| {
        let _ = Customer::from_wire(&wire);
        Ok(())
    };
    for (kind, (good, refused)) in [
        (
            "shipping",
            all_changes(&recorded("295-shipping-method-prices"), shipping),
        ),
        ("payment", all_changes(&recorded("014-payment-method"), payment)),
        ("country", all_changes(&recorded("298-country-with-states"), country)),
        ("salutation", all_changes(&recorded("012-salutation"), salutation)),
        ("address", all_changes(&recorded("115-address-list"), address)),
        ("customer", all_changes(&recorded("090-register-guest"), customer)),
    ] {
        assert!(good > 20 && refused > 10, "{kind}: {good} read, {refused} refused");
    }
}
