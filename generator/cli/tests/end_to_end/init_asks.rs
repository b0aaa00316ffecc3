//! `vitrine init` asks both backends what a retailer would otherwise look up, and says what they did not tell.

use std::{
    fs,
    io::{Read, Write},
    net::TcpListener,
    process::Command,
    thread,
};

use serde_json::{Value, json};

use crate::support::{Packed, Run, Shop, change_json};

/// The written configuration, which has to be readable.
fn written(packed: &Packed) -> (String, toml::Table) {
    let text = fs::read_to_string(packed.path("vitrine.toml")).unwrap();
    let table = text.parse().unwrap_or_else(|error| panic!("{error}: {text}"));
    (text, table)
}

/// A value by its path, as text.
fn value(table: &toml::Table, path: &str) -> String {
    let mut parts = path.split('.');
    let first = table.get(parts.next().unwrap());
    let found = parts.fold(first, |value, part| match part.parse::<usize>() {
        Ok(at) => value?.get(at),
        Err(_) => value?.get(part),
    });
    found.map_or_else(String::new, ToString::to_string)
}

fn init(packed: &Packed, more: &[&str]) -> Run {
    let (store, cms, _) = packed.backends();
    let run = packed.init_asking((&store, &cms), more);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    run
}

/// `vitrine init` with these addresses, and the key of the environment.
fn asking(packed: &Packed, (store, cms): (&str, &str)) -> Command {
    let folder = packed.path("");
    let mut command = packed.command(&["init", folder.to_str().unwrap(), "--time-zone", "Europe/Berlin"]);
    command.args(["--base-url", "http://127.0.0.1:3000"]);
    command.args(["--shopware-url", store, "--statamic-url", cms]);
    command
}

fn has(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "{part:?} is missing in {text}");
    }
}

#[test]
fn init_writes_what_both_backends_have_and_the_shop_builds() {
    let packed = Packed::small();
    let run = init(&packed, &[]);
    assert!(
        !run.stderr.contains("Set in vitrine.toml"),
        "nothing is left: {}",
        run.stderr
    );
    let (text, table) = written(&packed);
    for (path, wanted) in [
        ("locales.0.iso", "\"nl-NL\""),
        ("locales.1.iso", "\"en-GB\""),
        ("locales.2.content_site", "\"de-DE\""),
        ("statamic.asset_containers", "[\"assets\"]"),
        ("statamic.navigations.footer", "\"footer\""),
        ("statamic.honeypots.contact", "\"fax\""),
        ("forms.newsletter", "\"newsletter\""),
        ("locales.0.commerce_language", ""),
        ("statamic.graphql_route", ""),
    ] {
        assert_eq!(value(&table, path), wanted, "{path}: {text}");
    }
    has(
        &value(&table, "statamic.collections"),
        &["pages", "brands", "showrooms", "vacancies"],
    );
    has(&value(&table, "statamic.taxonomies"), &["categories", "departments"]);
    has(
        &text,
        &[
            "# Prices are in EUR.",
            "# It sends to NL, BE, DE.",
            "# The form by which people subscribe, by its handle: is that meant?",
        ],
    );
    packed.with_any_port();
    assert!(packed.build() > 100);
}

/// Flags count before what the backends tell; what they do not name is told.
#[test]
fn flags_of_init_count_first() {
    let packed = Packed::small();
    let flags = [
        "--locale",
        "en-GB",
        "--collections",
        "pages,brands",
        "--navigations",
        "main=main",
    ];
    init(&packed, &flags);
    let (text, table) = written(&packed);
    assert_eq!(value(&table, "statamic.collections"), "[\"pages\", \"brands\"]");
    assert_eq!(value(&table, "statamic.navigations"), "{ main = \"main\" }");
    assert_eq!(value(&table, "locales.1"), "", "{text}");
}

