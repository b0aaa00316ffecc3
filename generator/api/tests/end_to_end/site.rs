//! The static server: R-ROUTE-03, -04, -05, -08, -09, -10, R-HEAD-11, R-UI-06, releases that switch.

use std::{fs, io::Read, path::Path};

use crate::{
    client::Answer,
    shop::{Shop, go_live, release},
    shopware::Shopware,
};

async fn shop() -> Shop {
    Shop::start(Shopware::start().await.client()).await
}

fn location(answer: &Answer) -> (u16, Option<&str>) {
    (answer.status, answer.header("location"))
}

#[tokio::test]
async fn pages_have_type_caching_and_security_headers() {
    let shop = shop().await;
    for (path, words) in [
        ("/", "Home of one"),
        ("/en", "English home"),
        ("/en/cart", "English cart"),
    ] {
        let page = shop.ask("GET", path).send().await;
        assert_eq!(page.status, 200, "{path}");
        assert!(page.text().contains(words), "{path}");
        assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"));
        assert_eq!(
            page.header("cache-control"),
            Some("public, max-age=0, s-maxage=60, stale-while-revalidate=60, stale-if-error=86400")
        );
        assert_eq!(page.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(page.header("cross-origin-opener-policy"), Some("same-origin"));
        assert_eq!(page.header("referrer-policy"), Some("strict-origin-when-cross-origin"));
        let policy = page.header("content-security-policy").expect("a policy");
        assert!(
            policy.contains("script-src 'self' 'inline-speculation-rules';"),
            "{policy}"
        );
        assert!(policy.contains("img-src 'self' data: https://images.test;"), "{policy}");
        assert!(
            policy.contains("style-src 'self';") && policy.contains("frame-ancestors 'none'"),
            "{policy}"
        );
        assert!(
            policy.ends_with("; require-trusted-types-for 'script'; trusted-types 'none'"),
            "{policy}"
        );
        assert!(!policy.contains("unsafe"), "{policy}");
        assert_eq!(page.header("strict-transport-security"), None, "only on https");
        assert!(page.set_cookies().is_empty(), "static answers never set cookies");
    }
}

/// Style sheets are announced before the page's first byte, on error pages too, but not for requests of single files.
#[tokio::test]
async fn pages_name_the_releases_styles_ahead() {
    let shop = shop().await;
    for (path, named) in [
        ("/", true),
        ("/en/nowhere", true),
        ("/icons/cart.svg", false),
        ("/assets/loader-4GQ2XK7Q.js", false),
    ] {
        let answer = shop.ask("GET", path).send().await;
        let link = named.then_some("</assets/styles-AAAA.css>; rel=preload; as=style");
        assert_eq!(answer.header("link"), link, "{path}");
    }
}

/// Icons are cached for a week; assets have their hash in the name and are cached for a year.
#[tokio::test]
async fn files_have_lifetimes_by_their_folder() {
    let shop = shop().await;
    for (path, kind, lifetime) in [
        ("/icons/cart.svg", "image/svg+xml", "public, max-age=604800"),
        (
            "/assets/loader-4GQ2XK7Q.js",
            "text/javascript; charset=utf-8",
            "public, max-age=31536000, immutable",
        ),
        ("/sitemap.xml", "application/xml", "public, max-age=0, must-revalidate"),
        (
            "/robots.txt",
            "text/plain; charset=utf-8",
            "public, max-age=0, must-revalidate",
        ),
        (
            "/en/page.md",
            "text/markdown; charset=utf-8",
            "public, max-age=0, s-maxage=60, stale-while-revalidate=60, stale-if-error=86400",
        ),
        (
            "/en/rss.xml",
            "application/rss+xml",
            "public, max-age=0, s-maxage=60, stale-while-revalidate=60, stale-if-error=86400",
        ),
    ] {
        let file = shop.ask("GET", path).send().await;
        // The Markdown version of a page is excluded from indexes, which list the page.
        assert_eq!(
            file.header("x-robots-tag"),
            path.ends_with(".md").then_some("noindex"),
            "{path}"
        );
        assert_eq!((file.status, file.header("content-type")), (200, Some(kind)), "{path}");
        assert_eq!(file.header("cache-control"), Some(lifetime), "{path}");
    }
}

/// Percent-encoded, decomposed or in raw bytes, which no client library sends, the path finds its file.
#[tokio::test]
async fn a_path_is_found_however_its_bytes_are_written() {
    let shop = shop().await;
    for path in ["/de/%C3%BCber", "/de/%c3%bcber", "/de/u%CC%88ber", "/de/über"] {
        let page = shop.ask("GET", path).send().await;
        assert_eq!(page.status, 200, "{path}");
        assert!(page.text().contains("Über uns"), "{path}");
    }
}

/// R-ROUTE-08: `/x/` and `/x.html` redirect to `/x` by 301, with the query, and never to another origin.
#[tokio::test]
async fn r_route_08_paths_are_tidied_with_their_query() {
    let shop = shop().await;
    for (path, to) in [
        ("/en/", "/en"),
        ("/en/cart/", "/en/cart"),
        ("/en/cart.html", "/en/cart"),
        ("/en/cart.html/", "/en/cart"),
        ("/en/cart/?q=a%20b&x=1", "/en/cart?q=a%20b&x=1"),
        ("/index.html", "/"),
        ("/index", "/"),
        ("/de/%C3%BCber/", "/de/%C3%BCber"),
        ("/evil.test/", "/evil.test"),
    ] {
        let answer = shop.ask("GET", path).send().await;
        assert_eq!(location(&answer), (301, Some(to)), "{path}");
    }
    for path in ["//evil.test/", "/%2Fevil.test/", "/\\evil.test/", "/%5Cevil.test/"] {
        let answer = shop.ask("GET", path).send().await;
        assert_eq!(answer.header("location"), None, "{path}");
        assert!(matches!(answer.status, 400 | 404), "{path}: {}", answer.status);
    }
}

/// R-ROUTE-09 and R-ROUTE-03: redirects of the release are applied with their status; the query is kept.
#[tokio::test]
async fn r_route_09_redirects_of_the_release_are_honoured() {
    let shop = shop().await;
    for (path, expected) in [
        ("/oud", (301, Some("/nieuw"))),
        ("/oud/", (301, Some("/nieuw"))),
        ("/oud?a=1", (301, Some("/nieuw?a=1"))),
        ("/tijdelijk?y=2", (302, Some("/en/cart?x=1"))),
        ("/elders", (301, Some("https://elders.test/a"))),
        (
            "/account/recover/password?hash=abc",
            (301, Some("/account/reset-password?hash=abc")),
        ),
    ] {
        assert_eq!(location(&shop.ask("GET", path).send().await), expected, "{path}");
    }
    let gone = shop.ask("GET", "/weg").send().await;
    assert_eq!(gone.status, 410);
    assert!(gone.text().contains("Pagina niet gevonden"));
    for path in ["/kring", "/boos"] {
        assert_eq!(
            location(&shop.ask("GET", path).send().await),
            (404, None),
            "{path}: a redirect that cannot be"
        );
    }
}

/// A rewrite matches segment by segment, decoded; a different number of segments does not match, and of two the first
/// one is used. Invalid patterns are ignored.
#[tokio::test]
async fn rewrites_match_segment_by_segment() {
    let shop = shop().await;
    for path in ["/pr%C3%BCfung/10001", "/pru%CC%88fung/%C3%A9", "/prüfung/x?a=1"] {
        let shell = shop.ask("GET", path).send().await;
        assert_eq!(shell.status, 200, "{path}");
        assert!(shell.text().contains("One of many"), "{path}");
    }
    assert!(
        shop.ask("GET", "/pr%C3%BCfung/all")
            .send()
            .await
            .text()
            .contains("All of them")
    );
    for path in ["/pr%C3%BCfung", "/pr%C3%BCfung/1/2", "/pr%C3%BCfung/_id", "/kapot/1"] {
        assert_eq!(shop.ask("GET", path).send().await.status, 404, "{path}");
    }
}

/// R-HEAD-11, R-ROUTE-10: a missing page is 404 with the page of the path's locale, falling back to the default one.
#[tokio::test]
async fn r_head_11_and_r_route_10_a_missing_page_is_404_in_its_locale() {
    let shop = shop().await;
    for (path, words) in [
        ("/niets", "Pagina niet gevonden"),
        ("/en/nothing", "Page not found"),
        ("/en/nothing.js", "Page not found"),
        ("/de/nichts", "Pagina niet gevonden"),
        ("/english", "Pagina niet gevonden"),
        ("/en/404", "Page not found"),
        ("/404", "Pagina niet gevonden"),
    ] {
        let page = shop.ask("GET", path).send().await;
        assert_eq!(page.status, 404, "{path}");
        assert!(page.text().contains(words), "{path}");
        assert!(
            page.header("content-security-policy").is_some(),
            "{path}: a page like any other"
        );
    }
}

/// Rule 1: nothing outside `site/`, nothing hidden, and no internal files of the generator.
#[tokio::test]
async fn nothing_outside_the_site_is_ever_served() {
    let shop = shop().await;
    for path in [
        "/../secret.txt",
        "/%2e%2e/secret.txt",
        "/..%2fsecret.txt",
        "/assets/../../secret.txt",
        "/assets/..%2f..%2fsecret.txt",
        "/assets/leak.txt",
        "/server/site.json",
        "/_headers",
        "/assets/",
        "/assets",
        "/en%00",
        "/%ff",
        &format!("/{}", "x".repeat(300)),
        "/en/cart.html.html",
    ] {
        let answer = shop.ask("GET", path).send().await;
        assert!(
            !answer.text().contains("not below site") && !answer.text().contains("X-Secret"),
            "{path}"
        );
        assert!(matches!(answer.status, 404 | 301), "{path}: {}", answer.status);
    }
}

#[tokio::test]
async fn other_methods_are_405_and_head_has_no_body() {
    let shop = shop().await;
    for method in ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"] {
        let answer = shop.ask(method, "/en").send().await;
        assert_eq!(
            (answer.status, answer.header("allow")),
            (405, Some("GET, HEAD")),
            "{method}"
        );
    }
    let get = shop.ask("GET", "/en").send().await;
    let head = shop.ask("HEAD", "/en").send().await;
    assert!(head.body.is_empty());
    for name in ["content-length", "etag", "content-type", "cache-control"] {
        assert_eq!(head.header(name), get.header(name), "{name}");
    }
    assert_eq!(get.header("content-length"), Some(get.body.len().to_string().as_str()));
}

