//! Rules of the contract that are in no single recording: paging, sites, trees, errors, hosts, both profiles.

use serde_json::{Value, json};

use super::support::{IMAGES, Server};

/// Statamic §2: pages up to `last_page`; past the end is an empty page, not an error; invalid numbers use the default.
#[tokio::test]
async fn pages_are_cut_as_laravel_cuts_them() {
    let server = Server::stock().await;
    let list = "/api/collections/news/entries?filter[site]=nl-NL&sort=date&limit=3";
    let mut slugs = Vec::new();
    for page in 1..=3 {
        slugs.extend(server.column(&format!("{list}&page={page}"), "slug").await);
    }
    assert_eq!(slugs, (1..=7).map(|n| format!("nieuws-{n}")).collect::<Vec<_>>());
    let past = server.get(&format!("{list}&page=4")).await.json();
    assert_eq!(
        (&past["data"], &past["meta"]["from"], &past["links"]["next"]),
        (&json!([]), &Value::Null, &Value::Null)
    );
    for (limit, per_page) in [("limit=0", 15), ("limit=9999", 9999), ("", 50), ("limit=abc", 50)] {
        let body = server
            .get(&format!("/api/collections/news/entries?{limit}"))
            .await
            .json();
        assert_eq!(body["meta"]["per_page"], per_page, "{limit}");
    }
    let body = server.get(&format!("{list}&page=0")).await.json();
    assert_eq!(body["meta"]["current_page"], 1);
}

/// Page links of long lists have gaps.
#[tokio::test]
async fn long_page_lists_have_gaps() {
    let server = Server::stock().await;
    let list = "/api/collections/news/entries?filter[site:in]=nl-NL|en-GB&filter[status]=any&limit=1&page=8";
    let body = server.get(list).await.json();
    assert_eq!(body["meta"]["last_page"], 15);
    let links = body["meta"]["links"].as_array().expect("links");
    let labels: Vec<&str> = links.iter().filter_map(|link| link["label"].as_str()).collect();
    let expected = [
        "&laquo; Previous",
        "1",
        "2",
        "...",
        "5",
        "6",
        "7",
        "8",
        "9",
        "10",
        "11",
        "...",
        "14",
        "15",
        "Next &raquo;",
    ];
    assert_eq!(labels, expected);
}

/// Statamic §14: no fallback of entries between sites, but of fields within an entry; each site has its own tree.
#[tokio::test]
async fn sites_fall_back_by_field_and_not_by_entry() {
    let server = Server::extended().await;
    let about = server.data("/api/entries-by-uri?uri=/about-us&site=en-GB").await;
    assert_eq!(
        (&about["title"], &about["url"]),
        (&json!("About us"), &json!("/en/about-us"))
    );
    assert_eq!(about["blocks"][0]["type"], "rich_text");
    assert_eq!(about["origin_id"], "827e0e02-1b2c-5a62-912f-f6ae3d9033a2");
    assert_eq!(
        about["slugs"],
        json!({"nl-NL": "over-ons", "de-DE": "ueber-uns", "en-GB": "about-us"})
    );
    assert_eq!(
        server.get("/api/entries-by-uri?uri=/contact&site=de-DE").await.status,
        404
    );
    assert_eq!(server.get("/api/entries-by-uri?uri=/&site=fr-FR").await.status, 404);
    assert_eq!(server.get("/api/entries-by-uri?site=nl-NL").await.status, 404);
    assert_eq!(server.data("/api/entries-by-uri?uri=&site=de-DE").await["url"], "/de");
    let tree = |site: &str| format!("/api/collections/pages/tree?site={site}&fields=url");
    let urls = |data: &Value| {
        data.as_array()
            .map(|nodes| nodes.iter().map(|node| node["page"]["url"].clone()).collect::<Vec<_>>())
    };
    let german = server.data(&tree("de-DE")).await;
    assert_eq!(urls(&german), Some(vec![json!("/de"), json!("/de/ueber-uns")]));
    let english = server.data(&tree("en-GB")).await;
    assert_eq!(english[1]["children"][0]["page"]["url"], "/en/about-us/team");
}

