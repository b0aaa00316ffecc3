//! Who the visitor is.
//!
//! **Invariant:** reads only.

use crate::{
    call::{Call, Reply},
    problem::Problem,
    schema::SessionResponse,
    view,
};

/// `GET /api/session`. The calls come one after another, since an expired session gets a new token from each.
pub(crate) async fn read(call: &mut Call) -> Result<Reply, Problem> {
    let known = call.jar.token().is_some();
    let context = call.context().await?;
    let item_count = if known {
        call.ask(|commerce, session| commerce.cart(session)).await?.item_count()
    } else {
        0
    };
    call.jar.set_count(item_count);
    let customer = context.customer.as_ref().map(view::customer);
    let config = &call.shop.config;
    Reply::json(&SessionResponse {
        ordering_allowed: config.ordering.open_to_all(&config.locales, call.locale)
            || customer.as_ref().is_some_and(|c| c.logged_in),
        customer,
        currency: context.currency.as_str().to_owned(),
        tax_state: view::tax_status(context.tax_status),
        item_count,
    })
}