/// Rule 21: the ETag is the content's hash, one for each encoding; a client that has the content gets 304.
#[tokio::test]
async fn etags_name_the_content() {
    let shop = shop().await;
    let plain = shop.ask("GET", "/en").send().await;
    let packed = shop.ask("GET", "/en").with("Accept-Encoding", "br").send().await;
    let (tag, packed_tag) = (
        plain.header("etag").expect("a tag"),
        packed.header("etag").expect("a tag"),
    );
    assert!(!tag.starts_with("W/") && tag != packed_tag);
    for sent in [tag, packed_tag, &format!("W/{tag}"), &format!("\"x\", {tag}"), "*"] {
        let answer = shop.ask("GET", "/en").with("If-None-Match", sent).send().await;
        assert_eq!((answer.status, answer.body.len()), (304, 0), "{sent}");
        assert_eq!(answer.header("cache-control"), plain.header("cache-control"));
    }
    let other = shop.ask("GET", "/en").with("If-None-Match", "\"other\"").send().await;
    assert_eq!(other.status, 200);
}

#[tokio::test]
async fn files_are_compressed_as_the_client_takes_them() {
    let shop = shop().await;
    let plain = shop.ask("GET", "/en").send().await;
    assert_eq!(
        (plain.header("content-encoding"), plain.header("vary")),
        (None, Some("accept-encoding"))
    );
    for (accepts, encoding) in [
        ("gzip, deflate, br, zstd", Some("br")),
        ("gzip", Some("gzip")),
        ("br;q=0, gzip;q=0.5", Some("gzip")),
        ("br;q=0", None),
        ("identity", None),
    ] {
        // Twice: the cached answer equals the fresh one.
        for _ in 0..2 {
            let answer = shop.ask("GET", "/en").with("Accept-Encoding", accepts).send().await;
            assert_eq!(answer.header("content-encoding"), encoding, "{accepts}");
            let mut unpacked = Vec::new();
            match encoding {
                Some("br") => {
                    brotli::Decompressor::new(answer.body.as_slice(), 4_096)
                        .read_to_end(&mut unpacked)
                        .expect("brotli");
                }
                Some(_) => {
                    flate2::read::GzDecoder::new(answer.body.as_slice())
                        .read_to_end(&mut unpacked)
                        .expect("gzip");
                }
                None => unpacked.clone_from(&answer.body),
            }
            assert_eq!(unpacked, plain.body, "{accepts}");
        }
    }
    let tiny = shop
        .ask("GET", "/robots.txt")
        .with("Accept-Encoding", "br")
        .send()
        .await;
    assert_eq!(tiny.header("content-encoding"), None, "too small to be worth it");
}

