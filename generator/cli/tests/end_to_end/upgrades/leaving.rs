//! Makes the folder of a tag: a shop in which everything that is stored was stored.

use std::{fs, path::PathBuf, process::Command};

use serde_json::{Map, Value, json};

use crate::{
    desk::{Noor, hash},
    order::{COAT_RACK, KEY, LOCALES, guest, order},
    support::{Building, Packed, Visitor},
};

/// Documents for machines about what is stored, by name.
pub(super) const TOLD: [(&str, &[&str]); 5] = [
    ("withdrawals", &["withdrawals", "--format", "json"]),
    ("outbox", &["outbox", "--format", "json"]),
    ("consents", &["consents", "noor@example.test", "--format", "json"]),
    ("prices", &["prices", "KNAAP-RU-4", "--format", "json"]),
    ("releases", &["releases", "--format", "json"]),
];

/// The folders of all tags.
pub(super) fn folders() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/upgrades")
}

/// Runs one of [`TOLD`].
pub(super) fn told(packed: &Packed, arguments: &[&str]) -> Value {
    let run = packed.vitrine(arguments);
    assert_eq!(run.code, Some(0), "{arguments:?}: {}", run.stderr);
    serde_json::from_str(&run.stdout).unwrap()
}

/// A look, texts and a desk of the shop's own.
fn make_its_own(packed: &Packed) {
    packed.put("theme/tokens.css", ":root {\n  --color-paper: #f0efe9;\n}\n");
    packed.put(
        "theme/templates/components/footer.html",
        "{% extends \"vitrine:components/footer.html\" %}\n",
    );
    packed.put("locales/nl/own.json", "{ \"greeting\": \"Dag\" }\n");
    let file = packed.path("vitrine.toml");
    let user = format!(
        "\n[build]\naccept = [\"law-guarantee-notice\"]\n\n[forms]\nnewsletter = \"newsletter\"\n\n[desk]\nusers = [{{ name = \"Noor\", role = \"publish\", password = \"{}\" }}]\n",
        hash(&packed.shop)
    );
    let text = fs::read_to_string(&file).unwrap() + &user;
    fs::write(&file, text).unwrap();
}

/// What cannot be delivered now is to be delivered by the next version.
fn break_deliveries(packed: &Packed) {
    for (backend, path) in [
        ("shopware", "/store-api/newsletter/subscribe"),
        ("shopware", "/store-api/revocation-request-form"),
        ("statamic", "/!/forms/contact"),
    ] {
        let fault = json!({"backend": backend, "path": path, "kind": "status", "status": 503});
        packed.shop.control("POST", "faults", &fault);
    }
}

/// An order, a withdrawal, a form and a subscription; returns the paths of the order's legal texts.
fn visit(packed: &Packed, served: &Building<'_>) -> Value {
    let shop = &packed.shop;
    let now = jiff::Timestamp::now().to_string();
    shop.control("POST", "clock", &json!({ "now": now }));
    let visitor = Visitor::new(shop, served, "nl");
    let products = fs::read_to_string(packed.path(".vitrine/snapshot/shopware/products.nl.jsonl")).unwrap();
    let mut products = products
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap());
    let rack = products.find(|product| product["productNumber"] == COAT_RACK).unwrap();
    visitor
        .post(
            "/api/cart/line-items",
            &json!({"product_id": rack["id"], "quantity": 2}),
        )
        .ok();
    let checkout = visitor.get("/api/checkout").ok();
    let registered = visitor.post("/api/checkout/guest", &guest(&checkout, &LOCALES[0])).ok();
    let placed = visitor
        .post("/api/orders", &order(&registered["checkout"]["cart"], KEY))
        .ok();
    let id = placed["order_id"].as_str().unwrap();
    let read = visitor.get(&format!("/api/orders/{id}")).ok();

    let withdrawal = json!({
        "key": "1".repeat(32), "name": "Noor Visser", "email": "noor@example.test", "order_number": "10042",
        "items": null, "comment": null
    });
    visitor.post("/api/withdrawals", &withdrawal).ok();
    let subscribed = json!({"email": "noor@example.test", "privacy": true});
    visitor
        .post("/api/forms/newsletter?locale=nl&page=/nieuwsbrief", &subscribed)
        .ok();
    let question = json!({
        "key": "0".repeat(32), "first_name": "Noor", "last_name": "Visser", "email": "noor@example.test",
        "subject": "other", "message": "Past de tafel in een lift?", "privacy": true
    });
    visitor
        .post("/api/forms/contact?locale=nl&page=/contact", &question)
        .ok();
    read["order"]["legal_texts"].clone()
}

#[test]
#[ignore = "makes the folder of a tag: scripts/releasing/leave"]
fn leave_a_shop_for_the_next_version() {
    let packed = Packed::small();
    packed.init();
    make_its_own(&packed);
    packed.build();
    let served = Building::of(&packed.shop, packed.command(&["serve"]));
    served.settled();
    packed
        .shop
        .edit("pages/privacy", "nl-NL", &json!({ "title": "Privacy in vier zinnen" }));
    served.built(1);
    break_deliveries(&packed);
    let legal_texts = visit(&packed, &served);
    let desk = Noor::at(&packed.shop, &served).cookie;
    served.terminate();

    let documents: Map<String, Value> = TOLD
        .iter()
        .map(|(name, arguments)| ((*name).to_owned(), told(&packed, arguments)))
        .collect();
    for (name, list) in [
        ("withdrawals", "withdrawals"),
        ("outbox", "records"),
        ("consents", "consents"),
        ("prices", "changes"),
    ] {
        let stored = documents[name][list].as_array().unwrap();
        assert!(!stored.is_empty(), "no {name} were stored");
    }
    let (store, cms, images) = packed.backends();
    let about = json!({
        "program": env!("CARGO_PKG_VERSION"),
        "backends": [store.trim_end_matches("/store-api"), cms, images],
        "desk_cookie": desk,
        "legal_texts": legal_texts,
        "documents": documents,
    });
    let folder = folders().join(format!("v{}", env!("CARGO_PKG_VERSION")));
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("told.json"), format!("{about:#}\n")).unwrap();
    let mut tar = Command::new("tar");
    tar.args([
        "--sort=name",
        "--owner=0",
        "--group=0",
        "--numeric-owner",
        "--exclude=.vitrine/locks",
        "-cJf",
    ]);
    tar.arg(folder.join("left.tar.xz"))
        .arg("-C")
        .arg(packed.path(""))
        .arg(".");
    let packed_up = tar.env("XZ_OPT", "-9e").status().unwrap();
    assert!(packed_up.success(), "tar and xz are needed");
}
