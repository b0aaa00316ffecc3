//! Handlers of withdrawals.
//!
//! **Invariant:** the answer does not depend on whether the order exists, nor on any delivery: what counts is that the
//! statement is on disk.

use std::{io, sync::Arc};

use tokio::task::spawn_blocking;

use super::{
    content::{self, Statement},
    delivery, letters,
    record::Recorded,
    types::{WithdrawRequest, WithdrawResponse},
};
use crate::{
    problem::{Code, Problem},
    request_context::RequestContext,
};

pub(super) async fn withdraw(
    context: &mut RequestContext,
    wanted: WithdrawRequest,
) -> Result<WithdrawResponse, Problem> {
    let key = content::key(&wanted.key)?;
    let statement = Statement::read(&wanted)?;
    let recorded = receive(context, key, statement).await?;
    Ok(acknowledgement(context, &recorded))
}

/// Records a statement and begins its delivery.
pub(super) async fn receive(context: &RequestContext, key: &str, statement: Statement) -> Result<Recorded, Problem> {
    let state = &context.state;
    state.rates.check_pair(context.address, &statement.email)?;
    let (store, key) = (Arc::clone(&state.withdrawals), key.to_owned());
    let (locale, now) = (state.code(context.locale).to_owned(), state.now());
    let zone = state.config.time_zone.clone();
    let recorded = spawn_blocking(move || store.record(&key, &statement, &locale, now, &zone)).await;
    let (recorded, is_new) = recorded.map_err(io::Error::other).flatten().map_err(|error| {
        tracing::error!(%error, "a withdrawal could not be recorded");
        Problem::from(Code::BackendUnavailable).because("a withdrawal could not be recorded")
    })?;
    if is_new {
        let (state, id) = (Arc::clone(state), recorded.id.clone());
        tokio::spawn(async move { delivery::deliver(&state, &id).await });
    }
    Ok(recorded)
}

/// What the receipt says.
pub(super) fn acknowledgement(context: &RequestContext, recorded: &Recorded) -> WithdrawResponse {
    let page = context.page();
    WithdrawResponse {
        reference: recorded.reference(),
        received_at: recorded.received_at.to_string(),
        received_on: letters::received_on(recorded, page.messages, page.code),
        mailed: context.state.mailer.is_some(),
    }
}
