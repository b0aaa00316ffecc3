//! An error in the configuration is one sentence with the remedy and a non-zero exit status (R-BACK-05).

use std::{fs, net::TcpListener, os::unix::fs::symlink};

use crate::support::{Run, Shop, replace_line};

/// One line that contains all of these, and exit status 2.
fn one_sentence(run: &Run, parts: &[&str]) {
    assert_eq!(run.code, Some(2), "{}", run.stderr);
    let said = run.said();
    assert_eq!(said.trim().lines().count(), 1, "one sentence: {said}");
    assert!(said.starts_with("vitrine: "), "{said}");
    for part in parts {
        assert!(said.contains(part), "{part:?} is not in: {said}");
    }
    assert!(run.stdout.is_empty(), "{}", run.stdout);
}

#[test]
fn an_unknown_key_is_named_with_its_line() {
    let shop = Shop::start();
    shop.configure("vitrine.toml", &[("quality = ", "qualty = 78")]);
    for command in ["build", "serve", "check"] {
        let run = shop.vitrine(&[command]);
        one_sentence(
            &run,
            &["vitrine.toml, line ", "qualty", "unknown field", "correct it there"],
        );
    }
}

#[test]
fn a_missing_key_is_named_with_its_table() {
    let shop = Shop::start();
    shop.configure("vitrine.toml", &[("keep_releases = ", "")]);
    let run = shop.vitrine(&["build"]);
    one_sentence(
        &run,
        &[
            "vitrine.toml, line ",
            "[build]",
            "missing field `keep_releases`",
            "correct it there",
        ],
    );
}

#[test]
fn a_value_of_the_wrong_kind_is_named() {
    let shop = Shop::start();
    shop.configure("vitrine.toml", &[("keep_releases = ", "keep_releases = \"five\"")]);
    let run = shop.vitrine(&["build"]);
    one_sentence(&run, &["keep_releases = \"five\"", "invalid type", "correct it there"]);
    shop.configure("vitrine.toml", &[("base_url = ", "base_url = \"shop.example\"")]);
    one_sentence(&shop.vitrine(&["build"]), &["site.base_url", "https://"]);
}

#[test]
fn a_file_that_is_not_there_is_named() {
    let shop = Shop::start();
    let run = shop.vitrine(&["--config", "nowhere.toml", "build"]);
    one_sentence(&run, &["could not read the configuration nowhere.toml", "--config"]);
    shop.configure("vitrine.toml", &[("templates = ", "templates = \"nowhere\"")]);
    one_sentence(
        &shop.vitrine(&["build"]),
        &["build.templates", "nowhere", "name the folder"],
    );
    shop.configure("vitrine.toml", &[("assets = ", "assets = \"unbuilt\"")]);
    one_sentence(
        &shop.vitrine(&["build"]),
        &["the asset manifest", "unbuilt/manifest.json"],
    );
}

/// R-BACK-05: Missing endpoint or access token: 'Make sure that endpoint and accessToken are settled in the configuration'.
#[test]
fn r_back_05_a_missing_access_key_or_endpoint_says_what_to_do() {
    let shop = Shop::start();
    let text = "Make sure that endpoint and accessToken are settled in the configuration";
    for command in ["build", "serve"] {
        let run = shop.end(shop.command(&[command]).env_remove("VITRINE_SHOPWARE_ACCESS_KEY"));
        one_sentence(&run, &[text, "set VITRINE_SHOPWARE_ACCESS_KEY"]);
        let run = shop.end(shop.command(&[command]).env("VITRINE_SHOPWARE_ACCESS_KEY", " "));
        one_sentence(&run, &[text]);
    }
    let store_api = format!("endpoint = \"{}\"", shop.store_api());
    for (line, words) in [
        ("endpoint = \"\"", "shopware.endpoint is empty"),
        ("", "missing field `endpoint`"),
    ] {
        shop.configure("vitrine.toml", &[(&store_api, line)]);
        for command in ["build", "serve"] {
            one_sentence(&shop.vitrine(&[command]), &[text, words]);
        }
    }
}