#[tokio::test]
async fn a_large_file_is_streamed_whole() {
    let shop = shop().await;
    let answer = shop
        .ask("GET", "/assets/large-AAAA.js")
        .with("Accept-Encoding", "br")
        .send()
        .await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.body.len(), 1024 * 1024 + 1);
    assert_eq!(answer.header("content-encoding"), None);
    assert!(answer.header("etag").is_some());
}

/// Rule 17: a switched release is served as soon as it is open; an unreadable one is never used.
#[tokio::test]
async fn a_new_release_is_served_without_a_restart_and_a_broken_one_is_not() {
    let shop = shop().await;
    let home = async || shop.ask("GET", "/").send().await.text();
    assert!(home().await.contains("Home of one"));
    release(shop.folder.path(), "two");
    assert!(home().await.contains("Home of one"), "not live yet");
    go_live(shop.folder.path(), "two");
    shop.switched("two").await;
    assert!(home().await.contains("Home of two"));
    release(shop.folder.path(), "three");
    let server = shop.folder.path().join("dist/releases/three/server");
    std::fs::write(server.join("redirects.json"), "[{").expect("written");
    go_live(shop.folder.path(), "three");
    shop.switched("two").await;
    assert!(home().await.contains("Home of two"), "the one before stays");
    go_live(shop.folder.path(), "one");
    shop.switched("one").await;
    assert!(home().await.contains("Home of one"), "rolled back");
}

