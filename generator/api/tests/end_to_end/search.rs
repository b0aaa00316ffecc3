//! Search and suggestions over HTTP: R-SEARCH-03, -04, -05, R-BACK-07, releases that switch, the page without JavaScript.

use std::{fs, io::Read, path::Path};

use serde_json::{Value, json};
use wiremock::ResponseTemplate;

use crate::{
    search_documents::{documents, lines, listed},
    shop::{Shop, go_live, list_files, release},
    shopware::Shopware,
};

async fn shop() -> Shop {
    Shop::start(Shopware::start().await.client()).await
}

async fn found(shop: &Shop, query: &str) -> Value {
    let answer = shop.get(&format!("/api/search{query}")).send().await;
    assert_eq!(answer.status, 200, "{query}: {}", answer.text());
    answer.json()
}

fn names(list: &Value, key: &str) -> Vec<String> {
    let list = list.as_array().expect("a list").iter();
    list.map(|one| one[key].as_str().expect("a text").to_owned()).collect()
}

fn counts(answer: &Value, facet: &str) -> Vec<(String, u64)> {
    let facets = answer["facets"].as_array().expect("a list");
    let found = facets.iter().find(|known| known["key"] == facet);
    let values = found.and_then(|facet| facet["values"].as_array()).into_iter().flatten();
    let count = |value: &Value| {
        (
            value["key"].as_str().expect("a key").to_owned(),
            value["count"].as_u64().expect("a count"),
        )
    };
    values.map(count).collect()
}

fn counted(values: &[(&str, u64)]) -> Vec<(String, u64)> {
    values.iter().map(|(key, count)| ((*key).to_owned(), *count)).collect()
}

/// R-SEARCH-03: "Products (with facets, sorting, paging) and content are found in the page's locale; typing errors and compound words are forgiven; 'no results' has suggestions."
#[tokio::test]
async fn r_search_03_products_and_content_are_found() {
    let shop = shop().await;
    let answer = found(&shop, "?q=lamp").await;
    assert_eq!(
        names(&answer["products"], "name"),
        ["Hanglamp Maan"],
        "a compound is found by its part"
    );
    assert_eq!(names(&answer["content"][0]["hits"], "title"), ["Lampen kiezen"]);
    assert_eq!(answer["content"][0]["label"], "Pagina’s");
    let answer = found(&shop, "?q=hang+lamp").await;
    assert_eq!(
        names(&answer["products"], "name"),
        ["Hanglamp Maan"],
        "words written apart"
    );
    let answer = found(&shop, "?q=eetafel").await;
    assert_eq!(names(&answer["products"], "name"), ["Eettafel Veld"], "a typing error");
    assert_eq!(answer["corrected"], "eettafel", "what to look for instead is told");
    let none = found(&shop, "?q=xyzzyx").await;
    assert_eq!(
        (&none["total"], &none["products"], &none["content"]),
        (&json!(0), &json!([]), &json!([]))
    );
    let exact = found(&shop, "?q=stoel-1").await;
    assert_eq!(
        exact["exact"],
        json!({"href": "/producten/stoel-1", "name": "Eetkamerstoel Ovo"})
    );
    assert_eq!(names(&exact["products"], "name"), ["Eetkamerstoel Ovo"]);
}

