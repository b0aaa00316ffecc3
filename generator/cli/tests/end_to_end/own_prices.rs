//! A business customer's own prices where several products are shown (law §3): cards, search results, suggestions and the
//! page of a search without a script, compared with prices that are calculated here from the offers of the variants.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

use proptest::{
    prelude::*,
    strategy::ValueTree,
    test_runner::{RngAlgorithm, TestRng, TestRunner},
};
use serde_json::{Value, json};

use crate::{
    one_price::{self, Variant, money},
    support::{Served, Shop, Visitor, page_file, read_json, started},
};

/// How many calls of the Store API a request makes.
const CALLS: &str = include_str!("../../../docs/calls.md");

const LOCALES: [&str; 3] = ["nl", "en", "de"];
/// In the group `trade`, whose prices are without tax.
const BUSINESS: (&str, &str) = ("inkoop@atelier-maas.example", "eikenblad-2026");
const CONSUMER: (&str, &str) = ("noor@example.com", "lindehout-2026");
/// Most products of a request for offers.
const OFFERS: usize = 24;

fn log_in(visitor: &Visitor<'_>, (email, password): (&str, &str)) {
    let login = json!({"email": email, "password": password});
    visitor.post("/api/account/login", &login).ok();
}

fn served(shop: &Shop) -> Served {
    started(shop.command(&["serve"]), shop.path("serve.log"))
}

/// The labels of prices without and with tax.
fn labels(locale: &str) -> (&'static str, &'static str) {
    match locale {
        "nl" => ("excl. btw", "incl. btw"),
        "en" => ("excl. VAT", "incl. VAT"),
        _ => ("zzgl. MwSt.", "inkl. MwSt."),
    }
}

/// The product documents of a locale's search.
fn documents(shop: &Shop, locale: &str) -> Vec<Value> {
    let text = shop.file(&format!("server/search/{locale}.json"));
    let all = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    all.filter(|document| document["product"].is_object()).collect()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}

/// What each family costs this visitor, by the paths of its variants: the cheapest variant that can be bought, with `from`
/// if another one costs more.
fn expected(visitor: &Visitor<'_>, documents: &[Value], locale: &str) -> BTreeMap<String, String> {
    let mut families: BTreeMap<&str, Vec<&Value>> = BTreeMap::new();
    for document in documents {
        families
            .entry(text(&document["product"]["family"]))
            .or_default()
            .push(document);
    }
    let mut prices = BTreeMap::new();
    for variants in families.values().filter(|variants| variants.len() <= OFFERS) {
        let ids: Vec<&str> = variants.iter().map(|variant| text(&variant["id"])).collect();
        let offers = visitor.get(&format!("/api/offers?ids={}", ids.join(","))).ok();
        let offers = offers["offers"].as_array().unwrap();
        let sold = |offer: &&Value| offer["stock_state"] != "outOfStock";
        let any = offers.iter().any(|offer| sold(&offer));
        let counted = offers.iter().filter(|offer| !any || sold(offer));
        let amounts: Vec<i64> = counted
            .map(|offer| offer["unit"]["price"]["minor"].as_i64().unwrap())
            .collect();
        let (least, most) = (*amounts.iter().min().unwrap(), *amounts.iter().max().unwrap());
        let amount = money(locale, least);
        let words = match (least < most, locale) {
            (false, _) => amount,
            (true, "nl") => format!("vanaf {amount}"),
            (true, "en") => format!("from {amount}"),
            (true, _) => format!("ab {amount}"),
        };
        for variant in variants {
            prices.insert(text(&variant["href"]).to_owned(), words.clone());
        }
    }
    prices
}