/// Statamic §6: order without parents, depth, filters on a collection tree, and 404 for what has no tree.
#[tokio::test]
async fn trees_are_per_site_and_structured() {
    let server = Server::stock().await;
    let sorted = "/api/collections/showrooms/entries?sort=order";
    assert_eq!(server.column(sorted, "slug").await, ["delft", "breda"]);
    let first = server.data(sorted).await[0].clone();
    assert_eq!((&first["order"], first.get("parent")), (&json!(1), None));
    let flat = server.data("/api/collections/pages/tree?fields=slug&max_depth=1").await;
    assert_eq!(
        flat[1],
        json!({"page": {"slug": "over-ons"}, "depth": 1, "children": []})
    );
    let drafts = server
        .data("/api/collections/pages/tree?fields=slug&filter[status]=any")
        .await;
    assert_eq!(drafts.as_array().map(Vec::len), Some(4));
    let node = server.data("/api/collections/pages/tree").await[0]["page"].clone();
    assert_eq!((&node["id"], &node["entry_id"]), (&node["entry_id"], &node["id"]));
    for path in [
        "/api/navs/footer/tree?site=en-GB",
        "/api/navs/main/tree?site=de-DE",
        "/api/navs/main/tree?site=fr-FR",
        "/api/navs/nope/tree",
        "/api/collections/brands/tree",
        "/api/collections/pages/tree?site=fr-FR",
    ] {
        assert_eq!(server.get(path).await.status, 404, "{path}");
    }
}

/// Statamic §6: REST leaves a draft out of a nav with its descendants, GraphQL includes both.
#[tokio::test]
async fn a_draft_in_a_nav_hides_its_descendants_in_rest_only() {
    let server = Server::stock().await;
    let rest = server.data("/api/navs/draft/tree?fields=title").await;
    assert_eq!(
        rest,
        json!([{"page": {"title": "Ernaast"}, "depth": 1, "children": []}])
    );
    let query = r#"{ nav(handle: "draft") { tree { page { title } children { page { title } } } } }"#;
    let answer = server.graphql("/graphql", &json!({"query": query})).await;
    assert_eq!(
        answer["data"]["nav"]["tree"],
        json!([
            {"page": {"title": "Conceptpagina"}, "children": [{"page": {"title": "Onder concept"}}]},
            {"page": {"title": "Ernaast"}, "children": []}
        ])
    );
}

