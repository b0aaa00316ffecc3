//! Events that the backends send after a save: webhooks of a Shopware app as recorded from 6.6 (signed, one attempt and
//! three retries after 1, 2 and 4 s with the same event id), and the requests of the add-on in
//! `scripts/connect/statamic` (one per save, signed by Standard Webhooks, one attempt).
//!
//! Timestamps are from the machine's clock, not from the demo's: the receiver compares them with its own.

use std::sync::{
    Mutex, OnceLock, PoisonError,
    atomic::{AtomicU64, Ordering},
};
use std::time::Duration;

use base64::{Engine, prelude::BASE64_STANDARD};
use jiff::Timestamp;
use serde::Deserialize;
use serde_json::{Value, json};
use vitrine_demo_shopware::Told;
use vitrine_demo_statamic::{ContentTold, StatamicVersion};

pub use crate::target::Target;
use crate::{
    apps::{self, App, Manifest},
    target::{SHOP_ID, mac, signature},
};

/// Delays before the retries of Shopware's queue, in seconds.
const RETRIES: [u64; 3] = [1, 2, 4];
/// Timeout of a question about a save: somebody waits for the page.
const RECEIPT_TIMEOUT: Duration = Duration::from_secs(3);
/// Timeout of an attempt.
const TIMEOUT: Duration = Duration::from_secs(20);

/// Destinations of events; none at start.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Targets {
    /// Events of the CMS.
    #[serde(default)]
    pub content: Option<Target>,
    /// Events of Shopware.
    #[serde(default)]
    pub commerce: Option<Target>,
}

/// Sends events.
#[derive(Debug, Default)]
pub struct Hooks {
    targets: Mutex<Targets>,
    /// The installed Shopware apps.
    apps: Mutex<Vec<App>>,
    /// Created when the first event is sent.
    http: OnceLock<reqwest::Client>,
    sent: AtomicU64,
}

impl Hooks {
    /// Changes the destinations of events.
    pub fn set(&self, targets: Targets) {
        *self.targets.lock().unwrap_or_else(PoisonError::into_inner) = targets;
    }

    fn http(&self) -> reqwest::Client {
        let made = self.http.get_or_init(|| {
            // The client requires a TLS provider although every address here is on loopback; the program may have
            // installed one already.
            let _known = rustls::crypto::ring::default_provider().install_default().is_err();
            // Each save is a process of PHP, which opens a connection of its own: one that is kept could be closed by the
            // receiver at the moment an event is sent, and the CMS tries only once.
            let client = reqwest::Client::builder().pool_max_idle_per_host(0).build();
            client.unwrap_or_default()
        });
        made.clone()
    }