/// Law §3: "net only after login"; R-PDP-03: "the customer's own price".
#[test]
fn law_3_cards_search_and_suggestions_have_the_customers_price_with_its_label() {
    let shop = Shop::small();
    shop.build();
    let served = served(&shop);
    let customer = Visitor::new(&shop, &served, "nl");
    log_in(&customer, BUSINESS);
    assert_eq!(customer.cookie("vitrine-customer").as_deref(), Some("2"));
    for locale in LOCALES {
        let customer = customer.on_pages_of(locale);
        let documents = documents(&shop, locale);
        let expected = expected(&customer, &documents, locale);
        let (net, _) = labels(locale);
        let public: BTreeMap<&str, &Value> = documents
            .iter()
            .map(|document| (text(&document["href"]), &document["product"]["card"]["price"]))
            .collect();
        assert!(
            expected.iter().any(|(path, own)| *public[path.as_str()] != json!(own)),
            "own prices differ"
        );
        for (path, own) in &expected {
            let answer = customer.get(&format!("/api/card-prices?paths={path}"));
            assert_eq!(answer.headers["cache-control"], "no-store");
            let answer = answer.ok();
            assert_eq!(answer["own"], true);
            let price = &answer["prices"][0]["family"];
            assert_eq!(
                (&price["price"], &price["tax"]),
                (&json!(own), &json!(net)),
                "{locale} {path}"
            );
        }
        let found = customer.get("/api/search?sort=price_asc").ok();
        assert!(
            found["public_order"].is_string(),
            "the order is that of public prices, and says so"
        );
        for product in found["products"].as_array().unwrap() {
            assert_eq!(product["tax"], net, "{product}");
            if let Some(own) = expected.get(text(&product["href"])) {
                assert_eq!(product["price"], *own, "{locale}");
            }
        }
        assert_eq!(customer.get("/api/search").ok()["public_order"], Value::Null);
        let suggested = customer.get("/api/suggest?q=ravel").ok();
        let suggested = suggested["products"].as_array().unwrap();
        assert!(!suggested.is_empty());
        for product in suggested {
            assert_eq!(
                (&product["price"], &product["tax"]),
                (&json!(expected[text(&product["href"])]), &json!(net))
            );
        }
    }
    assert!(served.terminate().success());
}

/// Nobody else waits for prices, and nobody else's answer has a label.
#[test]
fn law_3_visitors_and_consumers_get_public_prices_without_a_call_of_the_shop() {
    let shop = Shop::small();
    shop.build();
    let served = served(&shop);
    let path = text(&documents(&shop, "nl")[0]["href"]).to_owned();
    let visitor = Visitor::new(&shop, &served, "nl");
    shop.control("DELETE", "calls", &Value::Null);
    let nothing = visitor.get(&format!("/api/card-prices?paths={path}")).ok();
    assert_eq!((&nothing["own"], &nothing["prices"]), (&json!(false), &json!([])));
    let found = visitor.get("/api/search?q=ravel").ok();
    assert!(
        found["products"]
            .as_array()
            .unwrap()
            .iter()
            .all(|product| product["tax"].is_null())
    );
    visitor.get("/api/suggest?q=ravel").ok();
    let calls = shop.control("GET", "calls", &Value::Null);
    let paths: BTreeSet<&str> = calls["calls"]
        .as_array()
        .unwrap()
        .iter()
        .map(|call| text(&call["path"]))
        .collect();
    assert!(paths.iter().all(|path| !path.ends_with("/product")), "{paths:?}");

    log_in(&visitor, CONSUMER);
    assert_eq!(visitor.cookie("vitrine-customer").as_deref(), Some("1"));
    assert_eq!(
        visitor.get(&format!("/api/card-prices?paths={path}")).ok()["own"],
        false
    );
    visitor.post("/api/account/logout", &json!({"everywhere": false})).ok();
    assert_eq!(visitor.cookie("vitrine-customer"), None);
    assert!(served.terminate().success());
}

