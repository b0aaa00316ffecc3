//! Relevance of the search (R-SEARCH-03): queries as people type them, in `relevance/<code>.json`, sent to a release
//! built from the demo shop. A hit's rank is its position among the products, or among the pages in the order of their
//! groups.

use serde_json::Value;

use crate::support::{Shop, started};

/// Issue 21: "Success at 5 is at least 0.95 and MRR at least 0.85 on the test set in each locale".
const SUCCESS_AT_5: f64 = 0.95;
const RECIPROCAL_RANK: f64 = 0.85;
/// Issue 21: "at least 60 queries a locale … (exact, misspelt, compound, plural, synonym, article number, designer, mixed)".
const QUERIES: usize = 60;
/// `answer` is a query whose answer is in a block of a page: in a question, a card, next to a form or below a list.
const KINDS: [&str; 9] = [
    "exact", "misspelt", "compound", "plural", "synonym", "number", "designer", "mixed", "answer",
];

#[test]
fn r_search_03_the_best_match_comes_first() {
    let shop = Shop::start();
    shop.configure("vitrine.toml", &[("reads = ", "reads = 100000")]);
    shop.build();
    let served = started(shop.command(&["serve"]), shop.path("serve.log"));
    let sets = [
        ("nl", include_str!("relevance/nl.json")),
        ("en", include_str!("relevance/en.json")),
        ("de", include_str!("relevance/de.json")),
    ];
    for (code, set) in sets {
        let queries: Vec<Value> = serde_json::from_str(set).unwrap();
        assert!(queries.len() >= QUERIES, "{code}: {} queries", queries.len());
        for kind in KINDS {
            assert!(
                queries.iter().any(|query| query["kind"] == kind),
                "{code}: no query is {kind}"
            );
        }
        let ranks: Vec<Option<usize>> = queries
            .iter()
            .map(|query| rank(&shop, &served.url, code, query))
            .collect();
        let missed: Vec<String> = queries
            .iter()
            .zip(&ranks)
            .filter(|(_, rank)| **rank != Some(1))
            .map(|(query, rank)| format!("{} ({rank:?})", query["query"]))
            .collect();
        let found = Figures::of(&ranks);
        // `scripts/test` shows this line.
        println!(
            "relevance {code}: {} queries, success at 1 {:.3}, at 5 {:.3}, MRR {:.3}; not first: {}",
            ranks.len(),
            found.at_1,
            found.at_5,
            found.reciprocal,
            missed.join(", ")
        );
        assert!(
            found.at_5 >= SUCCESS_AT_5,
            "{code}: success at 5 is {}: {missed:?}",
            found.at_5
        );
        assert!(
            found.reciprocal >= RECIPROCAL_RANK,
            "{code}: MRR is {}: {missed:?}",
            found.reciprocal
        );
    }
}

struct Figures {
    at_1: f64,
    at_5: f64,
    reciprocal: f64,
}

impl Figures {
    fn of(ranks: &[Option<usize>]) -> Self {
        let share = |most: usize| {
            let found = ranks.iter().flatten().filter(|rank| **rank <= most).count();
            float(found) / float(ranks.len())
        };
        let reciprocal: f64 = ranks.iter().flatten().map(|rank| 1.0 / float(*rank)).sum();
        Self {
            at_1: share(1),
            at_5: share(5),
            reciprocal: reciprocal / float(ranks.len()),
        }
    }
}

fn float(number: usize) -> f64 {
    f64::from(u32::try_from(number).unwrap())
}

/// The rank of the first accepted hit, from 1.
fn rank(shop: &Shop, url: &str, code: &str, query: &Value) -> Option<usize> {
    let text: String = url::form_urlencoded::byte_serialize(query["query"].as_str().unwrap().as_bytes()).collect();
    let answer = shop.api(&format!("{url}/api/search?q={text}"), code);
    let names = |list: &Value, key: &str| -> Vec<Value> {
        list.as_array().unwrap().iter().map(|hit| hit[key].clone()).collect()
    };
    let products = names(&answer["products"], "name");
    let groups = answer["content"].as_array().unwrap().iter();
    let pages: Vec<Value> = groups.flat_map(|group| names(&group["hits"], "title")).collect();
    let expected = query["expect"].as_array().unwrap().iter();
    let places = expected.flat_map(|wanted| [&products, &pages].map(|list| list.iter().position(|hit| hit == wanted)));
    places.flatten().min().map(|place| place + 1)
}