/// R-SEARCH-03: facets count families; several values of one facet widen the result, several facets narrow it; selected
/// values keep their count, and so do the values of the whole list.
#[tokio::test]
async fn r_search_03_facets_count_the_results_of_selecting_them() {
    let shop = shop().await;
    let all = found(&shop, "").await;
    assert_eq!((all["total"].as_u64(), &all["content"]), (Some(3), &json!([])));
    assert_eq!(counts(&all, "brand"), counted(&[("kante", 2), ("veld", 1)]));
    assert_eq!(counts(&all, "price"), counted(&[("250-500", 2), ("1000-2500", 1)]));
    assert_eq!(all["prices"], json!({"from": 300, "to": 1200}));
    assert!(counts(&all, "delivery").is_empty(), "one value alone divides nothing");

    let chosen = found(&shop, "?brand=kante&color=zwart").await;
    assert_eq!(names(&chosen["products"], "name"), ["Hanglamp Maan"]);
    assert_eq!(
        counts(&chosen, "brand"),
        counted(&[("kante", 1), ("veld", 1)]),
        "as if no brand were chosen"
    );
    assert_eq!(
        counts(&chosen, "color"),
        counted(&[("zwart", 1), ("groen", 1)]),
        "as if no colour were chosen"
    );
    assert_eq!(
        counts(&chosen, "price"),
        counted(&[("250-500", 1), ("1000-2500", 0)]),
        "0 stays"
    );
    let wider = found(&shop, "?brand=kante&brand=veld").await;
    assert_eq!(wider["total"], 3, "values of one facet widen");
    let nothing = found(&shop, "?brand=nobody").await;
    assert_eq!(nothing["total"], 0);
    assert_eq!(
        counts(&nothing, "brand"),
        counted(&[("kante", 2), ("veld", 1), ("nobody", 0)]),
        "it can be taken back"
    );

    for (price, wanted) in [
        ("250-500", 2),
        ("300-450", 2),
        ("301-", 2),
        ("-300", 1),
        ("1000-2500", 1),
        ("450-500", 1),
    ] {
        assert_eq!(
            found(&shop, &format!("?price={price}")).await["total"],
            wanted,
            "{price}"
        );
    }
    let category = found(&shop, "?category=tafels").await;
    assert_eq!(names(&category["products"], "name"), ["Eettafel Veld"]);
    assert_eq!(counts(&category, "brand"), [], "a list of one brand");
}

/// R-SEARCH-03: sorting and paging.
#[tokio::test]
async fn r_search_03_products_are_sorted_and_paged() {
    let folder = tempfile::tempdir().expect("a folder");
    release(folder.path(), "one");
    let many: Vec<Value> = (1..=50)
        .map(|at| {
            listed(
                &format!("KRUK-{at:02}"),
                &format!("Kruk {at:02}"),
                ("stoelen", "kante", "zwart"),
                at * 10,
            )
        })
        .collect();
    with_documents(folder.path(), "one", &lines(&many));
    go_live(folder.path(), "one");
    let shop = Shop::in_folder(folder, Shopware::start().await.client(), |_| {}).await;
    let page = found(&shop, "?q=kruk&sort=price_desc&page=3").await;
    assert_eq!(
        (&page["total"], &page["pages"], &page["page"]),
        (&json!(50), &json!(3), &json!(3))
    );
    assert_eq!(names(&page["products"], "name"), ["Kruk 02", "Kruk 01"]);
    let cheap = found(&shop, "?q=kruk&sort=price_asc").await;
    assert_eq!(names(&cheap["products"], "name").len(), 24);
    assert_eq!(cheap["products"][0]["name"], "Kruk 01");
    let beyond = found(&shop, "?q=kruk&page=9999").await;
    assert_eq!((&beyond["products"], &beyond["pages"]), (&json!([]), &json!(3)));
}

/// R-SEARCH-03 R-CMS-07: the card that represents a family has the price by which the list is sorted.
#[tokio::test]
async fn r_search_03_a_family_has_its_one_price_in_every_order_and_filter() {
    let folder = tempfile::tempdir().expect("a folder");
    release(folder.path(), "one");
    let of_family = |number: &str, title: &str, main: bool, price: i64| {
        let mut document = listed(number, title, ("stoelen", "kante", "zwart"), price);
        document["product"]["family"] = "familie".into();
        document["product"]["main"] = main.into();
        document
    };
    let many = [
        of_family("KRUK-B", "Kruk hoog", false, 90),
        of_family("KRUK-A", "Kruk", true, 90),
        listed("STOEL-9", "Stoel", ("stoelen", "kante", "zwart"), 200),
    ];
    with_documents(folder.path(), "one", &lines(&many));
    go_live(folder.path(), "one");
    let shop = Shop::in_folder(folder, Shopware::start().await.client(), |_| {}).await;
    for (query, expected) in [
        ("?category=stoelen&sort=price_asc", vec!["Kruk", "Stoel"]),
        ("?category=stoelen&sort=price_desc", vec!["Stoel", "Kruk"]),
        ("?category=stoelen&price=50-150", vec!["Kruk"]),
    ] {
        assert_eq!(
            names(&found(&shop, query).await["products"], "name"),
            expected,
            "{query}"
        );
    }
}