/// A link to a target outside `dist` is not a release.
#[tokio::test]
async fn a_release_outside_dist_is_not_taken_over() {
    let shop = shop().await;
    let elsewhere = tempfile::tempdir().expect("a folder");
    release(elsewhere.path(), "evil");
    let current = shop.folder.path().join("dist/current");
    std::fs::remove_file(&current).expect("removed");
    std::os::unix::fs::symlink(elsewhere.path().join("dist/releases/evil"), &current).expect("a link");
    assert!(shop.ask("GET", "/").send().await.text().contains("Home of one"));
}

#[tokio::test]
async fn without_a_release_pages_are_503_and_the_api_answers() {
    let folder = tempfile::tempdir().expect("a folder");
    let shop = Shop::in_folder(folder, Shopware::anonymous().await.client(), |_| {}).await;
    let page = shop.ask("GET", "/").send().await;
    assert_eq!((page.status, page.header("cache-control")), (503, Some("no-store")));
    assert!(page.header("retry-after").is_some() && page.text().contains("The shop is being prepared."));
    assert_eq!(shop.ask("GET", "/api/health").send().await.status, 200);
    assert_eq!(shop.ask("GET", "/api/ready").send().await.status, 503);
    assert_eq!(shop.get("/api/session").send().await.status, 200);
    release(shop.folder.path(), "first");
    go_live(shop.folder.path(), "first");
    assert_eq!(shop.ask("GET", "/api/ready").send().await.status, 200);
    assert!(shop.ask("GET", "/").send().await.text().contains("Home of first"));
    assert!(Path::new(&shop.folder.path().join("state/locks")).is_dir());
}

/// R-ROUTE-10: a listed file that cannot be read is 503 with `Retry-After`, whatever the file and the client; unlisted
/// files stay 404, and the rest of the release is served.
#[tokio::test]
async fn r_route_10_a_listed_file_that_cannot_be_read_is_503() {
    let shop = shop().await;
    let site = shop.folder.path().join("dist/releases/one/site");
    for (file, path) in [
        ("en/cart.html", "/en/cart"),
        ("icons/cart.svg", "/icons/cart.svg"),
        ("assets/large-AAAA.js", "/assets/large-AAAA.js"),
        ("robots.txt", "/robots.txt"),
        ("pr\u{fc}fung/_id.html", "/pr%C3%BCfung/7"),
    ] {
        fs::remove_file(site.join(file)).expect("removed");
        for method in ["GET", "HEAD"] {
            let answer = shop.ask(method, path).send().await;
            assert_eq!(answer.status, 503, "{method} {path}");
            assert!(answer.header("retry-after").is_some(), "{method} {path}");
            assert_eq!(answer.header("cache-control"), Some("no-store"), "{method} {path}");
        }
        fs::create_dir(site.join(file)).expect("a folder in its place");
        assert_eq!(shop.ask("GET", path).send().await.status, 503, "{path}, a folder");
    }
    assert_eq!(shop.ask("GET", "/nowhere").send().await.status, 404);
    assert_eq!(shop.ask("GET", "/en").send().await.status, 200);
}

/// R-GEN-02: a release folder that was removed and written again under the same name is served immediately, whatever
/// request comes first; in between, unreadable files are 503, never 404.
#[tokio::test]
async fn r_gen_02_a_release_that_is_written_again_is_served() {
    for first in ["/de/%C3%BCber", "/en", "/assets/loader-4GQ2XK7Q.js", "/"] {
        let shop = shop().await;
        let folder = shop.folder.path().to_owned();
        fs::remove_dir_all(folder.join("dist/releases/one")).expect("removed");
        assert_eq!(shop.ask("GET", first).send().await.status, 503, "{first}, removed");
        release(&folder, "one");
        for path in [first, "/", "/en", "/en/cart", "/de/%C3%BCber", "/icons/cart.svg"] {
            assert_eq!(shop.ask("GET", path).send().await.status, 200, "{first}, then {path}");
        }
        assert_eq!(shop.ask("GET", "/nowhere").send().await.status, 404, "{first}");
    }
}
