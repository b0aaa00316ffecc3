//! Whether the backend that visitors' calls need answers.
//!
//! **Invariant:** however often it is asked, the backend is asked once in [`crate::ServerLimits::ready_age`].

use std::{sync::Arc, time::Duration};

use serde::Serialize;
use tokio::{
    sync::Mutex,
    time::{Instant, timeout},
};
use utoipa::ToSchema;
use vitrine_backends::{
    BackendError,
    shopware::{ShopwareClient, session::SessionCall},
};
use vitrine_model::ids::LanguageId;

use crate::{breaker::Breaker, limits::ServerLimits, problem::cause_of};

/// The state of a backend.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum BackendState {
    /// The backend answers.
    Up,
    /// The backend says that it is in maintenance.
    Maintenance,
    /// The backend does not answer, not in time, or with a failure.
    Down,
    /// It did not answer several times in a row: calls fail at once for some seconds, then one asks it again.
    Paused,
}

/// What was found last and when, and how to ask again.
pub(crate) struct Readiness {
    last: Arc<Mutex<Option<(Instant, BackendState)>>>,
    max_age: Duration,
    breaker: Arc<Breaker>,
    question: Question,
}

/// What asking takes.
#[derive(Clone)]
struct Question {
    shopware: Arc<ShopwareClient>,
    /// `None` where no locale has a commerce language: there is nothing to ask with.
    language: Option<LanguageId>,
    timeout: Duration,
}

impl Readiness {
    /// Nothing is asked before [`Self::of_shopware`] is called.
    pub(crate) fn new(
        shopware: Arc<ShopwareClient>,
        language: Option<LanguageId>,
        breaker: Arc<Breaker>,
        limits: &ServerLimits,
    ) -> Self {
        Self {
            last: Arc::default(),
            max_age: limits.ready_age,
            breaker,
            question: Question {
                shopware,
                language,
                timeout: limits.ready_timeout,
            },
        }
    }

    /// How Shopware is.
    pub(crate) async fn of_shopware(&self) -> BackendState {
        if self.breaker.is_open() {
            return BackendState::Paused;
        }
        let mut last = Arc::clone(&self.last).lock_owned().await;
        if let Some((at, known)) = *last
            && at.elapsed() < self.max_age
        {
            return known;
        }
        // It goes on when who asked hangs up: else hanging up would make the next one ask again.
        let question = self.question.clone();
        let found = tokio::spawn(async move {
            let found = question.ask().await;
            *last = Some((Instant::now(), found));
            found
        });
        found.await.unwrap_or(BackendState::Down)
    }
}

impl Question {
    /// Asks for the context of nobody, which begins no session.
    async fn ask(self) -> BackendState {
        let Some(language) = self.language else {
            return BackendState::Down;
        };
        let call = SessionCall { token: None, language };
        match timeout(self.timeout, self.shopware.context(&call)).await {
            Ok(Ok(_)) => BackendState::Up,
            Ok(Err(failure)) if matches!(failure.error, BackendError::Maintenance { .. }) => BackendState::Maintenance,
            Ok(Err(failure)) => {
                tracing::warn!(cause = %cause_of(&failure.error), "Shopware is down");
                BackendState::Down
            }
            Err(_) => {
                tracing::warn!(after = ?self.timeout, "Shopware is down: it did not answer");
                BackendState::Down
            }
        }
    }
}
