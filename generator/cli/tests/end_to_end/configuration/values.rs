//! Invalid values are refused at start, all in one run, each with its key and a valid alternative.

use std::fs;

use super::{one_sentence, refused::CANNOT_WORK};
use crate::support::{Shop, replace_line};

/// Replaces lines about the backends by the project's own, which the rows above are based on.
fn with_known_backends(shop: &Shop, begin: &str, line: &str) {
    shop.configure("vitrine.toml", &[]);
    let text = fs::read_to_string(shop.path("vitrine.toml")).unwrap();
    let text = text
        .replace(&shop.store_api(), "http://127.0.0.1:4010/store-api")
        .replace(&shop.cms(), "http://127.0.0.1:4011");
    fs::write(shop.path("vitrine.toml"), replace_line(&text, begin, line)).unwrap();
}

/// Invalid values are refused before any request, write or listening socket, with their key and a valid alternative.
#[test]
fn what_cannot_work_is_refused_at_start_with_key_and_remedy() {
    let shop = Shop::start();
    let mut wrong = Vec::new();
    for (begin, line, parts) in CANNOT_WORK {
        with_known_backends(&shop, begin, line);
        // `serve` would not end if a row were accepted; `check` reads the same file and ends.
        let run = shop.vitrine(&["check"]);
        let said = run.said();
        let told = parts.iter().all(|part| said.contains(part)) && said.contains("vitrine.toml cannot be used");
        if run.code != Some(2) || !told || said.trim().lines().count() != 1 {
            wrong.push(format!("{line}\n    {:?} {}", run.code, said.trim()));
        }
    }
    assert!(wrong.is_empty(), "{} rows:\n{}", wrong.len(), wrong.join("\n"));
    for command in ["build", "serve"] {
        with_known_backends(&shop, "header_bytes = ", "header_bytes = 1");
        one_sentence(
            &shop.vitrine(&[command]),
            &["vitrine.toml cannot be used", "limits.header_bytes"],
        );
    }
    assert!(
        !shop.path("dist").exists() && !shop.path("state").exists(),
        "nothing was written"
    );
}

#[test]
fn everything_that_is_wrong_is_said_at_once() {
    let shop = Shop::start();
    let lines = [
        ("connections = ", "connections = 0"),
        ("origins = ", "origins = [\"*\"]"),
        ("time_zone = ", "time_zone = \"Amsterdam\""),
    ];
    shop.configure("vitrine.toml", &lines);
    let run = shop.vitrine(&["serve"]);
    assert_eq!(run.code, Some(2));
    let said = run.said();
    assert!(
        said.contains("vitrine.toml cannot be used: 3 settings are wrong:"),
        "{said}"
    );
    for key in ["\n  limits.connections ", "\n  server.origins ", "\n  site.time_zone "] {
        assert!(said.contains(key), "{key:?}: {said}");
    }
}

/// Invalid delivery and return terms are refused, with their key and a valid alternative.
#[test]
fn offers_that_cannot_be_are_named_with_their_key() {
    let shop = Shop::start();
    for (begin, line, words) in [
        (
            "cost = ",
            "cost = \"6,95\"",
            ["offers.shipping.cost \"6,95\" is no amount", "\"6.95\""],
        ),
        (
            "cost = ",
            "cost = \"-1\"",
            ["offers.shipping.cost \"-1\" is below zero", "\"0\" for nothing"],
        ),
        (
            "free_from = ",
            "free_from = \"viel\"",
            ["offers.shipping.free_from", "\"6.95\""],
        ),
        (
            "days = ",
            "days = 0",
            ["offers.returns.days is 0", "remove [offers.returns]"],
        ),
        (
            "mail_cost = ",
            "mail_cost = \"6,95\"",
            ["offers.returns.mail_cost \"6,95\" is no amount", "\"6.95\""],
        ),
        (
            "days = ",
            "days = 14\nparcel_kg = 0.5",
            ["offers.returns.parcel_kg is 0.5", "1 to 1000 kg"],
        ),
        ("paid_by = ", "paid_by = \"nobody\"", ["nobody", "customer"]),
        ("cost = ", "cost = \"1\"\ncountry = \"NL\"", ["country", "countries"]),
    ] {
        shop.configure("vitrine.toml", &[(begin, line)]);
        one_sentence(&shop.vitrine(&["build"]), &words);
    }
    let text = std::fs::read_to_string(shop.path("vitrine.toml")).unwrap();
    for (countries, words) in [
        ("[]", "offers.shipping.countries is empty"),
        (
            "[\"Nederland\"]",
            "offers.shipping.countries names \"Nederland\": use the two capital letters",
        ),
    ] {
        let changed = text.replace("cost = \"1\"\ncountry = \"NL\"\n", "cost = \"1\"\n");
        let changed = changed.replacen(
            "countries = [\"NL\", \"BE\", \"DE\"]",
            &format!("countries = {countries}"),
            1,
        );
        std::fs::write(shop.path("vitrine.toml"), changed).unwrap();
        one_sentence(&shop.vitrine(&["build"]), &[words]);
    }
}

/// Keys added in later versions are optional, as their comments say.
#[test]
fn keys_that_came_later_may_be_left_out() {
    let shop = Shop::start();
    for key in ["burst", "look", "keep_addresses_days"] {
        let begin = format!("{key} = ");
        with_known_backends(&shop, &begin, "# left out");
        let said = shop.vitrine(&["check"]).said();
        assert!(
            !said.contains("cannot be used") && !said.contains("missing field"),
            "{key}: {said}"
        );
    }
}
