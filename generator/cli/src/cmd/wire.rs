//! Converts the configuration to the types of each crate. Values are passed on unchanged.

use std::{collections::BTreeMap, path::PathBuf, sync::Arc, time::Duration};

use anyhow::{Context, Result};
use jiff::SignedDuration;
use tokio::{
    runtime::Runtime,
    signal::unix::{SignalKind, signal},
};
use vitrine_api::FormsConfig;
use vitrine_backends::{
    convert::ConvertConfig,
    http::HttpConfig,
    pull::{AcceptEmpty, OldStorefront, PullConfig},
    shopware::{ShopwareClient, ShopwareConfig},
    snapshot::About,
    statamic::{StatamicClient, StatamicConfig, StatamicForms, StatamicFormsConfig},
};
use vitrine_model::navigation::CATEGORY_TREE;
use vitrine_site::{
    config::{NavigationHandles, SiteConfig},
    guarantee_notice::{self, GuaranteeNotices},
    load::Site,
};

use crate::{
    config::{self, Config, FileLimits},
    lock::BuilderLock,
    published_prices,
};

/// The async runtime of a command.
pub(crate) fn runtime() -> Result<Runtime> {
    tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .context("could not start the runtime")
}

/// Threads that read and compress files while serving. More would not be faster, and each uses memory.
const BLOCKING_THREADS: usize = 16;

/// The async runtime of a server.
pub(crate) fn serving_runtime() -> Result<Runtime> {
    tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .max_blocking_threads(BLOCKING_THREADS)
        .build()
        .context("could not start the runtime")
}

/// Starts listening for Ctrl-C and SIGTERM; the future ends with the first of them. Called before the command prints
/// that it runs, so that no signal is missed.
pub(crate) fn stopped() -> Result<impl Future<Output = ()>> {
    let listen = |kind, name: &str| signal(kind).with_context(|| format!("could not listen for {name}"));
    let mut term = listen(SignalKind::terminate(), "SIGTERM")?;
    let mut interrupt = listen(SignalKind::interrupt(), "Ctrl-C")?;
    Ok(async move {
        tokio::select! {
            _ = term.recv() => {}
            _ = interrupt.recv() => {}
        }
    })
}

/// Whether a client is for visitors or for a build.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    Serve,
    Build,
}

fn http(config: &Config, purpose: Purpose) -> HttpConfig {
    let FileLimits { server, build, .. } = config.file.limits();
    match purpose {
        Purpose::Serve => HttpConfig {
            connect_timeout: Duration::from_secs(build.connect_timeout),
            read_timeout: server.backend_timeout,
            max_body: build.backend_answer as u64,
            max_in_flight: build.backend_in_flight,
            ..HttpConfig::api()
        },
        Purpose::Build => HttpConfig {
            read_timeout: Duration::from_secs(build.builder_timeout),
            max_body: build.builder_answer as u64,
            max_list: build.list_records,
            max_in_flight: config.file.build.pull_concurrency,
            max_large: config.file.build.pull_concurrency,
            ..HttpConfig::builder()
        },
    }
}

/// A client of the sales channel.
pub(crate) fn shopware(config: &Config, purpose: Purpose) -> Result<ShopwareClient> {
    Ok(ShopwareClient::new(ShopwareConfig {
        endpoint: config.file.shopware.endpoint.clone(),
        access_key: config.access_key()?,
        http: http(config, purpose),
    })?)
}

/// A client of the CMS for a build.
pub(crate) fn statamic(config: &Config) -> Result<StatamicClient> {
    statamic_for(config, Purpose::Build)
}

/// A client of the CMS.
pub(crate) fn statamic_for(config: &Config, purpose: Purpose) -> Result<StatamicClient> {
    statamic_with(config, purpose, &config.file.statamic.graphql_route)
}

/// A client of the CMS with another route of GraphQL.
pub(crate) fn statamic_with(config: &Config, purpose: Purpose, graphql_route: &str) -> Result<StatamicClient> {
    let table = &config.file.statamic;
    Ok(StatamicClient::new(StatamicConfig {
        endpoint: format!("{}/{}", table.endpoint, table.api_route.trim_matches('/')),
        graphql: format!("{}/{}", table.endpoint, graphql_route.trim_matches('/')),
        token: config.statamic_token.clone(),
        basic: config.statamic_credentials.clone(),
        headers: Vec::new(),
        http: http(config, purpose),
    })?)
}

