//! GraphQL beyond the recorded documents (Statamic §12): language, validation, lists, relations, both paths.

use serde_json::{Value, json};

use super::support::Server;

const STOCK: &str = "/graphql";

async fn ask(server: &Server, query: &str) -> Value {
    server.graphql(STOCK, &json!({"query": query})).await
}

fn messages(answer: &Value) -> Vec<&str> {
    let errors = answer["errors"].as_array().map(Vec::as_slice).unwrap_or_default();
    errors.iter().filter_map(|error| error["message"].as_str()).collect()
}

/// Aliases, named and inline fragments, variables with defaults, directives, comments and block strings.
#[tokio::test]
async fn the_language_is_understood() {
    let server = Server::stock().await;
    let query = "
        # two lists of one collection
        query Brands($site: String = \"nl-NL\", $all: Boolean!, $none: Boolean = false) {
            first: entries(collection: [brands], site: $site, limit: 1, sort: [\"title asc\"]) { data { ...Name } }
            second: entries(collection: \"brands\", filter: {site: $site, title: {contains: \"EL\"}}) @include(if: $all) { data { ...Name, slug } }
            third: ping @skip(if: $all)
            ping @include(if: $none)
        }
        fragment Name on EntryInterface { title ... on Entry_Brands_Brand { year: founded } ... on Entry_News_Article { intro } }";
    let answer = server
        .graphql(
            STOCK,
            &json!({"query": query, "variables": {"all": true}, "operationName": "Brands"}),
        )
        .await;
    assert_eq!(
        answer,
        json!({"data": {
            "first": {"data": [{"title": "Lumo", "year": 1962}]},
            "second": {"data": [{"title": "Veld", "year": null, "slug": "veld"}]},
        }})
    );
    let block = ask(&server, "{ entry(slug: \"\"\"lumo\"\"\", site: \"en-GB\") { locale } }").await;
    assert_eq!(block["data"]["entry"]["locale"], "en-GB");
}

/// A document with an error is answered with 200 and without data; the message has the problem and its position.
#[tokio::test]
async fn wrong_documents_are_refused_before_they_run() {
    let server = Server::stock().await;
    for (query, message) in [
        ("{ ping ", "Syntax Error: Expected Name, found <EOF>"),
        ("ping", "Syntax Error: Unexpected Name \"ping\""),
        ("{ ping(x: ) }", "Syntax Error: Unexpected )"),
        ("{ entry(id: \"x) { id } }", "Syntax Error: Unterminated string."),
        ("{ nope }", "Cannot query field \"nope\" on type \"Query\"."),
        (
            "{ ping(x: 1) }",
            "Unknown argument \"x\" on field \"ping\" of type \"Query\".",
        ),
        (
            "{ form { handle } }",
            "Field \"form\" argument \"handle\" of type \"String!\" is required but not provided.",
        ),
        (
            "{ ping { x } }",
            "Field \"ping\" must not have a selection since type \"String\" has no subfields.",
        ),
        (
            "{ sites }",
            "Field \"sites\" of type \"[Site]\" must have a selection of subfields. Did you mean \"sites { ... }\"?",
        ),
        (
            "{ entries(limit: \"2\") { total } }",
            "Int cannot represent non-integer value: \"2\"",
        ),
        ("{ entry(id: $id) { id } }", "Variable \"$id\" is not defined."),
        (
            "query Q($id: String!) { entry(id: $id) { id } }",
            "Variable \"$id\" of required type \"String!\" was not provided.",
        ),
        ("{ entry(id: \"x\") { ... on Nope { id } } }", "Unknown type \"Nope\"."),
        (
            "{ entry(id: \"x\") { ... on Asset_Assets { id } } }",
            "Fragment cannot be spread here as objects of type \"EntryInterface\" can never be of type \"Asset_Assets\".",
        ),
        ("{ ...A }", "Unknown fragment \"A\"."),
        (
            "{ ...A } fragment A on Query { ping ...A }",
            "Cannot spread fragment \"A\" within itself.",
        ),
        ("{ ping @nope }", "Unknown directive \"@nope\"."),
        ("mutation { ping }", "Schema is not configured for mutations."),
        (
            "query A { ping } query B { ping }",
            "Must provide operation name if query contains multiple operations.",
        ),
    ] {
        let answer = ask(&server, query).await;
        assert_eq!(messages(&answer), [message], "{query}");
        assert_eq!(answer.get("data"), None, "{query}");
    }
    let deep = format!("{}ping{}", "{ a ".repeat(5000), "}".repeat(5000));
    assert_eq!(
        messages(&ask(&server, &deep).await),
        ["Syntax Error: Nested deeper than 40 levels"]
    );
    let empty = server.graphql(STOCK, &json!({})).await;
    assert!(messages(&empty)[0].contains("\"query\" or \"queryId\""), "{empty}");
}

/// Lists are paged, filtered by allowed fields, sorted, and contain published items unless a filter says otherwise.
#[tokio::test]
async fn lists_are_paged_filtered_and_sorted() {
    let server = Server::stock().await;
    let news = "{ entries(collection: \"news\", site: \"nl-NL\", sort: \"date desc\", limit: 3, page: 3) { total from to last_page has_more_pages data { slug } } }";
    assert_eq!(
        ask(&server, news).await["data"]["entries"],
        json!({"total": 7, "from": 7, "to": 7, "last_page": 3, "has_more_pages": false, "data": [{"slug": "nieuws-1"}]})
    );
    let past = "{ entries(collection: \"news\", site: \"nl-NL\", limit: 3, page: 9) { from data { slug } } }";
    assert_eq!(
        ask(&server, past).await["data"]["entries"],
        json!({"from": null, "data": []})
    );
    let drafts = "{ entries(collection: \"pages\", filter: {status: \"draft\"}) { data { title } } entry(slug: \"concept\") { title } }";
    assert_eq!(
        ask(&server, drafts).await["data"],
        json!({"entries": {"data": [{"title": "Conceptpagina"}]}, "entry": null})
    );
    let several = "{ entries(collection: \"news\", filter: {slug: {in: [\"nieuws-1\", \"nieuws-2\"]}, title: [{contains: \"1\"}]}) { data { locale slug } } }";
    let found = ask(&server, several).await;
    assert_eq!(found["data"]["entries"]["data"][0]["slug"], "nieuws-1", "{found}");
    let refused = ask(
        &server,
        "{ ok: ping entries(collection: \"news\", filter: {intro: \"x\", foo: 1}) { total } }",
    )
    .await;
    assert_eq!(
        refused["errors"][0]["extensions"]["validation"]["filter"],
        json!(["Forbidden: intro, foo"])
    );
    assert_eq!(refused["data"], json!({"ok": "pong", "entries": null}));
    let assets = "{ assets(container: \"assets\", limit: 2) { total data { path __typename } } asset(id: \"assets::hero/woonkamer.webp\") { ... on Asset_Assets { width focus_css } } }";
    let assets = ask(&server, assets).await["data"].clone();
    assert_eq!(
        (&assets["assets"]["total"], &assets["asset"]["width"]),
        (&json!(4), &json!(1600))
    );
    assert_eq!(assets["assets"]["data"][0]["__typename"], "Asset_Assets");
}

/// Relations can be nested as deep as a document requests; unpublished targets and those not in the site are left out.
#[tokio::test]
async fn relations_are_followed_in_their_site() {
    let server = Server::stock().await;
    let query = "{ entry(uri: \"/\", site: \"en-GB\") { ... on Entry_Pages_Page { blocks { ... on Set_Blocks_BrandsGrid { brands { title locale
        ... on Entry_Brands_Brand { designers { title } categories { title slug } } } } } } } }";
    let answer = ask(&server, query).await;
    let blocks = answer["data"]["entry"]["blocks"].as_array().expect("blocks");
    let brands = blocks.iter().find_map(|block| block.get("brands")).expect("brands");
    assert_eq!(
        brands,
        &json!([{"title": "Lumo", "locale": "en-GB", "designers": [{"title": "Noor Vermeer"}], "categories": [{"title": "Lighting", "slug": "lighting"}]}])
    );
    let parent = "{ entry(slug: \"team\", site: \"nl-NL\") { parent { title parent { url } } site { name } } }";
    assert_eq!(
        ask(&server, parent).await["data"]["entry"],
        json!({"parent": {"title": "Over ons", "parent": {"url": "/"}}, "site": {"name": "Nederlands"}})
    );
}

