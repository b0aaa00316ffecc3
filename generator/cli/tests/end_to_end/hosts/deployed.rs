//! nginx and Caddy as set up by a retailer: before the first release, between a release and a reload, and for foreign
//! host names.

use std::{
    fs,
    io::{Read, Write},
    net::TcpStream,
    time::Instant,
};

use serde_json::json;

use super::{
    programs::{Host, SOON, caddy, encrypted, encrypted_caddy, encrypted_nginx, free_port, nginx, own_address},
    said,
};
use crate::support::{Served, Shop, started};

/// The server of a shop behind nginx and Caddy, with their ports.
fn behind(shop: &Shop) -> (Served, [u16; 2]) {
    behind_with(shop, &[])
}

fn behind_with(shop: &Shop, lines: &[(&str, &str)]) -> (Served, [u16; 2]) {
    let ports = [free_port(), free_port()];
    let hosts = ports.map(|port| format!("\"{}:{port}\"", own_address())).join(", ");
    let line = format!("hosts = [\"127.0.0.1:0\", {hosts}]");
    shop.configure(
        "vitrine.toml",
        &[&[("hosts = [\"127.0.0.1:0\"", line.as_str())], lines].concat(),
    );
    (started(shop.command(&["serve"]), shop.path("serve.log")), ports)
}

/// Both hosts in front of a server.
fn both(shop: &Shop, served: &Served, ports: [u16; 2]) -> [Host; 2] {
    let server = served.url.strip_prefix("http://").unwrap();
    [nginx(shop, server, ports[0]), caddy(shop, server, ports[1])]
}

/// The raw answer of a port to a request with a host name.
fn named(port: u16, name: &str, path: &str) -> String {
    asked(port, &format!("GET {path} HTTP/1.1\r\nHost: {name}\r\n"))
}

