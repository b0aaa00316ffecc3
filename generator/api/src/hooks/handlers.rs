//! Handlers of the hooks.
//!
//! **Invariant:** they run only for a verified delivery; the answer waits only for the disk.

use std::sync::Arc;

use secrecy::ExposeSecret;
use serde::Deserialize;
use serde_json::Value;
use vitrine_model::ids::ProductId;
use vitrine_state::{EventSource, NewEvent, Saved};

use super::types::{CONFIRMATION, ConfirmationResponse, HookOutcome, HookResponse, RegistrationResponse};
use crate::{
    events::{
        names::is_cms_name,
        registration::RegistrationQuery,
        report::{BuilderReport, Event},
    },
    request::RequestContext,
    shop::cms_zone,
    web::{code::Code, policy::Sender, problem::Problem},
};

/// Kinds of events that change no page, by the beginnings of their names: orders, customers and mails of the shop, and
/// the lifecycle of the app that sends them; submissions and users of the CMS, and its connection test.
const IGNORED: [&str; 11] = [
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
    "ping",
];

/// Maximum number of products of one event that are named: a bulk change is told by its kind.
const MOST_PRODUCTS: usize = 20;

/// The only parts of a payload that are read. `events` lists several events at once.
#[derive(Deserialize, Default)]
struct Payload {
    #[serde(flatten)]
    event: Named,
    #[serde(default)]
    data: Option<OfShopware>,
    #[serde(default)]
    events: Vec<Named>,
    /// The time zone in which the CMS interprets what an editor types.
    #[serde(default)]
    time_zone: Option<String>,
    /// Who saved, for the desk alone.
    #[serde(default)]
    by: Value,
}

#[derive(Deserialize, Default)]
struct OfShopware {
    #[serde(default)]
    event: Option<String>,
    /// What was written: `{"entity": "product", "primaryKey": …}` each.
    #[serde(default)]
    payload: Value,
}

/// What one event names.
#[derive(Deserialize, Default)]
struct Named {
    #[serde(default)]
    event: Option<String>,
    #[serde(default)]
    id: Value,
    #[serde(default)]
    handle: Value,
    #[serde(default)]
    collection: Value,
}

/// Records the event and wakes the builder.
pub(super) async fn event(context: &mut RequestContext, sender: Sender) -> Result<HookResponse, Problem> {
    let Some(delivery) = context.delivery.take() else {
        return Err(Code::HookRefused.into());
    };
    let answer = |outcome| Ok(HookResponse { outcome });
    let payload: Payload = serde_json::from_slice(&context.body).unwrap_or_default();
    if let Some(told) = payload.time_zone.as_deref().filter(|_| sender == Sender::Content) {
        learn_zone(context, told).await;
    }
    let saved = match sender {
        Sender::Commerce => written(&payload),
        _ => saved(&payload),
    };
    let by = editor(&payload.by).filter(|_| sender == Sender::Content);
    let Some(kind) = kind(payload) else {
        return answer(HookOutcome::Ignored);
    };
    let from = match sender {
        Sender::Commerce => EventSource::Commerce,
        _ => EventSource::Content,
    };
    let event = NewEvent {
        from,
        kind,
        saved,
        by,
        id: delivery.id,
    };
    let appended = context.state.events.append(event).await;
    let counted = appended.map_err(|error| {
        Problem::from(Code::NotRecorded).because(&format!("the event could not be written: {error}"))
    })?;
    if counted.is_none() {
        return answer(HookOutcome::Known);
    }
    context.state.desk.changed();
    context.state.builder.events_came();
    answer(HookOutcome::Accepted)
}

/// The kind of the first event that changes a page, checked against a pattern (rule 20); `None` if none of them does.
/// An empty or unreadable body also triggers a build.
fn kind(payload: Payload) -> Option<String> {
    let only = payload.data.and_then(|data| data.event).or(payload.event.event);
    let several: Vec<Option<String>> = payload.events.into_iter().map(|one| one.event).collect();
    let told = if several.is_empty() { vec![only] } else { several };
    told.into_iter()
        .map(|name| {
            name.filter(|name| is_kind(name))
                .unwrap_or_else(|| "unknown".to_owned())
        })
        .find(|name| !is_ignored(name))
}

