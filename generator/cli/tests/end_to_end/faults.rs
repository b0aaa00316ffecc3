//! Backends that fail during a pull (R-BACK-03, R-BACK-04, R-GEN-02), through the demo's control API.

use std::{path::PathBuf, time::Instant};

use serde_json::{Value, json};

use crate::support::{Run, Shop, Tree};

/// Builds with a fault, which must fail and leave release and pull unchanged; the next builds succeed.
fn fails(shop: &Shop, fault: &Value) -> Run {
    let kept = shop.kept();
    let run = under(shop, fault, "vitrine.toml");
    assert_eq!(run.code, Some(2), "{fault}: {}", run.stderr);
    untouched(shop, &kept);
    let offline = shop.vitrine(&["build", "--offline"]);
    assert_eq!(offline.code, Some(0), "the last pull still builds: {}", offline.stderr);
    assert_eq!(shop.live(), kept.0, "and gives the same release");
    run
}

fn untouched(shop: &Shop, kept: &(PathBuf, Tree, Tree)) {
    let now = shop.kept();
    assert_eq!(now.0, kept.0, "dist/current points elsewhere");
    assert!(now.1 == kept.1, "the live release was touched");
    assert!(now.2.keys().eq(kept.2.keys()), "files of the last pull came or went");
    assert!(now.2 == kept.2, "the last pull was touched");
}

fn under(shop: &Shop, fault: &Value, config: &str) -> Run {
    shop.control("DELETE", "calls", &Value::Null);
    shop.control("POST", "faults", fault);
    let run = shop.vitrine(&["--config", config, "build"]);
    shop.control("DELETE", "faults", &Value::Null);
    run
}

/// Calls of a path in order: method and fault.
fn calls(shop: &Shop, path: &str) -> Vec<(String, String)> {
    let answer = shop.control("GET", "calls", &Value::Null);
    let calls = answer["calls"].as_array().unwrap().iter();
    calls
        .filter(|call| call["path"] == path)
        .map(|call| {
            let fault = call["fault"].as_str().unwrap_or("none").to_owned();
            (call["method"].as_str().unwrap().to_owned(), fault)
        })
        .collect()
}

fn of(list: &[&str]) -> Vec<(String, String)> {
    list.iter()
        .map(|fault| ("GET".to_owned(), (*fault).to_owned()))
        .collect()
}

fn built() -> Shop {
    let shop = Shop::small();
    shop.build();
    shop
}

/// R-BACK-03: GET once more on 408, 409, 425, 429, 500, 502, 503, 504.
#[test]
fn r_back_03_a_get_is_tried_once_more() {
    let shop = built();
    for status in [408, 409, 425, 429, 500, 502, 503, 504] {
        let fault = json!({ "backend": "shopware", "path": "/store-api/context", "kind": "status", "status": status, "times": 1 });
        let run = under(&shop, &fault, "vitrine.toml");
        assert_eq!(run.code, Some(0), "{status}: {}", run.stderr);
        assert_eq!(calls(&shop, "/store-api/context"), of(&["status", "none"]), "{status}");
    }
    let fault = json!({ "backend": "statamic", "path": "/api/forms", "kind": "status", "status": 500, "times": 1 });
    assert_eq!(under(&shop, &fault, "vitrine.toml").code, Some(0));
    assert_eq!(calls(&shop, "/api/forms"), of(&["status", "none"]));
}

/// R-BACK-03: 400–599 is an error, and other statuses are not retried.
#[test]
fn r_back_03_other_statuses_fail_at_once() {
    let shop = built();
    for status in [400, 401, 403, 404, 412, 501] {
        let fault = json!({ "backend": "shopware", "path": "/store-api/context", "kind": "status", "status": status });
        let run = fails(&shop, &fault);
        assert!(run.said().contains(&format!("status {status}")), "{}", run.said());
        assert_eq!(tried_again(&run), 0, "{}", run.stderr);
    }
}

/// Number of retries in the log.
fn tried_again(run: &Run) -> usize {
    run.stderr.matches("trying a GET once more").count()
}

