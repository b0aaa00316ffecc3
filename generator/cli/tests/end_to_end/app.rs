//! Shopware's app of `scripts/connect/shopware`: installed by its two commands, it reports every save (R-GEN-03;
//! Shopware §20.1, §25.7).

use std::{collections::BTreeSet, fs, process::Command};

use serde_json::{Value, json};

use crate::support::{Building, Element, SHOP_SECRET, Shop, root};

/// The app as the first command writes it, with the URL of a server.
fn written(shop: &Shop, url: &str, secret: &str) -> String {
    let folder = shop.path("custom/apps");
    fs::create_dir_all(&folder).unwrap();
    let run = Command::new(root().join("scripts/connect/shopware/write"))
        .arg(url)
        .arg(&folder)
        .env("VITRINE_COMMERCE_HOOK_SECRET", secret)
        .output()
        .unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    fs::read_to_string(folder.join("VitrineShopWindow/manifest.xml")).unwrap()
}

fn install(shop: &Shop, manifest: &str) -> Value {
    shop.control("POST", "apps", &json!({ "manifest": manifest }))
}

/// After the handshake, every save for which Shopware sends an event is received; also after a restart of the server
/// and after the app was installed again, which issues a new secret. The secret is in no log.
#[test]
fn r_gen_03_an_installed_app_reports_saves() {
    let shop = Shop::small();
    shop.configure("vitrine.toml", &[("look = ", "look = 0")]);
    let served = Building::start(&shop, &[]);
    shop.control("POST", "hooks", &json!({}));
    served.until("the first release", |report| report["builds"][0]["outcome"] == "live");
    let installed = install(&shop, &written(&shop, &served.url, SHOP_SECRET));
    let told = installed["webhooks"].as_array().unwrap();
    assert_eq!(told.len(), 12, "{installed}");
    let mut accepted = served.report()["accepted"].as_u64().unwrap();
    for (edit, kind) in [
        (
            json!({"entity": "product", "product_number": "KNAAP", "language": "nl-NL", "name": "Knaap de tweede"}),
            "product.written",
        ),
        (
            json!({"entity": "product_price", "product_number": "KNAAP", "tiers": [{"from": 1, "price": 71}]}),
            "product_price.written",
        ),
        (
            json!({"entity": "media", "key": "armchair-oak-rust-main", "language": "nl-NL", "alt": "Bij avond"}),
            "media.written",
        ),
        (
            json!({"entity": "category", "key": "stoelen", "language": "nl-NL", "name": "Zetels"}),
            "category.written",
        ),
    ] {
        shop.control("POST", "edits", &edit);
        accepted += 1;
        let report = served.built(accepted);
        assert_eq!(report["events"][0]["kind"], kind, "{report:#}");
    }
    let secret = kept_secret(&shop);
    assert!(
        secret.len() >= 64 && !served.log().contains(&secret),
        "{}",
        served.log()
    );
    assert_eq!(served.report()["refused"], json!([]));
    shop.control("POST", "price", &json!({ "product_number": "KNAAP", "price": 99 }));
    served.built(accepted + 1);
    let again = install(&shop, &written(&shop, &served.url, SHOP_SECRET));
    assert_eq!(again["webhooks"].as_array().unwrap().len(), 12, "{again}");
    assert_ne!(
        kept_secret(&shop),
        secret,
        "each registration gives a secret of its own"
    );
    shop.control("POST", "price", &json!({ "product_number": "KNAAP", "price": 98 }));
    served.built(accepted + 2);
    served.terminate();
}

fn kept_secret(shop: &Shop) -> String {
    let kept: Value = serde_json::from_str(&fs::read_to_string(shop.path("state/hooks/app.json")).unwrap()).unwrap();
    assert_eq!(kept["pending"], Value::Null);
    kept["confirmed"]["secret"].as_str().unwrap().to_owned()
}

/// An app whose secret differs from the server's is not installed, with an error; an event with a wrong signature is a
/// warning in the log and is listed in `/api/builder`. Without `<setup>` an app is installed and sends no events.
#[test]
fn rule_20_a_wrong_secret_is_reported() {
    let shop = Shop::small();
    shop.configure("vitrine.toml", &[("look = ", "look = 0")]);
    shop.build();
    let served = Building::start(&shop, &[]);
    served.settled();
    let wrong = written(&shop, &served.url, "another-secret-of-the-app");
    let (status, text) = shop.call(
        "POST",
        &shop.store_api().replace("/store-api", "/_demo/apps"),
        "",
        &json!({ "manifest": wrong }).to_string(),
    );
    assert!(
        status == 400 && text.contains("APP_REGISTRATION_FAILED") && text.contains("403"),
        "{status} {text}"
    );
    let target = json!({"url": format!("{}/api/hooks/commerce", served.url), "secret": "a-wrong-secret-of-the-shop"});
    shop.control("POST", "hooks", &json!({ "commerce": target }));
    shop.control("POST", "price", &json!({ "product_number": "KNAAP", "price": 97 }));
    let report = served.until("both are told", |report| {
        report["refused"].as_array().unwrap().len() == 2
    });
    let doors: BTreeSet<&str> = report["refused"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["from"].as_str().unwrap())
        .collect();
    assert_eq!(doors, BTreeSet::from(["commerce", "registration"]), "{report:#}");
    assert_eq!(report["accepted"], 0);
    let warnings = served.log().matches("an event was refused").count();
    assert_eq!(warnings, 2, "{}", served.log());
    let right = written(&shop, &served.url, SHOP_SECRET);
    let (before, rest) = right.split_once("<setup>").unwrap();
    let (_, after) = rest.split_once("</setup>").unwrap();
    let installed = install(&shop, &format!("{before}{after}"));
    assert_eq!(installed["webhooks"], json!([]), "installed without its webhooks");
    served.terminate();
}

