//! One call as a handler sees it: guarded, parsed, with the visitor's session and the page's locale.
//!
//! **Invariant:** the backend is reached through [`Call::ask`] and [`Call::change`] alone. All their waits together have the one deadline that the call was
//! given when it was admitted, and the token of every answer and failure is kept (rules 13 and 14, R-SESS-02).

use std::{
    net::IpAddr,
    sync::{Arc, LazyLock},
};

use bytes::Bytes;
use http::{HeaderMap, StatusCode};
use serde::{Serialize, de::DeserializeOwned};
use tokio::time::{Instant, timeout, timeout_at};
use vitrine_backends::shopware::session::{Answer, Context, ContextToken, Failure, LineItemId, SessionCall};
use vitrine_model::{ids::LanguageId, locale::LocaleIndex};

use crate::{
    commerce::{Commerce, CommerceFuture},
    config::ApiConfig,
    cookies::Jar,
    generations::Generations,
    messages::Messages,
    problem::{Code, Problem},
    queue::{Held, WriteQueue},
    rate::RateLimits,
    readiness::Readiness,
    release::{Release, Releases},
    routes::Auth,
    static_files::Bodies,
    view::Page,
    workbench::Workbench,
};

/// What all requests of a process share.
pub(crate) struct Shop {
    pub(crate) config: ApiConfig,
    pub(crate) commerce: Arc<dyn Commerce>,
    /// The commerce language of each locale, by index.
    pub(crate) languages: Vec<LanguageId>,
    pub(crate) releases: Releases,
    pub(crate) rates: RateLimits,
    pub(crate) queue: WriteQueue,
    /// Which language a session was last given, by the hash of its token.
    pub(crate) session_languages: Generations<[u8; 32], LocaleIndex>,
    pub(crate) bodies: Bodies,
    pub(crate) readiness: Readiness,
    /// The security headers of every page.
    pub(crate) page_headers: HeaderMap,
    /// Only with `vitrine dev`.
    pub(crate) workbench: Option<Arc<dyn Workbench>>,
}

static ENGLISH_ONLY: LazyLock<Messages> = LazyLock::new(Messages::default);

impl Shop {
    /// The code of a locale.
    pub(crate) fn code(&self, locale: LocaleIndex) -> &str {
        let locales = &self.config.locales;
        locales
            .get(locale)
            .unwrap_or_else(|| locales.default_locale())
            .code
            .as_str()
    }
}

/// The texts of a release; English ones without.
pub(crate) fn messages(release: Option<&Release>) -> &Messages {
    release.map_or(&ENGLISH_ONLY, |release| &release.messages)
}

/// A handler's answer.
pub(crate) struct Reply {
    pub(crate) status: StatusCode,
    pub(crate) body: Bytes,
}

impl Reply {
    /// 200 with JSON.
    pub(crate) fn json(value: &impl Serialize) -> Result<Self, Problem> {
        Self::with_status(StatusCode::OK, value)
    }

    /// Another status with JSON.
    pub(crate) fn with_status(status: StatusCode, value: &impl Serialize) -> Result<Self, Problem> {
        serde_json::to_vec(value)
            .map(|body| Self {
                status,
                body: body.into(),
            })
            .map_err(|error| Problem::from(Code::InternalError).because(&error.to_string()))
    }
}