/// R-BACK-04 and R-GEN-02: 500 on both tries fails with the text of the failed request.
#[test]
fn r_back_04_a_lasting_500_fails_with_the_backends_errors() {
    let shop = built();
    let fault = json!({ "backend": "shopware", "path": "/store-api/product", "kind": "status", "status": 500 });
    let run = fails(&shop, &fault);
    let said = run.said();
    assert!(
        said.contains("the live release and the last pull are as they were"),
        "{said}"
    );
    assert!(
        said.contains("products nl: Shopware GET /product was answered with status 500"),
        "{said}"
    );
    let lines: Vec<&str> = said.lines().skip_while(|l| *l != "Failed request").collect();
    assert_eq!(
        lines,
        ["Failed request", "Internal Server Error: A fault of the demo."],
        "{said}"
    );
    assert_eq!(tried_again(&run), 1);
}

/// R-BACK-04: an answer without errors; R-BACK-06: logged with its status.
#[test]
fn r_back_04_an_answer_without_errors_says_so() {
    let shop = built();
    let fault = json!({ "backend": "statamic", "path": "/api/globals", "kind": "status", "status": 502 });
    let run = fails(&shop, &fault);
    let said = run.said();
    assert!(
        said.contains("globals nl: Statamic GET /globals was answered with status 502"),
        "{said}"
    );
    let lines: Vec<&str> = said.lines().skip_while(|l| *l != "Failed request").collect();
    assert_eq!(
        lines,
        ["Failed request", "Unknown error: the backend returned none."],
        "{said}"
    );
    let logged = run
        .stderr
        .lines()
        .find(|l| l.contains("a content fetch failed"))
        .expect("R-BACK-06");
    let logged: Value = serde_json::from_str(logged).unwrap();
    assert_eq!(logged["fields"]["status"], 502);
}

/// R-GEN-02: a hanging call is aborted after `timeouts.builder`, for either backend.
#[test]
fn r_gen_02_a_hang_is_cut() {
    let shop = built();
    for (seconds, backend, path, words) in [
        (
            1,
            "shopware",
            "/store-api/context",
            "Shopware GET /context did not answer within 1000 ms",
        ),
        // Earlier calls must also succeed within the timeout on a busy machine.
        (
            3,
            "statamic",
            "/api/forms",
            "Statamic GET /forms did not answer within 3000 ms",
        ),
    ] {
        shop.configure("vitrine.toml", &[("builder = ", &format!("builder = {seconds}"))]);
        let began = Instant::now();
        let run = fails(&shop, &json!({ "backend": backend, "path": path, "kind": "hang" }));
        assert!(run.said().contains(words), "{}", run.said());
        assert!(began.elapsed().as_secs() < 30, "cut late: {:?}", began.elapsed());
        assert!(
            calls(&shop, path).iter().all(|(_, fault)| fault == "hang"),
            "it hung on every try"
        );
    }
}

/// A slow answer within the limit is not a failure.
#[test]
fn r_back_03_a_delay_below_the_limit_is_waited_for() {
    let shop = built();
    shop.configure("slow.toml", &[("builder = ", "builder = 10")]);
    let fault = json!({ "backend": "statamic", "path": "/api/globals", "kind": "delay", "delay_ms": 300 });
    let run = under(&shop, &fault, "slow.toml");
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert_eq!(
        calls(&shop, "/api/globals"),
        of(&["delay", "delay", "delay"]),
        "one a locale, none again"
    );
}

/// R-GEN-02: malformed JSON fails with a message that names the call.
#[test]
fn r_gen_02_broken_json_fails() {
    let shop = built();
    for (backend, path, words) in [
        (
            "shopware",
            "/store-api/product",
            "products nl: Shopware GET /product answered JSON that cannot be read, at line 1 column",
        ),
        (
            "statamic",
            "/api/globals",
            "globals nl: Statamic GET /globals answered JSON that cannot be read, at line 1 column",
        ),
    ] {
        let run = fails(
            &shop,
            &json!({ "backend": backend, "path": path, "kind": "broken_json" }),
        );
        let said = run.said();
        assert!(said.contains(words), "{said}");
        assert_eq!(said.lines().count(), 1, "one sentence, told once: {said}");
        assert_eq!(said.matches("cannot be read").count(), 1, "{said}");
    }
}

/// R-GEN-02: an answer that is cut off fails, also on the retry.
#[test]
fn r_gen_02_a_truncated_answer_fails() {
    let shop = built();
    for (backend, path, words) in [
        ("shopware", "/store-api/product", "products nl: Shopware GET /product"),
        ("statamic", "/api/globals", "globals nl: Statamic GET /globals"),
    ] {
        let run = fails(&shop, &json!({ "backend": backend, "path": path, "kind": "cut" }));
        assert!(run.said().contains(words), "{}", run.said());
        assert_eq!(run.said().lines().count(), 1, "{}", run.said());
    }
}

