//! Recorded answers of Statamic through the client (R-BACK-01, R-BACK-02, R-BACK-06).

use crate::common::{mount, ok, recorded, statamic};
use secrecy::SecretString;
use serde_json::{Value, json};
use vitrine_backends::{BackendError, query::parse_query, statamic::StatamicVersion};
use vitrine_model::ids::SiteHandle;
use wiremock::{Mock, MockServer, ResponseTemplate, matchers};

fn site(handle: &str) -> SiteHandle {
    SiteHandle::parse(handle).unwrap()
}

async fn answering(path: &str, name: &str) -> MockServer {
    let server = MockServer::start().await;
    mount(&server, "GET", path, recorded("statamic", name).answer()).await;
    server
}

fn ids(records: &[Value]) -> Vec<&str> {
    records.iter().filter_map(|r| r["id"].as_str()).collect()
}

#[tokio::test]
async fn r_back_01_calls_carry_token_headers_and_site() {
    let server = answering("/api/collections/pages/entries", "entries-pages-nl-with-blocks").await;
    let entries = statamic(&server).entries("pages", &site("nl-NL"), None).await.unwrap();
    assert_eq!(
        entries,
        *recorded("statamic", "entries-pages-nl-with-blocks").body["data"]
            .as_array()
            .unwrap()
    );
    let request = &server.received_requests().await.unwrap()[0];
    assert_eq!(request.headers["accept"], "application/json");
    assert_eq!(request.headers["authorization"], "Bearer cms-secret");
    assert_eq!(request.headers["x-staging"], "basic-secret");
    assert_eq!(
        Value::Object(parse_query(request.url.query().unwrap())),
        json!({"filter": {"site": "nl-NL"}, "sort": "id", "limit": "100", "page": "1"})
    );
}

fn page(ids: &[&str], current: u64, last: u64, total: u64) -> ResponseTemplate {
    let data: Vec<Value> = ids.iter().map(|id| json!({"id": id})).collect();
    ok(
        &json!({"data": data, "links": {"next": "https://elsewhere.example/?page=9"}, "meta": {"current_page": current, "last_page": last, "total": total}}),
    )
}

async fn pages(answers: Vec<(&str, ResponseTemplate)>) -> MockServer {
    let server = MockServer::start().await;
    for (number, answer) in answers {
        Mock::given(matchers::query_param("page", number))
            .respond_with(answer)
            .mount(&server)
            .await;
    }
    server
}

/// R-BACK-02: paging follows meta.current_page to meta.last_page with our own parameters, never `links`.
#[tokio::test]
async fn r_back_02_paging_follows_meta_to_the_last_page() {
    let server = pages(vec![
        ("1", page(&["a", "b"], 1, 3, 5)),
        ("2", page(&["c", "d"], 2, 3, 5)),
        ("3", page(&["e"], 3, 3, 5)),
    ])
    .await;
    let entries = statamic(&server).entries("news", &site("nl-NL"), None).await.unwrap();
    assert_eq!(ids(&entries), ["a", "b", "c", "d", "e"]);
    for request in server.received_requests().await.unwrap() {
        let query = parse_query(request.url.query().unwrap());
        assert_eq!(
            (query["filter"]["site"].as_str(), query["sort"].as_str()),
            (Some("nl-NL"), Some("id"))
        );
    }
}

/// Rule 18: a changed total, a shifted page, a page other than the requested one.
#[tokio::test]
async fn a_list_that_moves_is_an_error() {
    for (what, second) in [
        ("its total moved from 4 to 3", page(&["c"], 2, 2, 3)),
        ("it has 3 records where it says 4", page(&["b", "c"], 2, 2, 4)),
        (
            "page 1 was answered when page 2 was asked for",
            page(&["c", "d"], 1, 2, 4),
        ),
    ] {
        let server = pages(vec![("1", page(&["a", "b"], 1, 2, 4)), ("2", second)]).await;
        let error = statamic(&server)
            .entries("news", &site("nl-NL"), None)
            .await
            .unwrap_err();
        assert!(error.to_string().contains(what), "{error}");
        assert!(
            error.to_string().contains("Statamic GET /collections/news/entries"),
            "{error}"
        );
    }
}

