//! Handlers of search and suggestions.
//!
//! **Invariant:** they read the index of the page's locale and nothing else: no session, no backend. Only a customer with
//! own prices waits for these (`own`).

use std::sync::Arc;

use tokio::task::spawn_blocking;

use super::{
    own,
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
    let by_price = asked.is_by_price();
    let search = of_page(context).await?;
    let mut answer = aside(move || view::search(&search, &asked)).await?;
    own::put_into_results(context, &mut answer, by_price).await;
    Ok(answer)
}

pub(super) async fn suggest(
    context: &mut RequestContext,
    SuggestParameters { q: Phrase(typed) }: SuggestParameters,
) -> Result<SuggestResponse, Problem> {
    let search = of_page(context).await?;
    let mut answer = aside(move || view::suggest(&search, &typed)).await?;
    own::put_into_suggestions(context, &mut answer).await;
    Ok(answer)
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