/// The answer of a port to a request with this head.
fn asked(port: u16, head: &str) -> String {
    let mut stream = TcpStream::connect((own_address(), port)).unwrap();
    write!(stream, "{head}Connection: close\r\n\r\n").unwrap();
    let mut bytes = Vec::new();
    // A host may reset the connection instead of closing it.
    let _all = stream.read_to_end(&mut bytes).is_ok();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// R-GEN-02: both start on a host without a release, and the server answers until they are reloaded.
#[test]
fn r_gen_02_hosts_start_before_the_first_release() {
    let shop = Shop::small();
    let (served, ports) = behind(&shop);
    let hosts = both(&shop, &served, ports);
    for host in &hosts {
        for path in ["/", "/en/nothing"] {
            assert_eq!(
                shop.answer(&format!("{}{path}", host.url)).0,
                503,
                "{} {path}",
                host.name
            );
        }
        let (status, headers, _) = shop.answer(&format!("{}/api/health", host.url));
        assert_eq!(
            (status, said(&headers, "cache-control").as_str()),
            (200, "no-store"),
            "{}",
            host.name
        );
    }
    shop.build();
    for host in &hosts {
        for (path, wanted) in [("/", 200), ("/de", 200), ("/klantenservice", 301), ("/en/nothing", 404)] {
            assert_eq!(
                shop.answer(&format!("{}{path}", host.url)).0,
                wanted,
                "{} {path}",
                host.name
            );
        }
        assert!(!host.said().contains("[warn]"), "{}: {}", host.name, host.said());
    }
    assert!(served.terminate().success());
}

/// R-ROUTE-09, rule 21: a release without a reload keeps the ETags of unchanged pages, and no header refers to a file
/// of the previous release.
#[test]
fn r_route_09_a_release_without_a_reload_keeps_the_etags_of_unchanged_files() {
    let shop = Shop::small();
    shop.edit("pages/privacy", "nl-NL", &json!({ "title": "Privacy in drie zinnen" }));
    shop.build();
    let (served, ports) = behind(&shop);
    let hosts = both(&shop, &served, ports);
    let paths = ["/privacy", "/en", "/robots.txt", "/de.md", "/assets/loader-A1B2C3D4.js"];
    let ask = |host: &Host, path| {
        let (status, headers, text) = shop.answer(&format!("{}{path}", host.url));
        assert_eq!(status, 200, "{} {path}", host.name);
        assert_eq!(said(&headers, "last-modified"), "", "{} {path}", host.name);
        let tag = said(&headers, "etag");
        assert!(!tag.is_empty(), "{} {path}", host.name);
        (tag, said(&headers, "link"), text)
    };
    let before = hosts.each_ref().map(|host| paths.map(|path| ask(host, path)));

    // One page has another text of the same length; later its file would have another modification time.
    let first = shop.path("dist").join(shop.live()).join("site");
    shop.edit("pages/privacy", "nl-NL", &json!({ "title": "Privacy in vier zinnen" }));
    shop.build();
    let second = shop.path("dist").join(shop.live()).join("site");
    assert_ne!(first, second);
    for file in ["en.html", "robots.txt", "assets/loader-A1B2C3D4.js"] {
        let time = |site: &std::path::Path| fs::metadata(site.join(file)).unwrap().modified().unwrap();
        assert_eq!(time(&first), time(&second), "{file}");
    }
    for (host, before) in hosts.iter().zip(&before) {
        for (path, (tag, _, text)) in paths.iter().zip(before) {
            let (now, _, words) = ask(host, path);
            assert_eq!(*tag == now, *text == words, "{} {path}: {tag}, then {now}", host.name);
            assert_eq!(*text != words, *path == "/privacy", "{} {path}", host.name);
            let asked = format!("{}\r\nIf-None-Match: {tag}", host.url.strip_prefix("http://").unwrap());
            let again = named(host.url.rsplit(':').next().unwrap().parse().unwrap(), &asked, path);
            let known = again.starts_with("HTTP/1.1 304");
            assert_eq!(known, *path != "/privacy", "{} {path}: {again}", host.name);
        }
    }

    // The third has another style sheet.
    let manifest = fs::read_to_string(shop.path("assets/manifest.json")).unwrap();
    let manifest = manifest.replace("styles-A1B2C3D4", "styles-B2C3D4E5");
    fs::write(shop.path("assets/manifest.json"), manifest).unwrap();
    let sheet = |name: &str| shop.path(&format!("assets/assets/{name}.css"));
    fs::rename(sheet("styles-A1B2C3D4"), sheet("styles-B2C3D4E5")).unwrap();
    shop.build();
    for host in &hosts {
        for path in ["/", "/en", "/de/nothing"] {
            let (_, headers, text) = shop.answer(&format!("{}{path}", host.url));
            assert!(text.contains("styles-B2C3D4E5"), "{} {path}", host.name);
            assert!(
                !said(&headers, "link").contains("styles-A1B2C3D4"),
                "{} {path}",
                host.name
            );
        }
    }
    served.follows(&shop);
    let (_, headers, _) = shop.answer(&served.url);
    assert!(said(&headers, "link").contains("styles-B2C3D4E5"), "{headers:?}");
    assert!(served.terminate().success());
}

/// R-ROUTE-09: the shop is not served under foreign host names; `www.` redirects to it, as does http, and every https
/// redirect has HSTS.
#[test]
fn r_route_09_only_the_names_of_the_shop_are_answered() {
    let shop = Shop::small();
    let own = own_address().to_string();
    let base = format!("https://{own}");
    shop.configure(
        "vitrine.toml",
        &[
            ("base_url = ", &format!("base_url = \"{base}\"")),
            ("https = false", "https = true"),
        ],
    );
    shop.build();
    let (served, ports) = behind(&shop);
    let hsts = "strict-transport-security: max-age=31536000";
    for host in both(&shop, &served, ports) {
        let port: u16 = host.url.rsplit(':').next().unwrap().parse().unwrap();
        let [unencrypted, www] = host.others;
        for port in [port, unencrypted, www] {
            for name in ["elders.example", "127.0.0.1", "", &format!("elders.{own}")] {
                for path in ["/", "/api/health", "/assets/loader-A1B2C3D4.js"] {
                    let answer = named(port, name, path);
                    // Nothing of the shop is served without a host name either.
                    let refused = answer.is_empty() || (name.is_empty() && answer.starts_with("HTTP/1.1 400"));
                    assert!(refused, "{} {name:?} {path}: {answer}", host.name);
                }
            }
        }
        let leads = |port, name: &str, path: &str, to: &str| {
            let answer = named(port, name, path).to_lowercase();
            assert!(
                answer.starts_with("http/1.1 301"),
                "{} {name}{path}: {answer}",
                host.name
            );
            assert!(
                answer.contains(&format!("location: {to}\r\n")),
                "{} {name}{path}: {answer}",
                host.name
            );
            answer.contains(hsts)
        };
        for (path, to) in [("/", "/"), ("/en?a=b", "/en?a=b")] {
            let to = format!("{base}{to}");
            for name in [own.clone(), format!("www.{own}")] {
                assert!(
                    !leads(unencrypted, &name, path, &to),
                    "{}: not before it is encrypted",
                    host.name
                );
            }
            assert!(leads(www, &format!("www.{own}"), path, &to), "{} www {path}", host.name);
        }
        for (path, to) in [
            ("/klantenservice", "/service"),
            ("/en/", "/en"),
            ("/privacy.html", "/privacy"),
            ("/newsletter-subscribe/?em=a", "/newsletter-subscribe?em=a"),
        ] {
            assert!(leads(port, &own, path, to), "{} {path} has no HSTS", host.name);
        }
    }
    assert!(served.terminate().success());
}

/// R-ROUTE-09: the unmodified file with a certificate: the handshake for a foreign name is refused.
#[test]
fn r_route_09_nginx_shows_no_certificate_to_other_names() {
    let shop = Shop::small();
    shop.build();
    let (served, ports) = behind(&shop);
    let host = encrypted_nginx(&shop, served.url.strip_prefix("http://").unwrap(), ports[0]);
    let own = own_address().to_string();
    let page = encrypted(&host, &own, "/");
    assert!(page.starts_with("HTTP/1.1 200"), "{page}");
    let www = encrypted(&host, &format!("www.{own}"), "/en");
    assert!(www.contains(&format!("Location: https://{own}/en")), "{www}");
    assert!(www.contains("Strict-Transport-Security: max-age=31536000"), "{www}");
    for name in ["elders.example", "elders", &format!("elders.{own}")] {
        assert_eq!(encrypted(&host, name, "/"), "", "{name}");
    }
    assert!(!host.said().contains("[warn]"), "{}", host.said());
    assert!(served.terminate().success());
}

/// R-ROUTE-09: the unmodified file with its own certificates: the shop under its name, redirects from `www.` and http,
/// and the handshake for a foreign name is refused.
#[test]
fn r_route_09_caddy_shows_no_certificate_to_other_names() {
    let shop = Shop::small();
    let name = "lindhoven.test";
    shop.configure(
        "vitrine.toml",
        &[
            ("base_url = ", &format!("base_url = \"https://{name}\"")),
            ("https = false", "https = true"),
            (
                "hosts = [\"127.0.0.1:0\"",
                &format!("hosts = [\"127.0.0.1:0\", \"{name}\"]"),
            ),
        ],
    );
    shop.build();
    let served = started(shop.command(&["serve"]), shop.path("serve.log"));
    let host = encrypted_caddy(&shop, served.url.strip_prefix("http://").unwrap(), name);
    // The certificate is created after the port was opened.
    let began = Instant::now();
    let mut page = encrypted(&host, name, "/");
    while page.is_empty() {
        assert!(began.elapsed() < SOON, "{}", host.said());
        page = encrypted(&host, name, "/");
    }
    let hsts = "strict-transport-security: max-age=31536000";
    assert!(page.starts_with("HTTP/1.1 200"), "{page}");
    assert!(page.to_lowercase().contains(hsts), "{page}");
    let api = encrypted(&host, name, "/api/health");
    assert!(api.starts_with("HTTP/1.1 200"), "{api}");
    let www = encrypted(&host, &format!("www.{name}"), "/en?a=b").to_lowercase();
    assert!(www.starts_with("http/1.1 301"), "{www}");
    assert!(www.contains(&format!("location: https://{name}/en?a=b")), "{www}");
    assert!(www.contains(hsts), "{www}");
    let [unencrypted, _] = host.others;
    for asked in [name, &format!("www.{name}")] {
        let led = named(unencrypted, asked, "/en").to_lowercase();
        assert!(led.starts_with("http/1.1 301"), "{asked}: {led}");
        assert!(
            led.contains(&format!("location: https://{name}/en\r\n")),
            "{asked}: {led}"
        );
    }
    for other in ["elders.example", "elders", &format!("elders.{name}")] {
        assert_eq!(encrypted(&host, other, "/"), "", "{other}");
        assert_eq!(named(unencrypted, other, "/"), "", "{other}");
    }
    assert!(served.terminate().success());
}

/// Rule 16: "real address only from the listed proxy". Behind a CDN whose range is in both files and the server's
/// configuration, each visitor is counted by their own address; values that visitors add to the header are ignored.
#[test]
fn rule_16_behind_a_cdn_each_visitor_is_counted_separately() {
    let shop = Shop::small();
    shop.build();
    // The addresses of this test's own connections, which act as the CDN.
    std::fs::write(shop.path("behind-a-cdn"), "127.0.0.0/8").unwrap();
    let lines = [
        ("trusted_proxies = ", "trusted_proxies = [\"127.0.0.0/8\"]"),
        ("reads = ", "reads = 10"),
    ];
    let (served, ports) = behind_with(&shop, &lines);
    for (index, host) in both(&shop, &served, ports).iter().enumerate() {
        let port: u16 = host.url.rsplit(':').next().unwrap().parse().unwrap();
        let of = |forwarded: &str| {
            let name = host.url.strip_prefix("http://").unwrap();
            let head = format!(
                "GET /api/cart HTTP/1.1\r\nHost: {name}\r\nX-Vitrine-Locale: nl\r\nX-Forwarded-For: {forwarded}\r\n"
            );
            let answer = asked(port, &head);
            answer.lines().next().unwrap_or_default().to_owned()
        };
        for visitor in 0..40 {
            let status = of(&format!("198.51.{index}.{visitor}"));
            assert!(status.contains(" 200"), "{}: visitor {visitor}: {status}", host.name);
        }
        // One visitor, who sends a different forged address each time.
        let limited = (0..40).filter(|n| of(&format!("192.0.2.{n}, 198.51.{index}.200")).contains(" 429"));
        assert!(limited.count() >= 20, "{}: one address is one visitor", host.name);
    }
    assert!(served.terminate().success());
}