/// Rule 18, rule 13: a missing or empty later page, and a list that reports more records than the limit.
#[tokio::test]
async fn a_list_without_a_page_or_without_an_end_is_an_error() {
    for (first, second, what) in [
        (
            page(&["a"], 1, 2, 2),
            recorded("statamic", "entries-unknown-collection").answer(),
            "page 2 of the list was answered with 404",
        ),
        (page(&["a"], 1, 3, 2), page(&[], 2, 3, 2), "page 2 of 3 is empty"),
        (
            page(&["a"], 1, 999_999, 2),
            ResponseTemplate::new(500),
            "it has 999999 pages and 2 records, more than the 1000000",
        ),
        (
            page(&["a"], 1, u64::MAX, u64::MAX),
            ResponseTemplate::new(500),
            "more than the 1000000",
        ),
    ] {
        let server = pages(vec![("1", first), ("2", second)]).await;
        let statamic = statamic(&server);
        for error in [
            statamic.entries("news", &site("nl-NL"), None).await.unwrap_err(),
            statamic.terms("topics", Some(&site("nl-NL"))).await.unwrap_err(),
            statamic.assets("assets").await.unwrap_err(),
        ] {
            assert!(error.to_string().contains(what), "{error}");
        }
    }
}

/// R-BACK-02: one resource is unwrapped; 404 means absent.
#[tokio::test]
async fn r_back_02_one_entry_is_unwrapped_and_404_is_absent() {
    let id = "3b54ff74-b72b-58e1-a6e7-75e19090a98e";
    let server = answering(&format!("/api/collections/brands/entries/{id}"), "entry-brand-nl").await;
    let entry = statamic(&server).entry("brands", id, None).await.unwrap().unwrap();
    assert_eq!(entry, recorded("statamic", "entry-brand-nl").body["data"]);
    assert_eq!(statamic(&server).entry("brands", "other", None).await.unwrap(), None);

    let server = answering("/api/entries-by-uri", "entries-by-uri-nl").await;
    let token = SecretString::from("preview-token");
    let entry = statamic(&server)
        .entry_by_uri("/merken/lumo", &site("nl-NL"), Some(&token))
        .await
        .unwrap();
    assert_eq!(entry.unwrap()["title"], "Lumo");
    let query = parse_query(server.received_requests().await.unwrap()[0].url.query().unwrap());
    assert_eq!(
        Value::Object(query),
        json!({"uri": "/merken/lumo", "site": "nl-NL", "token": "preview-token"})
    );
    let server = answering("/api/entries-by-uri", "entries-by-uri-404").await;
    assert_eq!(
        statamic(&server)
            .entry_by_uri("/nope", &site("nl-NL"), None)
            .await
            .unwrap(),
        None
    );
}

#[tokio::test]
async fn r_back_01_trees_and_navigations_are_read_and_may_be_absent() {
    let server = answering("/api/collections/pages/tree", "collection-tree-pages-nl").await;
    let tree = statamic(&server)
        .collection_tree("pages", &site("nl-NL"))
        .await
        .unwrap()
        .unwrap();
    assert_eq!(tree[1]["children"][0]["page"]["title"], "Team");
    let server = answering("/api/collections/news/tree", "collection-tree-not-structured").await;
    assert_eq!(
        statamic(&server).collection_tree("news", &site("nl-NL")).await.unwrap(),
        None
    );

    let server = answering("/api/navs/main/tree", "nav-main-nl-fields").await;
    let nav = statamic(&server)
        .navigation("main", &site("nl-NL"))
        .await
        .unwrap()
        .unwrap();
    assert_eq!(nav[0]["page"]["title"], "Producten");
    let query = parse_query(server.received_requests().await.unwrap()[0].url.query().unwrap());
    assert_eq!(query["site"], "nl-NL");
    assert!(query["fields"].as_str().unwrap().starts_with("id,title,url,entry_id,"));
    let server = answering("/api/navs/main/tree", "nav-main-de-missing").await;
    assert_eq!(
        statamic(&server).navigation("main", &site("de-DE")).await.unwrap(),
        None
    );
}

