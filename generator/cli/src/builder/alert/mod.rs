//! Tells the operator when builds have failed for longer than a setting, and when one succeeds again.
//!
//! **Invariant:** a row of failures is told once in each way, and its end only if it was told; a notice that could not be
//! delivered in one way is sent again in that way alone.

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
    by_mail: Mutex<Row>,
    by_call: Mutex<Row>,
}

fn locked(row: &Mutex<Row>) -> MutexGuard<'_, Row> {
    row.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Alert {
    pub(crate) fn new(settings: AlertSettings) -> Self {
        Self {
            settings,
            by_mail: Mutex::default(),
            by_call: Mutex::default(),
        }
    }

    /// Notes how a build ended that began at `began`; `failure` is why there is no release of it.
    pub(super) fn ended(&self, began: Timestamp, failure: Option<&str>) {
        locked(&self.by_mail).ended(began, failure);
        locked(&self.by_call).ended(began, failure);
    }

    /// Tells what is to be told at `now`, if anything; `live` is the live release.
    pub(super) async fn tell(&self, now: Timestamp, live: Option<String>) {
        let Some(after) = self.settings.after else { return };
        let told = |notice| Told {
            settings: &self.settings,
            notice,
            live: live.clone(),
        };
        let (mail, call) = (
            locked(&self.by_mail).due(now, after),
            locked(&self.by_call).due(now, after),
        );
        let by_mail = async {
            if let Some(notice) = &mail {
                note(&self.by_mail, notice, ("mail", told(notice).by_mail().await), now);
            }
        };
        let by_call = async {
            if let Some(notice) = &call {
                note(
                    &self.by_call,
                    notice,
                    ("VITRINE_ALERT_URL", told(notice).by_call().await),
                    now,
                );
            }
        };
        futures::join!(by_mail, by_call);
    }
}

fn note(row: &Mutex<Row>, notice: &Notice, (way, sent): (&str, Result<(), String>), now: Timestamp) {
    if let Err(error) = &sent {
        tracing::error!(%error, way, "the alert about failed builds could not be delivered; it is sent again");
    }
    locked(row).told(notice, sent.is_ok(), now);
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

#[cfg(test)]
mod tests {
    use std::net::TcpListener;

    use super::*;

    /// A call that fails is tried again alone: a mail that was sent is not sent again with it.
    #[tokio::test]
    async fn each_way_is_told_by_itself() {
        let _installed = rustls::crypto::ring::default_provider().install_default().is_ok();
        // Nobody listens there any more.
        let address = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr());
        let url = format!("http://{}/", address.expect("an address"));
        let after = Duration::from_secs(900);
        let alert = Alert::new(AlertSettings {
            after: Some(after),
            shop: "https://shop.example".to_owned(),
            time_zone: TimeZone::UTC,
            mail: None,
            url: Some(url.into()),
        });
        let at = |second: i64| Timestamp::from_second(1_795_000_000 + second).expect("a time");
        alert.ended(at(0), Some("the CMS is away"));
        alert.tell(at(900), None).await;
        assert_eq!(locked(&alert.by_mail).due(at(960), after), None);
        assert!(locked(&alert.by_call).due(at(960), after).is_some());
    }
}