/// Statamic §8: globals are per site and have raw ids; a site without the set fails in the list and is 404
/// individually.
#[tokio::test]
async fn globals_keep_raw_relation_ids() {
    let server = Server::stock().await;
    let german = server.data("/api/globals/site?site=de-DE").await;
    assert_eq!(german["contact_page"], json!(["af8197ed-6e21-59b4-b40d-db8816055f5b"]));
    assert_eq!(german["main_category"], json!(["verlichting"]));
    assert_eq!(german["company_name"], "Vermeer Interieur");
    let logo = format!("{IMAGES}/m/merken/lumo.webp");
    assert_eq!(
        (&german["logo"]["url"], &german["logo"]["permalink"]),
        (&json!(logo), &json!(logo))
    );
    assert_eq!(server.get("/api/globals/site?site=fr-FR").await.status, 404);
    let answer = server.get("/api/globals?site=fr-FR").await;
    assert_eq!(
        (answer.status, answer.text.as_str()),
        (500, r#"{"message":"Server Error"}"#)
    );
}

/// Statamic §9: a form's fields keep their order.
#[tokio::test]
async fn forms_keep_the_order_of_their_fields() {
    let server = Server::stock().await;
    let form = server.get("/api/forms/contact").await.text;
    let place = |handle: &str| {
        form.find(&format!("\"{handle}\":{{"))
            .unwrap_or_else(|| panic!("no {handle}"))
    };
    let order = [
        "salutation",
        "first_name",
        "last_name",
        "email",
        "phone",
        "subject",
        "order_number",
        "message",
        "interests",
        "privacy",
    ];
    assert!(order.windows(2).all(|pair| place(pair[0]) < place(pair[1])), "{form}");
    assert!(!form.contains("winnie"), "the honeypot is not exposed: {form}");
}

/// Statamic §16: every error, as JSON and as a page of the framework.
#[tokio::test]
async fn errors_are_those_of_the_table() {
    let server = Server::stock().await;
    for path in [
        "/api",
        "/api/",
        "/api/nope",
        "/api/collections/nope/entries",
        "/api/collections/pages/entries/nope",
        "/api/collections",
        "/api/globals/nope",
        "/api/forms/nope",
        "/api/taxonomies/nope/terms",
        "/api/taxonomies/categories/terms/nope/entries",
        "/api/assets/nope",
        "/api/assets/assets/nope.webp",
        "/api/users/nope",
        "/api/entries-by-uri?uri=/",
        "/api/redirects",
    ] {
        let answer = server.send("GET", path, None).await;
        assert_eq!(
            (answer.status, answer.text.as_str()),
            (404, r#"{"message":"Not found."}"#),
            "{path}"
        );
        assert_eq!(answer.header("content-type"), "application/json", "{path}");
    }
    let wrong_status = "/api/collections/news/entries?filter[status]=nope";
    assert_eq!(server.get(wrong_status).await.status, 500);
    let page = server.send("GET", wrong_status, Some("text/html")).await;
    assert_eq!(
        (page.status, page.header("content-type")),
        (500, "text/html; charset=UTF-8")
    );
    let write = server
        .send("POST", "/api/collections/news/entries", Some("application/json"))
        .await;
    assert_eq!(
        (write.status, write.text.as_str()),
        (419, r#"{"message":"CSRF token mismatch."}"#)
    );
    let head = server.send("HEAD", "/api/forms", None).await;
    assert_eq!((head.status, head.text.as_str()), (200, ""));
}

/// Statamic §17: the extended profile adds sizes, slugs and references; the stock one has none of them.
#[tokio::test]
async fn the_profiles_differ_as_in_the_contract() {
    let path = "/api/collections/brands/entries?filter[slug]=lumo&filter[site]=nl-NL";
    let stock = Server::stock().await.data(path).await[0].clone();
    assert_eq!(
        (
            stock.get("slugs"),
            stock["logo"].get("width"),
            stock["designers"][0].get("slug")
        ),
        (None, None, None)
    );
    let server = Server::extended().await;
    let extended = server.data(path).await[0].clone();
    let logo = &extended["logo"];
    assert_eq!(
        (&logo["width"], &logo["height"], &logo["focus_css"]),
        (&json!(800), &json!(600), &json!("50% 50%"))
    );
    let designer = &extended["designers"][0];
    assert_eq!(
        (&designer["slug"], &designer["uri"]),
        (&json!("noor-vermeer"), &json!("/designers/noor-vermeer"))
    );
    assert_eq!(
        designer["collection"],
        json!({"title": "Designers", "handle": "designers"})
    );
    assert_eq!(extended["slugs"]["en-GB"], "brands/lumo");
    let redirects = server.data("/api/redirects").await;
    assert_eq!(
        (&redirects[0]["source"], &redirects[0]["type"]),
        (&json!("/oud"), &json!("301"))
    );
}

/// Statamic §11: the container's list and its items, with sizes and focal points.
#[tokio::test]
async fn assets_have_their_sizes() {
    let server = Server::stock().await;
    let all = server.column("/api/assets/assets", "path").await;
    assert_eq!(
        all,
        ["cv/cv.pdf", "hero/woonkamer.webp", "icons/plus.svg", "merken/lumo.webp"]
    );
    let hero = server.data("/api/assets/assets/hero/woonkamer.webp").await;
    assert_eq!(
        (&hero["width"], &hero["height"], &hero["focus"]),
        (&json!(1600), &json!(900), &json!("40-60-1"))
    );
    let pdf = server.data("/api/assets/assets/cv/cv.pdf").await;
    assert_eq!(
        (&pdf["url"], &pdf["width"]),
        (&json!(format!("{IMAGES}/assets/cv/cv.pdf")), &Value::Null)
    );
}

/// Statamic §1: links use the host of the request.
#[tokio::test]
async fn links_name_the_host_of_the_request() {
    let server = Server::stock().await;
    let body = server.get("/api/forms").await.json();
    assert_eq!(body["data"][0]["api_url"], format!("{}/api/forms/contact", server.base));
}

/// The repository's shop loads, and every endpoint of each of its sites answers.
#[tokio::test]
async fn the_shipped_shop_answers_everywhere() {
    let shop = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../shops/lindhoven");
    let server = Server::start(&shop, vitrine_demo_statamic::StatamicProfile::Extended).await;
    for site in ["nl-NL", "en-GB", "de-DE"] {
        for collection in ["pages", "brands", "designers"] {
            let path = format!("/api/collections/{collection}/entries?filter[site]={site}&limit=200");
            let entries = server.data(&path).await;
            assert!(entries.as_array().is_some_and(|entries| !entries.is_empty()), "{path}");
            for entry in entries.as_array().into_iter().flatten() {
                let uri = entry["uri"].as_str().unwrap_or_else(|| panic!("{path}: no uri"));
                let found = server.data(&format!("/api/entries-by-uri?site={site}&uri={uri}")).await;
                assert_eq!(&found, entry, "{site} {uri}");
            }
        }
        for path in [
            "globals?",
            "navs/main/tree?",
            "navs/footer/tree?",
            "collections/pages/tree?",
            "taxonomies/categories/terms?",
        ] {
            let answer = server.get(&format!("/api/{path}site={site}")).await;
            assert_eq!(answer.status, 200, "{path} {site}");
            assert!(
                !answer.text.contains("statamic://"),
                "{path} {site}: an unresolved link"
            );
        }
    }
}
