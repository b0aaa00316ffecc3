//! A running server switches to a new release without a restart, keeps the old one after a failed build, and stops on a
//! signal (R-GEN-01, R-GEN-02).

use std::{
    fs,
    os::unix::fs::symlink,
    time::{Duration, Instant},
};

use serde_json::json;

use crate::support::{Shop, read_json, started};

/// R-GEN-01, R-GEN-02: the live release is served.
#[test]
fn r_gen_02_a_running_server_follows_the_live_release() {
    let shop = Shop::small();
    shop.build();
    let served = started(shop.command(&["serve"]), shop.path("serve.log"));
    let page = format!("{}/privacy", served.url);
    let (status, before) = shop.get(&page);
    assert_eq!(status, 200);
    assert!(before.contains("<html lang=\"nl-NL\""), "{before}");
    assert!(!before.contains("Privacy in vier zinnen"));

    shop.edit("pages/privacy", "nl-NL", &json!({ "title": "Privacy in vier zinnen" }));
    assert_eq!(
        shop.get(&page),
        (200, before.clone()),
        "an edit without a build shows nothing"
    );
    shop.build();
    served.follows(&shop);
    let (status, after) = shop.get(&page);
    assert_eq!(status, 200);
    assert!(
        after.contains("Privacy in vier zinnen"),
        "the new release is served without a restart"
    );

    shop.edit("pages/privacy", "nl-NL", &json!({ "title": "Niet te bouwen" }));
    let fault = json!({ "backend": "statamic", "path": "/api/navs/footer/tree", "kind": "status", "status": 404 });
    shop.control("POST", "faults", &fault);
    assert_eq!(
        shop.vitrine(&["build"]).code,
        Some(2),
        "a navigation that is gone stops the build"
    );
    assert_eq!(
        shop.get(&page),
        (200, after),
        "a failed build leaves the last good one served"
    );

    let began = Instant::now();
    let status = served.terminate();
    assert_eq!(status.code(), Some(0), "SIGTERM is a good end");
    assert!(
        began.elapsed() < Duration::from_secs(5),
        "it took {:?}",
        began.elapsed()
    );
}

/// A server without a release reports that, with the folder and the remedy, and does not print a URL to open.
#[test]
fn r_gen_02_a_server_without_a_release_says_what_to_do() {
    let shop = Shop::small();
    let dist = shop.path("dist");
    let current = dist.join("current");
    for (kind, why) in [
        ("nothing", "does not exist"),
        (
            "a link to nothing",
            "leads to releases/gone, which cannot be read as a release",
        ),
        ("a folder", "is no symbolic link. Move it away"),
    ] {
        fs::create_dir_all(&dist).unwrap();
        match kind {
            "a link to nothing" => symlink("releases/gone", &current).unwrap(),
            "a folder" => {
                fs::remove_file(&current).unwrap();
                fs::create_dir(&current).unwrap();
            }
            _ => {}
        }
        let served = started(shop.command(&["serve"]), shop.path("serve.log"));
        let said = served.log();
        for part in [
            "no release is live",
            current.to_str().unwrap(),
            why,
            "answered with 503",
            "run `vitrine build` here",
            dist.join("releases").to_str().unwrap(),
            "generator/docs/guide/deploy.md",
        ] {
            assert!(said.contains(part), "{kind}: {part:?} is not in: {said}");
        }
        assert!(!said.contains("open http"), "{kind}: {said}");
        assert_eq!(shop.get(&served.url).0, 503, "{kind}");
        assert!(served.terminate().success(), "{kind}");
    }
}

/// Before the first build the server runs and reports that it is not ready; afterwards it is ready without a restart.
#[test]
fn r_gen_02_a_server_without_a_release_waits_for_one() {
    let shop = Shop::small();
    let served = started(shop.command(&["serve"]), shop.path("serve.log"));
    assert_eq!(shop.get(&format!("{}/api/health", served.url)).0, 200);
    assert_eq!(shop.get(&format!("{}/api/ready", served.url)).0, 503);
    shop.build();
    assert_eq!(shop.get(&format!("{}/api/ready", served.url)).0, 200);
    for (path, language) in [("/", "nl-NL"), ("/en", "en-GB"), ("/de", "de-DE")] {
        let (status, text) = shop.get(&format!("{}{path}", served.url));
        assert_eq!(status, 200, "{path}");
        assert!(text.contains(&format!("<html lang=\"{language}\"")), "{path}");
    }
    assert!(served.terminate().success());
}

