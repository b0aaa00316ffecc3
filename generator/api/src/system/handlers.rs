//! Handlers for monitoring.
//!
//! **Invariant:** only [`ready`] calls a backend, at most once per [`crate::ServerLimits::ready_age`].

use serde_json::value::RawValue;

use super::types::{BackendStates, OpenApiDocument, ReadyResponse, ReadyStatus, StatusResponse};
use crate::{
    release::search::indexes::SearchState,
    request::RequestContext,
    shop::{
        readiness::BackendState,
        setup::{SetupCode, SetupFinding},
    },
    web::{code::Code, problem::Problem},
};

/// The process is running.
pub(super) async fn health() -> Result<StatusResponse, Problem> {
    Ok(StatusResponse {
        status: "ok".to_owned(),
    })
}

/// Whether there is a release, the state of the backends, and unsuitable settings. A backend that is down does not
/// change the status 200: all processes share it, and a load balancer that removed them would also remove the pages,
/// which need no backend. Waits for a release that is being opened: once it has answered, that one is served.
pub(super) async fn ready(context: &mut RequestContext) -> Result<ReadyResponse, Problem> {
    context.release = context.state.releases.newest().await;
    let shopware = context.state.readiness.of_shopware().await;
    let mut setup = context.state.setup.findings();
    setup.extend(context.state.state_probe.trouble().await);
    setup.extend(context.state.outbox_probe.troubles(context.state.now()).await);
    setup.extend(forms_key(context));
    setup.extend(refused_release(context));
    let search = context.state.releases.searches().state();
    let status = match (&context.release, shopware) {
        (None, _) => ReadyStatus::NoRelease,
        (Some(_), BackendState::Up) if search != SearchState::Damaged && !is_cut_off(&setup) => ReadyStatus::Ok,
        (Some(_), _) => ReadyStatus::Degraded,
    };
    let hidden_payment_methods = context.state.hidden_methods.of_channel();
    let backends = BackendStates { shopware };
    Ok(ReadyResponse {
        status,
        backends,
        search,
        hidden_payment_methods,
        setup,
    })
}

/// The errors for which the last build was refused.
fn refused_release(context: &RequestContext) -> Vec<SetupFinding> {
    let last = context.state.builder.report().builds.into_iter().next();
    let refused = last.map(|build| build.refused).unwrap_or_default();
    refused.iter().map(SetupFinding::of_refused_release).collect()
}

/// The finding that forms of the release are refused because there is no key.
fn forms_key(context: &RequestContext) -> Option<SetupFinding> {
    let state = &context.state;
    let has_forms = context.release.as_ref().is_some_and(|release| release.has_forms());
    let takes_forms = state.cms.is_there() || state.config.forms.newsletter.is_some();
    (has_forms && takes_forms && !state.forms.has_key()).then(SetupFinding::of_missing_forms_key)
}

/// Whether mails have links to other sites or cannot be sent, or orders or forms cannot be accepted or delivered.
fn is_cut_off(setup: &[SetupFinding]) -> bool {
    let cuts_off = |code| {
        matches!(
            code,
            SetupCode::DomainMissing
                | SetupCode::LanguageMissing
                | SetupCode::StateNotWritable
                | SetupCode::FormsKeyMissing
                | SetupCode::OutboxFull
                | SetupCode::OutboxOld
        )
    };
    setup.iter().any(|found| cuts_off(found.code))
}

pub(super) async fn document(context: &RequestContext) -> Result<OpenApiDocument, Problem> {
    RawValue::from_string(context.state.openapi.clone())
        .map(OpenApiDocument)
        .map_err(|error| Problem::from(Code::InternalError).because(&error.to_string()))
}
