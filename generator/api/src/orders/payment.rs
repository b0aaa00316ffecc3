//! How the payment of an order begins.
//!
//! **Invariant:** where the visitor comes back to is told by configuration and release, never by a request (rule 7); a payment is begun for an order only that was
//! shown to be the visitor's.

use vitrine_backends::shopware::session::{OrderId, PaymentStart as Start, PaymentStep};

use super::types::{PaymentOutcome, PaymentStart};
use crate::{problem::Problem, queue::SessionLock, request_context::RequestContext};

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
