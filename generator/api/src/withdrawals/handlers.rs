//! Handlers of withdrawals.
//!
//! **Invariant:** the answer depends neither on whether the order exists, nor on any delivery: it only confirms that
//! the statement is on disk.

use std::{io, sync::Arc};

use tokio::task::spawn_blocking;

use super::{
    content, delivery,
    types::{WithdrawRequest, WithdrawResponse},
};
use crate::{
    outbox::withdrawals::{channel::Channel, letters, record::Recorded, statement::Statement},
    request::RequestContext,
    web::{code::Code, problem::Problem},
};

pub(super) async fn withdraw(
    context: &mut RequestContext,
    wanted: WithdrawRequest,
) -> Result<WithdrawResponse, Problem> {
    let key = content::key(&wanted.key)?;
    let statement = Statement::read(&wanted)?;
    let received = receive(context, key, statement).await?;
    Ok(acknowledgement(context, &received))
}

/// A statement that is on disk.
pub(super) struct Received {
    pub(super) recorded: Recorded,
    /// Whether the acknowledgement is mailed to the customer: it was sent, or is queued.
    mailed: bool,
}

/// Records a statement and starts its delivery.
pub(super) async fn receive(context: &RequestContext, key: &str, statement: Statement) -> Result<Received, Problem> {
    let state = &context.state;
    state.rates.check_withdrawal(context.address, &statement.email)?;
    let (store, key) = (Arc::clone(&state.withdrawals), key.to_owned());
    let (locale, now) = (state.code(context.locale).to_owned(), state.now());
    let zone = state.config.time_zone.clone();
    let has_mail = state.mailer.is_some();
    let recorded = spawn_blocking(move || {
        let (recorded, is_new) = store.record(&key, &statement, &locale, now, &zone)?;
        let mailed = match is_new {
            true => has_mail,
            false => {
                let delivery = store.delivery(&recorded.id)?;
                delivery.state(Channel::Customer.name()).is_on_its_way(has_mail)
            }
        };
        io::Result::Ok((Received { recorded, mailed }, is_new))
    })
    .await;
    let (received, is_new) = recorded.map_err(io::Error::other).flatten().map_err(|error| {
        tracing::error!(%error, "a withdrawal could not be recorded");
        Problem::from(Code::NotRecorded).because("a withdrawal could not be recorded")
    })?;
    if is_new {
        let (state, id) = (Arc::clone(state), received.recorded.id.clone());
        tokio::spawn(async move { delivery::deliver(state, &id).await });
    }
    Ok(received)
}

/// The text of the receipt.
pub(super) fn acknowledgement(context: &RequestContext, received: &Received) -> WithdrawResponse {
    let page = context.page();
    let recorded = &received.recorded;
    WithdrawResponse {
        reference: recorded.reference(),
        received_at: recorded.received_at.to_string(),
        received_on: letters::received_on(recorded, page.messages, page.code),
        mailed: received.mailed,
    }
}