/// R-GEN-02: on a host that only has a release, the server starts while Shopware is down, hanging or in maintenance,
/// serves pages immediately, and finds Shopware later; also with a release without language ids.
#[test]
fn r_gen_02_a_server_starts_while_shopware_is_away() {
    let shop = Shop::small();
    shop.build();
    let site = shop.path("dist/current/server/site.json");
    let named = fs::read(&site).unwrap();
    let without = {
        let mut value = read_json(&site);
        for locale in value["locales"].as_array_mut().unwrap() {
            assert_eq!(
                locale
                    .as_object_mut()
                    .unwrap()
                    .remove("language")
                    .unwrap()
                    .as_str()
                    .unwrap()
                    .len(),
                32
            );
        }
        value.to_string().into_bytes()
    };
    let faults = [
        json!({"backend": "shopware", "kind": "hang"}),
        json!({"backend": "shopware", "kind": "status", "status": 503}),
        json!({"backend": "shopware", "kind": "lost"}),
    ];
    for (fault, site_json) in faults.iter().flat_map(|fault| [(fault, &named), (fault, &without)]) {
        fs::write(&site, site_json).unwrap();
        let _gone = fs::remove_dir_all(shop.path("state"));
        shop.control("POST", "faults", fault);
        let began = Instant::now();
        let served = started(shop.command(&["serve"]), shop.path("serve.log"));
        assert_eq!(shop.get(&served.url).0, 200, "{fault}");
        assert!(
            began.elapsed() < Duration::from_secs(5),
            "{fault}: {:?}",
            began.elapsed()
        );
        let ready = || serde_json::from_str::<serde_json::Value>(&shop.get(&format!("{}/api/ready", served.url)).1);
        assert_eq!(ready().unwrap()["status"], "degraded", "{fault}");

        shop.control("DELETE", "faults", &json!({}));
        let until = Instant::now() + Duration::from_secs(40);
        while ready().unwrap()["backends"]["shopware"] != "up" {
            assert!(
                Instant::now() < until,
                "{fault}: it does not find Shopware: {}",
                served.log()
            );
        }
        for locale in ["nl", "en", "de"] {
            shop.api(&format!("{}/api/checkout/form", served.url), locale);
        }
        assert!(served.terminate().success(), "{fault}");
    }
}

/// R-GEN-01: the printed URL is one that the server answers, with the name in `server.hosts`; if that only lists the
/// proxy's name, the proxy's URL is printed.
#[test]
fn r_gen_01_the_url_that_serve_prints_is_answered() {
    let shop = Shop::small();
    shop.build();
    for (listen, hosts, begin) in [
        ("127.0.0.1:0", "\"127.0.0.1:0\"", "http://127.0.0.1:"),
        ("127.0.0.1:0", "\"shop.test\", \"localhost:0\"", "http://localhost:"),
        ("[::1]:0", "\"localhost:0\", \"[::1]:0\"", "http://[::1]:"),
    ] {
        let lines = [
            ("listen = ", format!("listen = \"{listen}\"")),
            ("hosts = [", format!("hosts = [{hosts}]")),
        ];
        configure_server(&shop, &lines);
        let served = started(shop.command(&["serve"]), shop.path("serve.log"));
        assert!(served.url.starts_with(begin), "{listen} {hosts}: {}", served.url);
        assert!(
            served.log().contains(&format!("open {}", served.url)),
            "{}",
            served.log()
        );
        assert_eq!(shop.get(&served.url).0, 200, "{listen} {hosts}");
        assert!(served.terminate().success());
    }
    configure_server(
        &shop,
        &[
            ("listen = ", "listen = \"127.0.0.1:0\"".to_owned()),
            ("hosts = [", "hosts = [\"shop.test\"]".to_owned()),
            ("base_url = ", "base_url = \"http://shop.test\"".to_owned()),
        ],
    );
    let served = started(shop.command(&["serve"]), shop.path("serve.log"));
    let log = served.log();
    for part in ["open http://shop.test", "listening on 127.0.0.1:", "421"] {
        assert!(log.contains(part), "{part:?} is not in {log}");
    }
    let address = log.split("listening on ").nth(1).unwrap().split(' ').next().unwrap();
    assert_eq!(shop.get(&format!("http://{address}/")).0, 421);
    assert!(served.terminate().success());
}

/// Changes lines of `[server]`, because other tables have keys with the same names.
fn configure_server(shop: &Shop, lines: &[(&str, String)]) {
    let path = shop.path("vitrine.toml");
    let text = fs::read_to_string(&path).unwrap();
    let mut table = "";
    let mut out = String::new();
    for line in text.lines() {
        if line.starts_with('[') {
            table = line;
        }
        let found = lines
            .iter()
            .find(|(begin, _)| line.starts_with(begin) && matches!(table, "[server]" | "[site]"));
        out.push_str(found.map_or(line, |(_, new)| new));
        out.push('\n');
    }
    fs::write(path, out).unwrap();
}
