//! The queue of one session: its changes reach the backend sequentially (rule 15).
//!
//! **Invariant:** a change is made under the session's lock. The page's language is sent as a header with every call:
//! Shopware ends a session whose own language is set after a day, with its cart (Shopware §25.5).

use std::sync::Arc;

use super::RequestContext;
use crate::{
    visitors::{queue::SessionLock, sessions::TokenChange},
    web::{code::Code, problem::Problem},
};

impl RequestContext {
    /// Waits for earlier changes of this session. An error if the visitor became a customer in the meantime, in another
    /// tab: the change would be made to a cart that is no longer shown.
    pub(crate) async fn lock(&mut self) -> Result<Option<SessionLock>, Problem> {
        let Some(token) = self.jar.token().cloned() else {
            return Ok(None);
        };
        let session_lock = Arc::clone(&self.state).queue.wait(&token, self.deadline).await?;
        match self.state.sessions.token_change(&token) {
            Some(TokenChange::Replaced(..)) => Err(Code::SessionChanged.into()),
            _ => Ok(Some(session_lock)),
        }
    }

    /// Whether the session has the page's own language already, as far as this process knows.
    pub(crate) fn has_language(&self) -> bool {
        let known = self.jar.token().and_then(|token| self.state.sessions.language(token));
        known == Some(self.locale)
    }

    /// Records that the session has the page's language.
    pub(crate) fn knows_language(&self) {
        if let Some(token) = self.jar.token() {
            self.state.sessions.set_language(token, self.locale);
        }
    }

    /// Waits for running changes of this session, so that a read includes them.
    pub(crate) async fn settled(&self) -> Result<(), Problem> {
        match self.jar.token() {
            Some(token) => self.state.queue.settled(token, self.deadline).await,
            None => Ok(()),
        }
    }
}
