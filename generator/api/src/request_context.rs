//! One request as a handler sees it: guarded, parsed, with the visitor's session and the page's locale.
//!
//! **Invariant:** the backend is reached through [`RequestContext::call_backend`] and [`RequestContext::change`] alone. All their waits together
//! have the one deadline that the request was given when it was admitted, and the token of every answer and failure is kept (rules 13 and 14,
//! R-SESS-02).

use std::{convert::Infallible, net::IpAddr, sync::Arc};

use bytes::Bytes;
use futures::future::BoxFuture;
use serde::de::DeserializeOwned;
use tokio::time::{Instant, timeout, timeout_at};
use vitrine_backends::shopware::{
    ShopwareClient,
    session::{Answer, Context, ContextToken, Failure, SessionCall},
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

/// The answer of a backend call under way.
pub(crate) type BackendCall<'a, T> = BoxFuture<'a, Result<Answer<T>, Failure>>;

/// The page that sent the request, for views.
pub(crate) struct Page<'a> {
    pub(crate) release: Option<&'a Release>,
    pub(crate) messages: &'a ErrorTexts,
    pub(crate) locale: LocaleIndex,
    pub(crate) code: &'a str,
}

/// A request that passed the guards of its row, and what its answer needs.
pub(crate) struct RequestContext {
    pub(crate) state: Arc<AppState>,
    pub(crate) release: Option<Arc<Release>>,
    pub(crate) address: IpAddr,
    pub(crate) locale: LocaleIndex,
    pub(crate) parameters: Vec<(String, String)>,
    /// As it was sent; a handler parses what its row allows.
    pub(crate) query: Option<String>,
    pub(crate) body: Bytes,
    pub(crate) jar: Jar,
    /// When it must have been answered.
    pub(crate) deadline: Instant,
    /// The session of the request had expired.
    pub(crate) expired: bool,
}

