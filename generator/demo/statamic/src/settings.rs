//! Settings of an installation that affect all requests: version, edition, rate limit, bearer token, maintenance,
//! logins in front of the site, disabled resources, the CSRF check of forms. All are off at start except for the CSRF
//! check of the stock profile; the control API changes them (Statamic §10, §15, §16).
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
    /// Whether `/!/forms` requires a CSRF token, which nothing here provides: true in the stock profile, false in the
    /// extended one.
    pub csrf: Option<bool>,
    /// Maximum number of calls below `/api` in a minute; absent = unlimited, the default of Laravel 11 and later.
    pub calls_per_minute: Option<u32>,
    /// Token that `/api` requires as `Authorization: Bearer` (in version 6 `STATAMIC_API_AUTH_TOKEN`, which does not
    /// protect GraphQL; in version 5 a custom middleware, which protects both); absent = none.
    pub bearer: Option<String>,
    /// Maintenance mode (`php artisan down`): every request gets a 503.
    pub maintenance: bool,
    /// Whether the API caches its answers for an hour, as Statamic does; off at start, so that changes of the shop's
    /// files are visible immediately.
    pub api_cache: bool,
    /// Whether the Stache was emptied (`php please cache:clear`) and no list was requested since.
    pub cold_stache: bool,
    /// Whether it is the Pro edition, without which REST and GraphQL fail; absent = yes.
    pub pro: Option<bool>,
    /// The login page to which something in front of the site redirects all requests; absent = none.
    pub login: Option<String>,
    /// Basic auth credentials that a web server in front of the site requires (a staging site), as `name:password`;
    /// absent = none.
    pub basic: Option<String>,
    /// Disabled resources, by their first path segment: `globals`, `forms`, `users`, …
    pub off: Vec<String>,
    /// The version after an upgrade; absent = the version at start.
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

    /// The version, if the control API has changed it.
    pub(crate) fn version(&self) -> Option<StatamicVersion> {
        self.lock().settings.version
    }

    /// Whether a resource is disabled.
    pub(crate) fn is_off(&self, resource: &str) -> bool {
        self.lock().settings.off.iter().any(|off| off == resource)
    }

    /// Whether answers are cached.
    pub(crate) fn keeps_answers(&self) -> bool {
        self.lock().settings.api_cache
    }

    /// The answer without reaching the site: by a server in front of it, or in maintenance mode.
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

/// Seconds since the start of the window; if the clock was set back, a new window starts.
fn age(start: Timestamp, now: Timestamp) -> i64 {
    let seconds = now.as_second() - start.as_second();
    if seconds < 0 { WINDOW } else { seconds }
}
