//! The files of `scripts/deploy/` and a release's host files: one list of requests, sent to `vitrine serve`, Debian's
//! nginx and Debian's Caddy, on a release built by the generator.

mod deployed;
mod programs;

use std::{
    fs,
    io::{Read, Write},
    net::TcpStream,
};

use http::HeaderMap;
use serde_json::{Value, json};

use self::programs::{caddy, free_port, nginx, own_address};
use crate::support::{Served, Shop, started};

const PAGE: &str = "public, max-age=0, s-maxage=60, stale-while-revalidate=60, stale-if-error=86400";
const ASSET: &str = "public, max-age=31536000, immutable";
const ICON: &str = "public, max-age=604800";
const FILE: &str = "public, max-age=0, must-revalidate";
const HTML: &str = "text/html; charset=utf-8";

/// Headers of every page besides caching and type, on every host.
const OF_PAGES: [&str; 6] = [
    "content-security-policy",
    "x-content-type-options",
    "referrer-policy",
    "permissions-policy",
    "cross-origin-opener-policy",
    "x-frame-options",
];

/// A redirect of the CMS.
fn redirect(id: &str, source: &str, destination: &str, kind: &str) -> Value {
    json!({ "id": id, "title": id, "enabled": true, "source": source, "destination": destination, "type": kind, "match_type": "exact", "site": "nl-NL" })
}

/// The shop with two releases: an asset of the first has another name in the second, which has more redirects.
fn shop() -> Shop {
    let shop = Shop::small();
    shop.edit("pages/privacy", "de-DE", &json!({ "slug": "zurücksetzen" }));
    shop.build();
    let manifest = fs::read_to_string(shop.path("assets/manifest.json")).unwrap();
    fs::write(
        shop.path("assets/manifest.json"),
        manifest.replace("cart-A1B2C3D4", "cart-B2C3D4E5"),
    )
    .unwrap();
    fs::rename(
        shop.path("assets/assets/cart-A1B2C3D4.js"),
        shop.path("assets/assets/cart-B2C3D4E5.js"),
    )
    .unwrap();
    let mut redirects = shop.pulled("statamic/redirects");
    redirects.extend([
        redirect("a", "/straße 1", "/service", "301"),
        redirect("b", "/vraag", "/service?onderwerp=a$b", "302"),
        redirect("anker", "/anker", "/service#één {$deel}", "301"),
        redirect("c", "/weg", "https://elders.example/pad?a=b$c", "301"),
        redirect("d", "/oud.html", "/service", "301"),
        redirect("e", "/Privacy", "/privacy", "301"),
    ]);
    shop.put_pulled("statamic/redirects", &redirects);
    assert_eq!(shop.offline(&[]).code, Some(0));
    shop
}

/// A request, and the answer of every host.
struct Row {
    path: &'static str,
    status: u16,
    location: &'static str,
    /// The file below `site/` with the expected body.
    file: &'static str,
    media_type: &'static str,
    cache: &'static str,
}

const fn row(path: &'static str, file: &'static str, media_type: &'static str, cache: &'static str) -> Row {
    Row {
        path,
        status: 200,
        location: "",
        file,
        media_type,
        cache,
    }
}

const fn page(path: &'static str, file: &'static str) -> Row {
    row(path, file, HTML, PAGE)
}

const fn moved(path: &'static str, status: u16, location: &'static str) -> Row {
    Row {
        path,
        status,
        location,
        file: "",
        media_type: "",
        cache: PAGE,
    }
}

/// The row with an answer that must not be stored.
const fn secret(mut row: Row) -> Row {
    row.cache = "no-store";
    row
}

/// The 404 page of a language.
const fn none(path: &'static str, file: &'static str) -> Row {
    Row {
        status: 404,
        ..row(path, file, HTML, PAGE)
    }
}

