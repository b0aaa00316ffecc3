//! A request as its handler sees it: checked, parsed, with the visitor's session and the page's locale. Also the row
//! that declares an endpoint, the checks before the handler, and shop data that handlers of several resources need.
//!
//! **Invariant:** the backend is called only through [`RequestContext::call_backend`] and [`RequestContext::change`].
//! All waits share the one deadline that is set when the request is admitted, and the token of every response and
//! failure is kept (rules 13 and 14, R-SESS-02).

pub(crate) mod account_rules;
mod calls;
mod currency;
pub(crate) mod guard;
pub(crate) mod refused_methods;
mod rights;
pub(crate) mod row;
pub(crate) mod storefront;
mod turns;

use std::{net::IpAddr, sync::Arc, time::Duration};

use bytes::Bytes;
use jiff::Timestamp;
use serde::de::DeserializeOwned;
use tokio::{sync::OwnedSemaphorePermit, time::Instant};
use url::form_urlencoded;
use vitrine_backends::shopware::session::{Context, Customer};
use vitrine_model::{ids::LanguageId, locale::LocaleIndex};

use crate::{
    app_state::{AppState, messages},
    config::DeliverySettings,
    events::proof::Delivery,
    release::Release,
    types::notice::{Notice, NoticeCode, NoticeLink},
    visitors::sessions::TokenChange,
    web::{
        code::Code,
        cookies::{Ended, Jar},
        messages::ErrorTexts,
        problem::Problem,
    },
};

/// `Retry-After` while Shopware's language of a locale is not known.
const LANGUAGE_RETRY: Duration = Duration::from_secs(5);

/// The page that sent the request, for views.
pub(crate) struct Page<'a> {
    pub(crate) release: Option<&'a Release>,
    pub(crate) messages: &'a ErrorTexts,
    pub(crate) locale: LocaleIndex,
    pub(crate) code: &'a str,
    /// Whether covers are thumbnails of the backend.
    pub(crate) thumbnails: bool,
    /// The calendar of deliveries and the time; `None` if the shop names no dates.
    pub(crate) dates: Option<(&'a DeliverySettings, Timestamp)>,
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
    /// The content type of a form's body.
    pub(crate) content_type: String,
    /// Whether a form was sent by a script, which gets JSON instead of a page.
    pub(crate) by_script: bool,
    /// The permit of a form's body that may be large.
    pub(crate) room: Option<OwnedSemaphorePermit>,
    /// The proof of a row that a backend signs.
    pub(crate) delivery: Option<Delivery>,
    pub(crate) jar: Jar,
    /// When the request was complete and admitted.
    pub(crate) admitted_at: Instant,
    /// The deadline of the response.
    pub(crate) deadline: Instant,
    /// The customer that the row's policy found, or the last read of the session.
    pub(crate) customer: Option<Customer>,
    /// The session that the row's policy read.
    pub(crate) session: Option<Context>,
    /// Whether the session of the request had expired.
    pub(crate) expired: bool,
}

impl RequestContext {
    /// The page that sent the request, for views.
    pub(crate) fn page(&self) -> Page<'_> {
        let delivery = self.state.config.delivery.as_ref();
        Page {
            release: self.release.as_deref(),
            messages: messages(self.release.as_deref()),
            locale: self.locale,
            code: self.state.code(self.locale),
            thumbnails: self.state.config.thumbnails,
            dates: delivery.map(|delivery| (delivery, delivery.clock.now())),
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
        // Two parallel calls may both have found a new session expired; no chain is longer than this.
        for _ in 0..4 {
            let token_change = self
                .jar
                .token()
                .and_then(|token| self.state.sessions.token_change(token));
            let Some(TokenChange::Expired(new)) = token_change else {
                break;
            };
            self.jar.go_over(new);
        }
    }

    /// Goes on without a session if the session of the request was ended on purpose (rule 10).
    pub(crate) fn leave_ended_session(&mut self) {
        if self.jar.token().is_some_and(|token| self.state.logged_out.has(token)) {
            self.jar.end();
        }
    }

    /// Switches to the customer's session that the same request recently created; false if there is none.
    pub(crate) fn follow_customer(&mut self, request: [u8; 32]) -> bool {
        let token_change = self
            .jar
            .token()
            .and_then(|token| self.state.sessions.token_change(token));
        match token_change {
            Some(TokenChange::Replaced(new, by)) if by == request => {
                self.jar.go_over(new);
                true
            }
            _ => false,
        }
    }

    /// The commerce language of the page; 503 while it is not known.
    pub(crate) fn language(&self) -> Result<&LanguageId, Problem> {
        let unknown = || {
            Problem::from(Code::MaintenanceMode)
                .after(LANGUAGE_RETRY)
                .because("Shopware's language of this locale is not known yet; set commerce_language in its [[locales]] table, or look at /api/ready")
        };
        self.state.languages.of(self.locale).ok_or_else(unknown)
    }

    /// The notice about a session that ended in this request, or in an earlier one whose answer could not contain it
    /// (R-SESS-02). It is shown once.
    pub(crate) fn notice(&mut self) -> Option<Notice> {
        let ended = match self.expired {
            true => Some(self.jar.kind_of_end().unwrap_or(Ended::Anonymous)),
            false => self.jar.ended(),
        };
        self.jar.set_ended(None);
        Some(match ended? {
            Ended::Anonymous => self.notice_of(NoticeCode::SessionExpired, "notices.session-expired"),
            Ended::Customer => Notice {
                login: self.login(),
                ..self.notice_of(NoticeCode::SessionExpired, "notices.customer-session-expired")
            },
        })
    }

    /// A notice without a way to log in.
    pub(crate) fn notice_of(&self, code: NoticeCode, key: &str) -> Notice {
        let page = self.page();
        Notice {
            code,
            message: page.messages.text(page.code, key, &[]),
            login: None,
        }
    }

    /// Where a login is, in the page's language; `None` in a release without accounts.
    fn login(&self) -> Option<NoticeLink> {
        let page = self.page();
        Some(NoticeLink {
            path: page.release?.login_path(page.code)?.to_owned(),
            label: page.messages.text(page.code, "notices.log-in", &[]),
        })
    }

    /// Records that the session of the request is over: pages stop showing its customer and its number of items, and
    /// the next answer that can contains the notice about it.
    pub(crate) fn note_expired(&mut self) {
        self.expired = true;
        self.jar.set_ended(self.jar.kind_of_end());
        self.jar.set_count(0);
        self.jar.set_customer(None);
        self.jar.forget_seen();
    }
}
