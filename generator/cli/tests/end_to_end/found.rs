//! Content for crawlers: sitemaps, `robots.txt`, news feeds, `llms.txt` and the Markdown version of pages, read from a
//! running server.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use crate::support::{Element, NO_ADDRESS, Served, Shop, asked, page_file, read_json, started};

const BASE: &str = "http://127.0.0.1:3000";
const LOCALES: [(&str, &str, &str); 3] = [("nl", "nl-NL", ""), ("en", "en-GB", "/en"), ("de", "de-DE", "/de")];

/// A small shop, built and served.
fn served(shop: &Shop) -> Served {
    shop.build();
    started(shop.command(&["serve"]), shop.path("serve.log"))
}

/// An answer that must be 200: its media type and its text.
fn fetch(shop: &Shop, served: &Served, path: &str) -> (String, String) {
    let (status, headers, text) = shop.answer(&format!("{}{path}", served.url));
    assert_eq!(status, 200, "{path}");
    (headers["content-type"].to_str().unwrap().to_owned(), text)
}

/// The pages of the release by path, with the `<head>` of each.
fn heads(shop: &Shop) -> BTreeMap<String, String> {
    let release = read_json(&shop.path("dist/current/release.json"));
    let pages = release["pages"].as_array().unwrap().iter();
    pages
        .map(|page| {
            let path = page["path"].as_str().unwrap().to_owned();
            let html = shop.file(&format!("site/{}", page_file(&path)));
            let head = html.split_once("<head>").unwrap().1.split("</head>").next().unwrap();
            (path, head.to_owned())
        })
        .collect()
}

/// The `href` of each link of a head that contains `mark`, with its `hreflang`.
fn links(head: &str, mark: &str) -> Vec<(String, String)> {
    let tags = head.split("<link ").skip(1).map(|rest| rest.split('>').next().unwrap());
    let value = |tag: &str, name: &str| {
        let begin = format!("{name}=\"");
        tag.split_once(begin.as_str())
            .map_or("", |(_, rest)| rest.split('"').next().unwrap())
            .to_owned()
    };
    let named = tags.filter(|tag| tag.contains(mark));
    named.map(|tag| (value(tag, "hreflang"), value(tag, " href"))).collect()
}

const SITEMAPS: &str = "http://www.sitemaps.org/schemas/sitemap/0.9";

