//! Checks whether the backend needed by visitors' requests responds.
//!
//! **Invariant:** the backend is called at most once per [`crate::ServerLimits::ready_age`].

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

use super::{breaker::Breaker, languages::Languages, setup::ShopSetup};
use crate::{limits::ServerLimits, web::problem::cause_of};

/// The state of a backend.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum BackendState {
    /// The backend responds.
    Up,
    /// The backend is in maintenance.
    Maintenance,
    /// The backend does not respond in time, or responds with an error.
    Down,
    /// The backend failed several times in a row: calls fail at once for some seconds, then one call tests it again.
    Paused,
}

/// The last result with its time, and the inputs of the next check.
pub(crate) struct Readiness {
    last: Arc<Mutex<Option<(Instant, BackendState)>>>,
    max_age: Duration,
    breaker: Arc<Breaker>,
    question: Question,
}

/// The inputs of a check.
#[derive(Clone)]
struct Question {
    shopware: Arc<ShopwareClient>,
    languages: Arc<Languages>,
    setup: Arc<ShopSetup>,
    timeout: Duration,
}

impl Readiness {
    /// Makes no call before [`Self::of_shopware`] is called.
    pub(crate) fn new(
        shopware: Arc<ShopwareClient>,
        languages: Arc<Languages>,
        breaker: Arc<Breaker>,
        setup: Arc<ShopSetup>,
        limits: &ServerLimits,
    ) -> Self {
        Self {
            last: Arc::default(),
            max_age: limits.ready_age,
            breaker,
            question: Question {
                shopware,
                languages,
                setup,
                timeout: limits.ready_timeout,
            },
        }
    }

    /// The state of Shopware.
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
        // The check continues if the client disconnects; otherwise the next request would have to start it again.
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
    /// Makes the calls within the time limit.
    async fn ask(self) -> BackendState {
        match timeout(self.timeout, self.read()).await {
            Ok(Ok(())) => BackendState::Up,
            Ok(Err(BackendError::Maintenance { .. })) => BackendState::Maintenance,
            Ok(Err(error)) => {
                tracing::warn!(cause = %cause_of(&error), "Shopware is down");
                BackendState::Down
            }
            Err(_) => {
                tracing::warn!(after = ?self.timeout, "Shopware is down: it did not answer");
                BackendState::Down
            }
        }
    }

    /// Reads the context without a token, which creates no session; a Shopware that lists none of the shop's languages
    /// answers, too.
    async fn read(&self) -> Result<(), BackendError> {
        if self.languages.any().is_none() {
            self.languages.look_up(&self.shopware).await?;
        }
        let Some(language) = self.languages.any() else {
            return Ok(());
        };
        let call = SessionCall {
            token: None,
            language: language.clone(),
            visitor: None,
        };
        let answer = self.shopware.context(&call).await.map_err(|failure| failure.error)?;
        self.setup.learn(&answer.value.domains);
        Ok(())
    }
}
