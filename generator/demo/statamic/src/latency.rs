//! The latency of a real 5.73 for each call, for `--latency real` (part C of the contract, "What costs": measured on
//! two cores with four workers). Answers are cached until something is saved; the first calls after a save also build
//! the trees of their sites and the terms, each separately until one of them has finished.
//!
//! **Invariant:** without latency nothing waits, and waiting changes no answer.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use serde_json::Value;
use tokio::sync::Semaphore;

use super::blueprint::Blueprint;
use super::query::Query;
use super::scope::Scope;

/// Number of calls computed in parallel: one per core.
const CORES: usize = 2;
/// Milliseconds of a call without work, or with a cached answer.
const CALL: f64 = 20.0;
/// Per entry of a list with only its own keys: 88 with seven keys take 0.2 s.
const ENTRY: f64 = 2.0;
/// Per relation field with a value, and per empty one: it searches all entries of the site, so 100 news of 5,000 take
/// 24 s, and 0.9 s without relations.
const RELATION: f64 = 4.0;
const EMPTY_RELATION: f64 = 2.5;
const SEARCHED_ENTRY: f64 = 0.0106;
/// Per kilobyte of an answer: blocks.
const KILOBYTE: f64 = 0.1;
/// Per node of a navigation or tree without and with its address: 102 nodes take 0.7 s, those of 88 pages 0.65 s, of
/// which the tree of the site takes a third of a second.
const NODE: f64 = 1.0;
const ADDRESS: f64 = 2.4;
/// For the tree of a site, and for all terms, in the first call after a save that needs them.
const SITE_TREE: f64 = 330.0;
const ALL_TERMS: f64 = 600.0;
const NO_TREE: f64 = 40.0;
const GLOBALS: f64 = 160.0;
const TERMS: f64 = 160.0;
const FORMS: f64 = 40.0;
const ONE_ENTRY: f64 = 180.0;
/// Per asset: 100 take 0.2 s.
const ASSET: f64 = 1.8;
/// Per record that GraphQL lists, including nested values: ids of 666 entries take 0.8 s, 100 dealers 0.3 s.
const GRAPHQL_RECORD: f64 = 1.2;
const GRAPHQL_PART: f64 = 0.25;
/// Slowdown of a call that runs in parallel with another one: with it, the whole pull of the demo shop takes 12.5 s, in
/// which PHP works for about 20 s.
const BESIDE_ANOTHER: f64 = 1.12;

/// The cost of a call that is not cached.
#[derive(Debug, Default)]
pub(crate) struct Cost {
    /// The cache key of its answer.
    address: String,
    milliseconds: f64,
    /// The site whose tree it needs.
    tree: Option<usize>,
    /// Number of taxonomies whose terms it needs.
    taxonomies: usize,
    /// The taxonomy whose terms it builds.
    taxonomy: Option<String>,
}

/// Data that has been built since the last save.
#[derive(Debug, Default)]
struct Ready {
    answers: BTreeSet<String>,
    trees: BTreeSet<usize>,
    taxonomies: BTreeSet<String>,
    /// A list has needed all terms.
    terms: bool,
}

/// The latency of one installation.
#[derive(Debug)]
pub(crate) struct Pace {
    is_real: AtomicBool,
    cores: Semaphore,
    ready: Mutex<Ready>,
    /// Number of saves.
    saves: AtomicU64,
}

impl Default for Pace {
    fn default() -> Self {
        Self {
            is_real: AtomicBool::default(),
            cores: Semaphore::new(CORES),
            ready: Mutex::default(),
            saves: AtomicU64::default(),
        }
    }
}

impl Pace {
    /// Switches between the latency of a real Statamic and none.
    pub(crate) fn set(&self, is_real: bool) {
        self.is_real.store(is_real, Ordering::Relaxed);
        self.saved();
    }

    pub(crate) fn is_real(&self) -> bool {
        self.is_real.load(Ordering::Relaxed)
    }

    /// Marks everything as not built.
    pub(crate) fn saved(&self) {
        self.saves.fetch_add(1, Ordering::Relaxed);
        *self.lock() = Ready::default();
    }

    /// Waits for the duration of a call.
    pub(crate) async fn spend(&self, cost: Cost) {
        if !self.is_real() {
            return;
        }
        let beside = self.cores.available_permits() < CORES;
        let Ok(_core) = self.cores.acquire().await else { return };
        let saves = self.saves.load(Ordering::Relaxed);
        let milliseconds = self.milliseconds(&cost) * if beside { BESIDE_ANOTHER } else { 1.0 };
        tokio::time::sleep(Duration::from_secs_f64(milliseconds / 1000.0)).await;
        if saves == self.saves.load(Ordering::Relaxed) {
            let mut ready = self.lock();
            ready.answers.insert(cost.address);
            ready.trees.extend(cost.tree);
            ready.terms |= cost.taxonomies > 0;
            ready.taxonomies.extend(cost.taxonomy);
        }
    }