/// R-SEARCH-04: suggestions while typing.
#[tokio::test]
async fn r_search_04_suggestions_come_while_typing() {
    let shop = shop().await;
    let answer = shop.get("/api/suggest?q=hangl").send().await.json();
    assert_eq!(answer["queries"], json!([{"text": "hanglamp"}]));
    assert_eq!(names(&answer["products"], "name"), ["Hanglamp Maan"]);
    let answer = shop.get("/api/suggest?q=kan").send().await.json();
    assert_eq!(
        (&answer["groups"][0]["kind"], &answer["groups"][0]["label"]),
        (&json!("brand"), &json!("Merken"))
    );
    assert_eq!(answer["groups"][0]["hits"][0]["href"], "/merken/kante");
    let nothing = shop.get("/api/suggest?q=").send().await.json();
    assert_eq!((&nothing["products"], &nothing["total"]), (&json!([]), &json!(0)));
}

/// Law §6: "near the price on every page where it is offered": a light source has its arrow in the suggestions and on the
/// page without JavaScript, where the label opens in place if it is a picture; only a class from A to G becomes a colour.
#[tokio::test]
async fn law_6_suggestions_and_the_page_without_scripts_have_the_arrow() {
    let folder = tempfile::tempdir().expect("a folder");
    release(folder.path(), "one");
    let lamp = |number: &str, class: &str, label_alt: Value| {
        let mut document = listed(
            number,
            &format!("Hanglamp {number}"),
            ("verlichting", "kante", "zwart"),
            300,
        );
        document["product"]["card"]["energy"] = json!({
            "class": class, "alt": format!("Klasse {class}"), "label_href": format!("https://media.test/{number}.svg"),
            "label_alt": label_alt, "sheet_href": "https://media.test/sheet.pdf", "sheet_label": "Blad"
        });
        document
    };
    let many = [
        lamp("MAAN", "E", json!("Energielabel: klasse E")),
        lamp("ZON", "D", Value::Null),
        lamp("STER", "x\" onclick=\"y", json!("Vreemd")),
        listed("TAK", "Hanglamp TAK", ("verlichting", "kante", "zwart"), 300),
    ];
    with_documents(folder.path(), "one", &lines(&many));
    with_search_page(folder.path(), LAMPS_PAGE);
    go_live(folder.path(), "one");
    let shop = Shop::in_folder(folder, Shopware::start().await.client(), |_| {}).await;
    let answer = shop.get("/api/suggest?q=hanglamp").send().await.json();
    for (name, class) in [
        ("Hanglamp MAAN", json!("E")),
        ("Hanglamp ZON", json!("D")),
        ("Hanglamp TAK", Value::Null),
    ] {
        let products = answer["products"].as_array().expect("products").iter();
        let found = products.filter(|one| one["name"] == name).collect::<Vec<_>>();
        assert_eq!(found.len(), 1, "{answer}");
        assert_eq!(found[0]["energy"]["class"], class, "{name}");
    }
    let page = shop.ask("GET", "/zoeken?q=hanglamp").send().await.text();
    assert!(
        page.contains("class=\"energy__arrow energy__arrow--small energy__arrow--E\">E</b>"),
        "{page}"
    );
    assert!(
        page.contains("<img src=\"https://media.test/MAAN.svg\" alt=\"\"><i>Energielabel: klasse E</i>"),
        "{page}"
    );
    assert!(
        page.contains("<a href=\"https://media.test/ZON.svg\">Klasse D</a>"),
        "{page}"
    );
    assert!(
        !page.contains("onclick=\"y\"") && page.contains("energy__arrow--G"),
        "{page}"
    );
}

