//! One request as a handler sees it: guarded, parsed, with the visitor's session and the page's locale.
//!
//! **Invariant:** the backend is reached through [`RequestContext::call_backend`] and [`RequestContext::change`] alone. All their waits together
//! have the one deadline that the request was given when it was admitted, and the token of every answer and failure is kept (rules 13 and 14,
//! R-SESS-02).

use std::{net::IpAddr, sync::Arc};

use bytes::Bytes;
use futures::future::BoxFuture;
use serde::de::DeserializeOwned;
use tokio::time::{Instant, timeout, timeout_at};
use vitrine_backends::shopware::{
    ShopwareClient,
    session::{Answer, Context, ContextToken, Failure, SessionCall},
};
use vitrine_model::locale::LocaleIndex;

use crate::{
    app_state::{AppState, messages},
    cookies::Jar,
    messages::Messages,
    policy::Auth,
    problem::{Code, Problem},
    queue::SessionLock,
    release::Release,
};

/// The answer of a backend call under way.
pub(crate) type BackendCall<'a, T> = BoxFuture<'a, Result<Answer<T>, Failure>>;

/// The page that sent the request, for views.
pub(crate) struct Page<'a> {
    pub(crate) release: Option<&'a Release>,
    pub(crate) messages: &'a Messages,
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

    /// Reads from Shopware with the visitor's token and in the page's language.
    pub(crate) async fn call_backend<T>(
        &mut self,
        operation: impl for<'c> FnOnce(&'c ShopwareClient, &'c SessionCall) -> BackendCall<'c, T> + Send,
    ) -> Result<T, Problem> {
        let session = self.session()?;
        let state = Arc::clone(&self.state);
        let answer = timeout_at(self.deadline, operation(&state.shopware, &session)).await;
        self.take(session.token.as_ref(), answer.map_err(|_| too_late())?)
    }

    /// Sends a change to the backend, which is not taken back when the call's deadline passes: the backend may still carry it out. It keeps its
    /// turn in the session's queue until the backend has answered or its own time is over, so that what comes next finds it done.
    pub(crate) async fn change<T: Send + 'static>(
        &mut self,
        session_lock: Option<SessionLock>,
        operation: impl for<'c> FnOnce(&'c ShopwareClient, &'c SessionCall) -> BackendCall<'c, T> + Send + 'static,
    ) -> Result<(T, Option<SessionLock>), Problem> {
        let session = self.session()?;
        let sent = session.token.clone();
        let state = Arc::clone(&self.state);
        let sending = tokio::spawn(async move {
            let patience = state.config.limits.backend_timeout;
            let answer = timeout(patience, operation(&state.shopware, &session)).await;
            (answer, session_lock)
        });
        let ended = timeout_at(self.deadline, sending).await.map_err(|_| too_late())?;
        let (answer, session_lock) = ended.map_err(|_| Problem::from(Code::InternalError).because("panic"))?;
        let value = self.take(sent.as_ref(), answer.map_err(|_| too_late())?)?;
        Ok((value, session_lock))
    }

    /// In whose name to ask; nothing is asked any more once the deadline has passed.
    fn session(&self) -> Result<SessionCall, Problem> {
        if Instant::now() >= self.deadline {
            return Err(too_late());
        }
        let Some(language) = self.state.languages.get(usize::from(self.locale.0)) else {
            return Err(Problem::from(Code::InternalError).because("a locale without a language"));
        };
        Ok(SessionCall {
            token: self.jar.token().cloned(),
            language: language.clone(),
        })
    }

    fn take<T>(&mut self, sent: Option<&ContextToken>, answer: Result<Answer<T>, Failure>) -> Result<T, Problem> {
        match answer {
            Ok(answer) => {
                self.jar.observe(sent, answer.token);
                Ok(answer.value)
            }
            Err(failure) => {
                self.jar.observe(sent, failure.token);
                let retry = self.state.config.limits.maintenance_retry;
                Err(Problem::of_backend(&failure.error, retry))
            }
        }
    }

    /// The visitor's context.
    pub(crate) async fn shopware_context(&mut self) -> Result<Context, Problem> {
        self.call_backend(|shopware, session| Box::pin(shopware.context(session)))
            .await
    }

    /// Lets in whom the row's policy admits.
    pub(crate) async fn authorise(&mut self, auth: Auth) -> Result<(), Problem> {
        if auth == Auth::Public {
            return Ok(());
        }
        let customer = match self.jar.token() {
            Some(_) => self.shopware_context().await?.customer,
            None => None,
        };
        match customer {
            Some(customer) if auth == Auth::Guest || !customer.guest => Ok(()),
            _ => Err(Code::LoginRequired.into()),
        }
    }

    /// Lets in who may order on a page of this locale (R-HEAD-02).
    pub(crate) async fn may_order(&mut self) -> Result<(), Problem> {
        let config = &self.state.config;
        if config.ordering.open_to_all(&config.locales, self.locale) {
            return Ok(());
        }
        match self.authorise(Auth::Customer).await {
            Err(problem) if problem.code == Code::LoginRequired => Err(Code::OrderingNotAllowed.into()),
            other => other,
        }
    }

    /// Waits for earlier changes of this session, then brings its language in line with the page's (R-I18N-05, rule 15).
    /// The change is made with what the answer holds.
    pub(crate) async fn lock_session(&mut self) -> Result<Option<SessionLock>, Problem> {
        let mut session_lock = match self.jar.token().cloned() {
            Some(token) => Some(Arc::clone(&self.state).queue.wait(&token, self.deadline).await?),
            None => None,
        };
        let known = self
            .jar
            .token()
            .and_then(|token| self.state.session_languages.get(&hash(token)));
        if known != Some(self.locale) {
            ((), session_lock) = self
                .change(session_lock, |shopware, session| {
                    Box::pin(shopware.set_language(session, &session.language))
                })
                .await?;
            if let Some(token) = self.jar.token() {
                self.state.session_languages.put(hash(token), self.locale, 1);
            }
        }
        Ok(session_lock)
    }

    /// Waits for the changes of this session that are under way, so that what is read holds them.
    pub(crate) async fn settled(&self) -> Result<(), Problem> {
        match self.jar.token() {
            Some(token) => self.state.queue.settled(token, self.deadline).await,
            None => Ok(()),
        }
    }
}

fn too_late() -> Problem {
    Problem::from(Code::BackendTimeout).because("the call's deadline passed")
}

fn hash(token: &ContextToken) -> [u8; 32] {
    *blake3::hash(token.expose().as_bytes()).as_bytes()
}
