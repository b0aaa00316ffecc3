//! Calls of the backend for a visitor: reads, changes, and what their answers say of the session.
//!
//! **Invariant:** no call waits longer than the request's deadline, and the token of every response and failure is kept
//! (rules 13 and 14, R-SESS-02).

use std::{convert::Infallible, sync::Arc};

use futures::future::BoxFuture;
use tokio::{
    task::JoinHandle,
    time::{Instant, timeout, timeout_at},
};
use vitrine_backends::shopware::{
    ShopwareClient,
    session::{Answer, Context, ContextToken, Failure, SessionCall},
};

use super::RequestContext;
use crate::{
    breaker::Found,
    problem::{Code, Problem},
    queue::SessionLock,
};

/// A running backend call.
type BackendCall<'a, T> = BoxFuture<'a, Result<Answer<T>, Failure>>;

impl RequestContext {
    /// Reads from Shopware with the visitor's token and in the page's language.
    pub(crate) async fn call_backend<T>(
        &mut self,
        operation: impl for<'c> FnOnce(&'c ShopwareClient, &'c SessionCall) -> BackendCall<'c, T> + Send,
    ) -> Result<T, Problem> {
        let session = self.session()?;
        let state = Arc::clone(&self.state);
        let permit = state.breaker.pass()?;
        let answer = timeout_at(self.deadline, operation(&state.shopware, &session)).await;
        permit.found(found(&answer));
        self.take(&session, answer, Kind::Read)
    }

    /// Reads from Shopware without a session, in the page's language. The session that Shopware creates for the
    /// response is dropped, and the visitor's own is unchanged.
    pub(crate) async fn call_as_stranger<T>(
        &self,
        operation: impl for<'c> FnOnce(&'c ShopwareClient, &'c SessionCall) -> BackendCall<'c, T> + Send,
    ) -> Result<T, Problem> {
        let stranger = SessionCall {
            token: None,
            ..self.session()?
        };
        let permit = self.state.breaker.pass()?;
        let answer = timeout_at(self.deadline, operation(&self.state.shopware, &stranger)).await;
        permit.found(found(&answer));
        match answer {
            Ok(Ok(answer)) => Ok(answer.value),
            Ok(Err(failure)) => Err(Problem::of_backend(
                &failure,
                self.state.config.limits.maintenance_retry,
            )),
            Err(_) => Err(Problem::too_late()),
        }
    }

