//! The shop's own server: its state, and a test event there and back.

use serde_json::{Value, json};

use super::{NOW, codes, examined};
use crate::support::{Building, CMS_SECRET, SHOP_SECRET, Shop};

/// The document of a doctor that asks a running server, with these secrets of both hooks.
fn asked(shop: &Shop, url: &str, content: &str, commerce: &str) -> Value {
    let mut command = shop.command(&[
        "doctor",
        "--format",
        "json",
        "--without-records",
        "--now",
        NOW,
        "--server",
        url,
    ]);
    command
        .env("VITRINE_CONTENT_HOOK_SECRET", content)
        .env("VITRINE_COMMERCE_HOOK_SECRET", commerce);
    examined(&shop.end(&mut command))
}

/// A signed event is accepted and builds nothing; a secret that is another one, a host that is not answered, and a CMS that
/// sends nothing are found.
#[test]
fn a_test_event_there_and_back() {
    let shop = Shop::small();
    shop.build();
    let serving = Building::start(&shop, &[]);
    let document = asked(&shop, &serving.url, CMS_SECRET, SHOP_SECRET);
    assert_eq!(codes(&document), ["event-none"], "{:#}", document["findings"]);
    let seen = document["seen"].to_string();
    assert_eq!(seen.matches("a signed test event").count(), 2, "{seen}");
    let before = serving.report();
    assert_eq!(before["accepted"], 0, "a test event is no event: {before}");

    serving.event();
    serving.settled();
    let document = asked(&shop, &serving.url, CMS_SECRET, SHOP_SECRET);
    assert_eq!(codes(&document), [] as [&str; 0], "{:#}", document["findings"]);
    let seen = document["seen"].to_string();
    assert!(
        seen.contains("last event of content") && seen.contains("entry.saved"),
        "{seen}"
    );

    let document = asked(&shop, &serving.url, "another-secret-of-the-cms", SHOP_SECRET);
    assert_eq!(codes(&document), ["hook-refused"], "{:#}", document["findings"]);
    // The server has refused it, and says so to whoever has its secrets.
    let document = asked(&shop, &serving.url, CMS_SECRET, SHOP_SECRET);
    assert_eq!(codes(&document), ["event-refused"], "{:#}", document["findings"]);

    let by_name = serving.url.replace("127.0.0.1", "localhost");
    let document = asked(&shop, &by_name, CMS_SECRET, SHOP_SECRET);
    assert_eq!(codes(&document), ["host-refused"], "{:#}", document["findings"]);
    serving.terminate();
}

/// A page that is not of this server is no answer of it.
#[test]
fn another_server_at_the_address_is_found() {
    let shop = Shop::small();
    let document = asked(&shop, &shop.cms(), CMS_SECRET, SHOP_SECRET);
    assert_eq!(codes(&document), ["server-silent"], "{:#}", document["findings"]);
    assert_eq!(document["findings"][0]["area"], json!("delivery"));
}
