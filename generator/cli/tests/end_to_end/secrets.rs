//! Secrets come from the environment and are only sent to their backend: they are in no output, not in `dist`, and not
//! in the state folder.

use serde_json::{Value, json};

use crate::support::{CMS_TOKEN, Shop, started, tree};

/// Runs with maximum logging, successful and failing; `support` checks every run of these tests in the same way.
#[test]
fn secrets_reach_the_backends_and_nothing_else() {
    let shop = Shop::small();
    let loud = |arguments: &[&str]| shop.end(shop.command(arguments).env("RUST_LOG", "trace"));
    assert_eq!(loud(&["build", "--json"]).code, Some(0));
    let answer = shop.control("GET", "calls", &Value::Null);
    for call in answer["calls"].as_array().unwrap() {
        let headers = &call["headers"];
        match call["backend"].as_str().unwrap() {
            "shopware" => {
                assert!(headers["sw-access-key"].is_string(), "{call}");
                assert!(
                    headers["authorization"].is_null(),
                    "the CMS's token went to Shopware: {call}"
                );
            }
            _ => {
                assert_eq!(headers["authorization"], format!("Bearer {CMS_TOKEN}"), "{call}");
                assert!(
                    headers["sw-access-key"].is_null(),
                    "Shopware's key went to the CMS: {call}"
                );
            }
        }
    }
    for kind in ["status", "broken_json", "cut"] {
        shop.control("POST", "faults", &json!({ "backend": "shopware", "kind": kind }));
        assert_eq!(loud(&["build"]).code, Some(2));
        shop.control("DELETE", "faults", &Value::Null);
    }
    shop.configure("bad.toml", &[("quality = ", "quality = 0")]);
    assert_eq!(loud(&["--config", "bad.toml", "build"]).code, Some(2));

    let mut command = shop.command(&["serve"]);
    command.env("RUST_LOG", "trace");
    let served = started(command, shop.path("serve.log"));
    for path in ["/", "/api/session", "/api/cart", "/api/openapi.json", "/nergens"] {
        let (_, body) = shop.get(&format!("{}{path}", served.url));
        shop.holds_no_secret(body.as_bytes(), path);
    }
    shop.holds_no_secret(served.log().as_bytes(), "the server's log");
    assert!(served.terminate().success());

    for folder in ["dist", "state"] {
        let files = tree(&shop.path(folder));
        assert!(files.len() > 10, "{folder} holds {} files", files.len());
        for (file, bytes) in files {
            shop.holds_no_secret(&bytes, &format!("{folder}/{file}"));
        }
    }
}