/// Statamic §8: the 500 of a set that is not localized is explained.
#[tokio::test]
async fn globals_are_read_and_their_500_is_explained() {
    let server = answering("/api/globals", "globals-nl").await;
    let globals = statamic(&server).globals(&site("nl-NL")).await.unwrap().unwrap();
    assert_eq!(
        globals
            .iter()
            .map(|g| g["handle"].as_str().unwrap())
            .collect::<Vec<_>>(),
        ["page_404", "site", "socials"]
    );
    let server = answering("/api/globals", "globals-unknown-site").await;
    let error = statamic(&server).globals(&site("xx")).await.unwrap_err();
    assert!(
        error
            .to_string()
            .contains("a global set is not localized in the site xx"),
        "{error}"
    );
}

#[tokio::test]
async fn r_back_01_terms_assets_forms_and_redirects_are_read() {
    let server = answering("/api/taxonomies/categories/terms", "terms-categories-en").await;
    let terms = statamic(&server)
        .terms("categories", Some(&site("en-GB")))
        .await
        .unwrap();
    assert!(
        terms
            .iter()
            .any(|t| t["slug"] == "lighting" && t["title"] == "Lighting")
    );
    let query = parse_query(server.received_requests().await.unwrap()[0].url.query().unwrap());
    assert_eq!(query["filter"], json!({"site": "en-GB"}));

    let asset = recorded("statamic", "asset-show").body["data"].clone();
    let server = MockServer::start().await;
    let list = json!({"data": [asset], "meta": {"current_page": 1, "last_page": 1, "total": 1}});
    mount(&server, "GET", "/api/assets/assets", ok(&list)).await;
    assert_eq!(
        statamic(&server).assets("assets").await.unwrap().unwrap()[0]["focus"],
        "40-60-1.5"
    );
    assert_eq!(statamic(&server).assets("private").await.unwrap(), None);

    let server = answering("/api/forms", "forms-index").await;
    assert!(!statamic(&server).forms().await.unwrap().unwrap().is_empty());
    let server = answering("/api/forms/contact", "form-contact").await;
    let form = statamic(&server).form("contact").await.unwrap().unwrap();
    let fields: Vec<&String> = form["fields"].as_object().unwrap().keys().collect();
    assert_eq!(
        fields[..3],
        ["salutation", "first_name", "last_name"],
        "fields keep the blueprint's order"
    );
    assert_eq!(statamic(&server).redirects().await.unwrap(), None, "stock has none");
    mount(&server, "GET", "/api/redirects", ok(&json!([{"source": "/a"}]))).await;
    assert_eq!(statamic(&server).redirects().await.unwrap().unwrap().len(), 1);
}

/// An unknown collection, a forbidden filter and a throttled page are errors that state the cause.
#[tokio::test]
async fn r_back_04_refused_content_fetches_say_why() {
    for (name, status, detail) in [
        ("entries-unknown-collection", 404, "Not found."),
        ("entries-forbidden-filter", 422, "Forbidden filter: intro"),
        ("throttled-429", 429, "the backend returned none."),
    ] {
        let answer = recorded("statamic", name).answer().insert_header("Retry-After", "58");
        let server = MockServer::start().await;
        mount(&server, "GET", "/api/collections/news/entries", answer).await;
        let error = statamic(&server)
            .entries("news", &site("nl-NL"), None)
            .await
            .unwrap_err();
        assert!(
            matches!(error, BackendError::Status { status: s, .. } if s == status),
            "{error}"
        );
        assert!(error.failed_request().contains(detail), "{error}");
    }
}

