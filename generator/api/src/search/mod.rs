//! `/api/search` and `/api/suggest`: products and pages of the release (R-SEARCH-03, -04, R-CMS-07). Both answer from
//! the release alone, without a session and without a backend.

mod handlers;
mod indexes;
mod labels;
mod page;
mod query;
mod types;
mod view;

use self::types::{SearchResponse, SuggestResponse};
pub(crate) use self::{
    indexes::{SearchState, Searches},
    page::fill,
    query::of_page,
};
use crate::{
    policy::{Action, Policy},
    row::{QueryRule, Row},
};

/// A parameter of [`SEARCH_QUERIES`] that may be repeated: the values of one facet.
const fn facet(name: &'static str, description: &'static str, example: &'static str) -> QueryRule {
    QueryRule {
        name,
        description,
        pattern: "^[^\\u0000-\\u001f]{1,100}$",
        required: false,
        repeated: true,
        example,
    }
}

const QUERY: QueryRule = QueryRule {
    name: "q",
    description: "What is looked for, at most 200 characters.",
    pattern: "^.{0,200}$",
    required: false,
    repeated: false,
    example: "lamp",
};

const SEARCH_QUERIES: &[QueryRule] = &[
    QUERY,
    facet(
        "category",
        "Codes of categories, each with all below it.",
        "verlichting",
    ),
    facet("brand", "Brands.", "kante"),
    facet("designer", "Designers.", "mara-vink"),
    facet("material", "Materials.", "eiken"),
    facet("color", "Colours.", "zwart"),
    facet(
        "delivery",
        "When it can be delivered: `in_stock`, `to_order`.",
        "in_stock",
    ),
    QueryRule {
        name: "price",
        description: "Ranges of prices in whole units: a band of the list, or from-to with either end empty.",
        pattern: "^[0-9]{0,7}-[0-9]{0,7}$",
        required: false,
        repeated: true,
        example: "250-500",
    },
    QueryRule {
        name: "sort",
        description: "The order of products.",
        pattern: "^(relevance|new|price_asc|price_desc)$",
        required: false,
        repeated: false,
        example: "relevance",
    },
    QueryRule {
        name: "page",
        description: "The page of products, from 1.",
        pattern: "^[1-9][0-9]{0,3}$",
        required: false,
        repeated: false,
        example: "1",
    },
];

pub(crate) fn rows() -> Vec<Row> {
    let read = Policy::public(Action::Read);
    vec![
        Row::get::<SearchResponse>("search", "/api/search", read, |context| {
            Box::pin(handlers::search(context))
        })
        .summary("Returns products with their filters, and pages of content; without a query, the list of a category.")
        .queries(SEARCH_QUERIES),
        Row::get::<SuggestResponse>("suggest", "/api/suggest", read, |context| {
            Box::pin(handlers::suggest(context))
        })
        .summary("Returns what can be suggested while a query is being typed.")
        .queries(&[QUERY]),
    ]
}