const ROWS: [Row; 54] = [
    page("/", "index.html"),
    page("/en", "en.html"),
    page("/privacy?utm=1", "privacy.html"),
    page("/en/about-us", "en/about-us.html"),
    page("/de/zur%C3%BCcksetzen", "de/zurücksetzen.html"),
    page("/producten/plisse-tafellamp", "producten/plisse-tafellamp.html"),
    // Paths as written in links.
    moved("/en/", 301, "/en"),
    moved("/privacy/?a=b", 301, "/privacy?a=b"),
    moved("/privacy.html", 301, "/privacy"),
    moved("/privacy.html?a=b", 301, "/privacy?a=b"),
    moved("/de/zur%C3%BCcksetzen/", 301, "/de/zur%C3%BCcksetzen"),
    moved("/index.html", 301, "/"),
    // Redirects, which keep the query unless they have one of their own.
    moved("/klantenservice", 301, "/service"),
    moved("/klantenservice?a=b", 301, "/service?a=b"),
    moved("/proefzitten", 302, "/contact"),
    moved("/stra%C3%9Fe%201", 301, "/service"),
    moved("/vraag?a=b", 302, "/service?onderwerp=a$b"),
    moved("/anker", 301, "/service#%C3%A9%C3%A9n%20{$deel}"),
    moved("/anker?a=b", 301, "/service?a=b#%C3%A9%C3%A9n%20{$deel}"),
    moved("/weg", 301, "https://elders.example/pad?a=b$c"),
    moved("/oud.html", 301, "/service"),
    moved("/Privacy", 301, "/privacy"),
    Row {
        status: 410,
        ..none("/buiten", "404.html")
    },
    // Shells of screens with run-time paths; the code in a link may start with an underscore.
    page(
        "/checkout/order/0123456789abcdef0123456789abcdef",
        "checkout/order/_id.html",
    ),
    page(
        "/en/checkout/order/_acDOFLKh3YJUbi7vRbK74YRGvhcebtM",
        "en/checkout/order/_id.html",
    ),
    // The links in Shopware's mails (R-ROUTE-14), which contain secrets.
    secret(page(
        "/account/order/_acDOFLKh3YJUbi7vRbK74YRGvhcebtM",
        "checkout/order/_id.html",
    )),
    secret(page(
        "/de/account/order/O81m5isnHPbYQmfqPCf4iLxpdvHfr9ZQ",
        "de/kasse/order/_id.html",
    )),
    secret(page(
        "/en/account/order/download/0123456789abcdef0123456789abcdef/0123456789abcdef0123456789abcdef?deepLinkCode=O81m5isnHPbYQmfq",
        "en/checkout/order/_id.html",
    )),
    secret(page("/newsletter-subscribe?em=a&hash=b", "nieuwsbrief-bevestigen.html")),
    secret(page(
        "/de/newsletter-subscribe?em=a&hash=b",
        "de/newsletter-bestaetigen.html",
    )),
    secret(moved(
        "/account/recover/password?hash=abc",
        302,
        "/wachtwoord-resetten?hash=abc",
    )),
    secret(moved(
        "/en/registration/confirm?em=a&hash=b&redirectTo=c",
        302,
        "/en/confirm-registration?em=a&hash=b&redirectTo=c",
    )),
    // The links to the withdrawal form contain them too.
    secret(moved(
        "/de/account/order/O81m5isnHPbYQmfqPCf4iLxpdvHfr9ZQ/",
        301,
        "/de/account/order/O81m5isnHPbYQmfqPCf4iLxpdvHfr9ZQ",
    )),
    secret(moved(
        "/newsletter-subscribe/?em=a&hash=b",
        301,
        "/newsletter-subscribe?em=a&hash=b",
    )),
    // Missing pages, in the language of their path.
    none("/niets", "404.html"),
    none("/en/nothing/here", "en/404.html"),
    none("/de/nichts", "de/404.html"),
    none("/energie", "404.html"),
    none("/Klantenservice", "404.html"),
    none("/404", "404.html"),
    none("/en/404", "en/404.html"),
    none("/withdrawal-review", ""),
    none("/_headers", "404.html"),
    none("/_redirects", "404.html"),
    none("/.env", "404.html"),
    none("/server/site.json", "404.html"),
    none("/assets/niets.js", "404.html"),
    // Other files.
    row(
        "/assets/loader-A1B2C3D4.js",
        "assets/loader-A1B2C3D4.js",
        "text/javascript; charset=utf-8",
        ASSET,
    ),
    row("/assets/cart-A1B2C3D4.js", "", "text/javascript; charset=utf-8", ASSET),
    row("/icons/tiktok.svg", "icons/tiktok.svg", "image/svg+xml", ICON),
    row("/privacy.md", "privacy.md", "text/markdown; charset=utf-8", PAGE),
    row("/sitemap.xml", "sitemap.xml", "application/xml", FILE),
    row("/robots.txt", "robots.txt", "text/plain; charset=utf-8", FILE),
    row("/nieuws/rss.xml", "nieuws/rss.xml", "application/rss+xml", PAGE),
];

