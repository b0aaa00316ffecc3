//! Backend calls for a visitor: reads, changes, and the consequences of their answers for the session.
//!
//! **Invariant:** no call waits longer than the request's deadline (rules 13 and 14). The token in a response to a
//! change is used (R-SESS-02); that in a response to a read never is: it is a claim that the session is over, which
//! Shopware must confirm bypassing every cache, and then the visitor gets a newly created session (rule 10).

use std::{convert::Infallible, sync::Arc, time::Duration};

use futures::future::BoxFuture;
use tokio::{
    task::JoinHandle,
    time::{Instant, error::Elapsed, timeout, timeout_at},
};
use vitrine_backends::{
    http::{current_trace, traced},
    shopware::{
        ShopwareClient,
        session::{Answer, Context, ContextToken, Failure, SessionCall},
    },
};

use super::RequestContext;
use crate::{
    app_state::AppState,
    shop::breaker::Found,
    visitors::queue::SessionLock,
    web::{code::Code, problem::Problem},
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
        let began = Instant::now();
        let answer = timeout_at(self.deadline, operation(&state.shopware, &session)).await;
        permit.found(found(&answer, began, &state));
        self.take_read(&session, answer).await
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
        let began = Instant::now();
        let answer = timeout_at(self.deadline, operation(&self.state.shopware, &stranger)).await;
        permit.found(found(&answer, began, &self.state));
        match answer {
            Ok(Ok(answer)) => Ok(answer.value),
            Ok(Err(failure)) => Err(Problem::of_backend(
                &failure,
                self.state.config.limits.maintenance_retry,
            )),
            Err(_) => Err(Problem::too_late()),
        }
    }

    /// As [`Self::call_as_stranger`], for a write that continues in the background: its response may be awaited, or
    /// not.
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
        Ok(tokio::spawn(traced(current_trace(), async move {
            let limits = &state.config.limits;
            let permit = state.breaker.pass()?;
            let began = Instant::now();
            let answer = timeout(limits.backend_timeout, operation(&state.shopware, &stranger)).await;
            permit.found(found(&answer, began, &state));
            match answer {
                Ok(Ok(answer)) => Ok(answer.value),
                Ok(Err(failure)) => Err(Problem::of_backend(&failure, limits.maintenance_retry)),
                Err(_) => Err(Problem::too_late()),
            }
        })))
    }

    /// As [`Self::apart`], in a session other than the visitor's, whose lock is held meanwhile. Returns the token under
    /// which that session continues; the visitor's own is unchanged.
    pub(crate) async fn change_elsewhere<T: Send + 'static>(
        &self,
        token: ContextToken,
        session_lock: SessionLock,
        operation: impl for<'c> FnOnce(&'c ShopwareClient, &'c SessionCall) -> BackendCall<'c, T> + Send + 'static,
    ) -> Result<(T, Option<ContextToken>), Problem> {
        let elsewhere = SessionCall {
            token: Some(token),
            ..self.session()?
        };
        let state = Arc::clone(&self.state);
        drop(state.breaker.pass()?);
        let sending = tokio::spawn(traced(current_trace(), async move {
            let limits = &state.config.limits;
            let permit = state.breaker.pass()?;
            let began = Instant::now();
            let answer = timeout(limits.backend_timeout, operation(&state.shopware, &elsewhere)).await;
            permit.found(found(&answer, began, &state));
            drop(session_lock);
            match answer {
                Ok(Ok(answer)) => Ok((answer.value, answer.token)),
                Ok(Err(failure)) => Err(Problem::of_backend(&failure, limits.maintenance_retry)),
                Err(_) => Err(Problem::too_late()),
            }
        }));
        let ended = timeout_at(self.deadline, sending)
            .await
            .map_err(|_| Problem::too_late())?;
        ended.map_err(|_| Problem::from(Code::InternalError).because("panic"))?
    }

    /// Several independent reads in parallel. Each result must be passed to [`Self::accept`].
    pub(crate) async fn side_by_side<T>(
        &self,
        operation: impl for<'c> FnOnce(&'c ShopwareClient, &'c SessionCall) -> BoxFuture<'c, T> + Send,
    ) -> Result<(T, SessionCall), Problem> {
        let session = self.session()?;
        let permit = self.state.breaker.pass()?;
        let began = Instant::now();
        let answers = timeout_at(self.deadline, operation(&self.state.shopware, &session)).await;
        permit.found(match &answers {
            // The result of each is recorded when it is accepted.
            Ok(_) => Found::Unknown,
            Err(_) => Found::given_up(began.elapsed(), &self.state.config.limits),
        });
        Ok((answers.map_err(|_| Problem::too_late())?, session))
    }

    /// Accepts one of the results of [`Self::side_by_side`].
    pub(crate) async fn accept<T>(
        &mut self,
        sent: &SessionCall,
        answer: Result<Answer<T>, Failure>,
    ) -> Result<T, Problem> {
        self.state.breaker.note(of_answer(&answer));
        self.take_read(sent, Ok::<_, Infallible>(answer)).await
    }

    /// Sends a change to the backend, which is not cancelled at the deadline: the backend may still complete it. It
    /// holds the session's lock until the backend has responded or the call has timed out, so that the next change sees
    /// its result.
    pub(crate) async fn change<T: Send + 'static>(
        &mut self,
        session_lock: Option<SessionLock>,
        operation: impl for<'c> FnOnce(&'c ShopwareClient, &'c SessionCall) -> BackendCall<'c, T> + Send + 'static,
    ) -> Result<(T, Option<SessionLock>), Problem> {
        let patience = self.state.config.limits.backend_timeout;
        self.send(session_lock, Kind::Change, patience, operation).await
    }

    /// As [`Self::change`], for the start of a payment: Shopware waits for the provider in it, so it has a deadline of
    /// its own, and the request waits for it as long.
    pub(crate) async fn start_payment<T: Send + 'static>(
        &mut self,
        session_lock: Option<SessionLock>,
        operation: impl for<'c> FnOnce(&'c ShopwareClient, &'c SessionCall) -> BackendCall<'c, T> + Send + 'static,
    ) -> Result<(T, Option<SessionLock>), Problem> {
        let patience = self.state.config.limits.payment_timeout;
        self.deadline = self.deadline.max(Instant::now() + patience);
        self.send(session_lock, Kind::Change, patience, operation).await
    }

    /// As [`Self::change`], for a change that logs the visitor in or out: the session continues with another token.
    /// `request` is a hash of the request body: a repeated request, sent because the response was lost, gets the same
    /// session.
    pub(crate) async fn become_customer<T: Send + 'static>(
        &mut self,
        session_lock: Option<SessionLock>,
        request: [u8; 32],
        operation: impl for<'c> FnOnce(&'c ShopwareClient, &'c SessionCall) -> BackendCall<'c, T> + Send + 'static,
    ) -> Result<(T, Option<SessionLock>), Problem> {
        let patience = self.state.config.limits.backend_timeout;
        self.send(session_lock, Kind::Become(request), patience, operation)
            .await
    }

    async fn send<T: Send + 'static>(
        &mut self,
        session_lock: Option<SessionLock>,
        kind: Kind,
        patience: Duration,
        operation: impl for<'c> FnOnce(&'c ShopwareClient, &'c SessionCall) -> BackendCall<'c, T> + Send + 'static,
    ) -> Result<(T, Option<SessionLock>), Problem> {
        let state = Arc::clone(&self.state);
        drop(state.breaker.pass()?);
        self.jar.begin();
        let session = self.session()?;
        let sent = session.clone();
        let sending = tokio::spawn(traced(current_trace(), async move {
            let permit = state.breaker.pass().ok();
            let began = Instant::now();
            let answer = timeout(patience, operation(&state.shopware, &session)).await;
            if let Some(permit) = permit {
                permit.found(found(&answer, began, &state));
            }
            if let (Kind::Become(request), Some(old), Ok(Ok(answer))) = (kind, &session.token, &answer)
                && let Some(new) = answer.token.as_ref().filter(|new| *new != old)
            {
                state.sessions.became(old, new, request);
            }
            (answer, session_lock)
        }));
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

    /// Accepts the answer to a read. Without a session there is nothing that it could have changed.
    async fn take_read<T, E>(
        &mut self,
        sent: &SessionCall,
        answer: Result<Result<Answer<T>, Failure>, E>,
    ) -> Result<T, Problem> {
        let Ok(answer) = answer else {
            return Err(Problem::too_late());
        };
        let answered = match &answer {
            Ok(answer) => &answer.token,
            Err(failure) => &failure.token,
        };
        let claimed = matches!((&sent.token, answered), (Some(old), Some(new)) if old != new);
        if claimed && !self.is_over(sent).await {
            return Err(
                Problem::from(Code::BackendUnavailable).because("an answer carried the token of another session")
            );
        }
        answer
            .map(|answer| answer.value)
            .map_err(|failure| Problem::of_backend(&failure, self.state.config.limits.maintenance_retry))
    }

    /// Whether Shopware confirms that the session of a call is over; the visitor then gets a new one, with a token
    /// generated here and unknown to others.
    async fn is_over(&mut self, sent: &SessionCall) -> bool {
        let Some(old) = &sent.token else { return false };
        if self.jar.token() != Some(old) {
            return self.expired;
        }
        let state = Arc::clone(&self.state);
        let Ok(permit) = state.breaker.pass() else { return false };
        let began = Instant::now();
        let answer = timeout_at(self.deadline, state.shopware.session_is_over(sent)).await;
        permit.found(found(&answer, began, &state));
        if !matches!(answer, Ok(Ok(true))) {
            tracing::warn!("an answer carried the token of another session, which Shopware does not confirm");
            return false;
        }
        let kept = self.state.sessions.expired(old, &ContextToken::random(), false);
        self.note_expired();
        self.jar.go_over(kept);
        true
    }

    fn take<T, E>(
        &mut self,
        sent: &SessionCall,
        answer: Result<Result<Answer<T>, Failure>, E>,
        kind: Kind,
    ) -> Result<T, Problem> {
        let Ok(answer) = answer else {
            self.jar.forget_seen();
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
                if problem.may_have_been_done() {
                    self.jar.forget_seen();
                }
                Err(problem)
            }
        }
    }

    /// Keeps the token of a response to a change. A token that differs from the one sent means that the session had expired, unless
    /// the visitor became a customer.
    fn observe(&mut self, sent: &SessionCall, answered: Option<ContextToken>, kind: Kind) {
        let (Some(old), Some(new)) = (&sent.token, &answered) else {
            return self.jar.observe(sent.token.as_ref(), answered);
        };
        if old == new || matches!(kind, Kind::Become(_)) {
            return self.jar.observe(Some(old), answered);
        }
        let kept = self.state.sessions.expired(old, new, true);
        self.note_expired();
        self.jar.go_over(kept);
    }

    /// The visitor's context.
    pub(crate) async fn shopware_context(&mut self) -> Result<Context, Problem> {
        self.call_backend(|shopware, session| Box::pin(shopware.context(session)))
            .await
    }
}

/// The effect of a change on its session.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Changes cart or context.
    Change,
    /// Makes the visitor a customer, by a request with this hash.
    Become([u8; 32]),
}

/// What a call revealed about the backend's state.
fn found<T>(answer: &Result<Result<T, Failure>, Elapsed>, began: Instant, state: &AppState) -> Found {
    match answer {
        Ok(answer) => of_answer(answer),
        Err(_) => Found::given_up(began.elapsed(), &state.config.limits),
    }
}

fn of_answer<T>(answer: &Result<T, Failure>) -> Found {
    match answer {
        Ok(_) => Found::Answered,
        Err(failure) => Found::of(&failure.error),
    }
}