/// The manifest against the rules of Shopware's manifest schema (the schema itself is not in the repository): the
/// elements and their nesting, the names of events, and labels in three languages. It has every field of
/// `[shopware.fields]`, at the entity that has it, and no other; it has read permission for every entity of its
/// webhooks.
#[test]
fn the_manifest_follows_shopwares_rules() {
    let file = root().join("scripts/connect/shopware/VitrineShopWindow/manifest.xml");
    let manifest = Element::parse(&fs::read_to_string(file).unwrap());
    assert_eq!(manifest.name, "manifest");
    let order: Vec<&str> = manifest.children.iter().map(|child| child.name.as_str()).collect();
    assert_eq!(order, ["meta", "setup", "permissions", "custom-fields", "webhooks"]);
    for name in ["name", "author", "copyright", "version", "license"] {
        assert!(
            child(&manifest, "meta").of(name).is_some_and(|text| !text.is_empty()),
            "{name}"
        );
    }
    assert_eq!(
        child(&manifest, "meta").of("name"),
        Some("VitrineShopWindow"),
        "as its folder"
    );
    assert_eq!(
        child(&manifest, "setup").of("registrationUrl"),
        Some("https://shop.example/api/hooks/commerce/registration")
    );
    let reads: BTreeSet<&str> = child(&manifest, "permissions")
        .all("read")
        .map(|read| read.text.as_str())
        .collect();
    let mut hooked = BTreeSet::new();
    for hook in child(&manifest, "webhooks").all("webhook") {
        assert_eq!(hook.attributes["url"], "https://shop.example/api/hooks/commerce");
        assert_eq!(hook.attributes["onlyLiveVersion"], "true");
        let (entity, verb) = hook.attributes["event"].split_once('.').unwrap();
        assert!(
            reads.contains(entity) && ["written", "deleted"].contains(&verb),
            "{entity}.{verb}"
        );
        hooked.insert(entity);
    }
    let told = [
        "category",
        "media",
        "product",
        "product_price",
        "sales_channel",
        "sales_channel_domain",
    ];
    assert_eq!(hooked, BTreeSet::from(told));
    assert_eq!(reads, hooked, "no right that nothing needs");
    assert_eq!(custom_fields(child(&manifest, "custom-fields")), configured());
}

fn child<'e>(manifest: &'e Element, name: &'e str) -> &'e Element {
    manifest.all(name).next().unwrap()
}

/// Each field with its entity.
fn custom_fields(sets: &Element) -> BTreeSet<(String, String)> {
    let mut fields = BTreeSet::new();
    for set in sets.all("custom-field-set") {
        three_languages(set);
        let entity = &set.all("related-entities").next().unwrap().children[0].name;
        for field in &set.all("fields").next().unwrap().children {
            assert!(
                ["float", "int", "text", "text-area"].contains(&field.name.as_str()),
                "{}",
                field.name
            );
            three_languages(field);
            assert!(field.of("position").unwrap().parse::<u32>().is_ok());
            fields.insert((entity.clone(), field.attributes["name"].clone()));
        }
    }
    fields
}

fn three_languages(element: &Element) {
    let languages: Vec<Option<&str>> = element
        .all("label")
        .map(|label| label.attributes.get("lang").map(String::as_str))
        .collect();
    assert_eq!(languages, [None, Some("nl-NL"), Some("de-DE")], "{element:?}");
    assert!(element.all("label").all(|label| !label.text.is_empty()));
}

/// `[shopware.fields]` of the default configuration, with the entity of each.
fn configured() -> BTreeSet<(String, String)> {
    let text = fs::read_to_string(root().join("vitrine.toml")).unwrap();
    let (_, table) = text.split_once("[shopware.fields]").unwrap();
    let (table, _) = table.split_once("\n[").unwrap();
    let lines = table.lines().filter_map(|line| line.split_once(" = "));
    let entity = |key: &str| match key {
        "gpsr" | "brand_code" => "product_manufacturer",
        "shows" => "media",
        "category_code" => "category",
        "entry" => "property_group_option",
        "external_id" => "property_group",
        _ => "product",
    };
    lines
        .map(|(key, name)| (entity(key).to_owned(), name.trim_matches('"').to_owned()))
        .collect()
}