/// A record that is nested too deeply, or contains a number out of range, does not make the whole answer unreadable.
#[tokio::test]
async fn an_odd_record_leaves_the_answer_readable() {
    let deep = format!("{}1{}", "{\"children\":[".repeat(50_000), "]}".repeat(50_000));
    let body = format!("{{\"data\":[{{\"id\":\"a\",\"x\":1e999}},{deep},{{\"id\":\"b\"}}]}}");
    let server = MockServer::start().await;
    let answer = ResponseTemplate::new(200).set_body_raw(body, "application/json");
    mount(&server, "GET", "/api/navs/main/tree", answer).await;
    let nodes = statamic(&server)
        .navigation("main", &site("nl-NL"))
        .await
        .unwrap()
        .unwrap();
    assert_eq!(ids(&nodes), ["a", "b"]);
    assert_eq!((nodes.len(), &nodes[0]["x"]), (3, &Value::Null));
}

fn stores_page(ids: &[&str], current: u64, last: u64, total: u64) -> ResponseTemplate {
    let data: Vec<Value> = ids.iter().map(|id| json!({"id": id, "title": id})).collect();
    ok(&json!({"data": {"entries": {"data": data, "total": total, "current_page": current, "last_page": last}}}))
}

async fn graphql(pages: Vec<(u64, ResponseTemplate)>) -> MockServer {
    let server = MockServer::start().await;
    for (number, answer) in pages {
        Mock::given(matchers::method("GET"))
            .and(matchers::path("/graphql"))
            .and(move |request: &wiremock::Request| variables(request)["page"] == number)
            .respond_with(answer)
            .mount(&server)
            .await;
    }
    mount_types(&server, "graphql-types-5").await;
    server
}

fn asks_for_types(request: &wiremock::Request) -> bool {
    document(request).contains("__type")
}

fn document(request: &wiremock::Request) -> String {
    parse_query(request.url.query().unwrap())["query"]
        .as_str()
        .unwrap()
        .to_owned()
}

/// The recorded answer about types.
async fn mount_types(server: &MockServer, name: &str) {
    Mock::given(matchers::path("/graphql"))
        .and(asks_for_types)
        .respond_with(recorded("statamic", name).answer())
        .mount(server)
        .await;
}

/// The dealers as read by a pull.
async fn stores(server: &MockServer) -> Result<Vec<Value>, BackendError> {
    let statamic = statamic(server);
    let dialect = statamic.dialect().await?;
    statamic.stores(&site("nl-NL"), &dialect).await
}

/// The calls that read dealers.
async fn reads(server: &MockServer) -> Vec<wiremock::Request> {
    let all = server.received_requests().await.unwrap().into_iter();
    all.filter(|request| !asks_for_types(request)).collect()
}

fn variables(request: &wiremock::Request) -> Value {
    let query = parse_query(request.url.query().unwrap());
    serde_json::from_str(query["variables"].as_str().unwrap()).unwrap()
}

/// R-BACK-02: the GraphQL call of specification §7 reads the dealers of a site, all pages, with the token and headers
/// of every call (R-BACK-01); R-BACK-03: by GET, which Statamic §12 supports.
#[tokio::test]
async fn r_back_02_dealers_are_read_by_graphql_page_by_page() {
    let server = graphql(vec![
        (1, stores_page(&["a", "b"], 1, 2, 3)),
        (2, stores_page(&["c"], 2, 2, 3)),
    ])
    .await;
    assert_eq!(ids(&stores(&server).await.unwrap()), ["a", "b", "c"]);
    for (place, request) in reads(&server).await.iter().enumerate() {
        let document = document(request);
        assert!(
            document.contains("collection: [\"stores\"]") && document.contains("sort: [\"id\"]"),
            "{document}"
        );
        assert_eq!(
            variables(request),
            json!({"site": "nl-NL", "limit": 100, "page": place + 1})
        );
        assert_eq!(request.headers["authorization"], "Bearer cms-secret");
        assert_eq!(request.headers["x-staging"], "basic-secret");
    }
    // Rule 18: a list is complete or an error.
    let server = graphql(vec![
        (1, stores_page(&["a", "b"], 1, 2, 3)),
        (2, stores_page(&["c"], 2, 2, 4)),
    ])
    .await;
    let error = stores(&server).await.unwrap_err();
    assert!(matches!(error, BackendError::Moved { .. }), "{error}");
}

