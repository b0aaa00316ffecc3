//! One call as a handler sees it: guarded, parsed, with the visitor's session and the page's locale.
//!
//! **Invariant:** the backend is reached through [`Call::ask`] alone, which gives every wait a deadline and keeps the token of every
//! answer and failure (rules 13 and 14, R-SESS-02).

use std::{
    net::IpAddr,
    sync::{Arc, LazyLock},
};

use bytes::Bytes;
use http::{HeaderMap, StatusCode};
use serde::{Serialize, de::DeserializeOwned};
use tokio::time::timeout;
use vitrine_backends::shopware::session::{Context, ContextToken, LineItemId, SessionCall};
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
    release::{Release, Releases},
    routes::Auth,
    static_files::Compressed,
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
    pub(crate) compressed: Compressed,
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

    /// Makes one call to the backend in the visitor's name and the page's language.
    pub(crate) async fn ask<T>(
        &mut self,
        operation: impl for<'c> FnOnce(&'c dyn Commerce, &'c SessionCall) -> CommerceFuture<'c, T> + Send,
    ) -> Result<T, Problem> {
        let shop = Arc::clone(&self.shop);
        let Some(language) = shop.languages.get(usize::from(self.locale.0)) else {
            return Err(Problem::from(Code::InternalError).because("a locale without a language"));
        };
        let session = SessionCall {
            token: self.jar.token().cloned(),
            language: language.clone(),
        };
        let answer = timeout(
            shop.config.limits.backend_timeout,
            operation(shop.commerce.as_ref(), &session),
        )
        .await
        .map_err(|_| Problem::from(Code::BackendTimeout).because("the backend's deadline passed"))?;
        match answer {
            Ok(answer) => {
                self.jar.observe(session.token.as_ref(), answer.token);
                Ok(answer.value)
            }
            Err(failure) => {
                self.jar.observe(session.token.as_ref(), failure.token);
                Err(Problem::of_backend(
                    &failure.error,
                    shop.config.limits.maintenance_retry,
                ))
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
    /// The change is made while the answer is held.
    pub(crate) async fn begin_change(&mut self) -> Result<Option<Held>, Problem> {
        let held = match self.jar.token().cloned() {
            Some(token) => Some(Arc::clone(&self.shop).queue.wait(&token).await?),
            None => None,
        };
        let known = self
            .jar
            .token()
            .and_then(|token| self.shop.session_languages.get(&hash(token)));
        if known != Some(self.locale) {
            self.ask(|commerce, session| commerce.set_language(session)).await?;
            if let Some(token) = self.jar.token() {
                self.shop.session_languages.put(hash(token), self.locale, 1);
            }
        }
        Ok(held)
    }
}

fn hash(token: &ContextToken) -> [u8; 32] {
    *blake3::hash(token.expose().as_bytes()).as_bytes()
}
