//! Lists of products on content pages, and their further pages (R-CMS-07, R-CMS-10).

use std::{collections::BTreeSet, fs};

use serde_json::{Value, json};

use crate::support::{Shop, change_json, read_json};

/// The page that gets a list: `/service/onderhoud`, in every language.
const PAGE: &str = "pages/onderhoud";

/// A block that lists all products, with texts around it.
fn overview(per_page: u32, above: &str, below: &str) -> Value {
    json!([{
        "type": "products_overview", "id": "list", "per_page": per_page,
        "text_top": format!("<p>{above}</p>"), "text_bottom": format!("<p>{below}</p>"),
    }])
}

/// Lindhoven's small shop, whose seven families stand on two pages in Dutch and English, on one in German.
fn with_list() -> Shop {
    let shop = Shop::small();
    for (site, per_page) in [("nl-NL", 4), ("en-GB", 4), ("de-DE", 24)] {
        let blocks = overview(per_page, "ABOVE THE LIST", "BELOW THE LIST");
        shop.edit(PAGE, site, &json!({ "blocks": blocks }));
    }
    shop
}

/// The hrefs of the product cards of a page, in order.
fn cards(html: &str) -> Vec<&str> {
    html.split("class=\"product-card__link\" href=\"")
        .skip(1)
        .filter_map(|rest| rest.split('"').next())
        .collect()
}

fn between<'h>(html: &'h str, begin: &str, end: &str) -> &'h str {
    let rest = html
        .split_once(begin)
        .unwrap_or_else(|| panic!("{begin} is not there"))
        .1;
    rest.split_once(end).unwrap().0
}

/// R-CMS-07: "each page beyond the first is a static page of its own (`…/pagina/2`, `/page/2`, `/seite/2`)", without
/// losing the first one. Its filters and their state in the query come with the island of the search.
#[test]
fn r_cms_07_each_page_beyond_the_first_is_a_static_page_of_its_own() {
    let shop = with_list();
    shop.build();
    let first = shop.file("site/service/onderhoud.html");
    let second = shop.file("site/service/onderhoud/pagina/2.html");

    // Every family once, and nothing lost between the pages.
    let (here, there) = (cards(&first), cards(&second));
    assert_eq!((here.len(), there.len()), (4, 3));
    let all: BTreeSet<&str> = here.iter().chain(&there).copied().collect();
    assert_eq!(all.len(), 7);

    // Texts around the list are on the first page alone.
    for text in ["ABOVE THE LIST", "BELOW THE LIST"] {
        assert!(first.contains(text) && !second.contains(text), "{text}");
    }

    // A page of its own: title, canonical address, languages that have this page, breadcrumbs to the first page.
    assert!(
        second.contains("<title>Onderhoud – pagina 2"),
        "{}",
        between(&second, "<title>", "</title>")
    );
    let address = "http://127.0.0.1:3000/service/onderhoud/pagina/2";
    assert!(second.contains(&format!("<link rel=\"canonical\" href=\"{address}\">")));
    let head = between(&second, "<head", "</head>");
    assert!(
        head.contains("/en/service/") && head.contains("/page/2\""),
        "the English page 2 is its alternate"
    );
    assert!(!head.contains("hreflang=\"de-DE\""), "the German list has one page");
    assert!(!second.contains("noindex"));
    let trail = between(&second, "class=\"breadcrumbs__list\"", "</ol>");
    assert!(trail.contains("href=\"/service/onderhoud\""), "{trail}");
    assert!(trail.contains("aria-current=\"page\">Pagina 2<"), "{trail}");

    // Links in both directions, for crawlers and for people without JavaScript.
    let pager = |html: &str| between(html, "<nav class=\"pager\"", "</nav>").to_owned();
    assert!(pager(&first).contains("href=\"/service/onderhoud/pagina/2\" rel=\"next\""));
    assert!(!pager(&first).contains("rel=\"prev\""));
    assert!(pager(&second).contains("href=\"/service/onderhoud\" rel=\"prev\""));
    assert!(!pager(&second).contains("rel=\"next\""));

    // In the sitemap, under its word in each language, and nowhere else.
    let sitemap = |iso: &str| shop.file(&format!("site/{iso}-sitemap.xml"));
    assert!(sitemap("nl-NL").contains(&format!("<loc>{address}</loc>")));
    assert!(sitemap("en-GB").contains("/page/2</loc>"));
    assert!(!sitemap("de-DE").contains("/seite/"));
    let redirects = read_json(&shop.path("dist/current/server/redirects.json"));
    let of_first = redirects
        .as_array()
        .unwrap()
        .iter()
        .find(|r| r["from"] == "/service/onderhoud/pagina/1");
    assert_eq!(
        of_first,
        Some(&json!({ "from": "/service/onderhoud/pagina/1", "to": "/service/onderhoud", "status": 301 }))
    );
    let release: Value = serde_json::from_str(&shop.file("release.json")).unwrap();
    let pages = release["pages"].as_array().unwrap().iter();
    let lists = pages
        .filter(|page| page["kind"] == "list")
        .map(|page| page["path"].as_str().unwrap());
    let of_shop = lists.filter(|path| path.contains("/service/")).count();
    assert_eq!(of_shop, 5, "two in Dutch, two in English, one in German");
}

/// R-ROUTE-07: content at the path of a further page of a list fails the build; both are named.
#[test]
fn r_route_07_content_at_the_path_of_a_further_page_is_a_collision() {
    let shop = Shop::small_with(|data| {
        let page = |slug: &str| json!({ "nl-NL": { "title": slug, "slug": slug, "published": true } });
        for slug in ["pagina", "2"] {
            fs::write(data.join(format!("content/pages/{slug}.json")), page(slug).to_string()).unwrap();
        }
        change_json(&data.join("content/trees.json"), |trees| {
            let children = [json!({ "entry": "pages/pagina", "children": [{ "entry": "pages/2" }] })];
            let parent = find(&mut trees["pages"], PAGE).unwrap();
            parent["children"] = json!(children);
        });
    });
    shop.build();
    let live = shop.live();
    shop.edit(PAGE, "nl-NL", &json!({ "blocks": overview(4, "", "") }));
    let run = shop.vitrine(&["build"]);
    assert_eq!(run.code, Some(2), "{}", run.stderr);
    let said = run.said();
    for part in [
        "/service/onderhoud/pagina/2 is claimed twice",
        "entry pages/onderhoud (nl)",
        "entry pages/2 (nl)",
    ] {
        assert!(said.contains(part), "{part} is not in {said}");
    }
    assert_eq!(shop.live(), live, "the release stays");
}

/// The node of an entry in a tree.
fn find<'t>(tree: &'t mut Value, entry: &str) -> Option<&'t mut Value> {
    for node in tree.as_array_mut()? {
        if node["entry"] == entry {
            return Some(node);
        }
        if let Some(found) = node.get_mut("children").and_then(|children| find(children, entry)) {
            return Some(found);
        }
    }
    None
}
