//! The turns of one session: its changes reach the backend one after another (rule 15).
//!
//! **Invariant:** a change is made under the session's lock, in a session that has the page's language.

use std::sync::Arc;

use super::RequestContext;
use crate::{
    problem::{Code, Problem},
    queue::SessionLock,
    sessions::Fate,
};

impl RequestContext {
    /// Waits for earlier changes of this session. An error if the visitor became a customer in the meantime, in another
    /// tab: the change would be made to a cart that is no longer shown.
    pub(crate) async fn lock(&mut self) -> Result<Option<SessionLock>, Problem> {
        let Some(token) = self.jar.token().cloned() else {
            return Ok(None);
        };
        let session_lock = Arc::clone(&self.state).queue.wait(&token, self.deadline).await?;
        match self.state.sessions.fate(&token) {
            Some(Fate::Became(..)) => Err(Code::SessionChanged.into()),
            _ => Ok(Some(session_lock)),
        }
    }

    /// Waits for earlier changes of this session, then sets its language to the page's (R-I18N-05, rule 15). A session
    /// that is created by the change itself has the language of that call; its next change stores it.
    pub(crate) async fn lock_session(&mut self) -> Result<Option<SessionLock>, Problem> {
        let session_lock = self.lock().await?;
        let Some(token) = self.jar.token() else {
            return Ok(None);
        };
        if self.state.sessions.language(token) == Some(self.locale) {
            return Ok(session_lock);
        }
        let ((), session_lock) = self
            .change(session_lock, |shopware, session| {
                Box::pin(shopware.set_language(session, &session.language))
            })
            .await?;
        self.knows_language();
        Ok(session_lock)
    }

    /// As [`Self::lock_session`], for an add. Without a cart the add is the session's first change, whose language is
    /// that of the call, so no separate call is needed.
    pub(crate) async fn lock_to_add(&mut self) -> Result<Option<SessionLock>, Problem> {
        let known = self.jar.token().and_then(|token| self.state.sessions.language(token));
        if known.is_none() && self.jar.is_without_cart() {
            return self.lock().await;
        }
        self.lock_session().await
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