/// Pages come marked, so that places are reserved before the first paint; nobody else's pages differ from the files.
#[test]
fn law_3_pages_are_marked_for_own_prices_alone() {
    let shop = Shop::small();
    shop.build();
    let served = served(&shop);
    let visitor = Visitor::new(&shop, &served, "nl");
    let product = text(&documents(&shop, "nl")[0]["href"]).to_owned();
    let pages = ["/", "/en", &product];
    let expect_the_files = |visitor: &Visitor<'_>| {
        for path in pages {
            let (headers, html) = visitor.page(path);
            assert!(
                headers["cache-control"].to_str().unwrap().contains("s-maxage"),
                "{path}"
            );
            assert_eq!(html, shop.file(&format!("site/{}", page_file(path))), "{path}");
        }
    };
    expect_the_files(&visitor);
    log_in(&visitor, CONSUMER);
    expect_the_files(&visitor);
    let customer = Visitor::new(&shop, &served, "nl");
    log_in(&customer, BUSINESS);
    for path in pages {
        let (headers, html) = customer.page(path);
        assert_eq!(headers["cache-control"], "private, no-cache", "{path}");
        assert!(
            !headers.contains_key("etag") && !headers.contains_key("set-cookie"),
            "{path}"
        );
        let file = shop.file(&format!("site/{}", page_file(path)));
        assert_eq!(html, file.replacen("<html ", "<html data-customer=\"2\" ", 1), "{path}");
    }
    let (headers, _) = customer.page("/?q=1");
    assert_eq!(headers["cache-control"], "private, no-cache");
    let (headers, html) = customer.page("/robots.txt");
    assert_eq!(
        (
            headers["content-type"].to_str().unwrap(),
            html.contains("data-customer")
        ),
        ("text/plain; charset=utf-8", false)
    );
    assert!(served.terminate().success());
}

/// R-SEARCH-03: the results are in the page without a script; for a customer with their own prices.
#[test]
fn law_3_the_page_of_a_search_has_the_customers_prices_without_a_script() {
    let shop = Shop::small();
    shop.build();
    let served = served(&shop);
    let customer = Visitor::new(&shop, &served, "nl");
    log_in(&customer, BUSINESS);
    for (locale, search) in [("nl", "/zoeken"), ("en", "/en/search"), ("de", "/de/suchen")] {
        let customer = customer.on_pages_of(locale);
        let (net, gross) = labels(locale);
        // The first search waits for the index, the page would not.
        let answer = customer.get("/api/search?q=ravel&sort=price_asc").ok();
        let (headers, html) = customer.page(&format!("{search}?q=ravel&sort=price_asc"));
        assert_eq!(headers["cache-control"], "no-store", "{locale}");
        assert!(html.contains("<html data-customer=\"2\" "), "{locale}");
        let products = answer["products"].as_array().unwrap();
        assert!(!products.is_empty());
        for product in products {
            let price = format!(
                "<span>{}</span> <small class=\"product-card__note\">{net}</small>",
                text(&product["price"])
            );
            assert!(html.contains(&price), "{locale}: {price}");
        }
        assert!(html.contains(text(&answer["public_order"])), "{locale}");
        let visitor = Visitor::new(&shop, &served, locale);
        let (headers, html) = visitor.page(&format!("{search}?q=ravel&sort=price_asc"));
        assert!(
            headers["cache-control"].to_str().unwrap().contains("s-maxage"),
            "{locale}"
        );
        assert!(
            !html.contains(net) && !html.contains(&format!("<small class=\"product-card__note\">{gross}")),
            "{locale}"
        );
    }
    assert!(served.terminate().success());
}

/// The hint follows the group of a customer.
#[test]
fn law_3_the_hint_follows_the_customer_group() {
    let shop = Shop::small();
    shop.build();
    let served = served(&shop);
    let customer = Visitor::new(&shop, &served, "nl");
    log_in(&customer, CONSUMER);
    let group = |group: Value| shop.control("POST", "customer-group", &json!({"email": CONSUMER.0, "group": group}));
    let hint = || customer.cookie("vitrine-customer");
    assert_eq!(hint().as_deref(), Some("1"));
    group(json!("trade"));
    customer.get("/api/session").ok();
    assert_eq!(hint().as_deref(), Some("2"));
    group(Value::Null);
    let id = text(&documents(&shop, "nl")[0]["id"]).to_owned();
    customer.get(&format!("/api/offers?ids={id}")).ok();
    assert_eq!(hint().as_deref(), Some("1"));
    assert!(served.terminate().success());
}