fn is_ignored(kind: &str) -> bool {
    IGNORED.iter().any(|begin| kind.starts_with(begin))
}

/// Everything that a payload of the CMS says was saved, each name checked against a pattern (rule 20); `None` if a part
/// of it has no such name.
fn saved(payload: &Payload) -> Option<Vec<Saved>> {
    let all = match payload.events.as_slice() {
        [] => std::slice::from_ref(&payload.event),
        several => several,
    };
    let mut found = Vec::new();
    for one in all {
        let kind = one.event.clone().filter(|kind| is_kind(kind))?;
        if is_ignored(&kind) {
            continue;
        }
        let saved = Saved {
            kind,
            id: name(&one.id)?,
            handle: name(&one.handle)?,
            collection: name(&one.collection)?,
        };
        if saved.id.is_none() && saved.handle.is_none() {
            return None;
        }
        if !found.contains(&saved) {
            found.push(saved);
        }
    }
    Some(found)
}

/// The products that an event of Shopware names, each by an id of the right form (rule 20); `None` if there are none, or too many to
/// name.
fn written(payload: &Payload) -> Option<Vec<Saved>> {
    let data = payload.data.as_ref()?;
    let kind = data
        .event
        .clone()
        .filter(|kind| is_kind(kind) && kind.starts_with("product."))?;
    let mut ids: Vec<String> = Vec::new();
    for one in data.payload.as_array()? {
        let id = one["primaryKey"].as_str().and_then(|id| ProductId::parse(id).ok());
        if one["entity"] != "product" {
            continue;
        }
        let id = id?.to_string();
        if !ids.contains(&id) {
            ids.push(id);
        }
        if ids.len() > MOST_PRODUCTS {
            return None;
        }
    }
    let saved = |id: String| Saved {
        kind: kind.clone(),
        id: Some(id),
        ..Saved::default()
    };
    (!ids.is_empty()).then(|| ids.into_iter().map(saved).collect())
}

/// Stores the time zone of the CMS if it has changed. A failure does not affect the event.
async fn learn_zone(context: &RequestContext, told: &str) {
    if !cms_zone::is_zone(told) || !context.state.setup.learn_cms_zone(told) {
        return;
    }
    let (state, told) = (context.state.config.state.clone(), told.to_owned());
    let kept = tokio::task::spawn_blocking(move || cms_zone::keep(&state, &told)).await;
    if let Err(error) = kept.map_err(std::io::Error::other).flatten() {
        tracing::error!(%error, "the time zone of the CMS could not be written");
    }
}

fn is_kind(name: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-' | b':');
    (1..=64).contains(&name.len()) && name.bytes().all(is_plain)
}

/// An id or a handle of the CMS, or that there is none; `None` for anything else.
fn name(value: &Value) -> Option<Option<String>> {
    if value.is_null() {
        return Some(None);
    }
    let name = value.as_str()?;
    is_cms_name(name).then(|| Some(name.to_owned()))
}