/// R-BACK-07: "array limit 20, depth 5, 1000 parameters"; whatever the query, the answer is a regular one of the API,
/// and a fault names its field.
#[tokio::test]
async fn r_back_07_queries_are_bounded() {
    let shop = shop().await;
    let brands = |count: usize| {
        (0..count)
            .map(|at| format!("brand=b{at}"))
            .collect::<Vec<_>>()
            .join("&")
    };
    let long = "x".repeat(201);
    for (query, pointer) in [
        (format!("q={long}"), "/q"),
        ("q=a&q=b".to_owned(), "/q"),
        ("q[]=a".to_owned(), "/q"),
        ("q[a][b][c][d][e][f]=a".to_owned(), "/q"),
        (brands(22), "/brand"),
        ("brand[a]=x".to_owned(), "/brand"),
        ("brand=".to_owned(), "/brand"),
        (format!("brand={long}"), "/brand"),
        ("color=%00".to_owned(), "/color"),
        ("price=cheap".to_owned(), "/price"),
        ("price=500-250".to_owned(), "/price"),
        ("price=-".to_owned(), "/price"),
        ("price=1-99999999".to_owned(), "/price"),
        ("sort=random()".to_owned(), "/sort"),
        ("page=0".to_owned(), "/page"),
        ("page=10000".to_owned(), "/page"),
        ("page=1e3".to_owned(), "/page"),
        ("page=-1".to_owned(), "/page"),
        ("limit=500".to_owned(), "/limit"),
        ("<script>=1".to_owned(), "/script"),
    ] {
        let answer = shop
            .get(&format!("/api/search?{}", query.replace(['<', '>'], "%3C")))
            .send()
            .await;
        assert_eq!(answer.refused(), (400, "INVALID_REQUEST".to_owned()), "{query}");
        let said = answer.json()["errors"][0]["source"]["pointer"].clone();
        assert_eq!(said, pointer, "{query}");
    }
    for query in [
        "q=%F0%9F%AA%91",
        "q=%22%27%3C%3E%26",
        "q=%E2%80%AElamp",
        "q=((((",
        "q=a*+AND+NOT+title:x",
        "q=%ff%fe",
        "q=%00lamp%0d%0a",
        "q=0",
        "q=-",
        "q=lamp+onder+99999999999999999999+euro",
    ] {
        found(&shop, &format!("?{query}")).await;
        assert_eq!(
            shop.get(&format!("/api/suggest?{query}")).send().await.status,
            200,
            "{query}"
        );
    }
    assert_eq!(
        found(&shop, &format!("?{}", brands(20))).await["total"],
        0,
        "20 are not too many"
    );
    assert_eq!(shop.get("/api/suggest?q=a&page=2").send().await.refused().0, 400);
    assert_eq!(
        shop.ask("GET", "/api/search?q=a").send().await.refused().0,
        400,
        "the page's locale is missing"
    );
}

/// Issue 21: "Search, suggest and stores answer from the release alone while both backends are down."
#[tokio::test]
async fn search_calls_no_backend() {
    let shopware = Shopware::start().await;
    shopware.answer("GET", "/context", ResponseTemplate::new(500)).await;
    let shop = Shop::start(shopware.client()).await;
    for path in ["/api/search?q=lamp", "/api/suggest?q=lamp"] {
        let answer = shop.get(path).send().await;
        assert_eq!((answer.status, answer.header("cache-control")), (200, Some("no-store")));
        assert!(answer.set_cookies().is_empty(), "it begins no session");
    }
    assert!(shopware.calls().await.is_empty());
}

fn with_documents(folder: &Path, id: &str, lines: &str) {
    let release = folder.join("dist/releases").join(id);
    fs::write(release.join("server/search/nl.json"), lines).expect("written");
    list_files(&release);
}

/// A damaged file does not affect the rest of the API, and the previous index stays in use.
#[tokio::test]
async fn a_damaged_file_takes_nothing_along() {
    let shop = shop().await;
    assert_eq!(found(&shop, "?q=lamp").await["total"], 1);
    release(shop.folder.path(), "two");
    with_documents(shop.folder.path(), "two", "{\"kind\": \"product\"");
    go_live(shop.folder.path(), "two");
    shop.switched("two").await;
    assert!(shop.ask("GET", "/").send().await.text().contains("Home of two"));
    loop {
        let ready = shop.ask("GET", "/api/ready").send().await.json();
        if ready["search"] != "building" {
            assert_eq!(
                (&ready["search"], &ready["status"]),
                (&json!("damaged"), &json!("degraded"))
            );
            break;
        }
    }
    assert_eq!(found(&shop, "?q=lamp").await["total"], 1, "what answered before");
    let english = shop.ask("GET", "/api/search?q=lamp").locale("en").send().await;
    assert_eq!(english.status, 200, "another language");

    let folder = tempfile::tempdir().expect("a folder");
    release(folder.path(), "one");
    with_documents(folder.path(), "one", "no JSON\n");
    go_live(folder.path(), "one");
    let shop = Shop::in_folder(folder, Shopware::start().await.client(), |_| {}).await;
    let refused = shop.get("/api/search?q=lamp").send().await;
    assert_eq!(
        refused.refused(),
        (503, "SEARCH_UNAVAILABLE".to_owned()),
        "there was none before"
    );
    assert_eq!(refused.header("retry-after"), Some("5"));
    assert_eq!(shop.ask("GET", "/").send().await.status, 200);
}

