//! Handlers of the hooks.
//!
//! **Invariant:** they run only for a verified delivery; the answer waits for the disk and for nothing else.

use std::sync::Arc;

use serde::Deserialize;

use super::{
    event_log::NewEvent,
    report::BuilderReport,
    types::{HookOutcome, HookResponse},
};
use crate::{
    policy::Sender,
    problem::{Code, Problem},
    request_context::RequestContext,
};

/// Kinds of events that change no page, by how their names begin: orders, customers and mails of the shop, and the
/// life of the app that sends them; submissions and users of the CMS.
const IGNORED: [&str; 10] = [
    "checkout.",
    "customer.",
    "state_enter.",
    "state_leave.",
    "mail.",
    "app.",
    "form.submitted",
    "FormSubmitted",
    "Submission",
    "User",
];

/// The only parts of a payload that are read.
#[derive(Deserialize, Default)]
struct Payload {
    #[serde(default)]
    event: Option<String>,
    #[serde(default)]
    data: Option<Data>,
}

#[derive(Deserialize, Default)]
struct Data {
    #[serde(default)]
    event: Option<String>,
}

/// Records the event and wakes the builder.
pub(super) async fn event(context: &mut RequestContext, sender: Sender) -> Result<HookResponse, Problem> {
    let Some(delivery) = context.delivery.take() else {
        return Err(Code::HookRefused.into());
    };
    let kind = kind(&context.body);
    let answer = |outcome| Ok(HookResponse { outcome });
    if IGNORED.iter().any(|begin| kind.starts_with(begin)) {
        return answer(HookOutcome::Ignored);
    }
    let from = match sender {
        Sender::Commerce => "commerce",
        _ => "content",
    };
    let event = NewEvent {
        from,
        kind,
        id: delivery.id,
    };
    let appended = context.state.events.append(event).await;
    let counted = appended.map_err(|error| {
        Problem::from(Code::InternalError).because(&format!("the event could not be written: {error}"))
    })?;
    if counted.is_none() {
        return answer(HookOutcome::Known);
    }
    context.state.builder.events_came();
    answer(HookOutcome::Accepted)
}

/// The kind of an event, matched against a pattern (rule 20); an empty or unreadable body is a hint too.
fn kind(body: &[u8]) -> String {
    let payload: Payload = serde_json::from_slice(body).unwrap_or_default();
    let named = payload.data.and_then(|data| data.event).or(payload.event);
    let fits = |name: &String| {
        (1..=64).contains(&name.len())
            && name
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-' | b':'))
    };
    named.filter(fits).unwrap_or_else(|| "unknown".to_owned())
}

/// What came, what is being built, and what became of it.
pub(super) async fn builder(context: &mut RequestContext) -> Result<BuilderReport, Problem> {
    let (state_dir, state) = (context.state.config.state_dir.clone(), Arc::clone(&context.state));
    let read = tokio::task::spawn_blocking(move || {
        let mut report = state.builder.report();
        report.built = super::built(&state_dir)?.map_or(0, |built| built.events);
        (report.accepted, report.events) = super::event_log::last(&state_dir)?;
        std::io::Result::Ok(report)
    });
    let read = read.await.map_err(std::io::Error::other).flatten();
    let report = read.map_err(|error| {
        Problem::from(Code::InternalError).because(&format!("the events could not be read: {error}"))
    })?;
    let release = context.release.as_ref().map(|release| release.id().to_owned());
    Ok(BuilderReport { release, ..report })
}
