//! `/api/search` and `/api/suggest`: products and pages of the release (R-SEARCH-03, -04, R-CMS-07). Both use the
//! release, and for a customer with own prices these.

mod handlers;
mod own;
mod page;
mod query;
mod types;
mod view;

pub(crate) use self::{
    page::{Results, fill},
    query::of_page,
};
use self::{
    query::{SearchParameters, SuggestParameters},
    types::{SearchResponse, SuggestResponse},
};
use crate::{
    request::row::Row,
    web::policy::{Action, Policy},
};

pub(crate) fn rows() -> Vec<Row> {
    let read = Policy::public(Action::Read);
    vec![
        Row::find::<SearchParameters, SearchResponse>("search", "/api/search", read, |context, query| {
            Box::pin(handlers::search(context, query))
        })
        .summary("Returns products with their filters, and pages of content; without a query, the list of a category."),
        Row::find::<SuggestParameters, SuggestResponse>("suggest", "/api/suggest", read, |context, query| {
            Box::pin(handlers::suggest(context, query))
        })
        .summary("Returns what can be suggested while a query is being typed."),
    ]
}
