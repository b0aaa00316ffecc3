//! **Invariant:** reads only.

use super::types::{ChangeSessionRequest, Customer, SessionResponse};
use crate::{problem::Problem, request_context::RequestContext};

/// The calls come one after another, since an expired session gets a new token from each.
pub(super) async fn read(context: &mut RequestContext) -> Result<SessionResponse, Problem> {
    let known = context.jar.token().is_some();
    let session = context.shopware_context().await?;
    let item_count = if known {
        context
            .call_backend(|shopware, session| Box::pin(shopware.cart(session, false)))
            .await?
            .item_count()
    } else {
        0
    };
    context.jar.set_count(item_count);
    let customer = session.customer.as_ref().map(Customer::from);
    let config = &context.state.config;
    Ok(SessionResponse {
        ordering_allowed: config.ordering.open_to_all(&config.locales, context.locale)
            || customer.as_ref().is_some_and(|c| c.logged_in),
        customer,
        currency: session.currency.as_str().to_owned(),
        tax_status: session.tax_status.into(),
        item_count,
        notice: None,
    })
}

/// R-I18N-05: the session's language is brought in line with the page's.
pub(super) async fn change(context: &mut RequestContext, _: ChangeSessionRequest) -> Result<SessionResponse, Problem> {
    read(context).await
}