/// The call.
pub(crate) struct Call {
    pub(crate) shop: Arc<Shop>,
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

impl Call {
    /// The page that asks, for views.
    pub(crate) fn page(&self) -> Page<'_> {
        Page {
            release: self.release.as_deref(),
            messages: messages(self.release.as_deref()),
            locale: self.locale,
            code: self.shop.code(self.locale),
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

    /// The row that the path names.
    pub(crate) fn line_item_id(&self) -> Result<LineItemId, Problem> {
        self.parameters
            .iter()
            .find(|(name, _)| name == "id")
            .filter(|(_, id)| id.len() == 32 && id.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f')))
            .and_then(|(_, id)| LineItemId::parse(id).ok())
            .ok_or_else(|| Problem::invalid("the line item id is not 32 hex digits"))
    }

    /// The request is whole and let in: from here on the server is waited for, not the client.
    pub(crate) fn admitted(&mut self) {
        self.deadline = Instant::now() + self.shop.config.limits.backend_timeout;
    }

    /// Asks the backend in the visitor's name and the page's language.
    pub(crate) async fn ask<T>(
        &mut self,
        operation: impl for<'c> FnOnce(&'c dyn Commerce, &'c SessionCall) -> CommerceFuture<'c, T> + Send,
    ) -> Result<T, Problem> {
        let session = self.session()?;
        let shop = Arc::clone(&self.shop);
        let answer = timeout_at(self.deadline, operation(shop.commerce.as_ref(), &session)).await;
        self.take(session.token.as_ref(), answer.map_err(|_| too_late())?)
    }

    /// Sends a change to the backend, which is not taken back when the call's deadline passes: the backend may still carry it out. It keeps its
    /// turn in the session's queue until the backend has answered or its own time is over, so that what comes next finds it done.
    pub(crate) async fn change<T: Send + 'static>(
        &mut self,
        held: Option<Held>,
        operation: impl for<'c> FnOnce(&'c dyn Commerce, &'c SessionCall) -> CommerceFuture<'c, T> + Send + 'static,
    ) -> Result<(T, Option<Held>), Problem> {
        let session = self.session()?;
        let sent = session.token.clone();
        let shop = Arc::clone(&self.shop);
        let sending = tokio::spawn(async move {
            let patience = shop.config.limits.backend_timeout;
            let answer = timeout(patience, operation(shop.commerce.as_ref(), &session)).await;
            (answer, held)
        });
        let ended = timeout_at(self.deadline, sending).await.map_err(|_| too_late())?;
        let (answer, held) = ended.map_err(|_| Problem::from(Code::InternalError).because("panic"))?;
        let value = self.take(sent.as_ref(), answer.map_err(|_| too_late())?)?;
        Ok((value, held))
    }

    /// In whose name to ask; nothing is asked any more once the deadline has passed.
    fn session(&self) -> Result<SessionCall, Problem> {
        if Instant::now() >= self.deadline {
            return Err(too_late());
        }
        let Some(language) = self.shop.languages.get(usize::from(self.locale.0)) else {
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
                let retry = self.shop.config.limits.maintenance_retry;
                Err(Problem::of_backend(&failure.error, retry))
            }
        }
    }

    /// The visitor's context.
    pub(crate) async fn context(&mut self) -> Result<Context, Problem> {
        self.ask(|commerce, session| commerce.context(session)).await
    }

    /// Lets in whom the row's policy admits.
    pub(crate) async fn authorise(&mut self, auth: Auth) -> Result<(), Problem> {
        if auth == Auth::Public {
            return Ok(());
        }
        let customer = match self.jar.token() {
            Some(_) => self.context().await?.customer,
            None => None,
        };
        match customer {
            Some(customer) if auth == Auth::Guest || !customer.guest => Ok(()),
            _ => Err(Code::LoginRequired.into()),
        }
    }

    /// Lets in who may order on a page of this locale (R-HEAD-02).
    pub(crate) async fn may_order(&mut self) -> Result<(), Problem> {
        let config = &self.shop.config;
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
    pub(crate) async fn begin_change(&mut self) -> Result<Option<Held>, Problem> {
        let mut held = match self.jar.token().cloned() {
            Some(token) => Some(Arc::clone(&self.shop).queue.wait(&token, self.deadline).await?),
            None => None,
        };
        let known = self
            .jar
            .token()
            .and_then(|token| self.shop.session_languages.get(&hash(token)));
        if known != Some(self.locale) {
            ((), held) = self
                .change(held, |commerce, session| commerce.set_language(session))
                .await?;
            if let Some(token) = self.jar.token() {
                self.shop.session_languages.put(hash(token), self.locale, 1);
            }
        }
        Ok(held)
    }

    /// Waits for the changes of this session that are under way, so that what is read holds them.
    pub(crate) async fn settled(&self) -> Result<(), Problem> {
        match self.jar.token() {
            Some(token) => self.shop.queue.settled(token, self.deadline).await,
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
