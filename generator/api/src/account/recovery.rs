//! Handlers of forgotten passwords.
//!
//! **Invariant:** neither text nor duration of a response reveals whether an account exists (rule 12).

use std::{sync::Arc, time::Instant};

use tokio::time::{sleep_until, timeout_at};
use vitrine_backends::shopware::session::{MailHash, Refusal};

use super::{
    identity,
    types::{
        CheckRecoveryRequest, DoneResponse, RecoverPasswordRequest, RecoveryCheckedResponse, ResetPasswordRequest,
    },
};
use crate::{
    rates::attempts::Purpose,
    request::{RequestContext, storefront},
    web::{code::Code, fields::Form, problem::Problem},
};

/// Shopware sends the mail while the visitor waits, and 6.6 refuses addresses that it does not know: so the call
/// continues in the background, and the response is sent after a fixed time. Failures that concern everybody and are
/// known by then are reported.
pub(super) async fn recover(
    context: &mut RequestContext,
    wanted: RecoverPasswordRequest,
) -> Result<DoneResponse, Problem> {
    let mut form = Form::default();
    let email = form.email("/email", &wanted.email);
    form.done().map_err(Problem::fields)?;
    let state = Arc::clone(&context.state);
    let attempt = identity::attempt(&state, context, Purpose::Recovery, &email)?;
    let url = storefront::url(context).await?;
    let answer_at = context.admitted_at + identity::recovery_wait(context);
    let call = context.apart(move |shopware, session| {
        Box::pin(async move { shopware.recover_password(session, &email, &url).await })
    })?;
    let outcome = timeout_at(answer_at, call).await;
    sleep_until(answer_at).await;
    match outcome {
        Ok(Ok(Err(problem))) if problem.refusal() != Some(&Refusal::BadCredentials) => {
            identity::notice_shared_limit(context, &attempt, &problem);
            Err(identity::in_words(context, problem))
        }
        _ => Ok(DoneResponse {}),
    }
}

pub(super) async fn check(
    context: &mut RequestContext,
    wanted: CheckRecoveryRequest,
) -> Result<RecoveryCheckedResponse, Problem> {
    let Ok(hash) = MailHash::parse(&wanted.hash) else {
        return Ok(RecoveryCheckedResponse { usable: false });
    };
    let outcome = context
        .call_as_stranger(|shopware, session| {
            Box::pin(async move { shopware.recovery_has_expired(session, &hash).await })
        })
        .await;
    match outcome {
        Ok(expired) => Ok(RecoveryCheckedResponse { usable: !expired }),
        Err(problem) => match problem.refusal() {
            Some(Refusal::LinkNotUsable | Refusal::Invalid(_)) => Ok(RecoveryCheckedResponse { usable: false }),
            _ => Err(problem),
        },
    }
}

/// R-ACCT-01: Shopware does not log in, and ends every session of the customer. This browser drops its token too,
/// unless it has an anonymous cart, which the next login moves to a new token (rule 10).
pub(super) async fn reset(context: &mut RequestContext, wanted: ResetPasswordRequest) -> Result<DoneResponse, Problem> {
    let mut form = Form::default();
    let (new, again) = (&wanted.new_password, &wanted.new_password_confirmation);
    new.check_new(&mut form, "/new_password", again, "/new_password_confirmation");
    form.done().map_err(Problem::fields)?;
    let hash = MailHash::parse(&wanted.hash)
        .map_err(|_| Problem::from(Code::LinkNotUsable).because("it has not the form of a mail's link"))?;
    let (new, again) = (new.secret(), again.secret());
    let outcome = context
        .apart(move |shopware, session| {
            Box::pin(async move { shopware.reset_password(session, &hash, &new, &again).await })
        })?
        .await;
    let outcome = outcome.map_err(|_| Problem::from(Code::InternalError).because("panic"))?;
    outcome.map_err(|problem| match problem.is_about_link() {
        true => problem.without_fields().with_code(Code::LinkNotUsable),
        false => problem,
    })?;
    context.state.attempts.forgive(context.address, Instant::now());
    let old = context.jar.token().cloned();
    let kept = !context.jar.is_without_cart() && !context.jar.was_customer();
    if !kept {
        context.jar.end();
        identity::end(context, old.as_ref());
    }
    Ok(DoneResponse {})
}
