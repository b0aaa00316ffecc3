//! A request as its handler sees it: checked, parsed, with the visitor's session and the page's locale.
//!
//! **Invariant:** the backend is called only through [`RequestContext::call_backend`] and [`RequestContext::change`].
//! All waits share the one deadline that is set when the request is admitted, and the token of every response and
//! failure is kept (rules 13 and 14, R-SESS-02).

use std::{convert::Infallible, net::IpAddr, sync::Arc};

use bytes::Bytes;
use futures::future::BoxFuture;
use serde::de::DeserializeOwned;
use tokio::{
    task::JoinHandle,
    time::{Instant, timeout, timeout_at},
};
use url::form_urlencoded;
use vitrine_backends::shopware::{
    ShopwareClient,
    session::{Answer, Context, ContextToken, Customer, Failure, SessionCall},
};
use vitrine_model::{ids::LanguageId, locale::LocaleIndex};

use crate::{
    app_state::{AppState, messages},
    breaker::Found,
    cookies::Jar,
    messages::ErrorTexts,
    notice::{Notice, NoticeCode},
    policy::Auth,
    problem::{Code, Problem},
    queue::SessionLock,
    release::Release,
    sessions::Fate,
};

/// A running backend call.
pub(crate) type BackendCall<'a, T> = BoxFuture<'a, Result<Answer<T>, Failure>>;

/// The page that sent the request, for views.
pub(crate) struct Page<'a> {
    pub(crate) release: Option<&'a Release>,
    pub(crate) messages: &'a ErrorTexts,
    pub(crate) locale: LocaleIndex,
    pub(crate) code: &'a str,
}

/// A request that passed the checks of its row, and the state of its response.
pub(crate) struct RequestContext {
    pub(crate) state: Arc<AppState>,
    pub(crate) release: Option<Arc<Release>>,
    pub(crate) address: IpAddr,
    pub(crate) locale: LocaleIndex,
    pub(crate) parameters: Vec<(String, String)>,
    /// The raw query; each handler parses what its row allows.
    pub(crate) query: Option<String>,
    pub(crate) body: Bytes,
    pub(crate) jar: Jar,
    /// When the request was complete and admitted.
    pub(crate) admitted_at: Instant,
    /// The deadline of the response.
    pub(crate) deadline: Instant,
    /// The customer that the row's policy found, or the last read of the session.
    pub(crate) customer: Option<Customer>,
    /// Whether the session of the request had expired.
    pub(crate) expired: bool,
}