/// The name of an editor: at most 80 printable characters, without spaces around it. Anything else is no name.
fn editor(value: &Value) -> Option<String> {
    let name = value.as_str()?.trim();
    let is_printable =
        |c: char| !c.is_control() && !matches!(c, '"' | '\\' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let is_name = (1..=80).contains(&name.chars().count()) && name.len() <= 160 && name.chars().all(is_printable);
    is_name.then(|| name.to_owned())
}

/// Gives a shop its secret (Shopware §20.1). It is on disk when the answer comes.
pub(super) async fn register(
    context: &mut RequestContext,
    query: RegistrationQuery,
) -> Result<RegistrationResponse, Problem> {
    let state = Arc::clone(&context.state);
    let registered = tokio::task::spawn_blocking(move || match &state.config.hooks.commerce {
        Some(secret) => state.shop_app.register(query, secret),
        None => Ok(None),
    });
    let registered = registered.await.map_err(std::io::Error::other).flatten();
    let registered = registered.map_err(|error| not_written(&error))?;
    let refused = || Problem::from(Code::HookRefused).because("this registration was answered before");
    let registered = registered.ok_or_else(refused)?;
    let origins = &context.state.config.origins;
    let own = origins.first().map(String::as_str).unwrap_or_default();
    Ok(RegistrationResponse {
        proof: registered.proof,
        secret: registered.secret.expose_secret().to_owned(),
        confirmation_url: format!("{own}{CONFIRMATION}"),
    })
}

/// The shop has its secret: its events are accepted.
pub(super) async fn confirm(context: &mut RequestContext) -> Result<ConfirmationResponse, Problem> {
    let state = Arc::clone(&context.state);
    let confirmed = tokio::task::spawn_blocking(move || state.shop_app.confirm());
    let confirmed = confirmed.await.map_err(std::io::Error::other).flatten();
    match confirmed.map_err(|error| not_written(&error))? {
        Some(shop) => {
            tracing::info!(shop, "Shopware's app is registered: its events are taken");
            Ok(ConfirmationResponse { confirmed: true })
        }
        None => Err(Problem::from(Code::HookRefused).because("no registration waits for its confirmation")),
    }
}

fn not_written(error: &std::io::Error) -> Problem {
    Problem::from(Code::NotRecorded).because(&format!("the registration could not be written: {error}"))
}

/// The events, the current build, and the outcomes of builds. A build that it names as live is the one that the next
/// request is answered from.
pub(super) async fn builder(context: &mut RequestContext) -> Result<BuilderReport, Problem> {
    let state = Arc::clone(&context.state);
    let read = tokio::task::spawn_blocking(move || {
        let mut report = state.builder.report();
        report.refused = state.refused_events.told();
        // If the number could not be written, the last builds still have it.
        report.built = state.log.built().ok().flatten().map_or(0, |built| built.events);
        let (accepted, events) = state.log.last()?;
        report.accepted = accepted;
        report.events = events.into_iter().map(Event::from).collect();
        std::io::Result::Ok(report)
    });
    let read = read.await.map_err(std::io::Error::other).flatten();
    let report = read.map_err(|error| {
        Problem::from(Code::BackendUnavailable).because(&format!("the events could not be read: {error}"))
    })?;
    let release = context.state.releases.newest().await;
    let release = release.map(|release| release.id().to_owned());
    Ok(BuilderReport { release, ..report })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rule 20: names are checked against a pattern before they are written anywhere.
    #[test]
    fn only_products_of_the_right_form_are_named() {
        let id = "7b04ebe416db4ebc93de4d791325e1d9";
        let named = |body: Value| {
            let payload: Payload = serde_json::from_value(body).unwrap_or_default();
            written(&payload).map(|saved| saved.len())
        };
        let of = |rows: Vec<Value>| serde_json::json!({"data": {"event": "product.written", "payload": rows}});
        let row = |id: &Value| serde_json::json!({"entity": "product", "primaryKey": id});
        let many = |count: u128| of((0..count).map(|n| row(&format!("{n:032x}").into())).collect());
        assert_eq!(named(of(vec![row(&id.into()), row(&id.into())])), Some(1));
        assert_eq!(named(many(20)), Some(20));
        let other = "8c04ebe416db4ebc93de4d791325e1d9";
        let in_turn = (0..30).map(|at| row(&[id, other][at % 2].into())).collect();
        assert_eq!(named(of(in_turn)), Some(2), "each is named once, wherever it stands");
        for hostile in [
            of(vec![row(&"../../etc/passwd".into())]),
            of(vec![row(&id.into()), row(&"<script>".into())]),
            of(vec![row(&serde_json::json!({"productId": id}))]),
            of(vec![serde_json::json!("product")]),
            of(Vec::new()),
            many(21),
            serde_json::json!({"data": {"event": "product.written", "payload": "all"}}),
            serde_json::json!({"data": {"event": "<b>", "payload": [row(&id.into())]}}),
            serde_json::json!({"data": {"event": "category.written", "payload": [row(&id.into())]}}),
        ] {
            assert_eq!(named(hostile.clone()), None, "{hostile}");
        }
    }
}
