//! The overview of an account in one request: the session that the row's policy has read contains everything except the
//! orders.
//!
//! **Invariant:** the answer contains only what the overview shows.

use super::types::AccountOverviewResponse;
use crate::{
    addresses, orders,
    request::RequestContext,
    session,
    web::{code::Code, problem::Problem},
};

pub(super) async fn read(context: &mut RequestContext) -> Result<AccountOverviewResponse, Problem> {
    let found = context.session.take().ok_or(Code::LoginRequired)?;
    let (newest_order, order_count) = orders::newest(context).await?;
    let found = match context.has_foreign_currency(&found).await? {
        true => {
            context.bring_back(None).await?;
            context.shopware_context().await?
        }
        false => found,
    };
    let visitor = session::handlers::visitor(context, &found);
    let customer = found.customer.as_ref().ok_or(Code::LoginRequired)?;
    Ok(AccountOverviewResponse {
        visitor,
        first_name: customer.first_name.clone(),
        last_name: customer.last_name.clone(),
        customer_number: customer.number.clone(),
        addresses: addresses::view::book(&found.default_addresses, Some(customer)),
        newest_order,
        order_count,
    })
}