/// Whatever the shop answers, results have public prices with their label.
#[test]
fn law_3_a_failing_shop_leaves_public_prices_with_their_label() {
    let shop = Shop::small();
    shop.build();
    let served = served(&shop);
    let customer = Visitor::new(&shop, &served, "nl");
    log_in(&customer, BUSINESS);
    for (status, locale) in [(500, "nl"), (503, "en"), (404, "de")] {
        let fault = json!({"backend": "shopware", "method": "GET", "path": "/store-api/product", "kind": "status", "status": status});
        shop.control("POST", "faults", &fault);
        let customer = customer.on_pages_of(locale);
        let (_, gross) = labels(locale);
        let public: BTreeMap<String, Value> = documents(&shop, locale)
            .iter()
            .map(|document| {
                (
                    text(&document["href"]).to_owned(),
                    document["product"]["card"]["price"].clone(),
                )
            })
            .collect();
        for answer in ["/api/search?q=ravel", "/api/suggest?q=ravel"] {
            let found = customer.get(answer).ok();
            for product in found["products"].as_array().unwrap() {
                assert_eq!(product["tax"], gross, "{status} {answer}");
                assert_eq!(product["price"], public[text(&product["href"])], "{status} {answer}");
            }
        }
        shop.control("DELETE", "faults", &Value::Null);
    }
    assert!(served.terminate().success());
}

/// R-BACK-07: "Incoming query parsing": of a visitor's input only known paths count, and nothing causes a 500.
#[test]
fn r_back_07_what_is_no_list_of_paths_is_refused() {
    let shop = Shop::small();
    shop.build();
    let served = served(&shop);
    let customer = Visitor::new(&shop, &served, "nl");
    log_in(&customer, BUSINESS);
    let many = (0..25)
        .map(|number| format!("/x-{number}"))
        .collect::<Vec<_>>()
        .join(",");
    let long = format!("/{}", "x/".repeat(3_100));
    for query in [
        "",
        "?paths",
        "?paths=",
        "?paths=/a,",
        "?paths=/../a",
        "?paths=/a&paths=/b",
        "?paths[]=/a",
        "?paths=/a&x=1",
    ]
    .map(str::to_owned)
    .into_iter()
    .chain([format!("?paths={many}"), format!("?paths={long}")])
    {
        let answer = customer.get(&format!("/api/card-prices{query}"));
        assert_eq!(answer.refused().1, "INVALID_REQUEST", "{query}");
    }
    let unknown = customer.get("/api/card-prices?paths=/nergens,/en/nowhere").ok();
    assert_eq!((&unknown["own"], &unknown["prices"]), (&json!(true), &json!([])));
    assert!(served.terminate().success());
}

/// `calls.md`: two calls, side by side, however many families are asked for.
#[test]
fn the_prices_of_cards_make_the_calls_of_the_table() {
    let shop = Shop::small();
    shop.build();
    let served = served(&shop);
    let customer = Visitor::new(&shop, &served, "nl");
    log_in(&customer, BUSINESS);
    let documents = documents(&shop, "nl");
    let paths: Vec<&str> = documents
        .iter()
        .map(|document| text(&document["href"]))
        .take(24)
        .collect();
    let row = CALLS
        .lines()
        .find(|line| line.contains("| `GET /api/card-prices` |"))
        .unwrap();
    let cells: Vec<&str> = row.split('|').map(str::trim).collect();
    for promised in [cells[3], cells[4]] {
        shop.control("DELETE", "calls", &Value::Null);
        let answer = customer.get(&format!("/api/card-prices?paths={}", paths.join(",")));
        assert_eq!(answer.ok()["prices"].as_array().unwrap().len(), paths.len());
        let calls = shop.control("GET", "calls", &Value::Null);
        let calls = calls["calls"].as_array().unwrap();
        assert_eq!(calls.len().to_string(), promised, "{calls:?}");
    }
    assert!(served.terminate().success());
}

/// What the group pays for each variant without tax, by product number.
type GroupPrices = BTreeMap<String, Variant>;