/// The destination of forms, and their retention periods.
pub(crate) fn forms(config: &Config) -> Result<FormsConfig> {
    let (table, days) = (&config.file.forms, |days: u64| Duration::from_secs(days * 24 * 60 * 60));
    let cms = StatamicForms::new(StatamicFormsConfig {
        endpoint: config.file.statamic.endpoint.clone(),
        basic: config.statamic_credentials.clone(),
        http: http(config, Purpose::Serve),
    })?;
    Ok(FormsConfig {
        cms: Some(cms),
        key: config.forms_key.clone(),
        newsletter: table.newsletter.clone(),
        copies: table.copies.clone(),
        keep: days(table.keep_days),
        keep_of: table
            .keep_days_of
            .iter()
            .map(|(form, n)| (form.clone(), days(*n)))
            .collect(),
        consent: days(table.consent_days),
    })
}

/// The handles of all configured navigations.
pub(crate) fn navigations(config: &Config) -> Vec<String> {
    let places = config.file.statamic.navigations.places().into_iter();
    let mut handles: Vec<String> = places.filter_map(|(_, handle)| Some(handle?.to_owned())).collect();
    // The same navigation may be configured for two places; it is read once.
    handles.sort();
    handles.dedup();
    handles
}

/// Shopware's own former storefront, in the locales of `shopware.old_storefront`: in the sales channel of its own
/// access key, otherwise in that of the shop.
fn old_storefront(config: &Config) -> Result<Option<OldStorefront>> {
    let prefixes = &config.file.shopware.old_storefront;
    if prefixes.is_empty() {
        return Ok(None);
    }
    let access_key = match config.old_storefront_access_key.clone() {
        Some(key) => key,
        None => config.access_key()?,
    };
    let shopware = ShopwareClient::new(ShopwareConfig {
        endpoint: config.file.shopware.endpoint.clone(),
        access_key,
        http: http(config, Purpose::Build),
    })?;
    Ok(Some(OldStorefront {
        shopware: Arc::new(shopware),
        locales: prefixes.keys().map(|code| code.as_str().into()).collect(),
    }))
}

/// The configuration of a pull. `accept_empty` and `live_counts` as in [`PullConfig`].
pub(crate) fn pull(
    config: &Config,
    accept_empty: AcceptEmpty,
    live_counts: BTreeMap<String, u64>,
) -> Result<PullConfig> {
    let table = &config.file.statamic;
    let pauses = &config.file.build.pull_restart_pauses;
    Ok(PullConfig {
        locales: config.locales.clone(),
        collections: table.collections.clone(),
        future_private: table.future_private.clone(),
        read_whole: collections_of_kinds(config).collect(),
        navigations: navigations(config),
        taxonomies: table.taxonomies.clone(),
        asset_containers: table.asset_containers.clone(),
        restart_pauses: pauses.iter().copied().map(Duration::from_secs).collect(),
        accept_empty,
        old_storefront: old_storefront(config)?,
        keep_addresses: keep_addresses(config),
        whole_after: whole_after(config),
        live_counts,
    })
}

/// What no event told of is found by a whole pull as often as by a build without an event.
fn whole_after(config: &Config) -> Option<SignedDuration> {
    let seconds = config.file.builder.reconcile;
    (seconds > 0).then(|| SignedDuration::from_secs(i64::try_from(seconds).unwrap_or(i64::MAX)))
}

/// The collections of the content kinds.
pub(crate) fn collections_of_kinds(config: &Config) -> impl Iterator<Item = String> {
    config.file.content.kinds.iter().map(|kind| kind.collection.clone())
}

fn keep_addresses(config: &Config) -> SignedDuration {
    SignedDuration::from_hours(24 * i64::from(config.file.build.keep_addresses_days))
}

/// The builder's lock, held until it is dropped. `command` is shown to processes that wait for it.
pub(crate) fn builder_lock(config: &Config, command: &str) -> Result<BuilderLock> {
    BuilderLock::take(
        &config.state(),
        command,
        Duration::from_secs(config.file.limits().build.lock_timeout),
    )
}

