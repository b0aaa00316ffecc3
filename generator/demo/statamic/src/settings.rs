//! Settings of an installation that affect all requests: version, edition, rate limit, bearer token, maintenance,
//! log-ins before the site, disabled resources, the CSRF check of forms. All are off at start except for the CSRF check of the stock profile; the control
//! API changes them (Statamic §10, §15, §16).
//!
//! **Invariant:** a refused request reaches neither content nor submissions.

use std::sync::{Mutex, PoisonError};

use axum::http::{HeaderMap, header};
use base64::{Engine, engine::general_purpose::STANDARD};
use jiff::Timestamp;
use serde::Deserialize;

use super::answer::{Rate, Reply};
use super::options::StatamicVersion;

/// Length of the rate limit's window in seconds.
const WINDOW: i64 = 60;

/// Settings of the installation; absent values are the defaults.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct StatamicSettings {
    /// Whether `/!/forms` requires a CSRF token, which nothing here provides: on in the stock profile, off in the
    /// extended one.
    pub csrf: Option<bool>,
    /// Maximum number of calls below `/api` in a minute; absent = unlimited, the default of Laravel 11 and later.
    pub calls_per_minute: Option<u32>,
    /// Token that `/api` requires as `Authorization: Bearer` (`STATAMIC_API_AUTH_TOKEN` of version 6, which does not guard
    /// GraphQL; a middleware of its own in version 5, which guards both); absent = none.
    pub bearer: Option<String>,
    /// Maintenance mode (`php artisan down`): every request gets a 503.
    pub maintenance: bool,
    /// Whether the API keeps its answers for an hour, as Statamic does; off at start, so that an edit of the shop's files is
    /// visible at once.
    pub api_cache: bool,
    /// Whether the Stache was emptied (`php please cache:clear`) and nobody asked for a list since.
    pub cold_stache: bool,
    /// The Pro edition, without which REST and GraphQL fail; absent = it is there.
    pub pro: Option<bool>,
    /// The page that something before the site redirects everybody to, for a log-in; absent = nowhere.
    pub login: Option<String>,
    /// What a web server before the site asks for (basic auth of a staging site), as `name:password`; absent = nothing.
    pub basic: Option<String>,
    /// Disabled resources, by their first path segment: `globals`, `forms`, `users`, …
    pub off: Vec<String>,
    /// The version that the installation was brought to; absent = that of the start.
    pub version: Option<StatamicVersion>,
}

#[derive(Debug, Default)]
struct Inner {
    settings: StatamicSettings,
    window: Option<(Timestamp, u32)>,
}

/// The settings and the state of the rate limit.
#[derive(Debug, Default)]
pub(crate) struct Guard(Mutex<Inner>);

impl Guard {
    /// Replaces the settings and resets the count.
    pub(crate) fn set(&self, settings: StatamicSettings) {
        *self.lock() = Inner { settings, window: None };
    }

    /// Restores the defaults.
    pub(crate) fn reset(&self) {
        self.set(StatamicSettings::default());
    }

    /// Whether forms require a CSRF token.
    pub(crate) fn csrf(&self, by_default: bool) -> bool {
        self.lock().settings.csrf.unwrap_or(by_default)
    }

    /// The version, if the installation was brought to another one.
    pub(crate) fn version(&self) -> Option<StatamicVersion> {
        self.lock().settings.version
    }

    /// Whether a resource is disabled.
    pub(crate) fn is_off(&self, resource: &str) -> bool {
        self.lock().settings.off.iter().any(|off| off == resource)
    }

    /// Whether answers are kept.
    pub(crate) fn keeps_answers(&self) -> bool {
        self.lock().settings.api_cache
    }

    /// What is answered before the site is asked: by a server in front of it, or in maintenance mode.
    pub(crate) fn closed(&self, headers: &HeaderMap) -> Option<Reply> {
        let settings = &self.lock().settings;
        if let Some(credentials) = &settings.basic {
            let wanted = format!("Basic {}", STANDARD.encode(credentials));
            if sent(headers) != Some(wanted.as_str()) {
                return Some(Reply::AsksForPassword);
            }
        }
        if let Some(login) = &settings.login {
            return Some(Reply::Redirect(login.clone()));
        }
        settings.maintenance.then_some(Reply::Unavailable)
    }

    /// The 500 of every API without the Pro edition.
    pub(crate) fn without_pro(&self) -> Option<Reply> {
        (self.lock().settings.pro == Some(false)).then_some(Reply::ServerError)
    }

    /// The 401 of a call without the bearer token.
    pub(crate) fn refused(&self, headers: &HeaderMap) -> Option<Reply> {
        let wanted = format!("Bearer {}", self.lock().settings.bearer.as_ref()?);
        (sent(headers) != Some(wanted.as_str())).then_some(Reply::Unauthenticated)
    }

    /// Counts a call; an error is the 429. `None` without a limit.
    pub(crate) fn count(&self, now: Timestamp) -> Result<Option<Rate>, Reply> {
        let mut inner = self.lock();
        let Some(limit) = inner.settings.calls_per_minute else {
            return Ok(None);
        };
        let running = inner.window.filter(|(start, _)| age(*start, now) < WINDOW);
        let (start, counted) = running.unwrap_or((now, 0));
        let rate = |remaining| Rate {
            limit,
            remaining,
            retry_after: WINDOW - age(start, now),
        };
        if counted >= limit {
            return Err(Reply::TooManyAttempts(rate(0)));
        }
        inner.window = Some((start, counted + 1));
        Ok(Some(rate(limit - counted - 1)))
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn sent(headers: &HeaderMap) -> Option<&str> {
    headers.get(header::AUTHORIZATION)?.to_str().ok()
}

/// Seconds since the start of the window; a clock that was set back starts a new one.
fn age(start: Timestamp, now: Timestamp) -> i64 {
    let seconds = now.as_second() - start.as_second();
    if seconds < 0 { WINDOW } else { seconds }
}
