//! Starts the payment of an order.
//!
//! **Invariant:** the return URLs come from configuration and release, never from a request (rule 7); a payment is
//! started only for an order that is known to be the visitor's.

use vitrine_backends::shopware::session::{Order, OrderId, PaymentMethodId, PaymentStart as Start, PaymentStep};

use super::{
    types::{PaymentOutcome, PaymentStart},
    view,
};
use crate::{
    problem::{Code, Problem},
    queue::SessionLock,
    request_context::RequestContext,
};

/// Starts the payment of an order of the session's customer that has just been read. A payment that ended is reopened
/// first: Shopware starts only open payments, and responds for others that nothing is to be done (Shopware §11.2,
/// §12.4).
pub(super) async fn resume(
    context: &mut RequestContext,
    session_lock: Option<SessionLock>,
    order: &Order,
) -> Result<PaymentStart, Problem> {
    if !view::can_be_paid(order) {
        return Err(Code::OrderNotPayable.into());
    }
    if view::is_open(order) {
        return begin(context, session_lock, &order.id).await;
    }
    let own = order.payment().and_then(|payment| payment.method_id.clone());
    let own = own.ok_or(Code::OrderNotPayable)?;
    begin_by(context, session_lock, &order.id, own).await
}

/// Sets this method and starts the payment. Shopware sets the method only for the session's own orders, so this also
/// checks the owner.
pub(super) async fn begin_by(
    context: &mut RequestContext,
    session_lock: Option<SessionLock>,
    order: &OrderId,
    method: PaymentMethodId,
) -> Result<PaymentStart, Problem> {
    let id = order.clone();
    let ((), session_lock) = context
        .change(session_lock, |shopware, session| {
            Box::pin(async move { shopware.change_order_payment(session, &id, &method).await })
        })
        .await?;
    begin(context, session_lock, order).await
}

/// Starts the payment. If that fails, the order is unchanged and can be paid later.
pub(super) async fn begin(
    context: &mut RequestContext,
    session_lock: Option<SessionLock>,
    order: &OrderId,
) -> Result<PaymentStart, Problem> {
    let start = Start {
        order: order.clone(),
        finish_url: outcome_url(context, "bor.checkout.paid", order),
        error_url: outcome_url(context, "bor.checkout.unpaid", order),
    };
    let (step, _session_lock) = context
        .change(session_lock, |shopware, session| {
            Box::pin(async move { shopware.handle_payment(session, &start).await })
        })
        .await?;
    Ok(match step {
        PaymentStep::Nothing => PaymentStart {
            outcome: PaymentOutcome::None,
            redirect_url: None,
        },
        PaymentStep::Redirect(url) => PaymentStart {
            outcome: PaymentOutcome::Redirect,
            redirect_url: Some(url),
        },
        PaymentStep::Failed(code) => {
            tracing::warn!(code = code.as_deref().unwrap_or("none"), "a payment could not be begun");
            PaymentStart::failed()
        }
    })
}

impl PaymentStart {
    pub(super) fn failed() -> Self {
        Self {
            outcome: PaymentOutcome::Failed,
            redirect_url: None,
        }
    }
}

/// The URL of an outcome's screen in the page's language; the locale's home page if the release has no such screen.
fn outcome_url(context: &RequestContext, screen: &str, order: &OrderId) -> String {
    let config = &context.state.config;
    let origin = config.origins.first().map_or("", String::as_str);
    let code = context.state.code(context.locale);
    let release = context.release.as_deref();
    let path = release.and_then(|release| release.screen(screen, code, order.as_str()));
    let home = || {
        config
            .locales
            .get(context.locale)
            .map_or_else(String::new, |l| format!("{}/", l.prefix))
    };
    format!("{origin}{}", path.unwrap_or_else(home))
}