/// R-GEN-02: a failure late in the pull also leaves the last pull unchanged, although everything else had been read.
#[test]
fn r_gen_02_half_a_pull_is_no_pull() {
    let shop = built();
    shop.edit("pages/privacy", "nl-NL", &json!({ "title": "Niet te zien" }));
    let fault = json!({ "backend": "statamic", "path": "/api/forms", "kind": "status", "status": 500 });
    fails(&shop, &fault);
    assert!(!shop.file("site/privacy.html").contains("Niet te zien"));
    shop.build();
    assert!(shop.file("site/privacy.html").contains("Niet te zien"));
}

/// R-GEN-02: for an unreachable backend, the error says what, where, and what to do; the last pull can still be built.
#[test]
fn r_gen_02_a_backend_that_is_down() {
    let mut shop = built();
    let kept = shop.kept();
    shop.stop_backends();
    let run = shop.vitrine(&["build"]);
    assert_eq!(run.code, Some(2));
    let said = run.said();
    for words in [
        "the pull failed at the channel's context: Shopware GET /context could not be reached",
        "Check that the backend runs and that the endpoint is right",
        "the live release and the last pull are as they were",
    ] {
        assert_eq!(said.matches(words).count(), 1, "{words:?} in: {said}");
    }
    untouched(&shop, &kept);
    let offline = shop.vitrine(&["build", "--offline", "--json"]).report();
    assert_eq!(offline["changes"]["unchanged"], offline["pages"]);
    assert_eq!(shop.live(), kept.0);
}

/// Without a pull, an offline build fails with a message.
#[test]
fn an_offline_build_without_a_pull_says_what_to_do() {
    let shop = Shop::small();
    let run = shop.vitrine(&["build", "--offline"]);
    assert_eq!(run.code, Some(2));
    assert!(run.said().contains("snapshot"), "{}", run.said());
    assert!(!shop.path("dist/current").exists());
}

/// R-BACK-02 "GraphQL errors are errors": they are in a body with status 200, with or without data. R-GEN-02: the build
/// fails and the live release stays; R-BACK-03: the query is a GET, retried only for a status or a network error;
/// R-BACK-06: the failure is logged with its status.
#[test]
fn r_back_02_graphql_errors_fail_the_build() {
    let shop = built();
    let fault = json!({ "backend": "statamic", "path": "/api/graphql", "kind": "graphql_error" });
    let run = fails(&shop, &fault);
    let said = run.said();
    for part in [
        "entries stores nl: Statamic GET /graphql was answered with GraphQL errors",
        "Internal server error: /entries/data/0/dealer_type: No error details provided.",
        "the live release and the last pull are as they were",
        "storage/logs/laravel.log",
    ] {
        assert!(said.contains(part), "{part:?} in {said}");
    }
    assert_eq!(tried_again(&run), 0, "{}", run.stderr);
    let logged = run.stderr.lines().find(|l| l.contains("a content fetch failed"));
    let logged: Value = serde_json::from_str(logged.expect("R-BACK-06")).unwrap();
    assert_eq!(
        (&logged["fields"]["path"], &logged["fields"]["status"]),
        (&json!("/graphql"), &json!(200)),
        "{logged}"
    );
    assert!(
        !run.stderr.contains("Entry_Stores"),
        "no query in the log: {}",
        run.stderr
    );

    let once = json!({ "backend": "statamic", "path": "/api/graphql", "query": "nl-NL", "kind": "status", "status": 503, "times": 1 });
    let run = under(&shop, &once, "vitrine.toml");
    assert_eq!(run.code, Some(0), "R-BACK-03: a GET is tried once more: {}", run.stderr);
    assert_eq!(tried_again(&run), 1, "{}", run.stderr);
    assert!(calls(&shop, "/api/graphql").iter().all(|(method, _)| method == "GET"));
}

/// R-BACK-02: a missing GraphQL endpoint is reported with its configuration key.
#[test]
fn r_back_02_graphql_that_is_not_there_names_its_key() {
    let shop = built();
    let fault = json!({ "backend": "statamic", "path": "/api/graphql", "kind": "status", "status": 404 });
    let said = fails(&shop, &fault).said();
    for part in [
        "entries stores nl: Statamic GET /graphql",
        "status 404",
        "statamic.graphql_route",
        "STATAMIC_GRAPHQL_ENABLED",
    ] {
        assert!(said.contains(part), "{part:?} in {said}");
    }
}