impl RequestContext {
    /// The page that sent the request, for views.
    pub(crate) fn page(&self) -> Page<'_> {
        Page {
            release: self.release.as_deref(),
            messages: messages(self.release.as_deref()),
            locale: self.locale,
            code: self.state.code(self.locale),
        }
    }

    /// Parses the body; types refuse unknown fields.
    pub(crate) fn json<T: DeserializeOwned>(&self) -> Result<T, Problem> {
        // If every field is optional, serde would accept a list instead of an object.
        if self.body.iter().find(|byte| !byte.is_ascii_whitespace()) != Some(&b'{') {
            return Err(Problem::invalid("the body is no JSON object"));
        }
        // The position and kind of the error, without the visitor's input.
        serde_json::from_slice(&self.body).map_err(|error| {
            Problem::invalid(&format!(
                "the body is not what the document asks for, at line {} column {}",
                error.line(),
                error.column()
            ))
        })
    }

    /// Parses the urlencoded body of a form: texts only, each field once; types refuse unknown fields.
    pub(crate) fn urlencoded<T: DeserializeOwned>(&self) -> Result<T, Problem> {
        let mut fields = serde_json::Map::new();
        for (name, value) in form_urlencoded::parse(&self.body) {
            if fields.insert(name.into_owned(), value.into_owned().into()).is_some() {
                return Err(Problem::invalid("a field of the form was sent twice"));
            }
        }
        // The error could contain the visitor's input.
        serde_json::from_value(fields.into()).map_err(|_| Problem::invalid("the form has other fields"))
    }

    /// A decoded parameter of the path.
    pub(crate) fn parameter(&self, name: &str) -> Option<&str> {
        self.parameters
            .iter()
            .find(|(known, _)| known == name)
            .map(|(_, value)| value.as_str())
    }

    /// Sets the deadline: the request is complete and admitted, so any further wait is for the server, not for the
    /// client.
    pub(crate) fn admitted(&mut self) {
        self.admitted_at = Instant::now();
        self.deadline = self.admitted_at + self.state.config.limits.backend_timeout;
    }

    /// Switches to the session that recently replaced an expired one: requests that the page sent before it received
    /// the new token contain the old one.
    pub(crate) fn follow_session(&mut self) {
        // Two calls at once may both have found a new session expired; no chain is longer than this.
        for _ in 0..4 {
            let fate = self.jar.token().and_then(|token| self.state.sessions.fate(token));
            let Some(Fate::Expired(new)) = fate else { break };
            self.jar.go_over(new);
        }
    }

    /// Goes on without a session if that of the request was ended on purpose (rule 10).
    pub(crate) fn leave_ended_session(&mut self) {
        if self.jar.token().is_some_and(|token| self.state.logged_out.has(token)) {
            self.jar.end();
        }
    }

    /// Switches to the customer's session that the same request recently created; false if there is none.
    pub(crate) fn follow_customer(&mut self, request: [u8; 32]) -> bool {
        let fate = self.jar.token().and_then(|token| self.state.sessions.fate(token));
        match fate {
            Some(Fate::Became(new, by)) if by == request => {
                self.jar.go_over(new);
                true
            }
            _ => false,
        }
    }

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

    /// The commerce language of the page.
    pub(crate) fn language(&self) -> Result<&LanguageId, Problem> {
        let known = self.state.languages.get(usize::from(self.locale.0));
        known.ok_or_else(|| Problem::from(Code::InternalError).because("a locale without a language"))
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

    /// Checks that the visitor is who the row's policy requires.
    pub(crate) async fn authorise(&mut self, auth: Auth) -> Result<(), Problem> {
        match auth {
            Auth::Public => Ok(()),
            // Without a session there is no guest; otherwise Shopware itself refuses the row's call.
            Auth::Guest if self.jar.token().is_some() => Ok(()),
            Auth::Guest => Err(Code::LoginRequired.into()),
            Auth::Customer => self.logged_in().await,
        }
    }

    /// Notes who the session's customer is, for what this visitor may do and for the cookie that tells pages of it;
    /// returns whether they are logged in (R-ACCT-06).
    pub(crate) fn found(&mut self, customer: Option<&Customer>) -> bool {
        let logged_in = customer.is_some_and(Customer::is_logged_in);
        if let (true, Some(token)) = (logged_in, self.jar.token()) {
            self.state.sessions.allow(token);
        }
        self.jar.set_customer(logged_in);
        self.customer = customer.cloned();
        logged_in
    }

    async fn logged_in(&mut self) -> Result<(), Problem> {
        let customer = match self.jar.token() {
            Some(_) => self.shopware_context().await?.customer,
            None => None,
        };
        match self.found(customer.as_ref()) {
            true => Ok(()),
            false => Err(Code::LoginRequired.into()),
        }
    }

    /// Whether every visitor may order on a page of this locale (R-HEAD-02).
    pub(crate) fn open_to_all(&self) -> bool {
        let config = &self.state.config;
        config.ordering.open_to_all(&config.locales, self.locale)
    }

    /// Checks that the visitor may order on a page of this locale (R-HEAD-02). The result is remembered for sessions
    /// with a customer.
    pub(crate) async fn may_order(&mut self) -> Result<(), Problem> {
        if self.open_to_all()
            || self
                .jar
                .token()
                .is_some_and(|token| self.state.sessions.is_allowed(token))
        {
            return Ok(());
        }
        match self.logged_in().await {
            Err(problem) if problem.code == Code::LoginRequired => Err(Code::OrderingNotAllowed.into()),
            other => other,
        }
    }

    /// To be called after a change: if the session had expired in the meantime, it no longer had a customer, and the
    /// new session is dropped.
    pub(crate) fn still_may_order(&mut self) -> Result<(), Problem> {
        if self.expired && !self.open_to_all() {
            self.jar.forget();
            return Err(Code::OrderingNotAllowed.into());
        }
        Ok(())
    }

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

    /// The notice about an expired session (R-SESS-02).
    pub(crate) fn notice(&self) -> Option<Notice> {
        let page = self.page();
        self.expired.then(|| Notice {
            code: NoticeCode::SessionExpired,
            message: page.messages.text(page.code, "notices.session-expired", &[]),
        })
    }

    /// Waits for running changes of this session, so that a read includes them.
    pub(crate) async fn settled(&self) -> Result<(), Problem> {
        match self.jar.token() {
            Some(token) => self.state.queue.settled(token, self.deadline).await,
            None => Ok(()),
        }
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
