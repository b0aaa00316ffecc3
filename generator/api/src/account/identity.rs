//! Shared by every login, logout and change of credentials: throttling, one text for every failure, and the end of the
//! old token.
//!
//! **Invariant:** a token that was logged out, or whose password changed, is never sent to the backend again (rule 10).

use std::time::Duration;

use vitrine_backends::shopware::session::{ContextToken, Refusal};

use super::patience;
use crate::{
    rates::attempts::{Attempt, Purpose},
    request::RequestContext,
    session::{self, types::SessionResponse},
    web::{code::Code, problem::Problem},
};

/// Counts an attempt; an error with the time to wait if there were too many.
pub(super) fn attempt<'a>(
    state: &'a crate::app_state::AppState,
    context: &RequestContext,
    purpose: Purpose,
    email: &str,
) -> Result<Attempt<'a>, Problem> {
    let now = std::time::Instant::now();
    state
        .attempts
        .begin(purpose, email, context.address, now)
        .map_err(|wait| in_words(context, Problem::from(Code::RateLimited).after(wait)))
}

/// The outcome of an attempt with a password, reported to its counter. Failures that could reveal whether an account
/// exists have one text and are answered at the same time (rule 12).
pub(super) async fn judged<T>(
    context: &RequestContext,
    attempt: Attempt<'_>,
    outcome: Result<T, Problem>,
) -> Result<T, Problem> {
    match outcome {
        Ok(value) => {
            attempt.succeeded(std::time::Instant::now());
            Ok(value)
        }
        Err(problem) if problem.refusal() == Some(&Refusal::BadCredentials) => {
            let limits = &context.state.config.limits;
            patience::until_next(context.admitted_at, limits.refusal_step).await;
            Err(problem.with_code(Code::LoginRefused))
        }
        Err(problem) => {
            if problem.is_wrong_password() {
                return Err(problem);
            }
            notice_shared_limit(context, &attempt, &problem);
            attempt.was_none();
            Err(in_words(context, problem))
        }
    }
}

/// Records that Shopware's limit refused a visitor's first attempt.
pub(super) fn notice_shared_limit(context: &RequestContext, attempt: &Attempt<'_>, problem: &Problem) {
    if attempt.is_first && matches!(problem.refusal(), Some(Refusal::Throttled(_))) {
        let now = std::time::Instant::now();
        context.state.setup.refused_first_attempt(context.address, now);
    }
}

/// The same error with the time to wait in words: seconds, or minutes for longer times.
pub(super) fn in_words(context: &RequestContext, mut problem: Problem) -> Problem {
    let (Code::RateLimited, Some(wait)) = (problem.code, problem.retry_after) else {
        return problem;
    };
    let (key, number) = match wait.as_secs() {
        seconds @ 0..=90 => ("errors.attempts_seconds", seconds.max(1)),
        seconds => ("errors.attempts_minutes", seconds.div_ceil(60)),
    };
    let page = context.page();
    let text = page.messages.text(page.code, key, &[("number", &number.to_string())]);
    problem.details = [text].into();
    problem
}

/// Ends a token for good. A failure is logged: the backend has ended it too.
pub(super) fn end(context: &RequestContext, token: Option<&ContextToken>) {
    let Some(token) = token.filter(|token| context.jar.token() != Some(token)) else {
        return;
    };
    if let Err(error) = context.state.logged_out.add(token) {
        tracing::error!(%error, "a token that was logged out could not be noted");
    }
}

/// The session after the change; a failed read is only logged (R-SESS-01).
pub(super) async fn session(context: &mut RequestContext) -> Option<SessionResponse> {
    let read = session::handlers::read(context).await;
    read.inspect_err(Problem::log_refresh).ok()
}

/// The fixed duration of a recovery, whatever the backend does.
pub(super) fn recovery_wait(context: &RequestContext) -> Duration {
    context.state.config.limits.recovery_answer
}