/// A new release replaces the index as a whole: under load every answer is from one release or the other.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_release_swaps_the_index_whole() {
    let shop = shop().await;
    found(&shop, "?q=lamp").await;
    let (old, new) = (json!(["Hanglamp Maan"]), json!(["Lamp Nova", "Lamp Ster"]));
    for round in 0..4 {
        let id = format!("release-{round}");
        release(shop.folder.path(), &id);
        let nova = [
            listed("NOVA", "Lamp Nova", ("verlichting", "kante", "zwart"), 100),
            listed("STER", "Lamp Ster", ("verlichting", "kante", "zwart"), 100),
        ];
        let wanted = if round % 2 == 0 {
            (lines(&nova), &new)
        } else {
            (lines(&documents()), &old)
        };
        with_documents(shop.folder.path(), &id, &wanted.0);
        go_live(shop.folder.path(), &id);
        loop {
            let asked = (0..8).map(|_| shop.get("/api/search?q=lamp").send());
            let answers = futures::future::join_all(asked).await;
            let seen: Vec<Value> = answers
                .iter()
                .map(|answer| json!(names(&answer.json()["products"], "name")))
                .collect();
            assert!(seen.iter().all(|names| *names == old || *names == new), "{seen:?}");
            if seen.iter().all(|names| names == wanted.1) {
                break;
            }
        }
    }
}

const SEARCH_PAGE: &str = "<!doctype html><title data-before=\"query\" data-with=\" | \">Zoeken | Lindhoven</title><h1><span data-fill=\"title\">Zoeken</span><template data-each=\"title_found\"><span data-fill=\"count\"></span> gevonden voor <q data-fill=\"query\"></q></template>\
    <span hidden data-shown=\"nothing\">Niets voor <q data-fill=\"query\"></q></span></h1><input name=\"q\" value=\"\" data-value=\"query\">\
    <template data-each=\"products\"><ul><template data-each=\"cards\"><li><a data-set-href=\"href\" data-fill=\"name\"></a></li></template></ul>\
    <template data-each=\"facets\"><template data-each=\"values\"><a data-set-href=\"href\" data-set-aria-current=\"current\" data-fill=\"label\"></a></template></template></template>\
    <template data-each=\"groups\"><template data-each=\"hits\"><a data-set-href=\"href\" data-fill=\"title\"></a></template></template>";

/// Gives the release a Dutch search page.
fn with_search_page(folder: &Path, page: &str) {
    let root = folder.join("dist/releases/one");
    fs::write(root.join("site/zoeken.html"), page).expect("written");
    let site = fs::read_to_string(root.join("server/site.json")).expect("read");
    let mut site: Value = serde_json::from_str(&site).expect("JSON");
    site["routes"]["bor.search"] = json!({"nl": "/zoeken"});
    fs::write(root.join("server/site.json"), site.to_string()).expect("written");
    list_files(&root);
}

/// The cards of the search page with their energy labels, as in `templates/components/search/products.html`.
const LAMPS_PAGE: &str = "<!doctype html><title>Zoeken</title><template data-each=\"products\"><template data-each=\"cards\"><template data-each=\"energy\">\
    <template data-each=\"label\"><b data-set-class=\"arrow\" data-fill=\"class\"></b><img data-set-src=\"label_href\" alt=\"\"><i data-fill=\"label_alt\"></i></template>\
    <template data-each=\"label_link\"><a data-set-href=\"label_href\" data-fill=\"alt\"></a></template>\
    </template></template></template>";

/// A page generated for one request is uncompressed for clients that accept no encoding, and smaller for others.
async fn is_compressed(shop: &Shop, path: &str) {
    let plain = shop.ask("GET", path).send().await;
    assert_eq!(plain.header("content-encoding"), None, "{path}");
    for (accepts, encoding) in [("gzip, br", "br"), ("gzip", "gzip")] {
        let answer = shop.ask("GET", path).with("Accept-Encoding", accepts).send().await;
        assert_eq!(
            (answer.status, answer.header("content-encoding"), answer.header("vary")),
            (plain.status, Some(encoding), Some("accept-encoding")),
            "{path}"
        );
        let mut unpacked = Vec::new();
        match encoding {
            "br" => brotli::Decompressor::new(answer.body.as_slice(), 4_096).read_to_end(&mut unpacked),
            _ => flate2::read::GzDecoder::new(answer.body.as_slice()).read_to_end(&mut unpacked),
        }
        .expect("unpacked");
        assert_eq!(unpacked, plain.body, "{path} {encoding}");
        assert!(answer.body.len() < plain.body.len(), "{path} {encoding}");
    }
}