/// Statamic §3 and §12: every fieldtype of the kitchen-sink entry has a GraphQL value, set and unset, without an error.
#[tokio::test]
async fn every_fieldtype_has_a_value() {
    let server = Server::stock().await;
    let schema = ask(
        &server,
        "{ __type(name: \"Entry_Lab_Lab\") { kind fields { name } possibleTypes { name } } }",
    )
    .await;
    assert_eq!(schema["data"]["__type"]["kind"], "OBJECT");
    let names: Vec<&str> = schema["data"]["__type"]["fields"]
        .as_array()
        .expect("fields")
        .iter()
        .filter_map(|field| field["name"].as_str())
        .collect();
    let mut asked = 0;
    for name in &names {
        for slug in ["veldtypen", "leeg"] {
            let plain =
                format!("{{ entry(slug: \"{slug}\", site: \"nl-NL\") {{ ... on Entry_Lab_Lab {{ {name} }} }} }}");
            let mut answer = ask(&server, &plain).await;
            if messages(&answer)
                .first()
                .is_some_and(|message| message.contains("must have a selection"))
            {
                answer = ask(
                    &server,
                    &plain.replace(&format!("{{ {name} }}"), &format!("{{ {name} {{ __typename }} }}")),
                )
                .await;
            }
            assert_eq!(messages(&answer), [""; 0], "{slug}.{name}");
            assert!(answer["data"]["entry"].get(name).is_some(), "{slug}.{name}: {answer}");
            asked += 1;
        }
    }
    assert!(asked > 80, "{asked} values");
}

