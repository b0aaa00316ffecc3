//! Shopware apps: a manifest, the handshake of its `<setup>`, and the webhooks that require it (Shopware §20.1, §25.7).
//!
//! **Invariant:** an app whose handshake fails is not installed; an app without `<setup>` is installed, but gets no
//! webhooks.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use jiff::Timestamp;
use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::target::{SHOP_ID, Target, signature};

/// Timeout of the app's part of the handshake.
const PATIENCE: Duration = Duration::from_secs(5);
/// Allowed lengths of a shop secret.
const SECRET: std::ops::RangeInclusive<usize> = 64..=255;

/// The parts of a `manifest.xml` that are used.
#[derive(Debug, Clone, Default)]
pub(crate) struct Manifest {
    name: String,
    /// Registration URL and the app's secret.
    setup: Option<(String, String)>,
    /// Entities that it has permission to read.
    reads: BTreeSet<String>,
    /// URLs by event.
    webhooks: BTreeMap<String, String>,
    custom_fields: Vec<String>,
}

impl Manifest {
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let mut reader = Reader::from_str(text);
        let (mut manifest, mut path, mut content) = (Self::default(), Vec::<String>::new(), String::new());
        let (mut url, mut secret) = (None, None);
        loop {
            match reader
                .read_event()
                .map_err(|error| format!("manifest.xml cannot be read: {error}"))?
            {
                Event::Eof => break,
                Event::Start(tag) => {
                    manifest.tag(&path, &tag)?;
                    path.push(tag.name().as_ref().to_owned());
                    content.clear();
                }
                Event::Empty(tag) => manifest.tag(&path, &tag)?,
                Event::Text(text) => content.push_str(&text),
                Event::GeneralRef(name) if &*name == "amp" => content.push('&'),
                Event::End(_) => {
                    let words = content.trim().to_owned();
                    match path.join("/").as_str() {
                        "manifest/meta/name" => manifest.name = words,
                        "manifest/setup/registrationUrl" => url = Some(words),
                        "manifest/setup/secret" => secret = Some(words),
                        "manifest/permissions/read" => drop(manifest.reads.insert(words)),
                        _ => {}
                    }
                    path.pop();
                    content.clear();
                }
                _ => {}
            }
        }
        manifest.setup = url.zip(secret);
        if manifest.name.is_empty() {
            return Err("manifest.xml has no name".to_owned());
        }
        Ok(manifest)
    }

    fn tag(&mut self, path: &[String], tag: &BytesStart<'_>) -> Result<(), String> {
        let of = |name: &str| -> Result<String, String> {
            let found = tag.try_get_attribute(name).map_err(|error| error.to_string())?;
            let found = found.ok_or_else(|| format!("manifest.xml: {name} is missing"))?;
            let value = found.normalized_value(XmlVersion::Implicit1_0);
            value.map(|value| value.into_owned()).map_err(|error| error.to_string())
        };
        match path.join("/").as_str() {
            "manifest/webhooks" => {
                self.webhooks.insert(of("event")?, of("url")?);
            }
            "manifest/custom-fields/custom-field-set/fields" => self.custom_fields.push(of("name")?),
            _ => {}
        }
        Ok(())
    }
}

/// An installed app.
#[derive(Debug, Clone)]
pub(crate) struct App {
    manifest: Manifest,
    /// The secret that the app issued to this shop; `None` without a handshake.
    secret: Option<String>,
}

impl App {
    pub(crate) fn is(&self, manifest: &Manifest) -> bool {
        self.manifest.name == manifest.name
    }

    pub(crate) fn is_same(&self, other: &Self) -> bool {
        self.is(&other.manifest)
    }

    /// The webhook URL for an event, if the app receives it: events of an entity require the permission to read it.
    pub(crate) fn listens(&self, event: &str, entity: &str) -> Option<Target> {
        let (url, secret) = (self.manifest.webhooks.get(event)?, self.secret.as_ref()?);
        let may = !event.ends_with(".written") && !event.ends_with(".deleted") || self.manifest.reads.contains(entity);
        may.then(|| Target {
            url: url.clone(),
            secret: secret.clone(),
        })
    }