/// R-ROUTE-10: a 404 page that contains its path is compressed too.
#[tokio::test]
async fn r_route_10_the_page_of_a_path_that_is_not_there_is_compressed() {
    let folder = tempfile::tempdir().expect("a folder");
    release(folder.path(), "one");
    let root = folder.path().join("dist/releases/one");
    let page = format!(
        "<h1>Weg</h1><p class=\"not-found__path\" hidden data-island=\"not-found\" data-when=\"load\" data-missing=\"{{path}}\"></p>{}",
        "<p>Verder</p>".repeat(500)
    );
    fs::write(root.join("site/404.html"), page).expect("written");
    list_files(&root);
    go_live(folder.path(), "one");
    let shop = Shop::in_folder(folder, Shopware::start().await.client(), |_| {}).await;
    let named = shop.ask("GET", "/weg/hier").send().await;
    assert!(named.text().contains("/weg/hier"), "{}", named.text());
    is_compressed(&shop, "/weg/hier").await;
}

/// R-SEARCH-01: "GET with q"; R-SEARCH-05: "The result URL can be shared and bookmarked". The page of a query has its
/// results without a script, and the query is escaped.
#[tokio::test]
async fn r_search_01_the_page_of_a_query_has_its_results() {
    let folder = tempfile::tempdir().expect("a folder");
    release(folder.path(), "one");
    with_search_page(folder.path(), SEARCH_PAGE);
    go_live(folder.path(), "one");
    let shop = Shop::in_folder(folder, Shopware::start().await.client(), |_| {}).await;
    found(&shop, "").await;
    is_compressed(&shop, "/zoeken?q=lamp").await;

    let plain = shop.ask("GET", "/zoeken").send().await;
    assert!(
        plain.text().contains("<span data-fill=\"title\">Zoeken</span>"),
        "without a query as it lies there"
    );
    let page = shop.ask("GET", "/zoeken?q=lamp&utm_source=letter&page=x").send().await;
    assert_eq!(
        page.header("cache-control"),
        Some("public, max-age=0, s-maxage=60, stale-while-revalidate=60, stale-if-error=86400")
    );
    assert!(page.header("content-security-policy").is_some());
    let html = page.text();
    assert!(html.contains("<title>lamp | Zoeken | Lindhoven</title>"), "{html}");
    assert!(html.contains("</span> gevonden voor <q>lamp</q>"), "{html}");
    assert!(html.contains("value=\"lamp\""), "{html}");
    assert!(
        html.contains("<li><a href=\"/producten/lamp-1\">Hanglamp Maan</a></li>"),
        "{html}"
    );
    assert!(html.contains("<a href=\"/advies/lampen\">Lampen kiezen</a>"), "{html}");
    let filtered = shop.ask("GET", "/zoeken?brand=kante").send().await.text();
    assert!(filtered.contains("<title>Zoeken | Lindhoven</title>"), "{filtered}");
    assert!(
        filtered.contains("<a href=\"?brand=kante&amp;color=zwart\">Zwart</a>"),
        "{filtered}"
    );
    assert!(
        filtered.contains("<a href=\"/zoeken\" aria-current=\"true\">Kante</a>"),
        "{filtered}"
    );

    for (hostile, text) in [
        (
            "%3Cscript%3Ealert(1)%3C/script%3E",
            "&lt;script&gt;alert(1)&lt;/script&gt;",
        ),
        ("%22%20onfocus%3D%22alert(1)", "&quot; onfocus=&quot;alert(1)"),
        ("%3C/q%3E%3Cimg%20src%3Dx%3E", "&lt;/q&gt;&lt;img src=x&gt;"),
        ("data-fill%3D%22title%22%3E", "data-fill=&quot;title&quot;&gt;"),
        (
            "%3Ctemplate%20data-each%3D%22cards%22%3E",
            "&lt;template data-each=&quot;cards&quot;&gt;",
        ),
        ("%26lt%3Bb%26gt%3B", "&amp;lt;b&amp;gt;"),
    ] {
        let html = shop.ask("GET", &format!("/zoeken?q={hostile}")).send().await.text();
        assert!(html.contains(&format!("<q>{text}</q>")), "{hostile}: {html}");
        assert!(!html.contains("<script") && !html.contains("<img"), "{hostile}: {html}");
    }
    let head = shop.ask("HEAD", "/zoeken?q=lamp").send().await;
    assert_eq!((head.status, head.text().len()), (200, 0));
}