    fn targets(&self) -> Targets {
        self.targets.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Entries were saved or deleted together, or a tree.
    pub(crate) fn content_changed(&self, told: &[ContentTold]) {
        self.tell_content(&json!(told), None);
    }

    /// The same, saved by an editor of the edit pages.
    pub(crate) fn content_saved_by(&self, told: &[ContentTold], editor: &str) {
        self.tell_content(&json!(told), Some(editor));
    }

    /// What became of the last save of an entry, as the shop's server tells the owner of the hook's secret.
    pub(crate) async fn receipt(&self, entry: &str) -> Option<Value> {
        let target = self.targets().content?;
        let server = target.url.strip_suffix("/api/hooks/content")?;
        let request = self.http().get(format!("{server}/api/desk/receipts?entry={entry}"));
        let answer = request
            .bearer_auth(&target.secret)
            .timeout(RECEIPT_TIMEOUT)
            .send()
            .await
            .ok()?;
        answer.error_for_status().ok()?.json().await.ok()
    }

    /// The variables of a global set were saved in a site: Statamic fires `GlobalVariablesSaved`, version 5 then also
    /// `GlobalSetSaved`.
    pub(crate) fn global_saved(&self, handle: &str, site: &str, version: StatamicVersion) {
        let variables = json!({"event": "global.saved", "handle": handle, "site": site});
        let events = match version {
            StatamicVersion::Five => json!([variables, {"event": "global.saved", "handle": handle}]),
            StatamicVersion::Six => json!([variables]),
        };
        self.tell_content(&events, None);
    }

    /// Sends the events of one save in one request.
    fn tell_content(&self, events: &Value, editor: Option<&str>) {
        let Some(target) = self.targets().content else { return };
        let id = format!("statamic_{:032x}", self.event_number());
        let mut body = json!({"event": events[0]["event"], "events": events});
        if let Some(editor) = editor {
            body["by"] = editor.into();
        }
        let body = body.to_string();
        let http = self.http();
        tokio::spawn(async move { to_content(&http, &target, &id, &body).await });
    }

    /// Sends a Shopware event to all receivers.
    pub(crate) fn tell(&self, told: &Told) {
        let by_hand = self.targets().commerce;
        let entity = told.event.split('.').next().unwrap_or_default();
        let apps = self.apps.lock().unwrap_or_else(PoisonError::into_inner);
        let listening = apps.iter().filter_map(|app| app.listens(told.event, entity));
        let targets: Vec<Target> = by_hand.into_iter().chain(listening).collect();
        drop(apps);
        for target in targets {
            let event_id = format!("{:032x}", self.event_number());
            let (http, told) = (self.http(), told.clone());
            tokio::spawn(async move { to_commerce(&http, &target, &told, &event_id).await });
        }
    }

    /// Installs an app, as `bin/console app:install --activate` does.
    pub(crate) async fn install(&self, manifest: &str, shop_url: &str) -> Result<Value, String> {
        let manifest = Manifest::parse(manifest)?;
        let known = {
            let apps = self.apps.lock().unwrap_or_else(PoisonError::into_inner);
            apps.iter().find(|app| app.is(&manifest)).cloned()
        };
        let app = apps::installed(&self.http(), manifest, known.as_ref(), shop_url).await?;
        let told = app.told();
        let activated = app.listens("app.activated", "app");
        let mut apps = self.apps.lock().unwrap_or_else(PoisonError::into_inner);
        apps.retain(|other| !other.is_same(&app));
        apps.push(app);
        drop(apps);
        if let Some(target) = activated {
            let event = Told {
                event: "app.activated",
                payload: Vec::new(),
            };
            let (http, event_id) = (self.http(), format!("{:032x}", self.event_number()));
            tokio::spawn(async move { to_commerce(&http, &target, &event, &event_id).await });
        }
        Ok(told)
    }

    /// Removes all apps.
    pub(crate) fn uninstall(&self) {
        self.apps.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    /// Unique for every event, also after the demo was restarted.
    fn event_number(&self) -> u128 {
        let now = Timestamp::now().as_nanosecond().unsigned_abs();
        now << 16 | u128::from(self.sent.fetch_add(1, Ordering::Relaxed) & 0xffff)
    }
}

async fn to_content(http: &reqwest::Client, target: &Target, id: &str, body: &str) {
    let time = Timestamp::now().as_second().to_string();
    let signature = BASE64_STANDARD.encode(mac(&target.secret, &[id, ".", &time, ".", body]));
    let request = http
        .post(&target.url)
        .header("content-type", "application/json")
        .header("webhook-id", id)
        .header("webhook-timestamp", time)
        .header("webhook-signature", format!("v1,{signature}"))
        .body(body.to_owned());
    if !sent(request).await {
        tracing::warn!(url = target.url, "the CMS could not deliver an event");
    }
}

async fn to_commerce(http: &reqwest::Client, target: &Target, told: &Told, event_id: &str) {
    for pause in std::iter::once(0).chain(RETRIES) {
        tokio::time::sleep(Duration::from_secs(pause)).await;
        let body = json!({
            "data": {"payload": told.payload, "event": told.event},
            "source": {"url": "http://127.0.0.1:8000", "eventId": event_id, "shopId": SHOP_ID, "appVersion": "1.0.0"},
            "timestamp": Timestamp::now().as_second(),
        });
        let body = body.to_string();
        let request = http
            .post(&target.url)
            .header("content-type", "application/json")
            .header("sw-version", "6.6.7.1")
            .header("sw-context-language", "2fbb5fe2e29a4d70aa5854ce7ce3e20b")
            .header("sw-user-language", "en-GB")
            .header("shopware-shop-signature", signature(&target.secret, &[&body]))
            .body(body);
        if sent(request).await {
            return;
        }
    }
    tracing::warn!(url = target.url, "Shopware could not deliver an event");
}

async fn sent(request: reqwest::RequestBuilder) -> bool {
    let answer = request.timeout(TIMEOUT).send().await;
    answer.is_ok_and(|answer| answer.status().is_success())
}
