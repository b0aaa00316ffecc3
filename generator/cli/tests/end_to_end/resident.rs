//! The process that builds for `vitrine serve` stays between builds (R-GEN-03): what it keeps changes no release, and
//! its end at any time costs no save.

use std::{
    fs, thread,
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use crate::support::{Building, Shop, signal};

/// A change that is saved.
type Save = (&'static str, fn(&Shop));

fn title(shop: &Shop, title: &str) {
    shop.edit("pages/privacy", "nl-NL", &json!({ "title": title }));
}

fn price(shop: &Shop, price: u32) {
    let price = json!({ "product_number": "RAVEL-MO-OA", "price": price });
    shop.control("POST", "price", &price);
}

/// The processes that a server has started and that run.
pub(crate) fn children(server: u32) -> Vec<u32> {
    let processes = fs::read_dir("/proc").unwrap().flatten();
    let numbers = processes.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    let is_child = |id: &u32| {
        let status = fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default();
        status.contains(&format!("\nPPid:\t{server}\n")) && !status.contains("\nState:\tZ")
    };
    numbers.filter(is_child).collect()
}

/// Waits until a process has ended.
fn ends(id: u32) {
    let since = Instant::now();
    let status = || fs::read_to_string(format!("/proc/{id}/status"));
    while status().is_ok_and(|status| !status.contains("\nState:\tZ")) {
        thread::sleep(Duration::from_millis(20));
        assert!(
            since.elapsed() < Duration::from_secs(60),
            "process {id} runs without its server"
        );
    }
}

/// The one process that waits for the next build.
fn builder(served: &Building<'_>) -> u32 {
    let all = children(served.id());
    let [one] = all.as_slice() else {
        panic!("{all:?} build for {}", served.id());
    };
    *one
}

/// Saves, and waits until it is live.
fn save(shop: &Shop, served: &Building<'_>, save: impl Fn(&Shop)) -> Value {
    let before = served.report()["accepted"].as_u64().unwrap();
    save(shop);
    served.built(before + 1)
}

/// R-GEN-03 "Saved is live", R-GEN-01 "the same input gives the same bytes": after each kind of save, the release of the
/// process that stays is that of a build of its own which renders everything.
#[test]
fn r_gen_03_the_builder_that_stays_makes_the_releases_of_a_new_one() {
    const SAVES: &[Save] = &[
        ("a text", |shop| title(shop, "Eerst")),
        ("the same page again", |shop| title(shop, "Toen")),
        ("a price", |shop| price(shop, 1_234)),
        ("a text after a price", |shop| title(shop, "Nog iets")),
        ("a lower price", |shop| price(shop, 987)),
        ("an unpublished page", |shop| {
            let gone = json!({ "entry": "pages/stalen-aanvragen", "site": "en-GB", "publish": false });
            shop.control("POST", "entries", &gone);
        }),
        ("a product that is not sold any more", |shop| {
            let gone = json!({ "product_number": "RAVEL-MO-OA", "active": false });
            shop.control("POST", "active", &gone);
        }),
        ("and that is sold again", |shop| {
            let back = json!({ "product_number": "RAVEL-MO-OA", "active": true });
            shop.control("POST", "active", &back);
        }),
    ];
    let shop = Shop::small();
    let served = Building::start(&shop, &[]);
    served.until("the first release", |report| report["builds"][0]["outcome"] == "live");
    let first = builder(&served);
    for (what, change) in SAVES {
        let report = save(&shop, &served, change);
        assert_eq!(report["builds"][0]["outcome"], "live", "{what}: {report:#}");
        shop.is_as_in_full(what);
        assert_eq!(builder(&served), first, "{what}");
        assert!(report["memory_bytes"].as_u64() > Some(1 << 20), "{report:#}");
    }
    served.terminate();
    ends(first);
}

/// R-GEN-02, R-GEN-03: the process is killed while it waits, and the next save is live all the same; and a configuration
/// that was changed while it waited counts.
#[test]
fn r_gen_03_a_builder_that_was_killed_or_is_outdated_costs_nothing() {
    let shop = Shop::small();
    let served = Building::start(&shop, &[]);
    served.until("the first release", |report| report["builds"][0]["outcome"] == "live");
    for round in 0..3 {
        let waiting = builder(&served);
        signal("KILL", waiting);
        let name = format!("Ronde {round}");
        let report = save(&shop, &served, |shop| title(shop, &name));
        assert_eq!(report["builds"][0]["outcome"], "live", "{report:#}");
        assert_eq!(report["builds"][0]["error"], Value::Null, "{report:#}");
        assert!(served.page("/privacy").1.contains(&name));
        assert_ne!(builder(&served), waiting);
    }
    shop.configure("vitrine.toml", &[("title_separator = ", "title_separator = \" ~ \"")]);
    save(&shop, &served, |shop| title(shop, "Anders"));
    assert!(served.page("/privacy").1.contains(" ~ "));
    shop.is_as_in_full("another configuration");
    served.terminate();
}

/// R-GEN-02, rule 19: the process is killed in the middle of a build: the build failed, the live release is as it was, and the
/// save is built by another process.
#[test]
fn r_gen_02_a_builder_that_is_killed_in_a_build_is_replaced() {
    let shop = Shop::small();
    shop.configure("vitrine.toml", &[("retry = ", "retry = [1]")]);
    let served = Building::start(&shop, &[]);
    served.until("the first release", |report| report["builds"][0]["outcome"] == "live");
    let (live, first) = (shop.live(), builder(&served));
    let fault = json!({ "backend": "shopware", "path": "/store-api/product", "kind": "hang" });
    shop.control("POST", "faults", &fault);
    price(&shop, 1_300);
    served.until("it builds", |report| {
        report["state"] == "building" && report["stage"] == "pull"
    });
    signal("KILL", first);
    let report = served.until("it failed", |report| report["builds"][0]["outcome"] == "failed");
    let error = report["builds"][0]["error"].as_str().unwrap();
    assert!(error.contains("signal"), "{error}");
    assert_eq!(shop.live(), live);
    shop.control("DELETE", "faults", &Value::Null);
    served.until("it is made up for", |report| report["builds"][0]["outcome"] == "live");
    assert_ne!(builder(&served), first);
    shop.is_as_in_full("after the kill");
    served.terminate();
}

/// A failed build and what follows it: the fault is told, nothing that the process knew before it counts after it.
#[test]
fn r_gen_02_a_build_that_failed_in_the_builder_that_stays_is_made_up_for() {
    let shop = Shop::small();
    let served = Building::start(&shop, &[]);
    served.until("the first release", |report| report["builds"][0]["outcome"] == "live");
    for kind in ["status", "cut"] {
        let fault = json!({ "backend": "shopware", "path": "/store-api/product", "kind": kind, "status": 404 });
        shop.control("POST", "faults", &fault);
        price(&shop, 1_300);
        let report = served.until("it failed", |report| report["builds"][0]["outcome"] == "failed");
        assert!(report["builds"][0]["error"].is_string(), "{report:#}");
        shop.control("DELETE", "faults", &Value::Null);
        let report = save(&shop, &served, |shop| title(shop, kind));
        assert_eq!(report["builds"][0]["outcome"], "live", "{report:#}");
        shop.is_as_in_full(kind);
    }
    served.terminate();
}

/// `builder.idle` and `builder.memory`: the process ends when it has waited for long enough, or has too much memory; each
/// save is live all the same.
#[test]
fn r_gen_03_the_builder_that_stays_is_bounded() {
    for (line, ends) in [
        ("idle = 0", true),
        ("memory = 64", true),
        ("idle = 1", true),
        ("idle = 900", false),
    ] {
        // A shop whose builds take more memory than the smallest bound.
        let shop = if line.starts_with("memory") {
            Shop::start()
        } else {
            Shop::small()
        };
        let key = line.split_inclusive('=').next().unwrap();
        shop.configure("vitrine.toml", &[(key, line)]);
        let served = Building::start(&shop, &[]);
        served.until("the first release", |report| report["builds"][0]["outcome"] == "live");
        save(&shop, &served, |shop| title(shop, line));
        assert!(served.page("/privacy").1.contains(line));
        if ends {
            let is_gone = |report: &Value| report["memory_bytes"].is_null() && children(served.id()).is_empty();
            served.until(line, is_gone);
        } else {
            builder(&served);
        }
        served.terminate();
    }
}