/// Other handles than the program's: a menu, a collection, sites, and a resource that the REST API does not answer.
#[test]
fn init_takes_renamed_handles_and_asks_back_in_comments() {
    let shop = Shop::small_with(|data| {
        let content = data.join("content");
        for (old, new) in [("main", "hoofdmenu"), ("colophon", "links")] {
            fs::rename(
                content.join(format!("navs/{old}.json")),
                content.join(format!("navs/{new}.json")),
            )
            .unwrap();
            let blueprint = |name| content.join(format!("blueprints/nav_{name}.json"));
            fs::rename(blueprint(old), blueprint(new)).unwrap();
        }
        change_json(&content.join("collections.json"), |all| {
            let pages = all["news"].clone();
            all["stories"] = pages;
        });
        fs::create_dir_all(content.join("stories")).unwrap();
    });
    let packed = Packed::of(shop);
    let between = packed.shop.before_statamic(&[]);
    between.change(|_, answer| {
        let sites = answer.pointer_mut("/data/sites").and_then(Value::as_array_mut);
        for site in sites.into_iter().flatten() {
            if site["handle"] == "nl-NL" {
                site["handle"] = json!("default");
            }
        }
        let globals = answer.pointer_mut("/data/globalSets").and_then(Value::as_array_mut);
        globals
            .into_iter()
            .for_each(|rows| rows.retain(|row| row["handle"] != "site"));
        let more = answer.pointer_mut("/data/collections").and_then(Value::as_array_mut);
        more.into_iter().for_each(|rows| rows.push(json!({"handle": "closed"})));
    });
    let (store, _, _) = packed.backends();
    let run = packed.init_asking((&store, &between.url), &[]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let (text, table) = written(&packed);
    has(&run.stderr, &["the CMS has no global \"site\""]);
    assert_eq!(value(&table, "locales.0.content_site"), "\"default\"");
    assert_eq!(value(&table, "statamic.navigations.main"), "\"hoofdmenu\"");
    assert_eq!(value(&table, "statamic.navigations.colophon"), "");
    has(&value(&table, "statamic.collections"), &["\"stories\""]);
    has(
        &text,
        &[
            "# The CMS's site with the locale nl-NL.",
            "# main by the handle hoofdmenu: is that meant?",
            "# The CMS has further navigations: links.",
            "does not answer them (config/statamic/api.php): closed.",
        ],
    );
}

/// A language that Shopware has under another tag.
#[test]
fn init_names_shopwares_language_where_its_tag_is_another_one() {
    let packed = Packed::small();
    let between = packed.shop.before_shopware(&[]);
    between.change(|path, answer| {
        if path.contains("/language") {
            *answer = serde_json::from_str(&answer.to_string().replace("nl-NL", "nl-BE")).unwrap();
        }
    });
    let (_, cms, _) = packed.backends();
    let store = format!("{}/store-api", between.url);
    let locales = ["--locale", "nl-NL", "--locale", "fr-FR"];
    let run = packed.init_asking((&store, &cms), &locales);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let (text, table) = written(&packed);
    assert_eq!(value(&table, "locales.0.commerce_language").len(), 34, "{text}");
    has(&text, &["# Shopware's language nl-BE: the sales channel has no nl-NL."]);
    has(
        &run.stderr,
        &[
            "the sales channel has no language fr-FR; it has ",
            "the CMS has no site for fr-FR",
        ],
    );
}

/// A CMS that answers every call with this.
fn answering(head: &'static str, body: &'static str) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    thread::spawn(move || {
        for stream in listener.incoming() {
            let Ok(mut stream) = stream else { return };
            let _read = stream.read(&mut [0; 4096]);
            let length = body.len();
            let _sent = write!(
                stream,
                "HTTP/1.1 {head}\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n{body}"
            );
        }
    });
    url
}

