//! A CMS that does not answer, or not show what is configured.

use serde_json::json;

use crate::doctor::planting::{Fault, broken, each, statamic};

#[test]
fn a_cms_that_does_not_answer_as_it_should_is_found() {
    each(vec![
        Fault {
            what: "a CMS that is not there",
            codes: &["statamic-unreachable"],
            control: broken("statamic", "/api/collections/pages/entries", "lost", 0),
            ..Fault::default()
        },
        Fault {
            what: "a silent CMS",
            codes: &["statamic-silent"],
            lines: &[("backend = ", "backend = 1")],
            control: broken("statamic", "/api/collections/pages/entries", "hang", 0),
            ..Fault::default()
        },
        Fault {
            what: "a page instead of the API",
            codes: &["statamic-address"],
            lines: &[("api_route = ", "api_route = \"content-api\"")],
            ..Fault::default()
        },
        Fault {
            what: "another token",
            codes: &["statamic-token"],
            control: statamic(json!({"bearer": "another"})),
            ..Fault::default()
        },
        Fault {
            what: "a password before the CMS",
            codes: &["statamic-password"],
            control: statamic(json!({"basic": "someone:something"})),
            ..Fault::default()
        },
        Fault {
            what: "a log-in before the CMS",
            codes: &["statamic-login"],
            control: statamic(json!({"login": "https://sso.example/login"})),
            ..Fault::default()
        },
        Fault {
            what: "maintenance",
            codes: &["statamic-maintenance"],
            control: statamic(json!({"maintenance": true})),
            ..Fault::default()
        },
        Fault {
            what: "no Pro edition",
            codes: &["statamic-failed"],
            control: statamic(json!({"pro": false})),
            ..Fault::default()
        },
        Fault {
            what: "few calls a minute",
            codes: &["statamic-throttled"],
            control: statamic(json!({"calls_per_minute": 120})),
            arguments: &["--without-records"],
            ..Fault::default()
        },
        Fault {
            what: "a single call that fails",
            codes: &["statamic-call-failed"],
            control: broken("statamic", "/api/assets", "status", 500),
            ..Fault::default()
        },
        Fault {
            what: "a cold Stache",
            codes: &["stache-cold"],
            control: statamic(json!({"cold_stache": true})),
            ..Fault::default()
        },
        Fault {
            what: "a clock that is an hour ahead, in both backends",
            codes: &["shopware-clock", "statamic-clock"],
            control: vec![("clock", json!({"now": "2026-11-21T10:00:00Z"}))],
            ..Fault::default()
        },
        Fault {
            what: "another time zone",
            codes: &["cms-time-zone"],
            zone: Some("UTC"),
            ..Fault::default()
        },
    ]);
}

#[test]
fn what_the_cms_does_not_show_is_found() {
    each(vec![
        Fault {
            what: "a collection that is off, or misspelt",
            codes: &["collection-closed"],
            lines: &[("collections = ", "collections = [\"pages\", \"brnads\", \"stores\"]")],
            ..Fault::default()
        },
        Fault {
            what: "a collection without entries",
            codes: &["collection-empty"],
            statamic: Some(|asked, body| {
                if asked.contains("/collections/vacancies/entries") {
                    body["data"] = json!([]);
                    body["meta"]["total"] = json!(0);
                    body["meta"]["last_page"] = json!(1);
                }
            }),
            ..Fault::default()
        },
        Fault {
            what: "a filter that is not allowed",
            codes: &["filter-site"],
            control: vec![(
                "faults",
                json!({"backend": "statamic", "path": "/api/collections/", "query": "filter", "kind": "status", "status": 422}),
            )],
            ..Fault::default()
        },
        Fault {
            what: "a filter without which scheduled entries have no date",
            codes: &["filter-published"],
            control: vec![(
                "faults",
                json!({"backend": "statamic", "path": "/api/collections/", "query": "published", "kind": "status", "status": 422}),
            )],
            ..Fault::default()
        },
        Fault {
            what: "a taxonomy that is off",
            codes: &["taxonomy-closed"],
            lines: &[("taxonomies = ", "taxonomies = [\"categories\", \"materialen\"]")],
            ..Fault::default()
        },
        Fault {
            what: "a navigation that is not there",
            // A build is refused for the same.
            codes: &["hole-menu", "navigation-missing"],
            lines: &[(
                "navigations = ",
                "navigations = { main = \"hoofd\", top = \"top\", footer = \"footer\", colophon = \"colophon\" }",
            )],
            ..Fault::default()
        },
        Fault {
            what: "globals that are off",
            codes: &["globals-closed"],
            control: statamic(json!({"off": ["globals"]})),
            ..Fault::default()
        },
        Fault {
            what: "a set that is not localized",
            codes: &[
                "globals-not-localized",
                "globals-not-localized",
                "globals-not-localized",
            ],
            control: broken("statamic", "/api/globals", "status", 500),
            ..Fault::default()
        },
        Fault {
            what: "forms that are off",
            codes: &["forms-closed"],
            control: statamic(json!({"off": ["forms"]})),
            ..Fault::default()
        },
        Fault {
            what: "a container that is off",
            codes: &["container-closed"],
            lines: &[("asset_containers = ", "asset_containers = [\"pictures\"]")],
            ..Fault::default()
        },
        Fault {
            what: "a site that is not there",
            codes: &["site-missing"],
            lines: &[("content_site = \"de-DE\"", "content_site = \"de-AT\"")],
            ..Fault::default()
        },
        Fault {
            what: "GraphQL that is off",
            codes: &["graphql-closed"],
            lines: &[("graphql_route = ", "graphql_route = \"gql\"")],
            ..Fault::default()
        },
        Fault {
            what: "dealers that GraphQL does not show",
            codes: &["stores-query"],
            control: broken("statamic", "/api/graphql", "graphql_error", 0),
            ..Fault::default()
        },
        Fault {
            what: "forms that are refused without a token",
            codes: &["form-csrf"],
            control: statamic(json!({"csrf": true})),
            ..Fault::default()
        },
        Fault {
            what: "rules of a file as one text",
            codes: &["form-rule-text"],
            statamic: Some(|asked, body| {
                if asked.contains("/api/forms?") || asked.ends_with("/api/forms") {
                    for form in body["data"].as_array_mut().unwrap() {
                        for (_, field) in form["fields"].as_object_mut().into_iter().flatten() {
                            if field["type"] == "assets" || field["type"] == "files" {
                                field["validate"] = json!("mimes:pdf|max:5120");
                            }
                        }
                    }
                }
            }),
            ..Fault::default()
        },
        Fault {
            what: "a form that the CMS does not have",
            codes: &["form-missing"],
            lines: &[("newsletter = ", "newsletter = \"nieuwsbrief\"")],
            ..Fault::default()
        },
        Fault {
            what: "no key for forms",
            codes: &["forms-key-missing"],
            environment: &[("VITRINE_FORMS_KEY", None)],
            ..Fault::default()
        },
    ]);
}
