//! The shop's URL in mails of Shopware.
//!
//! **Invariant:** it is one of the sales channel's domains, as Shopware requires; nothing of the request is in it
//! (rule 7).

use std::sync::Arc;

use crate::{
    problem::{Code, Problem},
    request_context::RequestContext,
};

/// The channel's domain for the page's language; read once.
pub(crate) async fn url(context: &mut RequestContext) -> Result<String, Problem> {
    let language = context.language()?.clone();
    let state = Arc::clone(&context.state);
    let known = state.storefronts.get_or_try_init(|| async {
        let session = context
            .call_as_stranger(|shopware, session| Box::pin(shopware.context(session)))
            .await?;
        Ok::<_, Problem>(session.domains)
    });
    let domains = known.await?;
    let own = || {
        domains
            .iter()
            .filter(|domain| domain.language.as_ref() == Some(&language))
    };
    // A channel may have domains of other sites too: one of the configured origins comes first.
    let origins = &context.state.config.origins;
    let listed = own().find(|domain| origins.iter().any(|origin| is_below(&domain.url, origin)));
    let url = listed
        .or_else(|| own().next())
        .or(domains.first())
        .map(|domain| domain.url.clone());
    url.ok_or_else(|| Problem::from(Code::BackendUnavailable).because("the sales channel has no domain"))
}

fn is_below(url: &str, origin: &str) -> bool {
    let path = url.strip_prefix(origin);
    path.is_some_and(|path| path.is_empty() || path.starts_with('/'))
}