    fn milliseconds(&self, cost: &Cost) -> f64 {
        let ready = self.lock();
        if ready.answers.contains(&cost.address) {
            return CALL;
        }
        let tree = cost.tree.filter(|site| !ready.trees.contains(site)).map(|_| SITE_TREE);
        let missing = cost.taxonomies.saturating_sub(ready.taxonomies.len());
        let terms = (missing > 0 && !ready.terms).then(|| ALL_TERMS * amount(missing) / amount(cost.taxonomies));
        cost.milliseconds + tree.unwrap_or_default() + terms.unwrap_or_default()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Ready> {
        self.ready.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The cost of a call of REST with its answer; `None` = 404.
pub(crate) fn of_rest(path: &str, query: &Query, raw: &str, body: Option<&Value>, scope: &Scope<'_>) -> Cost {
    let address = format!("{path}?{raw}");
    let segments: Vec<&str> = path.trim_matches('/').split('/').skip(1).collect();
    let site = |key: &str| query.get(key).and_then(|handle| scope.content.site_index(handle));
    let data = body.and_then(|body| body.get("data"));
    let cost = |milliseconds: f64| Cost {
        milliseconds,
        ..Cost::default()
    };
    let found = match (segments.as_slice(), data) {
        (["collections", _, "tree"], None) => cost(NO_TREE),
        (["collections", _, "tree"] | ["navs", _, "tree"], Some(tree)) => {
            let fields = query.fields();
            let has_addresses =
                fields.is_none_or(|fields| ["url", "uri", "permalink"].iter().any(|key| fields.contains(key)));
            let node = NODE + if has_addresses { ADDRESS } else { 0.0 };
            Cost {
                tree: Some(site("site").unwrap_or_default()),
                ..cost(CALL + amount(nodes(tree)) * node)
            }
        }
        (["collections", collection, "entries"], Some(list)) => {
            let blueprint = scope.content.entry_blueprint(collection);
            let of_site = site("filter[site]");
            Cost {
                milliseconds: CALL + entries(list, blueprint, searched(of_site, scope)),
                tree: Some(of_site.unwrap_or_default()),
                taxonomies: match blueprint.is_some_and(|blueprint| needs_terms(query, blueprint)) {
                    true => scope.content.taxonomies.len(),
                    false => 0,
                },
                ..Cost::default()
            }
        }
        (["collections", _, "entries", _], Some(_)) => cost(ONE_ENTRY),
        (["taxonomies", taxonomy, ..], Some(_)) => Cost {
            taxonomy: Some((*taxonomy).to_owned()),
            ..cost(TERMS)
        },
        (["globals", ..], Some(_)) => cost(GLOBALS),
        (["forms", ..], Some(_)) => cost(FORMS),
        (["assets", ..], Some(list)) => cost(CALL + amount(list.as_array().map_or(1, Vec::len)) * ASSET),
        _ => cost(CALL),
    };
    Cost { address, ..found }
}

/// The cost of a GraphQL document.
pub(crate) fn of_graphql(asked: &Value, answer: &Value) -> Cost {
    let lists = answer.get("data").and_then(Value::as_object);
    let records = lists
        .into_iter()
        .flat_map(|lists| lists.values())
        .filter_map(|list| list.get("data"));
    let records: f64 = records.filter_map(Value::as_array).flatten().map(record).sum();
    Cost {
        address: asked.to_string(),
        milliseconds: CALL + records,
        ..Cost::default()
    }
}

fn record(record: &Value) -> f64 {
    let parts: usize = record
        .as_object()
        .into_iter()
        .flat_map(|map| map.values())
        .filter_map(Value::as_array)
        .map(Vec::len)
        .sum();
    GRAPHQL_RECORD + amount(parts) * GRAPHQL_PART
}

fn entries(list: &Value, blueprint: Option<&Blueprint>, searched: usize) -> f64 {
    let fields = blueprint
        .map(|blueprint| blueprint.fields.as_slice())
        .unwrap_or_default();
    let relations: Vec<&str> = fields
        .iter()
        .filter(|field| field.is_relation())
        .map(|field| field.handle.as_str())
        .collect();
    let of_relation = |value: &Value| match value {
        Value::Null => EMPTY_RELATION + amount(searched) * SEARCHED_ENTRY,
        Value::Array(list) if list.is_empty() => EMPTY_RELATION + amount(searched) * SEARCHED_ENTRY,
        _ => RELATION,
    };
    let list = list.as_array().map(Vec::as_slice).unwrap_or_default();
    let of_entry = |entry: &Value| {
        let related = relations
            .iter()
            .filter_map(|handle| entry.get(*handle))
            .map(of_relation);
        ENTRY + related.sum::<f64>() + amount(entry.to_string().len()) / 1024.0 * KILOBYTE
    };
    list.iter().map(of_entry).sum()
}

/// Number of entries of a site, or of all sites.
fn searched(site: Option<usize>, scope: &Scope<'_>) -> usize {
    let all = scope.content.entries.iter();
    all.filter(|entry| site.is_none_or(|site| entry.site == site)).count()
}

fn needs_terms(query: &Query, blueprint: &Blueprint) -> bool {
    let asked = query.fields();
    let is_asked = |handle: &str| asked.as_ref().is_none_or(|asked| asked.contains(&handle));
    let holds_terms = |kind: &str| ["terms", "replicator"].contains(&kind);
    blueprint
        .fields
        .iter()
        .any(|field| holds_terms(&field.kind) && is_asked(&field.handle))
}

fn nodes(tree: &Value) -> usize {
    let list = tree.as_array().map(Vec::as_slice).unwrap_or_default();
    list.iter().map(|node| 1 + node.get("children").map_or(0, nodes)).sum()
}

/// Counts are far below the integers that a float represents exactly.
fn amount(count: usize) -> f64 {
    u32::try_from(count).map_or(f64::from(u32::MAX), f64::from)
}
