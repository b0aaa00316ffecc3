//! Handlers of forms.
//!
//! **Invariant:** `sent` means that the CMS has stored the form, `kept` that its record is on disk, and an error that
//! neither is the case. A response contains nothing that was typed.

use std::{io, sync::Arc};

use tokio::task::spawn_blocking;
use vitrine_forms::HandedForm;

use super::{
    body::{self, Submitted},
    delivery::Sending,
    judge, newsletter, page,
    recorded::{closed, email_of, first_try, key_of, refused, state_of, told},
    types::{FormSent, FormState},
};
use crate::{
    app_state::AppState,
    outbox::{FilledIn, SentForm, SentForms},
    request::{
        RequestContext,
        row::{self, Reply},
    },
    web::{code::Code, problem::Problem},
};

pub(super) async fn send(context: &mut RequestContext) -> Result<Reply, Problem> {
    let sent = receive(context).await?;
    if context.by_script {
        return row::reply(&sent);
    }
    Ok(page::of_outcome(context, &sent).await)
}

async fn receive(context: &RequestContext) -> Result<FormSent, Problem> {
    let form = form_of(context)?;
    let mut submitted = body::read(context, &form.spec).await?;
    if submitted.trapped {
        tracing::info!(
            form = form.spec.handle,
            "a form whose honeypot is filled in was dropped"
        );
        return Ok(told(FormState::Sent, &random_id()));
    }
    let state = &context.state;
    let page = page::path_of(context);
    let from = judge::From {
        locale: state.code(context.locale),
        page: page.as_deref().unwrap_or("/"),
    };
    judge::say_where(&form.spec, &mut submitted, &from);
    let today = state.now().to_zoned(state.config.time_zone.clone()).date();
    let faults = judge::faults_of(&form, &submitted, today, state.config.limits.form_file as u64);
    if !faults.is_empty() {
        return Err(refused(context, &form, &faults));
    }
    state.rates.check_form(context.address, &form.spec.handle)?;
    if state.config.forms.newsletter.as_deref() == Some(&form.spec.handle) {
        return newsletter::subscribe(context, &form, &submitted).await;
    }
    hand_over(context, &form, &submitted).await
}

/// The form of the live release that the path names.
fn form_of(context: &RequestContext) -> Result<HandedForm, Problem> {
    let handle = context.parameter("form").unwrap_or_default();
    let form = context.release.as_deref().and_then(|release| release.form(handle));
    form.cloned()
        .ok_or_else(|| Problem::from(Code::NotFound).because("the release has no such form"))
}

/// Records a form and tries to send it.
async fn hand_over(context: &RequestContext, form: &HandedForm, submitted: &Submitted) -> Result<FormSent, Problem> {
    let state = &context.state;
    if !state.forms.has_key() || !state.cms.is_there() {
        return Err(Problem::from(Code::FormsClosed).because("there is no key to keep forms with, or no CMS"));
    }
    let submission = judge::submission(form, submitted);
    let wants_copy = state.config.forms.copies.contains(&form.spec.handle);
    let filled = FilledIn {
        copy_to: wants_copy.then(|| email_of(form, submitted)).flatten(),
        submission,
    };
    let about = SentForm {
        format: 1,
        received_at: state.now(),
        form: form.spec.handle.clone(),
        locale: state.code(context.locale).to_owned(),
        copy: filled.copy_to.is_some(),
    };
    let id = SentForms::id_of(&key_of(context, submitted), &filled);
    let filled = Arc::new(filled);
    if !record(state, &id, &about, &filled).await? {
        // The same submission is being delivered: its outcome is known after its turn.
        drop(state.cms.turn().await.map_err(|error| closed(&error))?);
        if state.forms.outbox().has(&id).map_err(|error| closed(&error))? {
            return state_of(state.forms.outbox(), "cms", &id);
        }
        record(state, &id, &about, &filled).await?;
    }
    let sending = Sending::while_somebody_waits(state);
    match first_try(context, sending, &id, Sending::take_refused).await {
        Some(fields) => Err(refused(context, form, &judge::refused(&form.spec, &fields))),
        None => state_of(state.forms.outbox(), "cms", &id),
    }
}

async fn record(state: &Arc<AppState>, id: &str, about: &SentForm, filled: &Arc<FilledIn>) -> Result<bool, Problem> {
    let (store, id, about, filled) = (Arc::clone(state), id.to_owned(), about.clone(), Arc::clone(filled));
    let recorded = spawn_blocking(move || store.forms.record(&id, &about, &filled)).await;
    recorded
        .map_err(io::Error::other)
        .flatten()
        .map_err(|error| closed(&error))
}

/// A random id for the reference of a dropped submission.
fn random_id() -> String {
    use std::hash::{BuildHasher, Hasher, RandomState};
    format!("{:016x}", RandomState::new().build_hasher().finish())
}
