//! Refuses payment methods that are hidden ([`crate::shop::hidden_methods`]).

use std::{slice, sync::Arc};

use vitrine_backends::shopware::session::{Context, PaymentMethodId};

use super::RequestContext;
use crate::web::{code::Code, problem::Problem};

/// Reads all methods of the channel, without a session.
async fn learn_all(context: &RequestContext) -> Result<(), Problem> {
    let all = context
        .call_as_stranger(|shopware, session| Box::pin(shopware.all_payment_methods(session)))
        .await?;
    context.state.hidden_methods.learn(&all);
    Ok(())
}

/// Refuses a hidden method; one that this process has not seen yet is looked up.
pub(crate) async fn refuse_hidden(context: &RequestContext, id: &PaymentMethodId) -> Result<(), Problem> {
    let state = Arc::clone(&context.state);
    if state.hidden_methods.is_hidden(id).is_none() {
        learn_all(context).await?;
    }
    match state.hidden_methods.is_hidden(id) {
        Some(true) => Err(Problem::choice("/payment_method_id")),
        Some(false) | None => Ok(()),
    }
}

/// Refuses to order with a session whose method is hidden: it may be the channel's default, which the visitor did not
/// choose.
pub(crate) fn refuse_hidden_of_session(context: &RequestContext, session: &Context) -> Result<(), Problem> {
    let Some(method) = &session.payment_method else {
        return Ok(());
    };
    context.state.hidden_methods.learn(slice::from_ref(method));
    if context.state.hidden_methods.is_hidden(&method.id) != Some(true) {
        return Ok(());
    }
    let page = context.page();
    let words = page.messages.text(page.code, "blockers.no-payment-method", &[]);
    let mut refused = Problem::from(Code::OrderRejected).because("the session's payment method is hidden");
    refused.details = [words].into();
    Err(refused)
}