fn said(headers: &HeaderMap, name: &str) -> String {
    let values: Vec<_> = headers
        .get_all(name)
        .iter()
        .map(|value| value.to_str().unwrap())
        .collect();
    assert!(values.len() < 2, "{name} twice: {values:?}");
    values.first().copied().unwrap_or_default().to_owned()
}

/// A URL without the escapes that hosts may add.
fn plain(url: &str) -> String {
    ["%24:$", "%22:\"", "%7B:{", "%7D:}"]
        .iter()
        .fold(url.to_owned(), |url, pair| {
            let (escape, sign) = pair.split_once(':').unwrap();
            url.replace(escape, sign)
        })
}

/// The differences between an answer and its row.
fn differences(shop: &Shop, url: &str, row: &Row, of_pages: &HeaderMap) -> Vec<String> {
    let (status, headers, text) = shop.answer(&format!("{url}{}", row.path));
    let mut found = Vec::new();
    let mut is = |what: &str, is: String, wanted: String| {
        if is != wanted {
            found.push(format!("{what} is {is:?}, not {wanted:?}"));
        }
    };
    is("status", status.to_string(), row.status.to_string());
    is("location", plain(&said(&headers, "location")), row.location.to_owned());
    is("cache-control", said(&headers, "cache-control"), row.cache.to_owned());
    is("set-cookie", said(&headers, "set-cookie"), String::new());
    if !row.media_type.is_empty() {
        is(
            "content-type",
            said(&headers, "content-type"),
            row.media_type.to_owned(),
        );
        let noindex = if row.path.ends_with(".md") { "noindex" } else { "" };
        is("x-robots-tag", said(&headers, "x-robots-tag"), noindex.to_owned());
    }
    if !row.file.is_empty() {
        let file = shop.file(&format!("site/{}", row.file));
        // The server inserts the path into the 404 page.
        let (shown, wanted) = match row.status {
            200 => (text, file),
            _ => (begin(&text), begin(&file)),
        };
        if shown != wanted {
            is("content", shown.chars().take(200).collect(), row.file.to_owned());
        }
    }
    if row.media_type == HTML {
        for header in OF_PAGES {
            is(header, said(&headers, header), said(of_pages, header));
        }
    }
    found
}

/// The beginning of a page, with its language and title.
fn begin(page: &str) -> String {
    let end = page.find("</title>").unwrap_or_default();
    page.get(..end).unwrap_or_default().to_owned()
}

/// The first line and the `Location` of an answer to a path sent unchanged, which HTTP clients would normalise.
fn raw(url: &str, path: &str) -> (String, String) {
    let address = url.strip_prefix("http://").unwrap();
    let mut stream = TcpStream::connect(address).unwrap();
    write!(
        stream,
        "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n"
    )
    .unwrap();
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).unwrap();
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let head = text.split("\r\n\r\n").next().unwrap();
    let location = head.lines().find_map(|line| {
        let (name, value) = line.split_once(':')?;
        name.eq_ignore_ascii_case("location").then(|| value.trim().to_owned())
    });
    (head.lines().next().unwrap().to_owned(), location.unwrap_or_default())
}

