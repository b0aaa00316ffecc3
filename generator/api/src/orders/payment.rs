//! How the payment of an order begins.
//!
//! **Invariant:** where the visitor comes back to is told by configuration and release, never by a request (rule 7); a payment is begun for an order only that was
//! shown to be the visitor's.

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

/// Begins the payment of an order of the session's customer that was read just now. One that ended is opened again first: Shopware begins open ones alone, and says
/// of others that nothing is to be done (Shopware §11.2, §12.4).
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

/// Chooses this method and begins the payment. Shopware does the first for the session's own orders alone, so that it finds out whose the order is.
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

/// Begins it. The payment that fails to begin leaves the order as it is: it can be paid later.
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

/// The address of an outcome's screen in the page's language; the locale's home where the release has no such screen.
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
