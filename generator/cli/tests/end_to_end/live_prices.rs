//! The price on a built page and in the API's answer for the same product, for each form of a price. The islands are
//! tested with both (`islands/src/product/prices.fixture.json`), so that the template and the TypeScript that render
//! the same rows cannot differ.
//!
//! After an intended change: `VITRINE_UPDATE_FIXTURES=1 cargo nextest run --locked -p vitrine-cli live_prices`, then
//! run the tests of the islands.

use std::{env, fs};

use serde_json::{Value, json};

use crate::{
    edge::TAXONOMIES,
    support::{Served, Shop, read_json, root, started, tree},
    values::{COLLECTIONS, recorded},
};

const FIXTURE: &str = "islands/src/product/prices.fixture.json";
const LOCALES: [(&str, &str, &str); 3] = [("nl", "nl-NL", ""), ("en", "en-GB", "en/"), ("de", "de-DE", "de/")];

/// A price as Shopware calculates it: unit price, list price, lowest price of 30 days.
fn price(unit: f64, list: Option<f64>, lowest: Option<f64>) -> Value {
    json!({
        "unitPrice": unit, "totalPrice": unit, "quantity": 1, "referencePrice": null,
        "listPrice": list.map(|price| json!({"price": price, "discount": 0, "percentage": 0})),
        "regulationPrice": lowest.map(|price| json!({ "price": price })),
    })
}

fn with(mut price: Value, field: &str, value: Value) -> Value {
    price[field] = value;
    price
}

/// The forms of a price: a name, the single price, the tiers, each with its `quantity`.
fn states() -> [(&'static str, Value, Value); 9] {
    let plain = || price(1_295.0, None, None);
    let per = |price: f64, amount: f64| json!({"price": price, "referenceUnit": amount, "purchaseUnit": 0.5, "unitName": "liter"});
    let tier = |unit: f64, quantity: u32| with(price(unit, None, None), "quantity", json!(quantity));
    let reduced = |unit: f64, quantity: u32| {
        let price = price(unit, Some(unit + 20.5), Some(unit + 10.0));
        with(price, "quantity", json!(quantity))
    };
    [
        ("single", plain(), json!([])),
        (
            "list price and lowest price",
            price(995.0, Some(1_295.0), Some(1_095.99)),
            json!([]),
        ),
        ("list price", price(995.0, Some(1_295.0), None), json!([])),
        (
            "list price that is not shown",
            price(995.0, Some(1_295.0), Some(995.0)),
            json!([]),
        ),
        (
            "reference price",
            with(price(12.95, None, None), "referencePrice", per(25.9, 1.0)),
            json!([]),
        ),
        (
            "reference price of a part",
            with(price(12.95, None, None), "referencePrice", per(2.59, 0.1)),
            json!([]),
        ),
        ("one tier", plain(), json!([tier(89.5, 1)])),
        ("tiers", plain(), json!([tier(90.0, 3), tier(85.0, 9), tier(80.0, 10)])),
        ("reduced tiers", plain(), json!([reduced(90.0, 3), reduced(80.0, 4)])),
    ]
}

/// The id of the product for the form at an index.
fn id_of(place: usize) -> String {
    let file = format!("generator/demo/shops/recorded/products/fi-{place:03}.json");
    read_json(&root().join(file))["id"].as_str().unwrap().to_owned()
}

/// Sets the prices of the first products to those of the forms, and the tax state of the sales channel.
fn change(path: &str, answer: &mut Value, products: &[(&str, String)], tax: &str) {
    if path.starts_with("/store-api/context") {
        answer["taxState"] = json!(tax);
    }
    let Some(elements) = answer.get_mut("elements").and_then(Value::as_array_mut) else {
        return;
    };
    for ((_, single, tiers), (_, id)) in states().into_iter().zip(products) {
        for product in elements.iter_mut().filter(|product| product["id"] == json!(id)) {
            product["calculatedPrice"] = single.clone();
            product["calculatedPrices"] = tiers.clone();
        }
    }
}

/// Rows and tax of the price on a page, from its HTML.
fn shown(page: &str) -> (String, String) {
    let between = |begin: &str, end: &str| {
        let at = page.find(begin).unwrap_or_else(|| panic!("no {begin} in {page}"));
        let length = page[at..].find(end).unwrap() + end.len();
        page[at..at + length].to_owned()
    };
    (
        between("<div data-price=", "</div>"),
        between("<span data-tax>", "</span>"),
    )
}

/// Each product's offer and its price on the page, in each locale.
fn cases(shop: &Shop, served: &Served, tax: &str, products: &[(&str, String)]) -> Vec<Value> {
    let site = tree(&shop.path("dist/current/site"));
    let pages: Vec<(&String, String)> = site
        .iter()
        .filter(|(file, _)| file.ends_with(".html"))
        .map(|(file, bytes)| (file, String::from_utf8(bytes.clone()).unwrap()))
        .collect();
    let mut cases = Vec::new();
    for (locale, iso, folder) in LOCALES {
        let of_locale = |file: &str| match folder {
            "" => !file.starts_with("en/") && !file.starts_with("de/"),
            _ => file.starts_with(folder),
        };
        for (state, id) in products {
            let own = format!("\"product_id\":\"{id}\"");
            let (_, page) = pages
                .iter()
                .find(|(file, page)| of_locale(file) && page.contains("data-price=") && page.contains(&own))
                .unwrap_or_else(|| panic!("{id} has no page in {locale}"));
            let (rows, tax_words) = shown(page);
            let answer = shop.api(&format!("{}/api/offers?ids={id}", served.url), locale);
            cases.push(json!({
                "state": format!("{state}, {tax}"), "locale": iso, "rows": rows, "tax": tax_words, "offer": answer["offers"][0],
            }));
        }
    }
    cases
}

/// R-PDP-02, R-PDP-03: the fixture of the islands' tests equals the built pages and the API's answers.
#[test]
fn r_pdp_03_the_islands_are_tested_with_the_prices_of_built_pages() {
    let shop = recorded();
    let between = shop.before_shopware(&[
        ("collections = ", COLLECTIONS),
        ("taxonomies = ", TAXONOMIES),
        ("accept = ", crate::support::RECORDED_LACKS),
    ]);
    let products: Vec<(&str, String)> = states()
        .iter()
        .enumerate()
        .map(|(place, (state, ..))| (*state, id_of(place)))
        .collect();
    let mut cases_of_all = Vec::new();
    for (tax, many) in [("gross", products.len()), ("net", 1), ("tax-free", 1)] {
        let changed = products.clone();
        between.change(move |path, answer| change(path, answer, &changed, tax));
        shop.build();
        // After the cut-off, when an offer does not count the seconds to it.
        let serve = shop.command(&["serve", "--now", "2026-11-24T20:00:00Z"]);
        let served = started(serve, shop.path("serve.log"));
        cases_of_all.extend(cases(&shop, &served, tax, &products[..many]));
        assert!(served.terminate().success());
    }
    is_fixture(&cases_of_all);
}

/// Compares with the file, or writes it if the environment variable is set.
fn is_fixture(cases: &[Value]) {
    let path = root().join(FIXTURE);
    let now = format!("{:#}\n", json!(cases));
    if env::var_os("VITRINE_UPDATE_FIXTURES").is_some() {
        fs::write(&path, &now).unwrap();
    }
    let before = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        before == now,
        "{FIXTURE} is not what the template gives and the API answers; where the change is meant, write it anew: \
         VITRINE_UPDATE_FIXTURES=1 cargo nextest run --locked -p vitrine-cli live_prices\n{now}"
    );
}