/// R-BACK-02 "GraphQL errors are errors": recorded answers with status 200, with and without `data` next to the errors;
/// and answers that are not GraphQL.
#[tokio::test]
async fn r_back_02_graphql_errors_are_errors() {
    for (name, text) in [
        ("graphql-unknown-field", "Cannot query field"),
        ("graphql-syntax-error", "Syntax Error"),
        ("graphql-forbidden-filter", "validation: /entries: Forbidden"),
    ] {
        let answer = recorded("statamic", name);
        assert!(answer.body["errors"].is_array(), "{name}");
        let server = answering("/graphql", name).await;
        let error = stores(&server).await.unwrap_err();
        assert!(matches!(error, BackendError::GraphQl { .. }), "{name}: {error}");
        assert!(error.to_string().contains(text), "{name}: {error}");
        assert!(
            error.failed_request().starts_with("Failed request\n"),
            "R-BACK-04: {error}"
        );
        assert_eq!(reads(&server).await.len(), 1, "{name} is not tried again");
    }
    for body in [
        json!({}),
        json!({"data": null}),
        json!({"data": {"entries": null}}),
        json!([]),
    ] {
        let server = MockServer::start().await;
        mount(&server, "GET", "/graphql", ok(&body)).await;
        assert!(stores(&server).await.is_err(), "{body}");
    }
}

/// R-BACK-02: the recorded types of 5.73 and 6.1 determine the version and how links are queried; if they are missing
/// (switched off, another blueprint, an unreadable answer), a header of the answer does. Errors in that answer are
/// ignored.
#[tokio::test]
async fn r_back_02_the_version_is_detected_by_types_or_by_a_header() {
    let floc = ("Permissions-Policy", "interest-cohort=()");
    let refused = json!({"errors": [{"message": "GraphQL introspection is not allowed"}]});
    let nameless = json!({"errors": [{"message": "Internal server error"}], "data": {"__type": null, "e": null}});
    let odd = json!({"data": {"__type": null, "e": {"fields": [{"name": 1}]}}});
    let answer = |name: &str| recorded("statamic", name).answer();
    for (what, answer, version, website) in [
        ("5.73", answer("graphql-types-5"), StatamicVersion::Five, "website\n"),
        (
            "6.1",
            answer("graphql-types-6"),
            StatamicVersion::Six,
            "website { url title }\n",
        ),
        (
            "refused by 5",
            ok(&refused).insert_header(floc.0, floc.1),
            StatamicVersion::Five,
            "website\n",
        ),
        (
            "refused by 6",
            ok(&refused),
            StatamicVersion::Six,
            "website { url title }\n",
        ),
        (
            "another blueprint in 5",
            ok(&nameless).insert_header(floc.0, floc.1),
            StatamicVersion::Five,
            "website\n",
        ),
        (
            "nothing that can be read",
            ok(&odd),
            StatamicVersion::Six,
            "website { url title }\n",
        ),
    ] {
        let server = MockServer::start().await;
        Mock::given(asks_for_types).respond_with(answer).mount(&server).await;
        mount(
            &server,
            "GET",
            "/graphql",
            recorded("statamic", "graphql-stores-6").answer(),
        )
        .await;
        let client = statamic(&server);
        let dialect = client.dialect().await.unwrap();
        assert_eq!(dialect.version, version, "{what}");
        let read = client.stores(&site("nl-NL"), &dialect).await;
        assert!(read.is_err(), "{what}: the recording is the first of several pages");
        let document = document(&reads(&server).await[0]);
        assert!(document.contains(website), "{what}: {document}");
    }
    // REST answers contain the header too, whatever the status.
    for (answer, version) in [
        (ok(&json!({"data": []})), StatamicVersion::Six),
        (
            ResponseTemplate::new(404).insert_header(floc.0, floc.1),
            StatamicVersion::Five,
        ),
        (ResponseTemplate::new(401), StatamicVersion::Six),
    ] {
        let server = MockServer::start().await;
        mount(&server, "GET", "/api/forms", answer).await;
        assert_eq!(statamic(&server).version().await.unwrap(), version);
    }
}
