//! Handlers of the session.
//!
//! **Invariant:** the language is the page's; a failed refresh after a change is only logged (R-SESS-01).

use vitrine_backends::shopware::session::{Context, ContextChange, Customer};

use super::types::{self, ChangeSessionRequest, SessionChangedResponse, SessionResponse};
use crate::{fields::Sent, problem::Problem, queue::SessionLock, request_context::RequestContext};

/// Context and cart, read in parallel; without a session there is no cart.
pub(crate) async fn read(context: &mut RequestContext) -> Result<SessionResponse, Problem> {
    let known = context.jar.token().is_some();
    let ((session, cart), sent) = context
        .side_by_side(|shopware, session| {
            Box::pin(async move {
                let cart = async {
                    match known {
                        true => Some(shopware.cart(session, false).await),
                        false => None,
                    }
                };
                tokio::join!(shopware.context(session), cart)
            })
        })
        .await?;
    let session = context.accept(&sent, session)?;
    let item_count = match cart {
        Some(cart) => context.accept(&sent, cart)?.item_count(),
        None => 0,
    };
    context.jar.set_count(item_count);
    Ok(answer(context, &session, item_count))
}

fn answer(context: &mut RequestContext, session: &Context, item_count: u32) -> SessionResponse {
    let customer = session.customer.as_ref().map(types::Customer::from);
    context.found(session.customer.as_ref());
    SessionResponse {
        ordering_allowed: context.open_to_all() || customer.as_ref().is_some_and(|c| c.logged_in),
        customer,
        currency: session.currency.as_str().to_owned(),
        tax_status: session.tax_status.into(),
        item_count,
        notice: context.notice(),
    }
}

/// R-I18N-05: sets the session's language to the page's. R-CHK-07: a language or currency without an id does nothing;
/// the currency logs an error. Without a session there is no language to change, and no session is created.
pub(super) async fn change(
    context: &mut RequestContext,
    wanted: ChangeSessionRequest,
) -> Result<SessionChangedResponse, Problem> {
    let id = |sent: &Sent| sent.clone().flatten().filter(|id| !id.is_empty());
    if wanted.currency_id.is_some() && id(&wanted.currency_id).is_none() {
        tracing::error!("a currency was to be set without an id; nothing was changed");
    }
    // The shop has one currency, and the language is the page's.
    if id(&wanted.currency_id).is_some() {
        return Err(Problem::choice("/currency_id"));
    }
    if id(&wanted.language_id).is_some_and(|id| context.language().is_ok_and(|own| own.as_str() != id)) {
        return Err(Problem::choice("/language_id"));
    }
    if context.jar.token().is_none() {
        let session = refreshed(read(context).await);
        context.jar.forget();
        return Ok(SessionChangedResponse { session });
    }
    let session_lock = context.lock().await?;
    let change = ContextChange {
        language: Some(context.language()?.clone()),
        ..ContextChange::default()
    };
    let ((), session_lock) = context
        .change(session_lock, |shopware, session| {
            Box::pin(async move { shopware.change_context(session, &change).await })
        })
        .await?;
    context.knows_language();
    let session = refreshed(read(context).await);
    keep_language(context, session_lock).await;
    Ok(SessionChangedResponse { session })
}

/// The mails of a customer are in the language chosen last; that it could not be kept is only logged.
async fn keep_language(context: &mut RequestContext, session_lock: Option<SessionLock>) {
    if !context.customer.as_ref().is_some_and(Customer::is_logged_in) {
        return;
    }
    let kept = context
        .change(session_lock, |shopware, session| {
            Box::pin(shopware.change_language(session, &session.language))
        })
        .await;
    if let Err(problem) = kept {
        problem.log_refresh();
    }
}

/// R-SESS-01: a failed refresh is only logged.
fn refreshed(read: Result<SessionResponse, Problem>) -> Option<SessionResponse> {
    read.inspect_err(Problem::log_refresh).ok()
}
