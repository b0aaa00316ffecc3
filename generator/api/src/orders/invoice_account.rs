//! The bank account of a purchase on invoice by PayPal, from a route of PayPal's plug-in (Shopware §25.4).
//!
//! **Invariant:** it is requested only while such a payment is owed; the order is shown without it if the request
//! fails.

use vitrine_backends::shopware::session::Order;

use super::standing::Standing;
use crate::request::RequestContext;

/// The technical name of the method.
const METHOD: &str = "swag_paypal_pui";

/// Adds the account to the order of the session's customer. The plug-in refuses until PayPal has made the invoice.
pub(super) async fn add(context: &mut RequestContext, order: &mut Order) {
    let standing = Standing::of(order);
    let Some(payment) = standing.transaction.filter(|_| standing.is_owed()) else {
        return;
    };
    let method = payment.method.as_ref().map(|method| method.technical_name.as_str());
    if method != Some(METHOD) || payment.transfer.is_some() {
        return;
    }
    let id = payment.id.clone();
    let asked = id.clone();
    let read = context
        .call_backend(|shopware, session| Box::pin(async move { shopware.invoice_account(session, &asked).await }))
        .await;
    match read {
        Ok(account) => {
            if let Some(payment) = order.transactions.iter_mut().find(|one| one.id == id) {
                payment.transfer = account;
            }
        }
        Err(problem) => problem.log_unread("the account of a purchase on invoice"),
    }
}
