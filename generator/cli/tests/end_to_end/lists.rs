//! Lists of products on content pages, and their further pages (R-CMS-07, R-CMS-10).

use std::{collections::BTreeSet, fs, path::Path};

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

/// Lindhoven's small shop, whose seven families take two pages in Dutch and English, and one in German.
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

/// Structured data of a type.
fn data(html: &str, kind: &str) -> Value {
    let all = html.split("<script type=\"application/ld+json\">").skip(1);
    let all = all.filter_map(|rest| serde_json::from_str::<Value>(rest.split_once("</script>")?.0).ok());
    let mut found = all.filter(|data| data["@type"] == kind);
    found.next().unwrap_or_else(|| panic!("there is no {kind}"))
}

/// R-CMS-07: "each page beyond the first is a static page of its own (`…/pagina/2`, `/page/2`, `/seite/2`)", without
/// changing the first one. Filters and their state in the query are part of the search island.
#[test]
fn r_cms_07_each_page_beyond_the_first_is_a_static_page_of_its_own() {
    let shop = with_list();
    shop.build();
    let first = shop.file("site/service/onderhoud.html");
    let second = shop.file("site/service/onderhoud/pagina/2.html");

    // Every family once, none missing between the pages.
    let (here, there) = (cards(&first), cards(&second));
    assert_eq!((here.len(), there.len()), (4, 3));
    let all: BTreeSet<&str> = here.iter().chain(&there).copied().collect();
    assert_eq!(all.len(), 7);

    // Texts around the list are only on the first page.
    for text in ["ABOVE THE LIST", "BELOW THE LIST"] {
        assert!(first.contains(text) && !second.contains(text), "{text}");
    }

    // Its own title, canonical URL, alternates that have this page, and breadcrumbs to the first page.
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

    // The list as structured data: positions count from the first page.
    let data = data(&second, "CollectionPage");
    assert_eq!(data["url"], address);
    assert_eq!(data["mainEntity"]["numberOfItems"], 7);
    let items = data["mainEntity"]["itemListElement"].as_array().unwrap();
    let expected = there.iter().zip(5..);
    for (item, (href, position)) in items.iter().zip(expected) {
        assert_eq!(item["position"], position);
        assert_eq!(item["url"], format!("http://127.0.0.1:3000{href}"));
        assert!(item["name"].as_str().is_some_and(|name| !name.is_empty()));
    }
    assert_eq!(items.len(), 3);

    // In the sitemap, with the paging word of each language, and nowhere else.
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

/// R-ROUTE-07: content at the path of a list's further page is left out; both are named, and the list goes live.
#[test]
fn r_route_07_content_at_the_path_of_a_further_page_is_left_out() {
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
    shop.edit(PAGE, "nl-NL", &json!({ "blocks": overview(4, "", "") }));
    let run = shop.vitrine(&["build"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let said = run.said();
    for part in [
        "/service/onderhoud/pagina/2 is claimed twice",
        "entry pages/onderhoud (nl)",
        "entry pages/2 (nl)",
    ] {
        assert!(said.contains(part), "{part} is not in {said}");
    }
    let page = shop.file("site/service/onderhoud/pagina/2.html");
    assert!(
        page.contains("rel=\"prev\"") || page.contains("/service/onderhoud\""),
        "the list has its page"
    );
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

/// The small shop with only a test's own lists.
fn without_lists(change: impl FnOnce(&Path)) -> Shop {
    Shop::small_with(|data| {
        for file in fs::read_dir(data.join("content/pages")).unwrap() {
            change_json(&file.unwrap().path(), |page| {
                for own in page.as_object_mut().unwrap().values_mut() {
                    if let Some(blocks) = own.get_mut("blocks").and_then(Value::as_array_mut) {
                        blocks.retain(|block| block["type"] != "products_overview");
                    }
                }
            });
        }
        change(data);
    })
}

fn set_shop(data: &Path, overview: &Value, main_category: &Value) {
    change_json(&data.join("content/globals/shop.json"), |globals| {
        globals["nl-NL"]["product_overview_url"] = overview.clone();
        globals["nl-NL"]["main_category_code"] = main_category.clone();
    });
}

fn list_of(category: &str) -> Value {
    json!({ "blocks": [{
        "type": "products_overview", "id": "list", "root_category_code": category,
        "facets": ["brand", "designer", "material", "color", "price", "delivery"],
    }] })
}

/// The steps of a page's breadcrumbs, with their links.
fn trail(html: &str) -> Vec<(String, String)> {
    let list = between(html, "class=\"breadcrumbs__list\"", "</ol>");
    let steps = list.split("<li").skip(1).map(|step| {
        let href = step
            .split_once("href=\"")
            .map_or("", |(_, rest)| rest.split('"').next().unwrap());
        let label = step.rsplit_once("</").unwrap().0;
        let label = label.rsplit_once("</").map_or(label, |(label, _)| label);
        (label.rsplit('>').next().unwrap().trim().to_owned(), href.to_owned())
    });
    steps.collect()
}

/// shopware-fields.md "related categories": "the CMS page whose blocks show that category (`shop_category_code` = the
/// category's custom field `vitrine_code`), else the product overview with `?category=<id>`"; R-CMS-06: "Globals (by
/// handle): … product overview url, main category".
#[test]
fn r_cms_06_categories_link_to_their_page_or_the_product_overview() {
    let shop = without_lists(|data| set_shop(data, &json!("entry::pages/onderhoud"), &json!("kasten")));
    shop.configure("vitrine.toml", &[("category_pages = ", "category_pages = false")]);
    shop.edit(PAGE, "nl-NL", &json!({ "blocks": overview(24, "", "") }));
    shop.edit("pages/service", "nl-NL", &list_of("kasten"));
    shop.edit("pages/levering", "nl-NL", &list_of("kapstokken"));
    shop.build();

    // A list without a category is that of the main category and its descendants.
    let all = shop.file("site/service/onderhoud.html");
    let knaap = cards(&all);
    assert_eq!(knaap.len(), 1, "{knaap:?}");
    assert!(knaap[0].contains("knaap"), "{knaap:?}");

    // Categories with their own page: steps of the breadcrumbs along the tree, and links.
    let page = shop.file(&format!("site{}.html", knaap[0]));
    let steps = trail(&page);
    let steps: Vec<(&str, &str)> = steps
        .iter()
        .map(|(label, href)| (label.as_str(), href.as_str()))
        .collect();
    assert_eq!(
        steps[..4],
        [
            ("Home", "/"),
            ("Producten", "/service/onderhoud"),
            ("Kasten", "/service"),
            ("Kapstokken", "/service/levering-en-montage"),
        ]
    );
    assert_eq!((steps.len(), steps[4].1), (5, ""), "{steps:?}");
    let listed = data(&page, "BreadcrumbList");
    assert_eq!(
        listed["itemListElement"][3]["item"],
        "http://127.0.0.1:3000/service/levering-en-montage"
    );
    assert!(
        page.contains("href=\"/service/levering-en-montage\">Kapstokken</a>"),
        "the category is a link"
    );

    // Without such a page: the product overview, with the category in the query.
    let release: Value = serde_json::from_str(&shop.file("release.json")).unwrap();
    let pages = release["pages"].as_array().unwrap().iter();
    let own = |page: &&Value| page["source"] == "product EB-VLOED";
    let mut paths = pages.filter(own).filter_map(|page| page["path"].as_str());
    let other = paths.find(|path| path.starts_with("/producten/")).unwrap();
    let other = shop.file(&format!("site{other}.html"));
    let link = between(&other, "href=\"/service/onderhoud?category=", "\"");
    assert!(
        link.len() == 32 && link.bytes().all(|byte| byte.is_ascii_hexdigit()),
        "{link}"
    );
    assert_eq!(
        trail(&other).len(),
        3,
        "Home, Producten, itself: no page shows its categories"
    );

    // The list of a category links to the sub-categories that have a page, with their counts.
    let kinds = shop.file("site/service.html");
    let kinds = between(&kinds, "data-facet=\"category\"", "</ul>");
    assert!(kinds.contains("data-value=\"kapstokken\" data-count=\"1\""), "{kinds}");
    assert!(
        kinds.contains("href=\"/service/levering-en-montage\">Kapstokken</a>"),
        "{kinds}"
    );
}

/// "sorting and facet values with their counts in the HTML": every value with its key and the number of families, as a
/// link if it is a page; values without a link are hidden until a script can filter.
#[test]
fn facets_of_a_list_have_their_values_and_counts_in_the_html() {
    let shop = without_lists(|data| set_shop(data, &json!("entry::pages/onderhoud"), &Value::Null));
    let mut two = list_of("kapstokken");
    let all = json!({ "type": "products_overview", "id": "all", "heading": "SECOND LIST", "per_page": 4 });
    two["blocks"].as_array_mut().unwrap().push(all);
    shop.edit("pages/retourneren", "nl-NL", &two);
    let block = json!([{
        "type": "products_overview", "id": "list", "default_sort": "price_asc",
        "facets": ["brand", "material", "price", "delivery", "nonsense"],
    }]);
    shop.edit(PAGE, "nl-NL", &json!({ "blocks": block }));
    let report = shop.build();
    let unknown = report["warnings"]
        .as_array()
        .unwrap()
        .iter()
        .find(|w| w["code"] == "unknown-choice");
    assert!(
        unknown.is_some_and(|w| w["message"].as_str().unwrap().contains("nonsense")),
        "{report}"
    );
    let html = shop.file("site/service/onderhoud.html");
    assert!(html.contains("data-total=\"7\" data-sort=\"price_asc\""));
    let facet = |key: &str| {
        let found = html
            .split("<details ")
            .find(|part| part.contains(&format!("data-facet=\"{key}\"")));
        found
            .and_then(|part| part.split("</details>").next())
            .unwrap_or_else(|| panic!("no facet {key}"))
    };
    let brands = facet("brand");
    assert!(
        brands.contains("data-value=\"kante\" data-count=\"2\""),
        "Ravel and the care set: {brands}"
    );
    assert!(brands.contains("href=\"/merken/kante\""), "{brands}");
    assert!(!brands.split('>').next().unwrap().contains(" hidden"), "{brands}");
    for key in ["material", "price"] {
        let own = facet(key);
        assert!(own.split('>').next().unwrap().ends_with(" hidden"), "{own}");
        assert!(!own.contains("<a "), "{own}");
    }
    // Each family is counted with one price, that of its cheapest variant.
    let counts = facet("price").split("data-count=\"").skip(1);
    let sum: u32 = counts
        .filter_map(|rest| rest.split('"').next()?.parse::<u32>().ok())
        .sum();
    assert_eq!(sum, 7);
    // The current order is shown; the other ones are only available to a script.
    for sort in ["relevance", "new", "price_asc", "price_desc"] {
        let hidden = if sort == "price_asc" { "" } else { " hidden" };
        assert!(html.contains(&format!("<li data-value=\"{sort}\"{hidden}>")), "{sort}");
    }
    // A second list of a page has no further pages: it links to the page with the whole list.
    let second = shop.file("site/service/retourneren.html");
    let second = second.split("SECOND LIST").nth(1).unwrap();
    assert_eq!(cards(second.split("</section>").next().unwrap()).len(), 4);
    assert!(
        second.contains("href=\"/service/onderhoud\">7 producten</a>"),
        "the whole list"
    );

    let first = cards(&html)[0];
    assert!(
        first.contains("cadeaukaart") || first.contains("verzorgset"),
        "the cheapest comes first: {first}"
    );
}

/// R-CMS-10: "Empty states of every overview and block … in three languages": an unknown category or one without
/// products. R-CMS-01: "collection products": those of the entry, of another one, or selected by the editor.
#[test]
fn r_cms_10_empty_lists_say_so_in_three_languages() {
    let shop = without_lists(|data| set_shop(data, &json!("entry::pages/levering"), &Value::Null));
    for site in ["nl-NL", "en-GB", "de-DE"] {
        shop.edit(PAGE, site, &list_of("no-such-category"));
    }
    let products = |fields: Value| {
        let mut block = json!({ "type": "collection_products", "id": "own", "heading": "PIECES" });
        block
            .as_object_mut()
            .unwrap()
            .extend(fields.as_object().unwrap().clone());
        json!({ "blocks": [block] })
    };
    shop.edit("collections/kade", "nl-NL", &products(json!({})));
    shop.edit(
        "collections/avond",
        "nl-NL",
        &products(json!({ "product_skus": ["RAVEL", "PLISSE"], "limit": 1 })),
    );
    shop.edit(
        "pages/levering",
        "nl-NL",
        &products(json!({ "collection": ["collections/kade"], "layout": "carousel" })),
    );
    shop.edit("pages/retourneren", "nl-NL", &products(json!({})));
    let report = shop.build();
    for (file, words, way_on) in [
        (
            "service/onderhoud",
            "Hier staat op dit moment niets.",
            "href=\"/service/levering-en-montage\">Naar alle producten",
        ),
        (
            "en/service/care",
            "There is nothing here at the moment.",
            ">See all products",
        ),
        ("de/service/pflege", "Hier ist zurzeit nichts.", ">Zu allen Produkten"),
    ] {
        let html = shop.file(&format!("site/{file}.html"));
        assert!(html.contains(words) && html.contains(way_on), "{file}");
        assert!(
            !html.contains("data-list") && !html.contains("CollectionPage"),
            "{file}"
        );
    }
    let unknown: Vec<&Value> = report["warnings"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|w| w["code"] == "category-unknown")
        .collect();
    assert_eq!(unknown.len(), 3, "{unknown:?}");

    let shown = |file: &str| {
        let html = shop.file(&format!("site/{file}.html"));
        let section = html
            .split("PIECES")
            .nth(1)
            .unwrap()
            .split("</section>")
            .next()
            .unwrap()
            .to_owned();
        (cards(&section).len(), section)
    };
    let (count, own) = shown("collecties/kade");
    assert!(
        count == 1 && own.contains("knaap"),
        "of the page's own product line, what the shop sells: {own}"
    );
    let (count, chosen) = shown("collecties/avond");
    assert!(
        count == 1 && chosen.contains("ravel"),
        "the editor's own, as many as are wanted: {chosen}"
    );
    let (count, other) = shown("service/levering-en-montage");
    assert!(
        count == 1 && other.contains("cards-grid--carousel"),
        "of another product line: {other}"
    );
    let (count, none) = shown("service/retourneren");
    assert!(
        count == 0 && none.contains("Er zijn nu geen producten"),
        "a page is no product line: {none}"
    );
}
