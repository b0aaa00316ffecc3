//! An error in the configuration is one sentence with the remedy and a non-zero exit status (R-BACK-05).

use std::{fs, net::TcpListener, os::unix::fs::symlink};

mod refused;
mod values;

use serde_json::json;

use crate::support::{Run, Shop};

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
    shop.configure("vitrine.toml", &[("time_zone = ", "")]);
    let run = shop.vitrine(&["build"]);
    one_sentence(
        &run,
        &[
            "vitrine.toml, line ",
            "[site]",
            "missing field `time_zone`",
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
    shop.configure("vitrine.toml", &[]);
    let script = "assets/cart-A1B2C3D4.js";
    fs::remove_file(shop.path("assets").join(script)).unwrap();
    shop.control("DELETE", "calls", &json!({}));
    one_sentence(
        &shop.vitrine(&["build"]),
        &[script, "which is not there", "npm run build"],
    );
    let calls = shop.control("GET", "calls", &json!({}));
    assert_eq!(calls["calls"], json!([]), "nothing was pulled");
}

/// The help lists what each exit status means, and those that the binary ends with are of the list.
#[test]
fn the_help_lists_the_exit_statuses() {
    let shop = Shop::small();
    for help in ["--help", "-h"] {
        let run = shop.vitrine(&[help]);
        assert_eq!(run.code, Some(0));
        let (_, statuses) = run.stdout.split_once("Exit status:").expect("the list");
        for line in ["\n  0  Success", "\n  1  Errors in the content", "\n  2  Failure"] {
            assert!(statuses.contains(line), "{line}: {statuses}");
        }
    }
    assert_eq!(shop.vitrine(&["no-such-command"]).code, Some(2), "wrong arguments");
    assert_eq!(
        shop.vitrine(&["check", "--release", "nowhere"]).code,
        Some(2),
        "a failure"
    );
}

/// A language that the sales channel does not have is told as that, and not as a wrong access key.
#[test]
fn r_back_04_a_wrong_language_names_its_key() {
    let shop = Shop::small();
    let line = "iso = \"de-DE\"\ncommerce_language = \"0123456789abcdef0123456789abcdef\"";
    shop.configure("vitrine.toml", &[("iso = \"de-DE\"", line)]);
    let run = shop.vitrine(&["build"]);
    assert_eq!(run.code, Some(2), "{}", run.stderr);
    let said = run.said();
    assert!(said.contains("Correct commerce_language of the locale"), "{said}");
    assert!(!said.contains("VITRINE_SHOPWARE_ACCESS_KEY"), "{said}");
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
fn a_wrong_endpoint_is_reported_with_its_key() {
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
