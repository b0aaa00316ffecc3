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
    let own = domains
        .iter()
        .find(|domain| domain.language.as_ref() == Some(&language));
    let url = own.or(domains.first()).map(|domain| domain.url.clone());
    url.ok_or_else(|| Problem::from(Code::BackendUnavailable).because("the sales channel has no domain"))
}
