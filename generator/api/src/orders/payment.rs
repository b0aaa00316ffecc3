//! Starts the payment of an order.
//!
//! **Invariant:** the return URLs come from configuration and release, never from a request (rule 7); a payment is
//! started only for an order that is known to be the visitor's.

use vitrine_backends::shopware::session::{Order, OrderId, PaymentMethodId, PaymentStart as Start, PaymentStep};

use super::{
    standing::Standing,
    types::{PaymentOutcome, PaymentStart},
};
use crate::{
    request::{RequestContext, refused_methods},
    visitors::queue::SessionLock,
    web::{code::Code, problem::Problem},
};

/// Starts the payment of an order of the session's customer that has just been read in the order's own queue, with this
/// method or with its own. Shopware checks neither whether it is paid nor whether it was cancelled (Shopware §25.4), so
/// this is decided here. A started payment continues at its page; one that has ended, or has no known page, is reopened
/// first: Shopware only starts open payments, and returns no page for others (Shopware §11.2, §12.4).
pub(super) async fn resume(
    context: &mut RequestContext,
    session_lock: Option<SessionLock>,
    order: &Order,
    method: Option<PaymentMethodId>,
) -> Result<PaymentStart, Problem> {
    let standing = Standing::of(order);
    if method.is_none()
        && let Some(page) = standing.page()
    {
        return Ok(PaymentStart::redirect(page.to_owned()));
    }
    if !standing.can_be_paid() {
        return Err(Code::OrderNotPayable.into());
    }
    if method.is_none() && standing.is_open() {
        return begin(context, session_lock, &order.id).await;
    }
    let method = method.or_else(|| standing.method().cloned());
    let method = method.ok_or(Code::OrderNotPayable)?;
    refused_methods::refuse_hidden(context, &method).await?;
    reopen(context, session_lock, &order.id, method).await
}

/// Opens the payment again with this method, and starts it.
async fn reopen(
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

/// Starts the payment. If that fails, the order is unchanged and can be paid later. A start whose answer was lost may
/// continue at the provider, so its outcome is unknown, not a failure.
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
    let started = context
        .start_payment(session_lock, |shopware, session| {
            Box::pin(async move { shopware.handle_payment(session, &start).await })
        })
        .await;
    let step = match started {
        Ok((step, _session_lock)) => step,
        Err(problem) if problem.code == Code::BackendTimeout => {
            tracing::warn!("a payment was begun and its start was not answered in time");
            return Ok(PaymentStart::without_page(PaymentOutcome::Unknown));
        }
        Err(problem) => return Err(problem),
    };
    Ok(match step {
        PaymentStep::Nothing => PaymentStart::nothing(),
        PaymentStep::Redirect(url) => PaymentStart::redirect(url),
        PaymentStep::Failed(code) => {
            tracing::warn!(code = code.as_deref().unwrap_or("none"), "a payment could not be begun");
            PaymentStart::failed()
        }
    })
}

impl PaymentStart {
    pub(super) fn failed() -> Self {
        Self::without_page(PaymentOutcome::Failed)
    }

    /// Nothing is to be paid on a page.
    pub(super) fn nothing() -> Self {
        Self::without_page(PaymentOutcome::None)
    }

    pub(super) fn redirect(page: String) -> Self {
        Self {
            outcome: PaymentOutcome::Redirect,
            redirect_url: Some(page),
        }
    }

    fn without_page(outcome: PaymentOutcome) -> Self {
        Self {
            outcome,
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