/// R-ROUTE-13: `/sitemap.xml` and `/index-sitemap.xml` (index), `/nl-NL-sitemap.xml`, `/en-GB-sitemap.xml`,
/// `/de-DE-sitemap.xml`: only indexable pages, with hreflang alternates and lastmod; split past 50,000 URLs or 50 MB (a
/// unit test); valid against the sitemaps.org schema (elements, their order and number, and the form of their values).
#[test]
fn r_route_13_sitemaps_contain_the_indexable_pages() {
    let shop = Shop::small();
    shop.edit("pages/privacy", "en-GB", &json!({ "seo_noindex": true }));
    let served = served(&shop);
    let (media_type, index) = fetch(&shop, &served, "/sitemap.xml");
    assert_eq!(media_type, "application/xml");
    assert_eq!(fetch(&shop, &served, "/index-sitemap.xml").1, index);
    let index = Element::parse(&index);
    assert_eq!(index.name, format!("{SITEMAPS} sitemapindex"));
    let mut files = Vec::new();
    for sitemap in &index.children {
        assert_eq!(sitemap.name, format!("{SITEMAPS} sitemap"));
        files.push(in_order(sitemap, &["loc", "lastmod"])[0].clone());
    }
    assert_eq!(files, LOCALES.map(|(_, iso, _)| format!("{BASE}/{iso}-sitemap.xml")));

    let mut listed = BTreeMap::new();
    for file in &files {
        let (media_type, text) = fetch(&shop, &served, file.strip_prefix(BASE).unwrap());
        assert_eq!(media_type, "application/xml");
        assert!(text.len() < 50_000_000);
        let set = Element::parse(&text);
        assert_eq!(set.name, format!("{SITEMAPS} urlset"));
        assert!((1..=50_000).contains(&set.children.len()));
        for url in &set.children {
            assert_eq!(url.name, format!("{SITEMAPS} url"));
            let loc = in_order(url, &["loc", "lastmod", "xhtml"])[0].clone();
            let alternates = url.all("http://www.w3.org/1999/xhtml link").map(|link| {
                assert_eq!(link.attributes["rel"], "alternate");
                (link.attributes["hreflang"].clone(), link.attributes["href"].clone())
            });
            let alternates: BTreeSet<_> = alternates.collect();
            assert!(
                listed
                    .insert(loc.strip_prefix(BASE).unwrap().to_owned(), alternates)
                    .is_none(),
                "{loc} twice"
            );
        }
    }
    // The pages and alternates equal those in the pages themselves.
    let heads = heads(&shop);
    let may_be = |path: &str| heads.get(path).is_some_and(|head| !head.contains("name=\"robots\""));
    let told: BTreeMap<String, BTreeSet<_>> = heads
        .iter()
        .filter(|(path, _)| may_be(path))
        .map(|(path, head)| {
            let mut alternates: BTreeSet<_> = links(head, "hreflang=").into_iter().collect();
            alternates.retain(|(_, href)| may_be(href.strip_prefix(BASE).unwrap()));
            // A page without a translation has no alternates worth listing.
            if alternates
                .iter()
                .filter(|(language, _)| language != "x-default")
                .count()
                < 2
            {
                alternates.clear();
            }
            (path.clone(), alternates)
        })
        .collect();
    assert!(told.len() > 300 && told.len() < heads.len(), "{}", told.len());
    assert!(!told.contains_key("/en/privacy") && told.contains_key("/privacy"));
    for (path, alternates) in &told {
        assert_eq!(listed.get(path), Some(alternates), "{path}");
    }
    assert_eq!(listed.len(), told.len());
}

/// Checks that an element has only the named children, in this order, the first once and not empty, the second a date;
/// returns their texts.
fn in_order(element: &Element, names: &[&str]) -> Vec<String> {
    let places: Vec<usize> = element
        .children
        .iter()
        .map(|child| {
            let name = child.name.strip_prefix(SITEMAPS).map_or("xhtml", str::trim);
            names
                .iter()
                .position(|known| *known == name)
                .unwrap_or_else(|| panic!("{name}"))
        })
        .collect();
    assert!(
        places.is_sorted() && places.first() == Some(&0) && places.get(1) != Some(&0),
        "{element:?}"
    );
    for child in &element.children {
        if child.name.ends_with(" lastmod") {
            let date = child.text.parse::<jiff::civil::Date>().is_ok();
            assert!(date || child.text.parse::<jiff::Timestamp>().is_ok(), "{}", child.text);
        }
    }
    element.children.iter().map(|child| child.text.clone()).collect()
}

