//! A shop that changes during a pull, and endless lists (rule 18; R-GEN-02).

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use serde_json::{Value, json};

use crate::support::{AT_ONCE, Between, Run, Shop};

/// The total of the products changes between two pages, the first `times` times that the second page is read.
fn moving(between: &Between, times: usize) -> Arc<AtomicUsize> {
    let moved = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&moved);
    between.change(move |asked, answer| {
        let second = asked.starts_with("/store-api/product?") && asked.contains("page=2&");
        if second && counted.load(Ordering::SeqCst) < times {
            counted.fetch_add(1, Ordering::SeqCst);
            let total = answer["total"].as_u64().unwrap();
            answer["total"] = json!(total - 1);
        }
    });
    moved
}

fn stopped(shop: &Shop, words: &[&str]) -> Run {
    let kept = shop.kept();
    let run = shop.vitrine(&["build"]);
    assert_eq!(run.code, Some(2), "{}", run.stderr);
    for word in words {
        assert!(run.said().contains(word), "{word:?} is not in: {}", run.said());
    }
    let now = shop.kept();
    assert!(now.0 == kept.0 && now.1 == kept.1, "the live release was touched");
    assert!(now.2 == kept.2, "the last pull was touched");
    run
}

/// Rule 18: a pull during which the shop changed restarts by itself and reports it.
#[test]
fn rule_18_a_pull_starts_again_when_the_shop_was_changed_under_it() {
    let shop = Shop::start();
    let between = shop.before_shopware(&[AT_ONCE]);
    let moved = moving(&between, 2);
    let run = shop.vitrine(&["build"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert_eq!(moved.load(Ordering::SeqCst), 2);
    for restart in ["restart 1 of 3", "restart 2 of 3"] {
        assert_eq!(run.said().matches(restart).count(), 1, "{}", run.said());
    }
    assert!(!run.said().contains("restart 3 of 3"), "{}", run.said());
    assert!(
        run.said().contains("the shop was changed while it was read"),
        "{}",
        run.said()
    );
    // As many contexts as pulls: each started from the beginning.
    let answer = shop.control("GET", "calls", &Value::Null);
    let contexts = answer["calls"].as_array().unwrap().iter();
    assert_eq!(contexts.filter(|c| c["path"] == "/store-api/context").count(), 3);
}

/// Rule 18: after the last restart the error is reported, and nothing was changed.
#[test]
fn rule_18_a_shop_that_never_rests_stops_the_build() {
    let shop = Shop::start();
    let between = shop.before_shopware(&[AT_ONCE]);
    shop.build();
    let moved = moving(&between, usize::MAX);
    let run = stopped(
        &shop,
        &[
            "restart 3 of 3",
            "the shop was changed while it was read, in each of 4 pulls",
            "the pull failed at products nl: its total moved from ",
        ],
    );
    assert_eq!(moved.load(Ordering::SeqCst), 4, "{}", run.said());
}

/// Rule 18: the same for the CMS, whose lists report their number of records.
#[test]
fn rule_18_a_cms_that_is_edited_is_read_again() {
    let shop = Shop::small();
    let between = shop.before_statamic(&[AT_ONCE]);
    shop.build();
    let mut times = 1;
    between.change(move |asked, answer| {
        if asked.starts_with("/api/collections/news/entries") && times > 0 {
            times -= 1;
            let total = answer["meta"]["total"].as_u64().unwrap();
            answer["meta"]["total"] = json!(total + 1);
        }
    });
    let run = shop.vitrine(&["build"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(run.said().contains("restart 1 of 3"), "{}", run.said());
    assert!(!run.said().contains("restart 2 of 3"), "{}", run.said());
}

/// Rule 13: a list that reports endless pages is not read forever.
#[test]
fn rule_13_lists_without_end_stop_at_a_bound() {
    let shop = Shop::small();
    let between = shop.before_statamic(&[AT_ONCE]);
    shop.build();
    between.change(|asked, answer| {
        if asked.starts_with("/api/collections/news/entries") {
            answer["meta"]["last_page"] = json!(999_999);
        }
    });
    shop.control("DELETE", "calls", &Value::Null);
    stopped(
        &shop,
        &[
            "Statamic GET /collections/news/entries says that it has 999999 pages",
            "limits.list_records",
        ],
    );
    let answer = shop.control("GET", "calls", &Value::Null);
    let asked = answer["calls"].as_array().unwrap().iter();
    let mut pages: Vec<_> = asked
        .filter(|call| call["path"] == "/api/collections/news/entries")
        .map(|call| call["query"].as_str().unwrap_or_default().to_owned())
        .collect();
    // The sites are read in parallel: at most the first page of each.
    pages.sort();
    assert!((1..=3).contains(&pages.len()), "{pages:?}");
    pages.dedup();
    let first = |query: &String| query.split('&').any(|part| part == "page=1");
    assert!(pages.iter().all(first), "{pages:?}");

    // Within the limit, a page without records ends it.
    between.change(|asked, answer| {
        if asked.starts_with("/api/collections/news/entries") {
            answer["meta"]["last_page"] = json!(9_999);
        }
    });
    stopped(&shop, &["page 2 of 9999 is empty"]);
    between.leave();
    shop.build();
}

/// Rule 13: the same for the Store API, whose total gives the number of pages.
#[test]
fn rule_13_an_absurd_total_stops_at_a_bound() {
    let shop = Shop::small();
    let between = shop.before_shopware(&[AT_ONCE]);
    shop.build();
    between.change(|asked, answer| {
        if asked.starts_with("/store-api/product?") {
            answer["total"] = json!(4_000_000_000_u64);
        }
    });
    stopped(
        &shop,
        &[
            "Shopware GET /product says that it has 4000000000 records, more than the 1000000",
            "limits.list_records",
        ],
    );
}