/// What cannot be asked is said, with the keys that are left; the folder is written all the same.
#[test]
fn init_says_what_it_could_not_ask() {
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let cases = [
        ("http://127.0.0.1:1".to_owned(), "127.0.0.1:1"),
        (
            answering(
                "401 Unauthorized\r\ncontent-type: application/json",
                "{\"message\":\"\"}",
            ),
            "401",
        ),
        (
            answering("200 OK\r\ncontent-type: text/html", "<h1>Welcome</h1>"),
            "JSON",
        ),
        (format!("http://{}", silent.local_addr().unwrap()), "time"),
    ];
    let packed = Packed::small();
    let (store, _, _) = packed.backends();
    for (cms, why) in cases {
        let run = packed.init_asking((&store, &cms), &[]);
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        has(
            &run.stderr,
            &[
                "the CMS at ",
                " told nothing: ",
                why,
                "collections, taxonomies, asset_containers, navigations, honeypots; and content_site",
            ],
        );
        let (text, table) = written(&packed);
        assert_eq!(value(&table, "statamic.collections"), "[\"pages\"]");
        assert_eq!(
            value(&table, "locales.0.iso"),
            "\"nl-NL\"",
            "Shopware's languages: {text}"
        );
        fs::remove_dir_all(packed.path("")).unwrap();
    }
    let (_, cms, _) = packed.backends();
    let mut command = asking(&packed, (&store, &cms));
    let run = packed.shop.end(command.env_remove("VITRINE_SHOPWARE_ACCESS_KEY"));
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    has(
        &run.stderr,
        &[
            " told nothing: VITRINE_SHOPWARE_ACCESS_KEY is not set",
            "commerce_language",
            "put the sales channel's access key into VITRINE_SHOPWARE_ACCESS_KEY",
        ],
    );
}

/// A key that Shopware refuses is not repeated.
#[test]
fn init_does_not_print_a_refused_key() {
    let packed = Packed::small();
    let (store, cms, _) = packed.backends();
    let mut command = asking(&packed, (&store, &cms));
    command.env("VITRINE_SHOPWARE_ACCESS_KEY", "SWSC0WRONG0KEY0OF0NOBODY");
    let run = packed.shop.end(&mut command);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    has(&run.stderr, &[" told nothing: ", "commerce_language"]);
    let (text, _) = written(&packed);
    assert!(
        !format!("{}{}{text}", run.stdout, run.stderr).contains("SWSC0WRONG"),
        "{}",
        run.stderr
    );
}

/// Without GraphQL handles that the program knows are looked for; what a backend says cannot become more than a value.
#[test]
fn init_survives_a_cms_without_graphql_and_hostile_handles() {
    let packed = Packed::small();
    let between = packed.shop.before_statamic(&[]);
    let (store, _, _) = packed.backends();
    between.change(|path, answer| {
        if path.contains("graphql") {
            *answer = json!({"errors": [{"message": "Cannot query field"}]});
        }
    });
    let run = packed.init_asking((&store, &between.url), &[]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    has(&run.stderr, &["GraphQL of the CMS does not answer", "honeypots"]);
    let (text, table) = written(&packed);
    has(&value(&table, "statamic.collections"), &["pages", "showrooms"]);
    has(&text, &["# Those that the program knows; the CMS may have others."]);
    fs::remove_dir_all(packed.path("")).unwrap();
    let hostile = "x\"]\nendpoint = \"http://127.0.0.1:9";
    between.change(move |_, answer| {
        for list in ["collections", "navs", "forms"] {
            let rows = answer
                .pointer_mut(&format!("/data/{list}"))
                .and_then(Value::as_array_mut);
            rows.into_iter()
                .for_each(|rows| rows.push(json!({"handle": hostile, "honeypot": hostile})));
        }
    });
    let run = packed.init_asking((&store, &between.url), &[]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let (text, table) = written(&packed);
    assert_eq!(
        value(&table, "statamic.endpoint"),
        format!("\"{}\"", between.url),
        "{text}"
    );
    assert!(table["statamic"]["honeypots"].get(hostile).is_some(), "{text}");
}