/// `robots.txt`: no page of the sitemaps is disallowed; every screen of the route table, the API and previews are.
#[test]
fn robots_keep_crawlers_from_screens_and_from_nothing_else() {
    let shop = Shop::small();
    let served = served(&shop);
    let (media_type, text) = fetch(&shop, &served, "/robots.txt");
    assert_eq!(media_type, "text/plain; charset=utf-8");
    let mut lines = text.lines().filter(|line| !line.is_empty());
    assert_eq!(lines.next(), Some("User-agent: *"));
    let (rules, rest): (Vec<&str>, Vec<&str>) = lines.partition(|line| line.starts_with("Disallow: /"));
    assert_eq!(rest, [format!("Sitemap: {BASE}/sitemap.xml")]);
    let rules: Vec<&str> = rules
        .iter()
        .map(|line| line.strip_prefix("Disallow: ").unwrap())
        .collect();
    let refused = |path: &str| rules.iter().any(|rule| matches(rule, path));
    for (path, head) in heads(&shop) {
        let screen = head.contains("name=\"robots\"");
        let answer = NO_ADDRESS.iter().any(|end| path.ends_with(end));
        if !answer {
            assert_eq!(refused(&asked(&path.replace("{id}", "7f"))), screen, "{path}");
        }
    }
    for path in [
        "/api/cart",
        "/winkelwagen?x=1",
        "/en/checkout/order/7f/paid",
        "/account",
        "/en/account/orders",
        "/de/suchen?q=stuhl",
        "/de/passwort-zur%C3%BCcksetzen",
        "/over-ons?live-preview=1",
        "/?preview=true&token=x",
    ] {
        assert!(refused(path), "{path} in {rules:?}");
    }
    for path in [
        "/",
        "/en",
        "/over-ons",
        "/sitemap.xml",
        "/llms.txt",
        "/over-ons.md",
        "/assets/x.js",
    ] {
        assert!(!refused(path), "{path} in {rules:?}");
    }
}

/// RFC 9309: a rule matches from the beginning of a path; `*` is any text, `$` the end.
fn matches(rule: &str, path: &str) -> bool {
    let (rule, whole) = rule.strip_suffix('$').map_or((rule, false), |rule| (rule, true));
    let mut parts = rule.split('*');
    let Some(mut rest) = path.strip_prefix(parts.next().unwrap()) else {
        return false;
    };
    for part in parts {
        let Some((_, after)) = rest.split_once(part) else {
            return false;
        };
        rest = after;
    }
    !whole || rest.is_empty()
}

const ATOM: &str = "http://www.w3.org/2005/Atom";

/// The news of each language as RSS 2.0, in the folder of the news, linked by home page, overview and news pages.
#[test]
fn news_feeds_hold_the_newest_news_of_their_language() {
    let shop = Shop::small();
    shop.edit(
        "news/ravel-tien",
        "nl-NL",
        &json!({ "title": "Tien jaar <Ravel> & \u{7} meer" }),
    );
    let served = served(&shop);
    let heads = heads(&shop);
    for ((_, iso, prefix), folder) in LOCALES.into_iter().zip(["/nieuws", "/en/news", "/de/aktuelles"]) {
        let path = format!("{folder}/rss.xml");
        let (media_type, text) = fetch(&shop, &served, &path);
        assert_eq!(media_type, "application/rss+xml");
        let rss = Element::parse(&text);
        assert_eq!((rss.name.as_str(), rss.attributes["version"].as_str()), ("rss", "2.0"));
        let [channel] = rss.children.as_slice() else {
            panic!("{text}")
        };
        assert!(channel.of("title").unwrap().ends_with("Lindhoven"), "{text}");
        assert!(!channel.of("description").unwrap().is_empty());
        assert_eq!(channel.of("language"), Some(iso));
        let link = channel.of("link").unwrap().strip_prefix(BASE).unwrap();
        assert!(heads.contains_key(link), "{link}");
        let own: Vec<&Element> = channel.all("http://www.w3.org/2005/Atom link").collect();
        assert_eq!(own.len(), 1, "{ATOM}");
        assert_eq!(own[0].attributes["href"], format!("{BASE}{path}"));
        assert_eq!(
            (own[0].attributes["rel"].as_str(), own[0].attributes["type"].as_str()),
            ("self", "application/rss+xml")
        );
        rfc_822(channel.of("lastBuildDate").unwrap());

        let items: Vec<&Element> = channel.all("item").collect();
        let news: BTreeSet<&str> = heads
            .keys()
            .filter(|page| {
                page.strip_prefix(folder)
                    .is_some_and(|rest| rest.matches('/').count() == 1)
            })
            .map(String::as_str)
            .collect();
        let told: BTreeSet<&str> = items
            .iter()
            .map(|item| item.of("link").unwrap().strip_prefix(BASE).unwrap())
            .collect();
        assert_eq!(told, news, "all that is published, and nothing that is not");
        assert!(items.len() <= 50 && items.len() > 5);
        let dates: Vec<jiff::Zoned> = items.iter().map(|item| rfc_822(item.of("pubDate").unwrap())).collect();
        assert!(
            dates.windows(2).all(|pair| pair[0] >= pair[1]),
            "newest first: {dates:?}"
        );
        for item in &items {
            let guid = item.all("guid").next().unwrap();
            assert_eq!(
                (guid.attributes["isPermaLink"].as_str(), Some(guid.text.as_str())),
                ("true", item.of("link"))
            );
            assert!(!item.of("title").unwrap().is_empty() && !item.of("description").unwrap().is_empty());
        }
        for (page, head) in &heads {
            let own_locale = match prefix {
                "" => !page.starts_with("/en") && !page.starts_with("/de"),
                prefix => page.starts_with(prefix),
            };
            let names =
                page == folder || news.contains(page.as_str()) || *page == format!("/{}", prefix.trim_matches('/'));
            if own_locale {
                let found: Vec<String> = links(head, "application/rss+xml")
                    .into_iter()
                    .map(|(_, href)| href)
                    .collect();
                assert_eq!(found, if names { vec![path.clone()] } else { vec![] }, "{page}");
            }
        }
    }
    let (_, text) = fetch(&shop, &served, "/nieuws/rss.xml");
    let feed = Element::parse(&text);
    let titles: Vec<&str> = feed.children[0]
        .all("item")
        .map(|item| item.of("title").unwrap())
        .collect();
    assert!(titles.contains(&"Tien jaar <Ravel> &  meer"), "{titles:?}");
    assert!(
        text.contains("<pubDate>Fri, 11 Sep 2026 00:00:00 +0200</pubDate>"),
        "{text}"
    );
}