/// Documents can be sent as JSON, as a batch, as a form and in the URL; below `/api` only in the extended profile
/// (Statamic §12, §17).
#[tokio::test]
async fn documents_come_in_four_ways_and_at_two_paths() {
    let server = Server::extended().await;
    let pong = json!({"data": {"ping": "pong"}});
    let one = json!({"query": "{ ping }"});
    for path in [STOCK, "/api/graphql"] {
        assert_eq!(server.graphql(path, &one).await, pong);
        assert_eq!(server.graphql(path, &json!([one, one])).await, json!([pong, pong]));
        assert_eq!(server.get(&format!("{path}?query=%7B%20ping%20%7D")).await.json(), pong);
    }
    let form = [("Content-Type", "application/x-www-form-urlencoded")];
    let body = "query=query+P($x:Boolean!)%7Bping+@include(if:$x)%7D&variables=%7B%22x%22:true%7D";
    let answer = server.request("POST", STOCK, &form, Some(body.into())).await;
    assert_eq!(answer.json(), pong);
    let honeypot = json!({"query": "{ form(handle: \"contact\") { honeypot } }"});
    assert_eq!(
        server.graphql(STOCK, &honeypot).await["data"]["form"]["honeypot"],
        "winnie"
    );
    assert_eq!(
        server.graphql("/api/graphql", &honeypot).await["data"]["form"]["honeypot"],
        Value::Null
    );
    let stock = Server::stock().await;
    let json_headers = [("Accept", "application/json"), ("Content-Type", "application/json")];
    let refused = stock
        .request("POST", "/api/graphql", &json_headers, Some(one.to_string().into()))
        .await;
    assert_eq!(refused.status, 419);
    assert_eq!(stock.get("/api/graphql?query=%7Bping%7D").await.status, 404);
}

/// The repository's pages can be read through GraphQL: one union member for every set in REST.
#[tokio::test]
async fn the_shipped_shop_has_a_type_for_every_set() {
    let shop = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../shops/lindhoven");
    let server = Server::start(&shop, vitrine_demo_statamic::StatamicProfile::Extended).await;
    let rest = server
        .data("/api/collections/pages/entries?filter[site]=nl-NL&sort=order&limit=200&fields=id,blocks")
        .await;
    let query = "{ entries(collection: \"pages\", site: \"nl-NL\", sort: \"order\") { data { id ... on Entry_Pages_Page { blocks { __typename } } } } }";
    let answer = ask(&server, query).await;
    assert_eq!(messages(&answer), [""; 0]);
    let graphql = answer["data"]["entries"]["data"].as_array().expect("entries").clone();
    let rest = rest.as_array().expect("entries");
    assert_eq!(rest.len(), graphql.len());
    for (page, same) in rest.iter().zip(&graphql) {
        let kinds = |value: &Value, key: &str| {
            let list = value["blocks"].as_array().map(Vec::as_slice).unwrap_or_default();
            list.iter()
                .filter_map(|block| block[key].as_str().map(str::to_owned))
                .collect::<Vec<_>>()
        };
        let named: Vec<String> = kinds(same, "__typename")
            .iter()
            .map(|name| name.replace("Set_Blocks_", "").to_lowercase())
            .collect();
        let plain: Vec<String> = kinds(page, "type").iter().map(|kind| kind.replace('_', "")).collect();
        assert_eq!(named, plain, "{}", page["id"]);
    }
}
