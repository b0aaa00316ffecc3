//! The shop's own server, asked at its public address.

use std::time::Duration;

use jiff::Timestamp;
use reqwest::{Client, RequestBuilder, redirect::Policy};
use secrecy::{ExposeSecret, SecretString};
use serde::Deserialize;
use vitrine_api::event_headers;

use crate::{
    cmd::doctor::{
        codes::{Area, by_code, delivery as codes},
        report::Report,
    },
    config::Config,
};

const WAITS: Duration = Duration::from_secs(8);
/// A longer answer is not of this server.
const LONGEST: usize = 1 << 20;
/// An event that changes no page.
const PING: &str = r#"{"event":"ping"}"#;

/// The parts of `/api/ready` that are read.
#[derive(Deserialize)]
struct Ready {
    status: String,
    #[serde(default)]
    setup: Vec<Setup>,
}

#[derive(Deserialize)]
struct Setup {
    code: String,
    locale: Option<String>,
    message: String,
    remedy: String,
}

/// The parts of `/api/builder` that are read.
#[derive(Deserialize)]
struct Builder {
    #[serde(default)]
    events: Vec<Event>,
    #[serde(default)]
    refused: Vec<Refusal>,
}

#[derive(Deserialize)]
struct Event {
    at: i64,
    from: String,
    kind: String,
}

#[derive(Deserialize)]
struct Refusal {
    from: String,
    why: String,
    times: u64,
}

pub(super) async fn examine(config: &Config, server: Option<&str>) -> Report {
    let mut report = Report::default();
    let base = match server {
        Some(url) => url.trim_end_matches('/'),
        None if config.is_public() => config.file.site.base_url.trim_end_matches('/'),
        None => {
            report.not_checked(
                Area::Delivery,
                "the shop's own server, and events",
                "site.base_url is on this machine: name a running server with --server",
            );
            return report;
        }
    };
    let client = Client::builder()
        .connect_timeout(WAITS)
        .timeout(WAITS)
        .redirect(Policy::none())
        .build();
    let Ok(client) = client else {
        report.not_checked(Area::Delivery, "the shop's own server", "no HTTP client could be made");
        return report;
    };
    if config.hooks.content.is_none() {
        report.add(&codes::HOOK_SECRET_MISSING, "there is no secret for events of the CMS");
    }
    if !ready(&client, base, &mut report).await {
        return report;
    }
    hooks(config, &client, base, &mut report).await;
    report
}

/// The state of the server; whether it answered.
async fn ready(client: &Client, base: &str, report: &mut Report) -> bool {
    let url = format!("{base}/api/ready");
    let (status, body) = match sent(client.get(&url)).await {
        Ok(answer) => answer,
        Err(why) => {
            report.add(&codes::SERVER_SILENT, format!("{url} cannot be reached: {why}"));
            return false;
        }
    };
    if status == 421 {
        report.add(&codes::HOST_REFUSED, format!("{url} is answered with 421"));
        return false;
    }
    let Ok(ready) = serde_json::from_slice::<Ready>(&body) else {
        report.add(
            &codes::SERVER_SILENT,
            format!("{url} is answered with {status}, and not by vitrine serve"),
        );
        return false;
    };
    report.saw(Area::Delivery, "server", format!("{base} says {}", ready.status));
    for found in ready.setup {
        let Some(row) = by_code(&found.code) else { continue };
        report.add_with(row, found.message, found.remedy);
        if let Some(last) = report.findings.last_mut() {
            last.locale = found.locale;
        }
    }
    true
}

/// Sends a signed event that changes no page through each door, and reads which events came.
async fn hooks(config: &Config, client: &Client, base: &str, report: &mut Report) {
    let (content, commerce) = (&config.hooks.content, &config.hooks.commerce);
    for (door, secret) in [("content", content), ("commerce", commerce)] {
        let Some(secret) = secret else { continue };
        let url = format!("{base}/api/hooks/{door}");
        match sent(signed(client.post(&url), secret)).await {
            Ok((202, _)) => report.saw(Area::Delivery, format!("a signed test event to {url}"), "accepted"),
            Ok((status, _)) => report.add(
                &codes::HOOK_REFUSED,
                format!("a signed test event to {url} is answered with {status}"),
            ),
            Err(why) => report.add(
                &codes::HOOK_REFUSED,
                format!("a signed test event to {url} was not answered: {why}"),
            ),
        }
    }
    let secrets: Vec<&SecretString> = content.iter().chain(commerce).collect();
    if !secrets.is_empty() {
        match builder(client, base, &secrets).await {
            Some(builder) => events(config, &builder, report),
            None => report.not_checked(Area::Delivery, "which events came", "/api/builder was not answered"),
        }
    }
}

fn signed(request: RequestBuilder, secret: &SecretString) -> RequestBuilder {
    let now = Timestamp::now();
    let id = format!("vitrine-doctor-{}", now.as_nanosecond());
    let request = request.header("content-type", "application/json").body(PING);
    event_headers(secret, &id, now.as_second(), PING.as_bytes())
        .into_iter()
        .fold(request, |request, (name, value)| request.header(name, value))
}

/// The server's report of events, with the first secret that opens it.
async fn builder(client: &Client, base: &str, secrets: &[&SecretString]) -> Option<Builder> {
    for secret in secrets {
        let request = client.get(format!("{base}/api/builder"));
        if let Ok((200, body)) = sent(request.bearer_auth(secret.expose_secret())).await {
            return serde_json::from_slice(&body).ok();
        }
    }
    None
}

fn events(config: &Config, builder: &Builder, report: &mut Report) {
    // What was refused just now is among them.
    let is_told = report
        .findings
        .iter()
        .any(|found| found.code == codes::HOOK_REFUSED.code);
    for refusal in builder.refused.iter().filter(|_| !is_told) {
        report.add(
            &codes::EVENT_REFUSED,
            format!(
                "{} events of {} were refused since the server began: {}",
                refusal.times, refusal.from, refusal.why
            ),
        );
    }
    for door in ["content", "commerce"] {
        let last = builder.events.iter().find(|event| event.from == door);
        match last {
            Some(event) => {
                let at = Timestamp::from_second(event.at).map_or_else(|_| String::new(), |at| at.to_string());
                report.saw(Area::Delivery, format!("last event of {door}"), format!("{} at {at}", event.kind));
            }
            None if door == "content" && config.hooks.content.is_some() => report.add(
                &codes::EVENT_NONE,
                "no event of the CMS is among the last ones: whether it sends any can only be seen when something is saved there",
            ),
            None => {}
        }
    }
}

/// Status and body of an answer, or why there is none.
async fn sent(request: RequestBuilder) -> Result<(u16, Vec<u8>), String> {
    let why = |error: reqwest::Error| {
        let error = error.without_url();
        match error.is_timeout() {
            true => format!("no answer within {} s", WAITS.as_secs()),
            false => error.to_string(),
        }
    };
    let mut response = request.send().await.map_err(why)?;
    let status = response.status().as_u16();
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(why)? {
        if body.len() + chunk.len() > LONGEST {
            return Err(format!("the answer is longer than {LONGEST} bytes"));
        }
        body.extend_from_slice(&chunk);
    }
    Ok((status, body))
}
