//! `server.metrics`: numbers about a server, on a port of their own.

use std::{collections::BTreeMap, fs};

use serde_json::json;

use crate::support::{Served, Shop, Visitor, started};

/// Serves with numbers; the address of the numbers.
fn serve(shop: &Shop) -> (Served, String) {
    shop.configure(
        "vitrine.toml",
        &[("trusted_proxies = ", "trusted_proxies = []\nmetrics = \"127.0.0.1:0\"")],
    );
    let served = started(shop.command(&["serve"]), shop.path("serve.log"));
    let address = served.ready["metrics"]
        .as_str()
        .expect("it says where the numbers are")
        .to_owned();
    (served, address)
}

/// The value of each line, by its name and labels; every line is of the format.
fn numbers(shop: &Shop, address: &str) -> BTreeMap<String, f64> {
    let (status, headers, text) = shop.answer(address);
    assert_eq!(status, 200);
    assert_eq!(headers["content-type"], "text/plain; version=0.0.4; charset=utf-8");
    let mut kinds: BTreeMap<&str, &str> = BTreeMap::new();
    let mut numbers = BTreeMap::new();
    for line in text.lines() {
        if let Some(kind) = line.strip_prefix("# TYPE ") {
            let (name, kind) = kind.split_once(' ').unwrap();
            assert!(kinds.insert(name, kind).is_none(), "{name} twice");
        } else if !line.starts_with("# HELP ") {
            let (name, value) = line.rsplit_once(' ').unwrap();
            let base = name.split('{').next().unwrap();
            let is_typed = kinds.keys().any(|kind| base.starts_with(kind));
            assert!(is_typed && base.starts_with("vitrine_"), "{line}");
            let value: f64 = value.parse().unwrap();
            assert!(numbers.insert(name.to_owned(), value).is_none(), "{line} twice");
        }
    }
    numbers
}

/// The sum of the numbers whose names contain each of these parts.
fn sum(numbers: &BTreeMap<String, f64>, parts: &[&str]) -> f64 {
    let named = numbers
        .iter()
        .filter(|(name, _)| parts.iter().all(|part| name.contains(part)));
    named.map(|(_, value)| value).sum()
}

/// Requests by route and status, calls to the backends, breaker, sessions, cache, release, builder, events, outboxes.
#[test]
fn numbers_about_a_server_are_shown_on_a_port_of_their_own() {
    let mut shop = Shop::small();
    let release = shop.build()["release"].as_str().unwrap().to_owned();
    let (served, address) = serve(&shop);
    let before = numbers(&shop, &address);
    assert_eq!(before["vitrine_breaker_open{backend=\"shopware\"}"], 0.0);
    assert_eq!(before[&format!("vitrine_release_live{{release=\"{release}\"}}")], 1.0);
    assert_eq!(before["vitrine_builder_state{state=\"none\"}"], 1.0);
    assert_eq!(before["vitrine_sessions_changing"], 0.0);
    assert_eq!(before["vitrine_events{are=\"accepted\"}"], 0.0);
    for are in ["kept", "undelivered"] {
        assert_eq!(sum(&before, &["vitrine_outbox_records{", are]), 0.0, "{are}");
    }

    let visitors_words = "a-path-that-a-visitor-typed";
    for _ in 0..3 {
        assert_eq!(
            shop.get(&format!("{}/{visitors_words}?q={visitors_words}", served.url))
                .0,
            404
        );
    }
    assert_eq!(shop.get(&format!("{}/privacy", served.url)).0, 200);
    let nobodys = "0".repeat(32);
    let offers = format!("{}/api/offers?ids={nobodys}", served.url);
    assert!(shop.api(&offers, "nl").is_object());
    let after = numbers(&shop, &address);
    let grown = |parts: &[&str]| sum(&after, parts) - sum(&before, parts);
    assert_eq!(grown(&["vitrine_request_seconds_count", "status=\"404\""]), 3.0);
    assert_eq!(
        grown(&["vitrine_request_seconds_count", "route=\"getOffers\"", "status=\"200\""]),
        1.0
    );
    assert!(grown(&["vitrine_backend_call_seconds_count", "shopware", "status=\"200\""]) >= 1.0);
    assert!(after["vitrine_cache_bytes"] >= before["vitrine_cache_bytes"]);
    let (_, _, text) = shop.answer(&address);
    assert!(!text.contains(visitors_words), "nothing of a visitor: {text}");
    shop.holds_no_secret(text.as_bytes(), "the numbers");

    // Each port has its own paths.
    let other = |path: &str| shop.answer(&address.replace("/metrics", path)).0;
    assert_eq!((other("/"), other("/privacy"), other("/api/ready")), (404, 404, 404));
    assert_eq!(shop.get(&format!("{}/metrics", served.url)).0, 404);
    let posted = shop.post_json(&address, &json!({}));
    assert_eq!(posted.0, 405);

    // A Shopware that is gone.
    shop.stop_backends();
    let visitor = Visitor::new(&shop, &served, "nl");
    for _ in 0..12 {
        let status = visitor.get(&format!("/api/offers?ids={nobodys}")).status;
        assert!([502, 503].contains(&status), "{status}");
    }
    let gone = numbers(&shop, &address);
    assert!(
        sum(
            &gone,
            &["vitrine_backend_call_seconds_count", "shopware", "status=\"none\""]
        ) >= 1.0
    );
    assert_eq!(gone["vitrine_breaker_open{backend=\"shopware\"}"], 1.0);
    assert!(served.terminate().success());
}