/// The API behind the host: its answers, caching and cookies, and none of the pages' headers.
fn ask_api(shop: &Shop, name: &str, url: &str) {
    let (status, headers, text) = shop.answer(&format!("{url}/api/health"));
    let health: Value = serde_json::from_str(&text).unwrap();
    assert_eq!((status, &health["status"]), (200, &json!("ok")), "{name}");
    assert_eq!(said(&headers, "cache-control"), "no-store", "{name}");
    assert_eq!(said(&headers, "link"), "", "{name}");
    assert_eq!(shop.api(&format!("{url}/api/cart"), "nl")["item_count"], 0, "{name}");
    let (status, _, text) = shop.answer(&format!("{url}/api/openapi.json"));
    let document: Value = serde_json::from_str(&text).unwrap();
    assert!(status == 200 && document["openapi"].is_string(), "{name}");
    let (status, headers, text) = shop.answer(&format!("{url}/api/nothing"));
    let error: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(
        (status, &error["errors"][0]["code"]),
        (404, &json!("NOT_FOUND")),
        "{name}"
    );
    assert_eq!(said(&headers, "cache-control"), "no-store", "{name}");
    let (status, headers, text) = shop.answer(&format!("{url}/desk/login"));
    assert!(
        status == 200 && text.contains("id=\"password\""),
        "{name}: the desk: {status} {text}"
    );
    assert_eq!(said(&headers, "cache-control"), "no-store", "{name}");
    let (status, headers, _) = shop.answer(&format!("{url}/desk"));
    assert_eq!(
        (status, said(&headers, "location").as_str()),
        (303, "/desk/login"),
        "{name}"
    );
}