/// The start of a configuration line, an invalid line, and what the error must contain besides
/// `vitrine.toml cannot be used`.
const CANNOT_WORK: &[(&str, &str, &[&str])] = &[
    ("body = 65536", "body = 0", &["limits.body", "it is 0; use 1024 to"]),
    ("uri = ", "uri = 0", &["limits.uri", "use 256 to 65534"]),
    (
        "header_bytes = ",
        "header_bytes = 8191",
        &["limits.header_bytes", "use 8192 to"],
    ),
    (
        "header_bytes = ",
        "header_bytes = 9223372036854775807",
        &["limits.header_bytes", "use 8192 to"],
    ),
    ("headers = ", "headers = 0", &["limits.headers", "use 24 to 1000"]),
    (
        "headers = ",
        "headers = 9223372036854775807",
        &["limits.headers", "use 24 to 1000"],
    ),
    (
        "backend_answer = ",
        "backend_answer = 0",
        &["limits.backend_answer", "use 65536 to"],
    ),
    (
        "builder_answer = ",
        "builder_answer = 0",
        &["limits.builder_answer", "use 65536 to"],
    ),
    ("connections = ", "connections = 0", &["limits.connections", "use 1 to"]),
    (
        "connections = ",
        "connections = 9223372036854775807",
        &["limits.connections", "use 1 to"],
    ),
    (
        "backend_in_flight = ",
        "backend_in_flight = 0",
        &["limits.backend_in_flight", "use 1 to"],
    ),
    (
        "backend_in_flight = ",
        "backend_in_flight = 9223372036854775807",
        &["limits.backend_in_flight", "use 1 to"],
    ),
    (
        "compressed_cache = ",
        "compressed_cache = 9223372036854775807",
        &["limits.compressed_cache", "use 0 to"],
    ),
    (
        "header = ",
        "header = 0",
        &["timeouts.header", "use more than 0 and at most 3600 seconds"],
    ),
    (
        "header = ",
        "header = 9223372036854775807",
        &["timeouts.header", "at most 3600 seconds"],
    ),
    ("body = 15", "body = 0", &["timeouts.body", "use more than 0"]),
    ("connect = ", "connect = 0", &["timeouts.connect", "use 1 to 3600"]),
    (
        "backend = ",
        "backend = 9223372036854775807",
        &["timeouts.backend", "at most 3600 seconds"],
    ),
    ("builder = ", "builder = 0", &["timeouts.builder", "use 1 to 3600"]),
    (
        "drain = ",
        "drain = 9223372036854775807",
        &["timeouts.drain", "at most 3600 seconds"],
    ),
    ("reads = ", "reads = 0", &["rates.reads", "use 1 to"]),
    ("cart_writes = ", "cart_writes = 0", &["rates.cart_writes", "use 1 to"]),
    (
        "checkout_writes = ",
        "checkout_writes = 0",
        &["rates.checkout_writes", "use 1 to"],
    ),
    ("orders = ", "orders = 0", &["rates.orders", "use 1 to"]),
    (
        "order_lookups = ",
        "order_lookups = 0",
        &["rates.order_lookups", "use 1 to"],
    ),
    ("accounts = ", "accounts = 0", &["rates.accounts", "use 1 to"]),
    (
        "keep_releases = ",
        "keep_releases = 0",
        &["build.keep_releases", "use 1 to 1000"],
    ),
    (
        "pull_concurrency = ",
        "pull_concurrency = 0",
        &["build.pull_concurrency", "use 1 to 64"],
    ),
    (
        "pull_concurrency = ",
        "pull_concurrency = 9223372036854775807",
        &["build.pull_concurrency", "use 1 to 64"],
    ),
    ("quality = ", "quality = 0", &["images.quality", "use 1 to 100"]),
    // Public address of the shop.
    (
        "base_url = ",
        "base_url = \"http://127.0.0.1:3000/\"",
        &["site.base_url", "write it as \"http://127.0.0.1:3000\""],
    ),
    (
        "base_url = ",
        "base_url = \"http://127.0.0.1:3000/shop\"",
        &["site.base_url", "write it as \"http://127.0.0.1:3000\""],
    ),
    ("base_url = ", "base_url = \"\"", &["site.base_url", "https://"]),
    (
        "base_url = ",
        "base_url = \"https://shop.example\"",
        &[
            "server.https is false",
            "site.base_url (\"https://shop.example\")",
            "set it to true",
        ],
    ),
    (
        "base_url = ",
        "base_url = \"http://shop.example\"",
        &[
            "server.https is false",
            "site.base_url (\"http://shop.example\")",
            "set it to true",
        ],
    ),
    (
        "listen = ",
        "listen = \"0.0.0.0:3000\"",
        &[
            "server.https is false",
            "server.listen (\"0.0.0.0:3000\")",
            "127.0.0.1:3000",
        ],
    ),
    (
        "listen = ",
        "listen = \"[::]:3000\"",
        &["server.https is false", "server.listen", "set it to true"],
    ),
    (
        "listen = ",
        "listen = \"203.0.113.9:3000\"",
        &["server.https is false", "server.listen (\"203.0.113.9:3000\")"],
    ),
    (
        "listen = ",
        "listen = \"3000\"",
        &["server.listen", "use one like 127.0.0.1:3000"],
    ),
    (
        "origins = ",
        "origins = [\"*\"]",
        &["server.origins", "\"*\"", "any site could write", "name each origin"],
    ),
    (
        "origins = ",
        "origins = [\"null\"]",
        &["server.origins", "\"null\"", "any site could write"],
    ),
    (
        "origins = ",
        "origins = [\"http://127.0.0.1:3000/\"]",
        &["server.origins", "write it as \"http://127.0.0.1:3000\""],
    ),
    (
        "origins = ",
        "origins = [\"http://127.0.0.1:3000/cart\"]",
        &["server.origins", "write it as \"http://127.0.0.1:3000\""],
    ),
    (
        "origins = ",
        "origins = [\"http://*.shop.test\"]",
        &["server.origins", "name one host in full"],
    ),
    (
        "origins = ",
        "origins = [\"\"]",
        &["server.origins", "it must begin with https:// or http://"],
    ),
    (
        "origins = ",
        "origins = []",
        &["server.origins is empty", "name at least"],
    ),
    (
        "origins = ",
        "origins = [\"https://shop.example\"]",
        &["server.https is false", "server.origins (\"https://shop.example\")"],
    ),
    (
        "hosts = [\"127",
        "hosts = [\"*\"]",
        &["server.hosts", "\"*\"", "write one host in full"],
    ),
    (
        "hosts = [\"127",
        "hosts = [\"*.shop.example\"]",
        &["server.hosts", "write one host in full"],
    ),
    (
        "hosts = [\"127",
        "hosts = [\"https://shop.example\"]",
        &["server.hosts", "without a scheme", "\"shop.example\""],
    ),
    (
        "hosts = [\"127",
        "hosts = [\"shop.example/\"]",
        &["server.hosts", "write \"shop.example\""],
    ),
    (
        "hosts = [\"127",
        "hosts = [\"\"]",
        &["server.hosts", "write one host in full"],
    ),
    (
        "hosts = [\"127",
        "hosts = []",
        &["server.hosts is empty", "name at least"],
    ),
    (
        "trusted_proxies = ",
        "trusted_proxies = [\"10.0.0.0/8\"]",
        &["server.trusted_proxies", "\"10.0.0.0/8\"", "by its own"],
    ),
    // Addresses of the backends.
    (
        "endpoint = \"http://127.0.0.1:4010/",
        "endpoint = \"http://127.0.0.1:4010/api\"",
        &["shopware.endpoint", "write \"http://127.0.0.1:4010/store-api\""],
    ),
    (
        "endpoint = \"http://127.0.0.1:4010/",
        "endpoint = \"http://127.0.0.1:4010/store-api/v3\"",
        &["shopware.endpoint", "write \"http://127.0.0.1:4010/store-api\""],
    ),
    (
        "endpoint = \"http://127.0.0.1:4010/",
        "endpoint = \"http://127.0.0.1:4010/store-api/\"",
        &["shopware.endpoint", "without a trailing slash"],
    ),
    (
        "endpoint = \"http://127.0.0.1:4011\"",
        "endpoint = \"http://127.0.0.1:4011/api\"",
        &[
            "statamic.endpoint",
            "write \"http://127.0.0.1:4011\"",
            "statamic.api_route",
        ],
    ),
    (
        "endpoint = \"http://127.0.0.1:4011\"",
        "endpoint = \"cms.example\"",
        &["statamic.endpoint", "https://"],
    ),
    (
        "api_route = ",
        "api_route = \"\"",
        &["statamic.api_route", "like \"api\""],
    ),
    (
        "graphql_route = ",
        "graphql_route = \"https://cms.example/graphql\"",
        &["statamic.graphql_route", "like \"graphql\""],
    ),
    // Parts of folders, files or URLs.
    (
        "collections = ",
        "collections = [\"pages\", \"../pages\"]",
        &["statamic.collections", "\"../pages\"", "letters, digits"],
    ),
    (
        "collections = ",
        "collections = [\"pages\", \"pages\"]",
        &["statamic.collections", "\"pages\" twice", "once"],
    ),
    (
        "navigations = ",
        "navigations = { main = \"\", top = \"top\", footer = \"footer\", colophon = \"colophon\" }",
        &["statamic.navigations.main", "write a handle"],
    ),
    (
        "code = \"en\"",
        "code = \"../en\"",
        &["locales.code", "\"../en\"", "write one like"],
    ),
    ("prefix = \"/en\"", "prefix = \"/api\"", &["locales.prefix", "not free"]),
    (
        "iso = \"en-GB\"",
        "iso = \"nl-NL\"",
        &["iso \"nl-NL\"", "each needs its own"],
    ),
    (
        "time_zone = ",
        "time_zone = \"Amsterdam\"",
        &["site.time_zone", "use one like Europe/Amsterdam"],
    ),
    (
        "consumer_locales = ",
        "consumer_locales = [\"fr\"]",
        &["ordering.consumer_locales", "\"fr\"", "code of a [[locales]] table"],
    ),
    (
        "template = ",
        "template = \"{url}?w={width}&h={heigth}\"",
        &["images.template", "{heigth}", "{height}"],
    ),
    (
        "hosts = [\"http",
        "hosts = [\"http://images.test; script-src *\"]",
        &["images.hosts"],
    ),
    (
        "canonical_query = ",
        "canonical_query = [\"q=1\"]",
        &["seo.canonical_query", "\"q=1\"", "like \"q\""],
    ),
    ("dist = ", "dist = \"\"", &["build.dist", "name a folder"]),
];

