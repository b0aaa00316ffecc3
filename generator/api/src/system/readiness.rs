//! Whether the backend that visitors' calls need answers.
//!
//! **Invariant:** however often it is asked, the backend is asked once in [`crate::Limits::ready_age`].

use std::sync::Arc;

use tokio::{
    sync::Mutex,
    time::{Instant, timeout},
};
use vitrine_backends::{BackendError, shopware::session::SessionCall};

use super::types::BackendState;
use crate::app_state::AppState;

/// What was found last, and when.
#[derive(Default)]
pub(crate) struct Readiness(Arc<Mutex<Option<(Instant, BackendState)>>>);

impl Readiness {
    /// How Shopware is.
    pub(crate) async fn of_shopware(&self, state: &Arc<AppState>) -> BackendState {
        let mut last = Arc::clone(&self.0).lock_owned().await;
        if let Some((at, known)) = *last
            && at.elapsed() < state.config.limits.ready_age
        {
            return known;
        }
        // It goes on when who asked hangs up: else hanging up would make the next one ask again.
        let asking = Arc::clone(state);
        let found = tokio::spawn(async move {
            let found = ask(&asking).await;
            *last = Some((Instant::now(), found));
            found
        });
        found.await.unwrap_or(BackendState::Down)
    }
}

/// Asks for the context of nobody, which begins no session.
async fn ask(state: &AppState) -> BackendState {
    let Some(language) = state.languages.first().cloned() else {
        return BackendState::Down;
    };
    let call = SessionCall { token: None, language };
    match timeout(state.config.limits.ready_timeout, state.shopware.context(&call)).await {
        Ok(Ok(_)) => BackendState::Up,
        Ok(Err(failure)) if matches!(failure.error, BackendError::Maintenance { .. }) => BackendState::Maintenance,
        Ok(Err(failure)) => {
            tracing::warn!(cause = %crate::problem::cause_of(&failure.error), "Shopware is down");
            BackendState::Down
        }
        Err(_) => {
            tracing::warn!(after = ?state.config.limits.ready_timeout, "Shopware is down: it did not answer");
            BackendState::Down
        }
    }
}