    /// The result of the installation.
    pub(crate) fn told(&self) -> Value {
        let webhooks: Vec<&String> = self
            .manifest
            .webhooks
            .keys()
            .filter(|_| self.secret.is_some())
            .collect();
        json!({"name": self.manifest.name, "webhooks": webhooks, "custom_fields": self.manifest.custom_fields})
    }
}

#[derive(Deserialize)]
struct Registered {
    #[serde(default)]
    proof: String,
    #[serde(default)]
    secret: String,
    #[serde(default)]
    confirmation_url: String,
}

/// Installs an app; `known` is its earlier installation.
pub(crate) async fn installed(
    http: &reqwest::Client,
    manifest: Manifest,
    known: Option<&App>,
    shop_url: &str,
) -> Result<App, String> {
    let Some((url, app_secret)) = manifest.setup.clone() else {
        return Ok(App { manifest, secret: None });
    };
    let former = known.and_then(|app| app.secret.as_deref());
    let registered = register(http, &url, &app_secret, former, shop_url).await?;
    let expected = signature(&app_secret, &[SHOP_ID, shop_url, &manifest.name]);
    if registered.proof != expected {
        return Err("APP_REGISTRATION_FAILED: the app proved nothing".to_owned());
    }
    if !SECRET.contains(&registered.secret.len()) {
        return Err("APP_REGISTRATION_FAILED: the secret has not 64 to 255 characters".to_owned());
    }
    confirm(http, &registered, former, shop_url).await?;
    Ok(App {
        manifest,
        secret: Some(registered.secret),
    })
}

async fn register(
    http: &reqwest::Client,
    url: &str,
    app_secret: &str,
    former: Option<&str>,
    shop_url: &str,
) -> Result<Registered, String> {
    // As sent by a real Shopware: the shop's URL is not escaped.
    let query = format!(
        "shop-id={SHOP_ID}&shop-url={shop_url}&timestamp={}",
        Timestamp::now().as_second()
    );
    let mut request = http
        .get(format!("{url}?{query}"))
        .timeout(PATIENCE)
        .header("sw-version", "6.6.7.1")
        .header("sw-context-language", "2fbb5fe2e29a4d70aa5854ce7ce3e20b")
        .header("sw-user-language", "en-GB")
        .header("shopware-app-signature", signature(app_secret, &[&query]));
    if let Some(secret) = former {
        request = request.header("shopware-shop-signature", signature(secret, &[&query]));
    }
    let answer = request.send().await.map_err(failed)?;
    let status = answer.status();
    if !status.is_success() {
        return Err(format!("APP_REGISTRATION_FAILED: the app answered {status}"));
    }
    answer.json().await.map_err(failed)
}

async fn confirm(
    http: &reqwest::Client,
    registered: &Registered,
    former: Option<&str>,
    shop_url: &str,
) -> Result<(), String> {
    let body = json!({
        "apiKey": "SWIASMXWAUHLRWMZQ2U2ADRVOQ", "secretKey": "aTNEd2h4d1gzQlA3SjFaajFSc2dDVzVDREJ1R3RvZnJsMUtOczg",
        "timestamp": Timestamp::now().as_second().to_string(), "shopUrl": shop_url, "shopId": SHOP_ID,
    })
    .to_string();
    let mut request = http
        .post(&registered.confirmation_url)
        .timeout(PATIENCE)
        .header("content-type", "application/json")
        .header("shopware-shop-signature", signature(&registered.secret, &[&body]));
    if let Some(secret) = former {
        request = request.header("shopware-shop-signature-previous", signature(secret, &[&body]));
    }
    let status = request.body(body).send().await.map_err(failed)?.status();
    if status.is_success() {
        return Ok(());
    }
    Err(format!(
        "APP_REGISTRATION_FAILED: the confirmation was answered {status}"
    ))
}

fn failed(error: reqwest::Error) -> String {
    format!("APP_REGISTRATION_FAILED: {}", error.without_url())
}