/// The configuration of the conversion of a pull.
pub(crate) fn convert(config: &Config, pulled: &About, now: jiff::Timestamp) -> Result<ConvertConfig> {
    let table = &config.file.statamic;
    Ok(ConvertConfig {
        locales: config.locales.clone(),
        collections: table.collections.clone(),
        navigations: navigations(config),
        taxonomies: table.taxonomies.clone(),
        asset_containers: table.asset_containers.clone(),
        alt_fields: table.alt_fields.clone(),
        honeypots: table.honeypots.clone(),
        kinds: config.file.content.kinds.clone(),
        future_private: table.future_private.clone(),
        now,
        keep_addresses: keep_addresses(config),
        time_zone: config.time_zone.clone(),
        limited_at_most: config.file.stock.limited_at_most,
        fields: config.file.shopware.fields.clone(),
        category_pages: config.file.shopware.category_pages,
        category_menu: table.navigations.places().iter().any(|(_, handle)| handle.is_none()),
        content_origin: table.endpoint.clone(),
        commerce_origin: commerce_origin(&config.file.shopware.endpoint),
        own_origins: vec![config.file.site.base_url.clone()],
        price_histories: published_prices::histories(config, pulled.currency.as_str())?,
    })
}

/// The URL of the administration that belongs to a Store API.
fn commerce_origin(endpoint: &str) -> String {
    let base = endpoint.trim_end_matches('/');
    base.strip_suffix("/store-api").unwrap_or(base).to_owned()
}

/// How a picture and a packshot of a certain size are asked for at the image CDN, each with its key.
pub(crate) fn image_templates(config: &Config) -> [(&'static str, Option<String>); 2] {
    let images = &config.file.images;
    let filled = |template: &Option<String>| {
        let template = template.as_deref()?;
        Some(template.replace("{quality}", &images.quality.to_string()))
    };
    [
        ("images.template", filled(&images.template)),
        ("images.packshot_template", filled(&images.packshot_template)),
    ]
}

/// Loads templates, texts, routes and assets. The year is shown in the footer.
pub(crate) fn site(config: &Config, copyright_year: Option<i16>) -> Result<Site> {
    load_site(config, site_config(config, copyright_year))
}

/// The same for previews of drafts.
pub(crate) fn site_of_previews(config: &Config, copyright_year: Option<i16>) -> Result<Site> {
    let of_previews = SiteConfig {
        is_preview: true,
        ..site_config(config, copyright_year)
    };
    load_site(config, of_previews)
}

fn load_site(config: &Config, site_config: SiteConfig) -> Result<Site> {
    let paths = config.site_paths()?;
    let notices = config.file.legal.guarantee_notice.as_deref();
    let notices = notices.map(|folder| guarantee_notice::read(&config.path(folder)));
    let site_config = SiteConfig {
        guarantee_notices: notices.transpose()?.unwrap_or_default(),
        ..site_config
    };
    Ok(Site::load(&paths, site_config, &config.locales)?)
}

fn site_config(config: &Config, copyright_year: Option<i16>) -> SiteConfig {
    let file = &config.file;
    let n = &file.statamic.navigations;
    let or_tree = |handle: &Option<String>| handle.clone().unwrap_or_else(|| CATEGORY_TREE.to_owned());
    let [(_, image_template), (_, packshot_template)] = image_templates(config);
    SiteConfig {
        base_url: file.site.base_url.clone(),
        title_separator: file.site.title_separator.clone(),
        consumer_ordering: file.ordering.consumer_ordering,
        consumer_locales: file.ordering.consumer_locales.clone(),
        image_template,
        packshot_template,
        image_hosts: file
            .images
            .hosts
            .iter()
            .filter_map(|h| h.split_once("://"))
            .map(|(_, host)| host.to_owned())
            .collect(),
        map_tiles: config.map_tiles(),
        seo: file.seo.clone(),
        routes: file.routes.clone(),
        old_storefront: file.shopware.old_storefront.clone(),
        offers: config::offer_terms(&file.offers),
        delivery_dates: config.calendar.is_some(),
        copyright_year,
        is_preview: false,
        tag_manager: config.tag_manager.clone(),
        guarantee_notices: GuaranteeNotices::new(),
        time_zone: config.time_zone.clone(),
        navigations: NavigationHandles {
            main: or_tree(&n.main),
            top: or_tree(&n.top),
            footer: or_tree(&n.footer),
            colophon: or_tree(&n.colophon),
        },
    }
}

/// The path of the snapshot.
pub(crate) fn snapshot_dir(config: &Config) -> PathBuf {
    config.state().snapshot()
}