/// Writes random prices of the group, smallest quantities and stock into all products of a shop's data. The price of
/// everybody stays.
fn write_group_prices(data: &Path, runner: &mut TestRunner) -> GroupPrices {
    let mut prices = GroupPrices::new();
    for entry in fs::read_dir(data.join("products")).unwrap() {
        let file = entry.unwrap().path();
        let mut family = read_json(&file);
        family["tax"] = "standard".into();
        let mut write = |product: &mut Value| {
            let made = one_price::variant().new_tree(runner).unwrap().current();
            write_product(product, &made);
            prices.insert(text(&product["number"]).to_owned(), made);
        };
        match family.get_mut("variants").and_then(Value::as_array_mut) {
            Some(variants) if !variants.is_empty() => variants.iter_mut().for_each(&mut write),
            _ => write(&mut family),
        }
        let family = family.as_object_mut().unwrap();
        for field in [
            "list_price",
            "regulation_price",
            "unit",
            "purchase_unit",
            "reference_unit",
        ] {
            family.remove(field);
        }
        fs::write(&file, Value::from(family.clone()).to_string()).unwrap();
    }
    prices
}

/// The data has prices with 21 % tax.
fn write_product(product: &mut Value, made: &Variant) {
    let gross = |net: i64| ((net * 121 + 50) / 100) as f64 / 100.0;
    let tiers = made
        .prices
        .iter()
        .map(|(from, net)| json!({"from": from, "price": gross(*net)}));
    product["group_prices"] = json!({"trade": tiers.collect::<Vec<_>>()});
    product["purchase"] = json!({"min": made.min});
    product["closeout"] = (!made.available).into();
    product["stock"] = if made.available { 9 } else { 0 }.into();
}

/// Law §3, R-PDP-02: "what one piece of the cheapest sellable variant costs", of the customer's own prices.
#[test]
fn law_3_a_family_costs_a_customer_one_piece_of_their_cheapest_variant() {
    let mut runner = TestRunner::new_with_rng(
        ProptestConfig::default(),
        TestRng::deterministic_rng(RngAlgorithm::ChaCha),
    );
    for round in 0..3 {
        let mut prices = GroupPrices::new();
        let shop = Shop::small_with(|data| prices = write_group_prices(data, &mut runner));
        shop.build();
        let served = served(&shop);
        let customer = Visitor::new(&shop, &served, "nl");
        log_in(&customer, BUSINESS);
        for locale in LOCALES {
            have_own_prices(
                &customer.on_pages_of(locale),
                &documents(&shop, locale),
                &prices,
                locale,
            );
        }
        assert!(served.terminate().success(), "round {round}");
    }
}

/// Cards of families and rows of variants, with their notes, and search results.
fn have_own_prices(customer: &Visitor<'_>, documents: &[Value], prices: &GroupPrices, locale: &str) {
    let own = |document: &Value| {
        let number = text(&document["numbers"][0]).to_owned();
        let price = prices[&number].clone();
        (number, price)
    };
    let mut families: BTreeMap<&str, Vec<(String, Variant)>> = BTreeMap::new();
    for document in documents {
        let family = text(&document["product"]["family"]);
        families.entry(family).or_default().push(own(document));
    }
    let by_path: BTreeMap<&str, &Value> = documents
        .iter()
        .map(|document| (text(&document["href"]), document))
        .collect();
    let words_of = |path: &str| {
        let family = text(&by_path[path]["product"]["family"]);
        one_price::words(locale, &one_price::expected(&families[family]))
    };
    let paths: Vec<&str> = by_path.keys().copied().collect();
    for asked in paths.chunks(OFFERS) {
        let answer = customer
            .get(&format!("/api/card-prices?paths={}", asked.join(",")))
            .ok();
        let found = answer["prices"].as_array().unwrap();
        assert_eq!(found.len(), asked.len(), "{answer}");
        for price in found {
            let path = text(&price["path"]);
            let (amount, note) = words_of(path);
            let family = &price["family"];
            assert_eq!(
                (&family["price"], &family["note"]),
                (&json!(amount), &json!(note)),
                "{locale} {path}"
            );
            let alone = one_price::expected(&[own(by_path[path])]);
            assert_eq!(
                price["variant"]["price"],
                one_price::words(locale, &alone).0,
                "{locale} {path}"
            );
        }
    }
    let found = customer.get("/api/search").ok();
    for product in found["products"].as_array().unwrap() {
        let (amount, note) = words_of(text(&product["href"]));
        assert_eq!(
            (&product["price"], &product["price_note"]),
            (&json!(amount), &json!(note)),
            "{locale}"
        );
    }
}