/// Every number is in the contract, and the contract has no other.
#[test]
fn the_numbers_are_those_of_the_contract() {
    let shop = Shop::small();
    shop.build();
    let (served, address) = serve(&shop);
    let (_, _, text) = shop.answer(&address);
    let contract = fs::read_to_string(crate::support::root().join("generator/docs/contracts/metrics.md")).unwrap();
    let named: Vec<&str> = contract
        .lines()
        .filter_map(|line| line.strip_prefix("| `vitrine_")?.split('`').next())
        .collect();
    let shown: Vec<&str> = text
        .lines()
        .filter_map(|line| line.strip_prefix("# TYPE vitrine_")?.split(' ').next())
        .collect();
    // A process that has not built has no memory of a builder.
    let expected: Vec<&str> = named
        .iter()
        .copied()
        .filter(|name| *name != "builder_memory_bytes")
        .collect();
    assert_eq!(shown, expected);
    assert!(served.terminate().success());
}

/// Without the setting there is no such port.
#[test]
fn nothing_is_shown_as_shipped() {
    let shop = Shop::small();
    let served = started(shop.command(&["serve"]), shop.path("serve.log"));
    assert!(served.ready["metrics"].is_null(), "{}", served.ready);
    assert!(served.terminate().success());
}

/// A trace and the header that names it.
const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";
const SPAN: &str = "00f067aa0ba902b7";

/// The traces of Shopware's calls for one request that names a trace, and the log.
fn calls_in_a_trace(shop: &Shop, proxies: &str, traceparent: &str) -> (Vec<String>, String) {
    let line = format!("trusted_proxies = [{proxies}]");
    shop.configure("vitrine.toml", &[("trusted_proxies = ", &line)]);
    let mut command = shop.command(&["serve"]);
    command.env("RUST_LOG", "vitrine::request=info");
    let served = started(command, shop.path("serve.log"));
    shop.control("DELETE", "calls", &json!({}));
    let visitor = Visitor::new(shop, &served, "nl").with_header("traceparent", traceparent);
    let nobodys = "0".repeat(32);
    visitor.get(&format!("/api/offers?ids={nobodys}")).ok();
    // A change is sent apart from its request. Nobody has this product.
    visitor.post("/api/cart/line-items", &json!({ "product_id": nobodys, "quantity": 1 }));
    let calls = shop.control("GET", "calls", &json!({}));
    let calls = calls["calls"].as_array().unwrap().iter();
    let traces = calls.filter_map(|call| call["headers"]["traceparent"].as_str().map(str::to_owned));
    let traces = traces.collect();
    let log = served.log();
    assert!(served.terminate().success());
    (traces, log)
}

/// The trace of a trusted proxy is passed on and logged; of anybody else nothing is.
#[test]
fn a_trace_of_a_trusted_proxy_is_passed_on() {
    let shop = Shop::small();
    shop.build();
    let header = format!("00-{TRACE}-{SPAN}-01");
    let (traces, log) = calls_in_a_trace(&shop, "\"127.0.0.1\"", &header);
    assert!(traces.len() >= 2, "a read and a change: {traces:?}");
    for trace in &traces {
        let parts: Vec<&str> = trace.split('-').collect();
        assert_eq!((parts[0], parts[1], parts[3]), ("00", TRACE, "01"), "{trace}");
        assert_ne!(parts[2], SPAN, "a span of its own");
    }
    assert!(log.contains(TRACE) && !log.contains(SPAN), "{log}");
    for (proxies, sent) in [("", header.as_str()), ("\"127.0.0.1\"", "00-words-of-somebody-01")] {
        let (traces, log) = calls_in_a_trace(&shop, proxies, sent);
        assert_eq!(traces, [] as [&str; 0], "{sent}");
        assert!(!log.contains(TRACE) && !log.contains("words-of-somebody"), "{log}");
        assert!(log.contains("\"trace\":\"-\""), "{log}");
    }
}