impl RequestContext {
    /// The page that asks, for views.
    pub(crate) fn page(&self) -> Page<'_> {
        Page {
            release: self.release.as_deref(),
            messages: messages(self.release.as_deref()),
            locale: self.locale,
            code: self.state.code(self.locale),
        }
    }

    /// The body as a type that refuses what it does not know.
    pub(crate) fn json<T: DeserializeOwned>(&self) -> Result<T, Problem> {
        // Where every field may be missing, a list would pass for an object.
        if self.body.iter().find(|byte| !byte.is_ascii_whitespace()) != Some(&b'{') {
            return Err(Problem::invalid("the body is no JSON object"));
        }
        // Where and why, without the text itself, which is the visitor's.
        serde_json::from_slice(&self.body).map_err(|error| {
            Problem::invalid(&format!(
                "the body is not what the document asks for, at line {} column {}",
                error.line(),
                error.column()
            ))
        })
    }

    /// A parameter of the path, decoded.
    pub(crate) fn parameter(&self, name: &str) -> Option<&str> {
        self.parameters
            .iter()
            .find(|(known, _)| known == name)
            .map(|(_, value)| value.as_str())
    }

    /// The request is whole and let in: from here on the server is waited for, not the client.
    pub(crate) fn admitted(&mut self) {
        self.deadline = Instant::now() + self.state.config.limits.backend_timeout;
    }

    /// Goes over to the session that took the place of an expired one a moment ago: calls of the page that were sent before it knew come with the old token.
    pub(crate) fn follow_session(&mut self) {
        // A new session may have been found expired by two calls at once; no chain is longer than this.
        for _ in 0..4 {
            let fate = self.jar.token().and_then(|token| self.state.sessions.fate(token));
            let Some(Fate::Expired(new)) = fate else { break };
            self.jar.go_over(new);
        }
    }

    /// Goes over to the session of the customer that this visitor became by the same request a moment ago; false where they did not.
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

    /// Reads from Shopware as somebody without a session, in the page's language. The session that Shopware begins for the answer is given up, and the visitor's own is
    /// not touched.
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

    /// Several reads that do not depend on each other, side by side. What each of them found is told by [`Self::accept`], the one first whose token counts
    /// when the session had expired.
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

    /// Takes over one of the answers of [`Self::side_by_side`].
    pub(crate) fn accept<T>(&mut self, sent: &SessionCall, answer: Result<Answer<T>, Failure>) -> Result<T, Problem> {
        let answer = Ok::<_, Infallible>(answer);
        self.state.breaker.note(found(&answer));
        self.take(sent, answer, Kind::Read)
    }

    /// Sends a change to the backend, which is not taken back when the call's deadline passes: the backend may still carry it out. It keeps its
    /// turn in the session's queue until the backend has answered or its own time is over, so that what comes next finds it done.
    pub(crate) async fn change<T: Send + 'static>(
        &mut self,
        session_lock: Option<SessionLock>,
        operation: impl for<'c> FnOnce(&'c ShopwareClient, &'c SessionCall) -> BackendCall<'c, T> + Send + 'static,
    ) -> Result<(T, Option<SessionLock>), Problem> {
        self.send(session_lock, Kind::Change, operation).await
    }

    /// The same of a change by which the visitor becomes a customer: the session goes on under another token. `request` is a hash of what was sent: who sends the
    /// same again, because the answer was lost, comes to that session.
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

    /// In whose name to ask; nothing is asked any more once the deadline has passed.
    fn session(&self) -> Result<SessionCall, Problem> {
        if Instant::now() >= self.deadline {
            return Err(Problem::too_late());
        }
        Ok(SessionCall {
            token: self.jar.token().cloned(),
            language: self.language()?.clone(),
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

    /// Keeps the token of an answer. Another one than was sent says that the session had expired, unless the visitor became a customer.
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

    /// Lets in whom the row's policy admits.
    pub(crate) async fn authorise(&mut self, auth: Auth) -> Result<(), Problem> {
        match auth {
            Auth::Public => Ok(()),
            // Who has no session is nobody's guest; of all others the backend's own refusal says it, in the one call that the row makes anyway.
            Auth::Guest if self.jar.token().is_some() => Ok(()),
            Auth::Guest => Err(Code::LoginRequired.into()),
            Auth::Customer => self.logged_in().await,
        }
    }

    async fn logged_in(&mut self) -> Result<(), Problem> {
        let customer = match self.jar.token() {
            Some(_) => self.shopware_context().await?.customer,
            None => None,
        };
        match (customer, self.jar.token()) {
            (Some(customer), Some(token)) if !customer.guest => {
                self.state.sessions.allow(token);
                Ok(())
            }
            _ => Err(Code::LoginRequired.into()),
        }
    }

    /// Whether anybody may order on a page of this locale (R-HEAD-02).
    pub(crate) fn open_to_all(&self) -> bool {
        let config = &self.state.config;
        config.ordering.open_to_all(&config.locales, self.locale)
    }

    /// Lets in who may order on a page of this locale (R-HEAD-02). A session that is known to be a customer's is not asked about again.
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

    /// After a change: a session that had expired in the meantime was a customer's no more, and its new one is given up.
    pub(crate) fn still_may_order(&mut self) -> Result<(), Problem> {
        if self.expired && !self.open_to_all() {
            self.jar.forget();
            return Err(Code::OrderingNotAllowed.into());
        }
        Ok(())
    }

    /// Waits for earlier changes of this session. Where its visitor became a customer meanwhile, in another tab, what was asked for is not done: it would be done
    /// to a cart that nobody sees any more.
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

    /// Waits for earlier changes of this session, then brings its language in line with the page's (R-I18N-05, rule 15).
    /// The change is made with what the answer holds. A session that begins with the change has its language from the change itself; its next one makes it stay.
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

    /// The same for an add. Without a cart it is the session's first change, which has its language from the call itself, too, and so waits for no other one.
    pub(crate) async fn lock_to_add(&mut self) -> Result<Option<SessionLock>, Problem> {
        let known = self.jar.token().and_then(|token| self.state.sessions.language(token));
        if known.is_none() && self.jar.is_without_cart() {
            return self.lock().await;
        }
        self.lock_session().await
    }

    /// Notes that the session has the page's language.
    pub(crate) fn knows_language(&self) {
        if let Some(token) = self.jar.token() {
            self.state.sessions.set_language(token, self.locale);
        }
    }

    /// The word that an expired session is told with (R-SESS-02).
    pub(crate) fn notice(&self) -> Option<Notice> {
        let page = self.page();
        self.expired.then(|| Notice {
            code: NoticeCode::SessionExpired,
            message: page.messages.text(page.code, "notices.session-expired", &[]),
        })
    }

    /// Waits for the changes of this session that are under way, so that what is read holds them.
    pub(crate) async fn settled(&self) -> Result<(), Problem> {
        match self.jar.token() {
            Some(token) => self.state.queue.settled(token, self.deadline).await,
            None => Ok(()),
        }
    }
}

/// What a call does to its session.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Nothing.
    Read,
    /// It changes cart or context.
    Change,
    /// Its visitor becomes a customer, by a request with this hash.
    Become([u8; 32]),
}

fn found<T, E>(answer: &Result<Result<Answer<T>, Failure>, E>) -> Found {
    match answer {
        Ok(Ok(_)) => Found::Answered,
        Ok(Err(failure)) => Found::of(&failure.error),
        Err(_) => Found::Nothing,
    }
}