    /// As [`Self::call_as_stranger`], for a write that goes on by itself: its response may be awaited, or not.
    pub(crate) fn apart<T: Send + 'static>(
        &self,
        operation: impl for<'c> FnOnce(&'c ShopwareClient, &'c SessionCall) -> BackendCall<'c, T> + Send + 'static,
    ) -> Result<JoinHandle<Result<T, Problem>>, Problem> {
        let stranger = SessionCall {
            token: None,
            ..self.session()?
        };
        let state = Arc::clone(&self.state);
        drop(state.breaker.pass()?);
        Ok(tokio::spawn(async move {
            let limits = &state.config.limits;
            let permit = state.breaker.pass()?;
            let answer = timeout(limits.backend_timeout, operation(&state.shopware, &stranger)).await;
            permit.found(found(&answer));
            match answer {
                Ok(Ok(answer)) => Ok(answer.value),
                Ok(Err(failure)) => Err(Problem::of_backend(&failure, limits.maintenance_retry)),
                Err(_) => Err(Problem::too_late()),
            }
        }))
    }

    /// Several independent reads in parallel. Each result must be passed to [`Self::accept`]; if the session had
    /// expired, the token of the first accepted one is kept.
    pub(crate) async fn side_by_side<T>(
        &self,
        operation: impl for<'c> FnOnce(&'c ShopwareClient, &'c SessionCall) -> BoxFuture<'c, T> + Send,
    ) -> Result<(T, SessionCall), Problem> {
        let session = self.session()?;
        let permit = self.state.breaker.pass()?;
        let answers = timeout_at(self.deadline, operation(&self.state.shopware, &session)).await;
        permit.found(if answers.is_ok() {
            Found::Answered
        } else {
            Found::Nothing
        });
        Ok((answers.map_err(|_| Problem::too_late())?, session))
    }

    /// Takes over one of the results of [`Self::side_by_side`].
    pub(crate) fn accept<T>(&mut self, sent: &SessionCall, answer: Result<Answer<T>, Failure>) -> Result<T, Problem> {
        let answer = Ok::<_, Infallible>(answer);
        self.state.breaker.note(found(&answer));
        self.take(sent, answer, Kind::Read)
    }

    /// Sends a change to the backend, which is not cancelled at the deadline: the backend may still carry it out. It
    /// holds the session's lock until the backend has responded or the call has timed out, so that the next change sees
    /// its result.
    pub(crate) async fn change<T: Send + 'static>(
        &mut self,
        session_lock: Option<SessionLock>,
        operation: impl for<'c> FnOnce(&'c ShopwareClient, &'c SessionCall) -> BackendCall<'c, T> + Send + 'static,
    ) -> Result<(T, Option<SessionLock>), Problem> {
        self.send(session_lock, Kind::Change, operation).await
    }

    /// As [`Self::change`], for a change by which the visitor becomes another one, a customer or nobody: the session
    /// continues with another token. `request` is a hash of the request body: a repeated request, sent because the response was lost, gets the
    /// same session.
    pub(crate) async fn become_customer<T: Send + 'static>(
        &mut self,
        session_lock: Option<SessionLock>,
        request: [u8; 32],
        operation: impl for<'c> FnOnce(&'c ShopwareClient, &'c SessionCall) -> BackendCall<'c, T> + Send + 'static,
    ) -> Result<(T, Option<SessionLock>), Problem> {
        self.send(session_lock, Kind::Become(request), operation).await
    }

    async fn send<T: Send + 'static>(
        &mut self,
        session_lock: Option<SessionLock>,
        kind: Kind,
        operation: impl for<'c> FnOnce(&'c ShopwareClient, &'c SessionCall) -> BackendCall<'c, T> + Send + 'static,
    ) -> Result<(T, Option<SessionLock>), Problem> {
        let session = self.session()?;
        let sent = session.clone();
        let state = Arc::clone(&self.state);
        drop(state.breaker.pass()?);
        let sending = tokio::spawn(async move {
            let patience = state.config.limits.backend_timeout;
            let permit = state.breaker.pass().ok();
            let answer = timeout(patience, operation(&state.shopware, &session)).await;
            if let Some(permit) = permit {
                permit.found(found(&answer));
            }
            if let (Kind::Become(request), Some(old), Ok(Ok(answer))) = (kind, &session.token, &answer)
                && let Some(new) = answer.token.as_ref().filter(|new| *new != old)
            {
                state.sessions.became(old, new, request);
            }
            (answer, session_lock)
        });
        let Ok(ended) = timeout_at(self.deadline, sending).await else {
            self.jar.forget_seen();
            return Err(Problem::too_late());
        };
        let (answer, session_lock) = ended.map_err(|_| Problem::from(Code::InternalError).because("panic"))?;
        let value = self.take(&sent, answer, kind)?;
        Ok((value, session_lock))
    }

    /// The session of the next call; an error once the deadline has passed.
    fn session(&self) -> Result<SessionCall, Problem> {
        if Instant::now() >= self.deadline {
            return Err(Problem::too_late());
        }
        Ok(SessionCall {
            token: self.jar.token().cloned(),
            language: self.language()?.clone(),
            visitor: Some(self.address),
        })
    }

    fn take<T, E>(
        &mut self,
        sent: &SessionCall,
        answer: Result<Result<Answer<T>, Failure>, E>,
        kind: Kind,
    ) -> Result<T, Problem> {
        let Ok(answer) = answer else {
            if kind != Kind::Read {
                self.jar.forget_seen();
            }
            return Err(Problem::too_late());
        };
        match answer {
            Ok(answer) => {
                self.observe(sent, answer.token, kind);
                Ok(answer.value)
            }
            Err(failure) => {
                self.observe(sent, failure.token.clone(), kind);
                let problem = Problem::of_backend(&failure, self.state.config.limits.maintenance_retry);
                if kind != Kind::Read && problem.may_have_been_done() {
                    self.jar.forget_seen();
                }
                Err(problem)
            }
        }
    }

    /// Keeps the token of a response. A token that differs from the one sent means that the session had expired, unless
    /// the visitor became a customer.
    fn observe(&mut self, sent: &SessionCall, answered: Option<ContextToken>, kind: Kind) {
        let (Some(old), Some(new)) = (&sent.token, &answered) else {
            return self.jar.observe(sent.token.as_ref(), answered);
        };
        if old == new || matches!(kind, Kind::Become(_)) {
            return self.jar.observe(Some(old), answered);
        }
        let kept = self.state.sessions.expired(old, new, kind == Kind::Change);
        self.expired = true;
        self.jar.go_over(kept);
    }

    /// The visitor's context.
    pub(crate) async fn shopware_context(&mut self) -> Result<Context, Problem> {
        self.call_backend(|shopware, session| Box::pin(shopware.context(session)))
            .await
    }
}

/// The effect of a call on its session.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// None.
    Read,
    /// Changes cart or context.
    Change,
    /// Makes the visitor a customer, by a request with this hash.
    Become([u8; 32]),
}

fn found<T, E>(answer: &Result<Result<Answer<T>, Failure>, E>) -> Found {
    match answer {
        Ok(Ok(_)) => Found::Answered,
        Ok(Err(failure)) => Found::of(&failure.error),
        Err(_) => Found::Nothing,
    }
}