fn rfc_822(text: &str) -> jiff::Zoned {
    jiff::fmt::rfc2822::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Every product and every content page has a Markdown version next to its HTML: the same facts, absolute links,
/// excluded from indexes and sitemaps, linked by the page, counted in `release.json`; `llms.txt` links to them.
#[test]
fn pages_are_there_as_markdown_and_llms_txt_leads_to_them() {
    let shop = Shop::small();
    shop.edit("pages/privacy", "en-GB", &json!({ "seo_noindex": true }));
    let served = served(&shop);
    let release: Value = read_json(&shop.path("dist/current/release.json"));
    let files = release["files"].as_object().unwrap();
    let mut named = BTreeSet::new();
    for (path, head) in heads(&shop) {
        let forms = links(head.as_str(), "text/markdown");
        let screen = head.contains("name=\"robots\"");
        let expected = if path == "/" {
            "/index.md".to_owned()
        } else {
            format!("{path}.md")
        };
        let expected = if screen {
            vec![]
        } else {
            vec![(String::new(), expected)]
        };
        assert_eq!(forms, expected, "{path}");
        for (_, form) in forms {
            let text = shop.file(&format!("site{form}"));
            assert!(files.contains_key(&format!("site{form}")), "{form}");
            assert!(
                text.starts_with("# ") && text.ends_with('\n') && !text.ends_with("\n\n"),
                "{form}: {text}"
            );
            assert!(text.contains(&format!("\n<{BASE}{path}>\n")), "{form}: {text}");
            assert!(
                !text.contains("](/") && !text.contains("<p>") && !text.contains("&amp;"),
                "{form}: {text}"
            );
            named.insert(format!("site{form}"));
        }
    }
    let written: BTreeSet<String> = files.keys().filter(|file| file.ends_with(".md")).cloned().collect();
    assert_eq!(written, named);
    assert!(!named.contains("site/en/privacy.md") && named.contains("site/privacy.md"));

    let url = format!("{}/producten/ravel-armstoel--roest-eiken.md", served.url);
    let (status, headers, ravel) = shop.answer(&url);
    assert_eq!(status, 200);
    assert_eq!(headers["content-type"], "text/markdown; charset=utf-8");
    assert_eq!(headers["x-robots-tag"], "noindex");
    assert_eq!(
        headers["cache-control"],
        "public, max-age=0, s-maxage=60, stale-while-revalidate=60, stale-if-error=86400"
    );
    let ravel = ravel.replace('\u{a0}', " ");
    for line in [
        "# Ravel armstoel in wol en massief hout, Roest, Eiken, geolied",
        "€ 695,00 incl. btw",
        "Adviesprijs € 745,00 incl. btw",
        "- Stof: Roest",
        "- Artikelnummer: RAVEL-RU-OA",
        "- Breedte: 58 cm",
        "- Merk: [Kante](http://127.0.0.1:3000/merken/kante)",
        "## Over dit stuk",
        "### Hoe hoog is de zitting?",
    ] {
        assert!(ravel.lines().any(|found| found == line), "{line}: {ravel}");
    }
    questions_have_answers(&shop);
    let told = shop.file("site/_headers");
    let rule = "\n/*.md\n  Content-Type: text/markdown; charset=utf-8\n  X-Robots-Tag: noindex\n";
    assert!(told.contains(rule), "{told}");
    llms(&shop, &served, &named);
}

/// The questions of a page are headings, each with its answer below it.
fn questions_have_answers(shop: &Shop) {
    let text = shop.file("site/service/veelgestelde-vragen.md");
    let mut parts = text.split("\n\n").skip_while(|part| !part.starts_with("### "));
    let mut asked = 0;
    while let Some(question) = parts.next() {
        if question.starts_with("### ") {
            asked += 1;
            let answer = parts.next().unwrap_or_default();
            assert!(
                !answer.is_empty() && !answer.starts_with(['#', '-']),
                "{question}: {answer}"
            );
        }
    }
    assert!(asked > 10, "{text}");
}

/// llmstxt.org: a title, a quoted sentence, then sections of links; each local link points to a file of the release.
fn llms(shop: &Shop, served: &Served, markdown: &BTreeSet<String>) {
    for (_, _, prefix) in LOCALES {
        let (media_type, text) = fetch(shop, served, &format!("{prefix}/llms.txt"));
        assert_eq!(media_type, "text/plain; charset=utf-8");
        let mut lines = text.lines().filter(|line| !line.is_empty());
        assert_eq!(lines.next(), Some("# Lindhoven"));
        assert!(lines.next().unwrap().starts_with("> "), "{text}");
        let sections = text.lines().filter(|line| line.starts_with("## ")).count();
        assert!(sections > 8, "{text}");
        assert!(!text.contains("\n### ") && text.contains("\n## Optional\n"), "{text}");
        let mut found = BTreeSet::new();
        for line in lines.filter(|line| line.starts_with("- ")) {
            let url = line.split_once("](").unwrap().1.split(')').next().unwrap();
            assert!(found.insert(url.to_owned()), "{url} twice");
            let path = url.strip_prefix(BASE).unwrap();
            assert_eq!(shop.answer(&format!("{}{path}", served.url)).0, 200, "{line}");
            if path.ends_with(".md") {
                let own = LOCALES.iter().all(|(_, _, other)| {
                    other == &prefix || other.is_empty() || !path.starts_with(&format!("{other}/"))
                });
                assert!(own && markdown.contains(&format!("site{path}")), "{line}");
            }
        }
        assert!(found.contains(&format!("{BASE}/sitemap.xml")));
        for (_, _, other) in LOCALES {
            assert_eq!(
                found.contains(&format!("{BASE}{other}/llms.txt")),
                other != prefix,
                "{other} in {text}"
            );
        }
        assert!(
            !text.contains("/en/privacy"),
            "what is kept out of indexes is not listed: {text}"
        );
    }
}
