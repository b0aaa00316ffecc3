//! Every condition of Statamic §2, on stored values.

use super::support::Server;

/// (filter, slugs of the matching published Dutch brands and lab entries)
const TABLE: &[(&str, &str, &[&str])] = &[
    ("brands", "filter[title]=LUMO", &["lumo"]),
    ("brands", "filter[title:is]=lumo", &["lumo"]),
    ("brands", "filter[title:equals]=veld", &["veld"]),
    ("brands", "filter[title:not]=lumo", &["veld"]),
    ("brands", "filter[title:isnt]=lumo", &["veld"]),
    ("brands", "filter[title:aint]=lumo", &["veld"]),
    ("brands", "filter[website]=", &["veld"]),
    ("brands", "filter[title:contains]=UM", &["lumo"]),
    ("brands", "filter[title:doesnt_contain]=um", &["veld"]),
    ("brands", "filter[slug:in]=veld|lumo|x", &["lumo", "veld"]),
    ("brands", "filter[slug:not_in]=veld|x", &["lumo"]),
    ("brands", "filter[title:starts_with]=lu", &["lumo"]),
    ("brands", "filter[title:begins_with]=ve", &["veld"]),
    ("brands", "filter[title:doesnt_start_with]=lu", &["veld"]),
    ("brands", "filter[title:doesnt_begin_with]=ve", &["lumo"]),
    ("brands", "filter[title:ends_with]=LD", &["veld"]),
    ("brands", "filter[title:doesnt_end_with]=ld", &["lumo"]),
    ("brands", "filter[founded:gt]=1961", &["lumo"]),
    ("brands", "filter[founded:greater_than]=1962", &[]),
    ("brands", "filter[founded:gte]=1962", &["lumo"]),
    ("brands", "filter[founded:lt]=1963", &["lumo"]),
    ("brands", "filter[founded:less_than]=1962", &[]),
    ("brands", "filter[founded:lte]=1962", &["lumo"]),
    ("brands", "filter[founded]=1962", &["lumo"]),
    ("brands", "filter[title:matches]=^l.m", &["lumo"]),
    ("brands", "filter[title:regex]=/^V/", &["veld"]),
    ("brands", "filter[title:doesnt_match]=^l", &["veld"]),
    ("brands", "filter[founded:exists]=true", &["lumo"]),
    ("brands", "filter[founded:exists]=false", &["veld"]),
    ("brands", "filter[founded:isset]=true", &["lumo"]),
    ("brands", "filter[founded:doesnt_exist]=true", &["veld"]),
    ("brands", "filter[founded:null]=true", &["veld"]),
    ("brands", "filter[founded:is_empty]=false", &["lumo"]),
    ("brands", "filter[founded:is_numeric]=true", &["lumo"]),
    ("brands", "filter[title:is_alpha]=true", &["lumo", "veld"]),
    ("brands", "filter[website:is_alpha_numeric]=true", &[]),
    ("brands", "filter[website:is_url]=true", &["lumo"]),
    ("brands", "filter[website:is_email]=true", &[]),
    (
        "brands",
        "filter[designers:contains]=b6288caa-4e26-5ab2-81ed-bf67a2a51d68",
        &["lumo"],
    ),
    ("brands", "filter[categories:overlaps]=stoelen|x", &["veld"]),
    ("brands", "filter[categories:doesnt_overlap]=stoelen|x", &["lumo"]),
    ("brands", "filter[taxonomy:categories]=tafels,x", &["veld"]),
    (
        "brands",
        "filter[taxonomy:categories:any]=tafels,verlichting",
        &["lumo", "veld"],
    ),
    ("brands", "filter[taxonomy:categories:not]=tafels", &["lumo"]),
    ("brands", "filter[taxonomy:categories:all]=tafels,stoelen", &["veld"]),
    ("brands", "filter[taxonomy:categories:all]=tafels,verlichting", &[]),
    ("brands", "filter[title:no_such_condition]=x", &["lumo", "veld"]),
    ("brands", "filter[url]=/merken/veld", &["veld"]),
    ("brands", "filter[status]=draft", &["geheim"]),
    ("brands", "filter[published]=false", &["geheim"]),
    ("brands", "filter[status]=any&sort=slug", &["geheim", "lumo", "veld"]),
    ("lab", "filter[toggle]=true", &["veldtypen"]),
    ("lab", "filter[toggle]=false", &["leeg"]),
    ("lab", "filter[select_single]=oak", &["veldtypen"]),
    ("lab", "filter[date_only:is_after]=2025-05-31", &["veldtypen"]),
    ("lab", "filter[date_only:is_before]=2025-05-31", &[]),
    ("lab", "filter[date_only:is_past]=true", &["veldtypen"]),
    ("lab", "filter[date_only:is_future]=true", &[]),
    ("lab", "filter[date_only:is_future]=false", &["veldtypen"]),
    ("lab", "sort=-title", &["veldtypen", "leeg"]),
    ("lab", "sort=group->street", &["leeg", "veldtypen"]),
];

/// Statamic §2: filters and sorts of the content API.
#[tokio::test]
async fn every_condition_tests_stored_values() {
    let server = Server::stock().await;
    for (collection, query, expected) in TABLE {
        let path = format!("/api/collections/{collection}/entries?filter[site]=nl-NL&{query}");
        assert_eq!(server.column(&path, "slug").await, *expected, "{query}");
    }
}

/// Brackets and colons may be percent-encoded.
#[tokio::test]
async fn brackets_may_be_encoded() {
    let server = Server::stock().await;
    let path = "/api/collections/brands/entries?filter%5Bsite%5D=nl-NL&filter%5Btitle%3Acontains%5D=eld";
    assert_eq!(server.column(path, "slug").await, ["veld"]);
}

/// Statamic §2: a field that is not allowed is refused, in the singular and in the plural; so is an unknown scope.
#[tokio::test]
async fn forbidden_filters_are_named() {
    let server = Server::stock().await;
    for (query, message) in [
        ("filter[foo]=x", "Forbidden filter: foo"),
        ("filter[foo:contains]=x&filter[bar]=y", "Forbidden filters: foo, bar"),
        ("filter[taxonomy:nope]=x", "Forbidden filter: taxonomy:nope"),
        ("query_scope[latest]=1", "Forbidden scope: latest"),
    ] {
        let answer = server.get(&format!("/api/collections/brands/entries?{query}")).await;
        assert_eq!(
            (answer.status, answer.text.as_str()),
            (422, format!("{{\"message\":\"{message}\"}}").as_str()),
            "{query}"
        );
    }
}