/// Replaces lines for the backends by those of the project, which the rows above start from.
fn with_known_backends(shop: &Shop, begin: &str, line: &str) {
    shop.configure("vitrine.toml", &[]);
    let text = fs::read_to_string(shop.path("vitrine.toml")).unwrap();
    let text = text
        .replace(&shop.store_api(), "http://127.0.0.1:4010/store-api")
        .replace(&shop.cms(), "http://127.0.0.1:4011");
    fs::write(shop.path("vitrine.toml"), replace_line(&text, begin, line)).unwrap();
}

/// Invalid values are refused before any request, write or listening socket, with their key and what to write instead.
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

/// Persistent state is outside of `dist`, also through links.
#[test]
fn state_and_releases_lie_apart() {
    let shop = Shop::start();
    fs::create_dir_all(shop.path("dist/inner")).unwrap();
    symlink(shop.path("dist/inner"), shop.path("elsewhere")).unwrap();
    let folder = shop.path("").display().to_string();
    let folder = folder.trim_end_matches('/');
    for state in [
        "dist",
        "./dist/",
        "dist/state",
        "other/../dist/state",
        "elsewhere",
        "elsewhere/state",
        &format!("{folder}/dist/state"),
        ".",
    ] {
        let line = format!("state_dir = {state:?}");
        shop.configure(
            "vitrine.toml",
            &[("dist = ", "dist = \"dist\""), ("state_dir = ", &line)],
        );
        one_sentence(
            &shop.vitrine(&["serve"]),
            &["build.state_dir", "build.dist", "name a folder beside it"],
        );
    }
    for state in ["state", "dist-state", "dist/../state"] {
        let line = format!("state_dir = {state:?}");
        shop.configure(
            "vitrine.toml",
            &[("dist = ", "dist = \"dist\""), ("state_dir = ", &line)],
        );
        let said = shop.vitrine(&["check"]).said();
        assert!(!said.contains("build.state_dir"), "{state}: {said}");
    }
}

