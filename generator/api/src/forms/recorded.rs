//! The first delivery of a recorded form or subscription, and its outcome.
//!
//! **Invariant:** a response contains nothing that was typed.

use std::io;

use http::StatusCode;
use tokio::time::timeout_at;
use vitrine_forms::{Fault, HandedForm, Rule};

use super::{
    body::Submitted,
    judge,
    types::{FormSent, FormState},
};
use crate::{
    outbox::{self, Deliver, DeliveryState, Outbox, reference},
    rates::network,
    request::RequestContext,
    web::{code::Code, problem::Problem},
};

/// The status of an answer without JavaScript.
pub(super) const DONE: StatusCode = StatusCode::OK;

/// The error of a form whose fields are refused.
pub(super) fn refused(context: &RequestContext, form: &HandedForm, faults: &[Fault]) -> Problem {
    let page = context.page();
    let told = judge::told(faults, &form.words(page.code), page.messages, page.code);
    if told.is_empty() {
        return Problem::from(Code::FormRefused).because("the CMS refuses fields that the form does not have");
    }
    Problem::form(told)
}

/// The error of a record that cannot be kept.
pub(super) fn closed(error: &io::Error) -> Problem {
    tracing::error!(%error, "a form could not be recorded");
    Problem::from(Code::FormsClosed).because("a form could not be recorded")
}

/// Delivers a record within the deadline of the request; delivery continues in the background. If its channel refuses
/// fields (`refused`), the record is removed and the fields are returned.
pub(super) async fn first_try<D: Deliver>(
    context: &RequestContext,
    deliver: D,
    id: &str,
    refused: impl Fn(&D) -> Option<Vec<String>> + Send + 'static,
) -> Option<Vec<String>> {
    let id = id.to_owned();
    let trying = tokio::spawn(async move {
        outbox::deliver(&deliver, &id).await;
        let fields = refused(&deliver)?;
        if let Err(error) = deliver.outbox().remove(&id) {
            deliver.log_error(Some(&id), &error);
        }
        Some(fields)
    });
    timeout_at(context.deadline, trying).await.ok()?.ok()?
}

/// The current outcome of a record.
pub(super) fn state_of(outbox: &Outbox, channel: &str, id: &str) -> Result<FormSent, Problem> {
    let delivery = outbox.delivery(id).map_err(|error| closed(&error))?;
    Ok(match delivery.state(channel) {
        DeliveryState::Delivered { .. } => told(FormState::Sent, id),
        _ => told(FormState::Kept, id),
    })
}

pub(super) fn told(outcome: FormState, id: &str) -> FormSent {
    FormSent {
        outcome,
        reference: reference(id),
    }
}

/// The sender's e-mail address: the first field with the rule `email`.
pub(super) fn email_of(form: &HandedForm, submitted: &Submitted) -> Option<String> {
    let field = form
        .spec
        .fields
        .iter()
        .find(|field| field.rules.contains(&Rule::Email))?;
    match submitted.values.get(&field.handle)?.clone().of_field(field) {
        vitrine_forms::Value::Text(text) => Some(text),
        _ => None,
    }
}

/// The idempotency key: the page's own, otherwise network and hour.
pub(super) fn key_of(context: &RequestContext, submitted: &Submitted) -> String {
    let is_hex = |b: u8| b.is_ascii_digit() || matches!(b, b'a'..=b'f');
    if submitted.key.len() == 32 && submitted.key.bytes().all(is_hex) {
        return submitted.key.clone();
    }
    let hour = context.state.now().as_second() / 3_600;
    format!("{} {hour}", network(context.address))
}
