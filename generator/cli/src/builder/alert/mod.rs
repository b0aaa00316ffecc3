//! Tells the operator when builds have failed for longer than a setting, and when one succeeds again.
//!
//! **Invariant:** a row of failures is told once, and its end only if it was told; a notice that could not be delivered is
//! sent again.

mod row;

use std::{
    fmt,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use jiff::{Timestamp, tz::TimeZone};
use reqwest::{Client, redirect::Policy};
use secrecy::{ExposeSecret, SecretString};
use serde_json::{Value, json};
use vitrine_api::{MailConfig, send_notice};

use self::row::{Notice, Row};

/// Deadline of a call.
const TIMEOUT: Duration = Duration::from_secs(10);

/// Whom to tell.
#[derive(Debug)]
pub(crate) struct AlertSettings {
    /// For how long builds must have failed; `None` = nobody is told.
    pub(crate) after: Option<Duration>,
    /// The address of the shop, to be named.
    pub(crate) shop: String,
    pub(crate) time_zone: TimeZone,
    /// The mail server, and the address to write to.
    pub(crate) mail: Option<(MailConfig, String)>,
    /// The address that is called. It may contain a secret.
    pub(crate) url: Option<SecretString>,
}

/// The failures of the builder, and what was told of them.
#[derive(Debug)]
pub(crate) struct Alert {
    settings: AlertSettings,
    row: Mutex<Row>,
}

impl Alert {
    pub(crate) fn new(settings: AlertSettings) -> Self {
        Self {
            settings,
            row: Mutex::default(),
        }
    }

    fn row(&self) -> MutexGuard<'_, Row> {
        self.row.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes how a build ended that began at `began`; `failure` is why there is no release of it.
    pub(super) fn ended(&self, began: Timestamp, failure: Option<&str>) {
        self.row().ended(began, failure);
    }

    /// Tells what is to be told at `now`, if anything; `live` is the live release.
    pub(super) async fn tell(&self, now: Timestamp, live: Option<String>) {
        let Some(after) = self.settings.after else { return };
        let Some(notice) = self.row().due(now, after) else {
            return;
        };
        let told = Told {
            settings: &self.settings,
            notice: &notice,
            live,
        };
        let (by_mail, by_call) = futures::join!(told.by_mail(), told.by_call());
        let delivered = [("mail", &by_mail), ("VITRINE_ALERT_URL", &by_call)].into_iter();
        for (way, error) in delivered.filter_map(|(way, sent)| Some((way, sent.as_ref().err()?))) {
            tracing::error!(%error, way, "the alert about failed builds could not be delivered; it is sent again");
        }
        self.row().told(&notice, by_mail.is_ok() && by_call.is_ok(), now);
    }
}

/// A notice to be delivered.
struct Told<'a> {
    settings: &'a AlertSettings,
    notice: &'a Notice,
    live: Option<String>,
}

impl fmt::Display for Told<'_> {
    /// In one line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (shop, since) = (&self.settings.shop, self.since());
        match self.notice {
            Notice::Failing(_) => write!(f, "{shop}: builds have failed since {since}"),
            Notice::Recovered(_) => write!(f, "{shop}: builds succeed again; they had failed since {since}"),
        }
    }
}

impl Told<'_> {
    fn since(&self) -> String {
        let since = self.notice.failing().since.to_zoned(self.settings.time_zone.clone());
        since.strftime("%Y-%m-%d %H:%M %Z").to_string()
    }

    fn text(&self) -> String {
        let failing = self.notice.failing();
        let live = self.live.as_deref().unwrap_or("none");
        match self.notice {
            Notice::Failing(_) => format!(
                "{self}.\n\nBuilds that failed: {}. The last one:\n\n{}\n\nVisitors see the release {live}, which is as it was: what was saved since is \
                 not live. It is tried again by itself, and at once when something is saved. `GET /api/builder` tells how it goes.\n",
                failing.count, failing.reason
            ),
            Notice::Recovered(_) => format!("{self}.\n\nThe release {live} is live.\n"),
        }
    }

    fn json(&self) -> Value {
        let failing = self.notice.failing();
        json!({
            "text": self.to_string(),
            "shop": self.settings.shop,
            "state": match self.notice {
                Notice::Failing(_) => "failing",
                Notice::Recovered(_) => "recovered",
            },
            "since": failing.since.to_string(),
            "failures": failing.count,
            "error": failing.reason,
            "release": self.live,
        })
    }

    async fn by_mail(&self) -> Result<(), String> {
        let Some((server, to)) = &self.settings.mail else {
            return Ok(());
        };
        let state = match self.notice {
            Notice::Failing(_) => "failing",
            Notice::Recovered(_) => "recovered",
        };
        let id = format!("builds-{}-{state}", self.notice.failing().since.as_millisecond());
        send_notice(server, &id, to, &self.to_string(), &self.text()).await
    }

    /// Errors do not contain the address.
    async fn by_call(&self) -> Result<(), String> {
        let Some(url) = &self.settings.url else {
            return Ok(());
        };
        let client = Client::builder().redirect(Policy::none()).timeout(TIMEOUT).build();
        let client = client.map_err(|error| error.without_url().to_string())?;
        let sent = client.post(url.expose_secret()).json(&self.json()).send().await;
        let answer = sent.map_err(|error| error.without_url().to_string())?;
        if answer.status().is_success() {
            return Ok(());
        }
        Err(format!("it answered {}", answer.status()))
    }
}