/// A handle that the CMS does not have is reported with the configuration key that contains it.
#[test]
fn a_misspelt_handle_names_its_key() {
    let shop = Shop::small();
    for (begin, line, key, handle) in [
        (
            "collections = ",
            "collections = [\"pages\", \"brandz\"]",
            "statamic.collections",
            "brandz",
        ),
        (
            "taxonomies = ",
            "taxonomies = [\"categoriez\"]",
            "statamic.taxonomies",
            "categoriez",
        ),
        (
            "asset_containers = ",
            "asset_containers = [\"assetz\"]",
            "statamic.asset_containers",
            "assetz",
        ),
        (
            "navigations = ",
            "navigations = { main = \"main\", top = \"top\", footer = \"footerz\", colophon = \"colophon\" }",
            "statamic.navigations",
            "footerz",
        ),
    ] {
        shop.configure("vitrine.toml", &[(begin, line)]);
        let run = shop.vitrine(&["build"]);
        assert_eq!(run.code, Some(2), "{line}: {}", run.stderr);
        let said = run.said();
        for part in [key, handle, "config/statamic/api.php"] {
            assert!(said.contains(part), "{part:?} is not in: {said}");
        }
    }
}

/// If the home page is in none of the collections, the error names the remedy, not the dead links.
#[test]
fn a_shop_without_its_home_page_names_the_key() {
    let shop = Shop::small();
    for collections in ["[]", "[\"brands\"]"] {
        shop.configure(
            "vitrine.toml",
            &[("collections = ", &format!("collections = {collections}"))],
        );
        let run = shop.vitrine(&["build"]);
        assert_eq!(run.code, Some(2), "{collections}: {}", run.stderr);
        for part in ["no page has the address /,", "statamic.collections"] {
            assert!(run.said().contains(part), "{part:?} is not in: {}", run.said());
        }
    }
}