/// R-ROUTE-04, R-ROUTE-05, R-ROUTE-08, R-ROUTE-09, R-HEAD-11: "static hosts … the same": headers, redirects, rewrites
/// to shells, 404 pages by language and the API behind them, checked by one list of requests to `vitrine serve`, nginx
/// and Caddy.
#[test]
fn r_route_09_every_host_answers_as_the_server_does() {
    let shop = shop();
    let ports = [free_port(), free_port()];
    let hosts = ports.map(|port| format!("\"{}:{port}\"", own_address())).join(", ");
    let desk = format!(
        "users = [{{ name = \"Noor\", role = \"look\", password = \"{}\" }}]",
        crate::desk::hash(&shop)
    );
    shop.configure(
        "vitrine.toml",
        &[
            (
                "hosts = [\"127.0.0.1:0\"",
                &format!("hosts = [\"127.0.0.1:0\", {hosts}]"),
            ),
            ("users = []", &desk),
        ],
    );
    let served = started(shop.command(&["serve"]), shop.path("serve.log"));
    let server = served.url.strip_prefix("http://").unwrap();
    let (nginx, caddy) = (nginx(&shop, server, ports[0]), caddy(&shop, server, ports[1]));
    let all = [
        ("vitrine serve", &served.url),
        (nginx.name, &nginx.url),
        (caddy.name, &caddy.url),
    ];
    let (_, of_pages, _) = shop.answer(&served.url);
    let mut wrong = Vec::new();
    for (name, url) in all {
        for row in &ROWS {
            for difference in differences(&shop, url, row, &of_pages) {
                wrong.push(format!("{name} {}: {difference}", row.path));
            }
        }
        // The server redirects to the screen directly, the others via the canonical form of the path.
        for path in [
            "/account/recover/password/?hash=abc",
            "/de/account/recover/password.html?hash=abc",
            "/en/registration/confirm/?em=a&hash=b",
        ] {
            let (status, headers, _) = shop.answer(&format!("{url}{path}"));
            assert!(matches!(status, 301 | 302), "{name} {path}: {status}");
            assert_eq!(said(&headers, "cache-control"), "no-store", "{name} {path}");
        }
        ask_api(&shop, name, url);
        for path in [
            "//evil.example/",
            "/\\evil.example/",
            "/%5Cevil.example/",
            "//evil.example/x.html",
            "/%0d%0aX-Y:1/",
        ] {
            let (line, location) = raw(url, path);
            let leaves = ["//", "/\\", "http"].iter().any(|begin| location.starts_with(begin));
            assert!(!leaves, "{name} {path}: {line}, to {location}");
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(served.terminate().success());
}

/// R-ROUTE-09: "limits of hosts": redirects that do not fit into `_redirects` become redirecting pages, in the language
/// of their path, excluded from indexes; `vitrine check` reports their number, and `vitrine serve` redirects from all.
#[test]
fn r_route_09_redirects_that_do_not_fit_are_pages() {
    let shop = Shop::small();
    shop.build();
    let mut redirects = shop.pulled("statamic/redirects");
    redirects
        .extend((0..2_100).map(|n| redirect(&format!("veel-{n}"), &format!("/zz/{n:04}"), "/service?a=1&b=2", "301")));
    let long = format!("https://elders.example/{}", "a".repeat(1_000));
    redirects.push(redirect("lang", "/aa", &long, "302"));
    shop.put_pulled("statamic/redirects", &redirects);
    assert_eq!(shop.offline(&[]).code, Some(0));

    let text = shop.file("site/_redirects");
    let lines: Vec<&str> = text.lines().collect();
    let (patterns, exact): (Vec<&str>, Vec<&str>) = lines.iter().partition(|line| line.contains(':'));
    assert_eq!((exact.len(), patterns.len()), (2_000, 18), "2,000 without a pattern");
    assert!(
        text.len() <= 100_000 && lines.iter().all(|line| line.len() <= 1_000),
        "and short enough"
    );
    let left = |path: &str| !text.contains(&format!("{path} "));
    assert!(left("/aa") && left("/zz/2099") && !left("/zz/0000"));

    let page = shop.file("site/zz/2099.html");
    for part in [
        "<html lang=\"nl-NL\">",
        "<meta name=\"robots\" content=\"noindex\">",
        "<meta http-equiv=\"refresh\" content=\"0; url=/service?a=1&amp;b=2\">",
        "<link rel=\"canonical\" href=\"http://127.0.0.1:3000/service?a=1&amp;b=2\">",
        "<p>Deze pagina heeft een ander adres gekregen. <a href=\"/service?a=1&amp;b=2\">Ga naar het nieuwe adres</a></p>",
    ] {
        assert!(page.contains(part), "{part} is not in {page}");
    }
    assert!(shop.file("site/aa.html").contains(&format!("url={long}\"")));
    assert!(
        !shop.path("dist/current/site/zz/0000.html").exists(),
        "no page where a redirect fits"
    );
    assert!(!shop.file("site/nl-NL-sitemap.xml").contains("/zz/"));

    let found = shop.vitrine(&["check", "--format", "json"]);
    let found: Value = serde_json::from_str(&found.stdout).unwrap();
    let of_hosts: Vec<&Value> = found["findings"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|one| one["check"] == "hosts")
        .collect();
    // Six of the lines without a pattern are rewrites.
    let pages = text_count(&shop) - 1_994;
    assert_eq!(of_hosts.len(), 1, "{of_hosts:#?}");
    assert_eq!(
        (&of_hosts[0]["code"], &of_hosts[0]["severity"]),
        (&json!("redirect-pages"), &json!("hint"))
    );
    let message =
        format!("{pages} redirects do not fit into _redirects: static hosts send a page that leads on instead");
    assert_eq!(of_hosts[0]["message"], message);

    let served = started(shop.command(&["serve"]), shop.path("serve.log"));
    for path in ["/zz/2099", "/zz/0000"] {
        let (status, headers, _) = shop.answer(&format!("{}{path}", served.url));
        assert_eq!(
            (status, said(&headers, "location").as_str()),
            (301, "/service?a=1&b=2"),
            "{path}"
        );
    }
    is_refused_by_no_host(&shop, &served);
    assert!(served.terminate().success());
}

/// Number of the release's redirects with a target.
fn text_count(shop: &Shop) -> usize {
    let all: Vec<Value> = serde_json::from_str(&shop.file("server/redirects.json")).unwrap();
    all.iter().filter(|redirect| !redirect["to"].is_null()).count()
}

/// nginx and Caddy redirect from all of them.
fn is_refused_by_no_host(shop: &Shop, served: &Served) {
    let server = served.url.strip_prefix("http://").unwrap();
    for host in [nginx(shop, server, free_port()), caddy(shop, server, free_port())] {
        for path in ["/zz/2099", "/zz/0000"] {
            let (status, headers, _) = shop.answer(&format!("{}{path}", host.url));
            let location = said(&headers, "location");
            assert_eq!(
                (status, location.as_str()),
                (301, "/service?a=1&b=2"),
                "{} {path}",
                host.name
            );
        }
    }
}

/// "Limits of hosts on `_redirects` counted by `vitrine check`", in a release that exceeds them.
#[test]
fn r_gen_06_the_limits_of_hosts_are_counted() {
    let shop = Shop::small();
    shop.build();
    let site = shop.path("dist/current/site");
    let mut redirects: String = (0..2_001).map(|n| format!("/exact-{n} /x 301\n")).collect();
    redirects.extend((0..101).map(|n| format!("/pattern-{n}/* /x 301\n")));
    redirects.push_str(&format!("/long {} 301\n{}", "a".repeat(1_000), "# \n".repeat(20_000)));
    fs::write(site.join("_redirects"), redirects).unwrap();
    let headers: String = (0..101)
        .map(|n| format!("/{n}\n  X-A: {}\n", "a".repeat(20 * n)))
        .collect();
    fs::write(site.join("_headers"), headers).unwrap();
    let run = shop.vitrine(&["check", "--format", "json"]);
    let found: Value = serde_json::from_str(&run.stdout).unwrap();
    let of_hosts = found["findings"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|one| one["check"] == "hosts");
    let messages: Vec<String> = of_hosts
        .filter(|one| one["code"] == "host-limit")
        .map(|one| {
            assert_eq!(one["severity"], "warning");
            one["message"].as_str().unwrap().to_owned()
        })
        .collect();
    for wanted in [
        "_redirects has 2002 lines without a pattern; static hosts take 2000",
        "_redirects has 101 lines with a pattern; static hosts take 100",
        "_redirects has 1010 characters in a line; static hosts take 1000",
        "_headers has 101 rules; static hosts take 100",
        "_headers has 2007 characters in a line; static hosts take 2000",
    ] {
        assert!(
            messages.iter().any(|message| message == wanted),
            "{wanted} is not in {messages:#?}"
        );
    }
    assert!(
        messages
            .iter()
            .any(|message| message.contains(" bytes; static hosts take 100000")),
        "{messages:#?}"
    );
    let lost = found["findings"]
        .as_array()
        .unwrap()
        .iter()
        .find(|one| one["code"] == "redirect-lost");
    assert_eq!(
        lost.unwrap()["message"].as_str().unwrap().split(" from ").next(),
        Some("the redirect")
    );
}

/// R-ROUTE-09: a CDN that reads `_headers` does not store answers to paths with a secret either, in any language.
#[test]
fn r_route_09_a_cdn_stores_no_answer_to_the_links_of_mails() {
    let shop = Shop::small();
    shop.build();
    let text = shop.file("site/_headers");
    let rules: Vec<&str> = text.split("\n/").collect();
    for prefix in ["", "en/", "de/"] {
        for path in [
            "account/order/*",
            "account/recover/password",
            "registration/confirm",
            "newsletter-subscribe",
            "newsletter-unsubscribe",
        ] {
            let rule = format!("{prefix}{path}");
            let found = rules.iter().find(|rows| rows.lines().next() == Some(&rule));
            let found = found.unwrap_or_else(|| panic!("/{rule} has no rule in:\n{text}"));
            assert!(found.contains("\n  Cache-Control: no-store"), "/{found}");
        }
    }
}
