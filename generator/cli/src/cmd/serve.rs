//! `vitrine serve`: the live release and the API, until a signal ends it.
//!
//! **Invariant:** serves what `dist/current` points at, and goes over to a new release by itself; it builds nothing.

use std::{sync::Arc, time::Duration};

use anyhow::{Context, Result, bail};
use vitrine_api::{ApiConfig, Limits, Ordering, Rates};
use vitrine_backends::{shopware::ShopwareClient, snapshot::Snapshot};
use vitrine_model::locale::Locales;

use crate::{Outcome, cmd::wire, config::Config, progress};

/// Serves.
pub(crate) fn run(config: &Config) -> Result<Outcome> {
    wire::runtime()?.block_on(async {
        let shopware = wire::shopware(config, wire::Purpose::Serve)?;
        let locales = with_languages(config, &shopware).await?;
        let running = vitrine_api::serve(api_config(config, locales), Arc::new(shopware)).await?;
        let url = format!("http://{}", running.addr);
        progress::say(&format!("open {url}  (Ctrl-C ends it)"));
        progress::print(&serde_json::json!({ "url": url }).to_string()).context("could not say where it listens")?;
        wire::stopped().await?;
        running.stop().await;
        Ok(Outcome::Done)
    })
}

/// Every locale with its commerce language: from the configuration, else from the last pull, else from the backend.
pub(super) async fn with_languages(config: &Config, shopware: &ShopwareClient) -> Result<Locales> {
    let mut locales = config.locales.clone();
    let missing: Vec<_> = config
        .locales
        .iter()
        .filter(|(_, l)| l.commerce_language.is_none())
        .map(|(i, l)| (i, l.clone()))
        .collect();
    if missing.is_empty() {
        return Ok(locales);
    }
    let pulled = Snapshot::open(&wire::snapshot_dir(config))
        .map(|s| s.about().languages.clone())
        .unwrap_or_default();
    let asked = if missing.iter().all(|(_, l)| pulled.contains_key(&l.code)) {
        Vec::new()
    } else {
        shopware.languages().await.context("could not look up the sales channel's languages: build once, or set commerce_language in each [[locales]] table")?
    };
    for (index, locale) in missing {
        let known = pulled
            .get(&locale.code)
            .or_else(|| asked.iter().find(|l| l.iso == locale.iso).map(|l| &l.id));
        match known {
            Some(id) => locales.set_commerce_language(index, id.clone()),
            None => bail!(
                "the sales channel has no language {}: add it there, or set commerce_language of the locale {:?}",
                locale.iso,
                locale.code.as_str()
            ),
        }
    }
    Ok(locales)
}

pub(super) fn api_config(config: &Config, locales: Locales) -> ApiConfig {
    let file = &config.file;
    ApiConfig {
        listen: config.listen,
        hosts: file.server.hosts.clone(),
        origins: file.server.origins.clone(),
        https: file.server.https,
        dist: config.path(&file.build.dist),
        state_dir: config.path(&file.build.state_dir),
        limits: limits(config),
        rates: Rates {
            reads: file.rates.reads,
            cart_writes: file.rates.cart_writes,
        },
        trusted_proxies: config.trusted_proxies.clone(),
        locales,
        ordering: Ordering {
            consumer_ordering: file.ordering.consumer_ordering,
            consumer_locales: file.ordering.consumer_locales.clone(),
        },
        limited_at_most: file.stock.limited_at_most,
        image_hosts: file.images.hosts.clone(),
    }
}

fn limits(config: &Config) -> Limits {
    let (limits, timeouts) = (&config.file.limits, &config.file.timeouts);
    Limits {
        header_bytes: limits.header_bytes,
        headers: limits.headers,
        uri: limits.uri,
        body: limits.body,
        connections: limits.connections,
        compressed_cache: limits.compressed_cache,
        header_timeout: Duration::from_secs(timeouts.header),
        body_timeout: Duration::from_secs(timeouts.body),
        backend_timeout: Duration::from_secs(timeouts.backend),
        drain: Duration::from_secs(timeouts.drain),
        ..Limits::default()
    }
}