/// The address of a server that is not the API is reported with its key and an example.
#[test]
fn an_address_that_leads_elsewhere_names_its_key() {
    let shop = Shop::small();
    let (store_api, cms) = (shop.store_api(), shop.cms());
    for (begin, line, key, right) in [
        (
            &store_api,
            format!("{store_api}/elsewhere/store-api"),
            "shopware.endpoint",
            "/store-api",
        ),
        (
            &cms,
            format!("{cms}/elsewhere"),
            "statamic.endpoint",
            "the REST API must answer at",
        ),
    ] {
        let (begin, line) = (format!("endpoint = {begin:?}"), format!("endpoint = {line:?}"));
        shop.configure("vitrine.toml", &[(&begin, &line)]);
        let run = shop.vitrine(&["build"]);
        assert_eq!(run.code, Some(2), "{}", run.stderr);
        assert!(run.said().contains(key) && run.said().contains(right), "{}", run.said());
    }
}

#[test]
fn a_binary_without_built_assets_says_how_to_build_them() {
    let shop = Shop::start();
    fs::remove_dir_all(shop.path("assets")).unwrap();
    for command in ["build", "check"] {
        one_sentence(
            &shop.vitrine(&[command]),
            &[
                "assets/manifest.json",
                "`npm ci --ignore-scripts && npm run build` in islands/",
                "build.assets",
            ],
        );
    }
}

#[test]
fn a_port_in_use_is_said_by_serve() {
    let shop = Shop::small();
    shop.build();
    let held = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = held.local_addr().unwrap().to_string();
    let line = format!("listen = \"{address}\"");
    shop.configure("vitrine.toml", &[("listen = ", &line)]);
    one_sentence(
        &shop.vitrine(&["serve"]),
        &["cannot listen on", &address, "the port is in use", "server.listen"],
    );
}

#[test]
fn a_port_in_use_is_said_by_demo() {
    let shop = Shop::start();
    let held = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = held.local_addr().unwrap().port().to_string();
    let data = crate::support::lindhoven().display().to_string();
    for (name, words) in [
        ("--shopware-port", "Shopware"),
        ("--statamic-port", "Statamic"),
        ("--images-port", "image CDN"),
    ] {
        let mut arguments = vec!["demo", "--shop", &data];
        for other in ["--shopware-port", "--statamic-port", "--images-port"] {
            arguments.extend([other, if other == name { &port } else { "0" }]);
        }
        let run = shop.vitrine(&arguments);
        one_sentence(
            &run,
            &[words, &format!("127.0.0.1:{port}"), "in use", "Choose another port"],
        );
    }
}

#[test]
fn a_shop_folder_that_is_not_there_is_said_by_demo() {
    let shop = Shop::start();
    let run = shop.vitrine(&[
        "demo",
        "--shop",
        "nowhere",
        "--shopware-port",
        "0",
        "--statamic-port",
        "0",
        "--images-port",
        "0",
    ]);
    one_sentence(&run, &["nowhere"]);
}

/// Invalid delivery and return terms are refused, with their key and what to write.
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
        let changed = text.replace("country = \"NL\"\n", "");
        let changed = changed.replacen(
            "countries = [\"NL\", \"BE\", \"DE\"]",
            &format!("countries = {countries}"),
            1,
        );
        std::fs::write(shop.path("vitrine.toml"), changed).unwrap();
        one_sentence(&shop.vitrine(&["build"]), &[words]);
    }
}
