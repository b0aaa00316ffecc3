//! Handlers of search and suggestions.
//!
//! **Invariant:** they read the index of the page's locale and nothing else: no session, no backend.

use std::sync::Arc;

use tokio::task::spawn_blocking;

use super::{
    query::{Phrase, SearchParameters, SearchQuery, SuggestParameters},
    types::{SearchResponse, SuggestResponse},
    view,
};
use crate::{
    release::search::indexes::LocaleSearch,
    request::RequestContext,
    web::{code::Code, problem::Problem},
};

pub(super) async fn search(context: &mut RequestContext, query: SearchParameters) -> Result<SearchResponse, Problem> {
    let asked = SearchQuery::from(query);
    let search = of_page(context).await?;
    aside(move || view::search(&search, &asked)).await
}

pub(super) async fn suggest(
    context: &mut RequestContext,
    SuggestParameters { q: Phrase(typed) }: SuggestParameters,
) -> Result<SuggestResponse, Problem> {
    let search = of_page(context).await?;
    aside(move || view::suggest(&search, &typed)).await
}

async fn of_page(context: &RequestContext) -> Result<Arc<LocaleSearch>, Problem> {
    let searches = context.state.releases.searches();
    searches.of(context.locale, context.deadline).await
}

/// Runs a search on a thread that no other request waits for.
async fn aside<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, vitrine_search::SearchError> + Send + 'static,
) -> Result<T, Problem> {
    let failed = |why: &dyn std::fmt::Display| Problem::from(Code::InternalError).because(&why.to_string());
    let done = spawn_blocking(work).await.map_err(|why| failed(&why))?;
    done.map_err(|why| failed(&why))
}
