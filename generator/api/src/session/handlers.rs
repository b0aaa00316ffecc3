//! Handlers of the session.
//!
//! **Invariant:** the language is the page's; a failed refresh after a change is only logged (R-SESS-01).

use vitrine_backends::shopware::session::{Context, Customer};
use vitrine_model::money::{Currency, TaxStatus};

use super::types::{self, ChangeSessionRequest, SessionChangedResponse, SessionResponse, Visitor};
use crate::{
    request::RequestContext,
    visitors::queue::SessionLock,
    web::{fields::Sent, problem::Problem},
};

/// As [`read`]; a visitor without a session gets one, so that two parallel first changes share it.
pub(super) async fn begin(context: &mut RequestContext) -> Result<SessionResponse, Problem> {
    let session = read(context).await?;
    let is_new = context.jar.token().is_none();
    context.jar.begin();
    // A session that begins is in the channel's currency.
    if let (true, Some(token)) = (is_new, context.jar.token()) {
        context.state.sessions.confirm(token, None);
    }
    Ok(session)
}

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
    let mut session = context.accept(&sent, session).await?;
    let item_count = match cart {
        Some(cart) => context.accept(&sent, cart).await?.item_count(),
        None => 0,
    };
    if context.has_foreign_currency(&session).await? {
        context.bring_back(None).await?;
        session = context.shopware_context().await?;
    }
    context.jar.set_count(item_count);
    let visitor = visitor(context, &session);
    Ok(SessionResponse { visitor, item_count })
}

/// The visitor of a session that was read.
pub(crate) fn visitor(context: &mut RequestContext, session: &Context) -> Visitor {
    visitor_of(context, session.customer.as_ref(), session.currency, session.tax_status)
}

/// As [`visitor`], from the known data of the session.
pub(crate) fn visitor_of(
    context: &mut RequestContext,
    customer: Option<&Customer>,
    currency: Currency,
    tax: TaxStatus,
) -> Visitor {
    let logged_in = context.found(customer);
    Visitor {
        ordering_allowed: context.open_to_all() || logged_in,
        customer: customer.map(types::Customer::from),
        currency: currency.as_str().to_owned(),
        tax_status: tax.into(),
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
    // Any client may send an empty text; only `null` means that an id was intended but missing.
    if matches!(wanted.currency_id, Some(None)) {
        tracing::error!("a currency was to be set without an id; nothing was changed");
    }
    // The shop has one currency, in which every session is; and the language is the page's.
    if let Some(id) = id(&wanted.currency_id)
        && !context.is_own_currency(&id).await?
    {
        return Err(Problem::choice("/currency_id"));
    }
    if id(&wanted.language_id).is_some_and(|id| context.language().is_ok_and(|own| own.as_str() != id)) {
        return Err(Problem::choice("/language_id"));
    }
    if context.jar.token().is_none() {
        let session = refreshed(read(context).await);
        return Ok(SessionChangedResponse { session });
    }
    let token = context.jar.token().cloned();
    if token.is_some_and(|token| context.state.sessions.has_customer(&token)) {
        let written = write(context).await?;
        let session = refreshed(read(context).await);
        keep_language(context, written).await;
        return Ok(SessionChangedResponse { session });
    }
    let session = refreshed(read(context).await);
    // This process has not seen the customer before.
    if context.customer.is_some() {
        let written = write(context).await?;
        keep_language(context, written).await;
    }
    Ok(SessionChangedResponse { session })
}

/// A session that was written to, with its lock.
struct Written {
    session_lock: Option<SessionLock>,
    /// Whether its language has changed.
    other_language: bool,
}

/// Writes the page's language to the session of a customer or a guest, which also extends its life by a day (ORDER-7).
/// An anonymous session has no language of its own: the language is sent with each call, because Shopware would end a
/// session that is written to after a day, with its cart (Shopware §25.5).
async fn write(context: &mut RequestContext) -> Result<Written, Problem> {
    let session_lock = context.lock().await?;
    let other_language = !context.has_language();
    let ((), session_lock) = context
        .change(session_lock, |shopware, session| {
            Box::pin(shopware.set_language(session, &session.language))
        })
        .await?;
    context.knows_language();
    Ok(Written {
        session_lock,
        other_language,
    })
}

/// Mails to a customer are in the language chosen last; a failure to store it is only logged.
async fn keep_language(context: &mut RequestContext, written: Written) {
    let logged_in = context.customer.as_ref().is_some_and(Customer::is_logged_in);
    if !logged_in || !written.other_language {
        return;
    }
    let kept = context
        .change(written.session_lock, |shopware, session| {
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
