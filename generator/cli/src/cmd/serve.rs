//! `vitrine serve`: serves the live release and the API until a signal arrives.
//!
//! **Invariant:** serves the release that `dist/current` points to, and switches to a new release by itself. It builds
//! nothing itself, but starts the builds that events require.

use std::{path::Path, sync::Arc, time::Duration};

use anyhow::{Context, Result};
use clap::Args;
use vitrine_api::{
    ApiConfig, Builder, Counts, DeliveryClock, MetricsSettings, NoBuilder, NoPreviewer, Previewer, Running,
};
use vitrine_backends::snapshot::Snapshot;
use vitrine_model::locale::Locales;

use crate::{
    Outcome,
    build_info::VERSION,
    builder::{
        Alert, AlertSettings, BuildCommand, BuilderSettings, Clock, Pauses, PollSettings, Runs, SiteBuilder,
        WaitingProcess,
    },
    cmd::{release_archive::ReleaseArchive, wire},
    config::{ALERT_URL, COMMERCE_HOOK_SECRET, CONTENT_HOOK_SECRET, Config, DESK_CLIENT_SECRET, FORMS_KEY},
    preview::{DraftPreviewer, PreviewSettings},
    progress,
};

/// What processes that work for the server do not need.
const SECRETS_OF_THE_SERVER: [&str; 5] = [
    CONTENT_HOOK_SECRET,
    COMMERCE_HOOK_SECRET,
    FORMS_KEY,
    ALERT_URL,
    DESK_CLIENT_SECRET,
];

/// Interval between checks for a first release.
const RELEASE_CHECK_INTERVAL: Duration = Duration::from_secs(1);

/// Arguments of `serve`.
#[derive(Args)]
pub(crate) struct ServeArguments {
    /// Only accept events; another process builds.
    #[arg(long)]
    no_builder: bool,
    /// Start time of the clock of the builder and of delivery dates (2026-11-21T09:00:00Z) instead of the machine's clock.
    #[arg(long, hide = true, value_name = "TIME")]
    now: Option<jiff::Timestamp>,
}

/// Serves until a signal arrives.
pub(crate) fn run(config: Config, file: &Path, arguments: &ServeArguments) -> Result<Outcome> {
    let shared = Arc::new(config);
    let config = &*shared;
    config.state().bring_to_this_format(VERSION)?;
    let runtime = wire::serving_runtime()?;
    let outcome = runtime.block_on(async {
        let counts = config.metrics.map(|listen| MetricsSettings {
            listen,
            counts: Arc::new(Counts::default()),
        });
        let mut shopware = wire::shopware(config, wire::Purpose::Serve)?;
        if let Some(metrics) = &counts {
            shopware = shopware.observed(Arc::clone(&metrics.counts) as _);
        }
        let locales = with_languages(config);
        let builder = builder(config, file, arguments)?.map(Arc::new);
        let notified: Arc<dyn Builder> = match &builder {
            Some(builder) => Arc::clone(builder) as _,
            None => Arc::new(NoBuilder),
        };
        let clock = clock(arguments);
        let clock = DeliveryClock::new(move || clock.now());
        let previewer = previewer(config, file, arguments)?;
        let mut api = api_config(config, locales, clock)?;
        if let Some(metrics) = &counts {
            let forms = api.forms.cms.take();
            api.forms.cms = forms.map(|cms| cms.observed(Arc::clone(&metrics.counts) as _));
        }
        api.metrics = counts;
        let archive = Arc::new(ReleaseArchive::new(Arc::clone(&shared)));
        let running = vitrine_api::serve_with_desk(api, Arc::new(shopware), notified, previewer, archive).await?;
        let direct = running.url();
        let url = direct.clone().unwrap_or_else(|| config.file.site.base_url.clone());
        let stopped = wire::stopped()?;
        if direct.is_none() {
            progress::say(&behind(&running, &url));
        }
        progress::say(&welcome(config, &running, &url).await);
        let mut ready = serde_json::json!({ "url": url });
        if let Some(metrics) = running.metrics {
            ready["metrics"] = format!("http://{metrics}/metrics").into();
        }
        progress::print(&ready.to_string()).context("could not say where it listens")?;
        running.look_at_the_shop();
        let building = async {
            match builder {
                Some(builder) => builder.run().await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            () = stopped => {}
            () = announce_release(&running, &url) => {}
            () = building => {}
        }
        running.stop().await;
        Ok(Outcome::Done)
    });
    // No client is connected any more that needs the remaining compression or reads.
    runtime.shutdown_background();
    outcome
}

/// The builder, if a backend can send events and this process is to build.
fn builder(config: &Config, file: &Path, arguments: &ServeArguments) -> Result<Option<SiteBuilder>> {
    let hooks = &config.hooks;
    if arguments.no_builder || (hooks.content.is_none() && hooks.commerce.is_none()) {
        return Ok(None);
    }
    let table = &config.file.builder;
    let look = (table.look > 0.0).then(|| {
        wire::shopware(config, wire::Purpose::Serve).map(|shopware| PollSettings {
            every: Duration::from_secs_f64(table.look),
            shopware,
        })
    });
    Ok(Some(SiteBuilder::new(BuilderSettings {
        dist: config.path(&config.file.build.dist),
        log: config.state().log(),
        runs: Runs::of(&config.state()),
        pauses: Pauses {
            burst: Duration::from_secs_f64(table.burst),
            quiet: Duration::from_secs_f64(table.quiet),
            gather: Duration::from_secs(table.gather),
            reconcile: Duration::from_secs(table.reconcile),
            retry: table.retry.iter().copied().map(Duration::from_secs).collect(),
        },
        command: BuildCommand {
            config: file.to_owned(),
            tell_time: arguments.now.is_some(),
            without: SECRETS_OF_THE_SERVER.to_vec(),
            idle: Duration::from_secs(table.idle),
            memory: table.memory << 20,
            waiting: WaitingProcess::default(),
        },
        look: look.transpose()?,
        alert: Alert::new(AlertSettings {
            after: (table.alert_after > 0).then(|| Duration::from_secs(table.alert_after)),
            shop: config.file.site.base_url.clone(),
            time_zone: config.time_zone.clone(),
            mail: config.mail().zip(table.alert_mail.clone()),
            url: config.alert_url.clone(),
        }),
        clock: clock(arguments),
    })))
}

/// Renders drafts of the CMS.
fn previewer(config: &Config, file: &Path, arguments: &ServeArguments) -> Result<Arc<dyn Previewer>> {
    let (cms, table) = (&config.file.statamic, &config.file.preview);
    let settings = PreviewSettings {
        config: file.to_owned(),
        clock: arguments.now.map(Clock::starting_at),
        without: SECRETS_OF_THE_SERVER.to_vec(),
        idle: Duration::from_secs(table.idle_after),
        memory: table.memory_at_most << 20,
    };
    let statamic = wire::statamic_for(config, wire::Purpose::Serve)?;
    let collection = cms.collections.first().cloned().unwrap_or_default();
    Ok(
        match DraftPreviewer::new(statamic, &cms.endpoint, collection, settings) {
            Some(previewer) => Arc::new(previewer),
            None => Arc::new(NoPreviewer),
        },
    )
}

fn clock(arguments: &ServeArguments) -> Clock {
    arguments.now.map_or_else(Clock::machine, Clock::starting_at)
}

/// The hint for addresses that nobody can open directly.
fn behind(running: &Running, url: &str) -> String {
    format!(
        "listening on {0} for the web server in front of it: server.hosts does not name {0}, so what asks for that address itself is answered with 421",
        running.addr
    ) + &format!(", and {url} is what visitors open")
}

/// The message at start: the URL, or that there is no release yet and how to build one.
async fn welcome(config: &Config, running: &Running, url: &str) -> String {
    let Err(none) = running.release().await else {
        return format!("open {url}  (Ctrl-C ends it)");
    };
    let dist = config.path(&config.file.build.dist);
    let dist = std::path::absolute(&dist).unwrap_or(dist);
    format!(
        "{none}. Every page of {url} is answered with 503 until there is one: run `vitrine build` here, or copy a release into {0}/releases and point the link {0}/current at it \
         (generator/docs/guide/deploy.md). It is served as soon as it is there, without a restart.",
        dist.display()
    )
}

/// Prints a line when the first release is live, then ends.
async fn announce_release(running: &Running, url: &str) {
    let mut is_live = running.release().await.is_ok();
    while !is_live {
        tokio::time::sleep(RELEASE_CHECK_INTERVAL).await;
        if let Ok(release) = running.release().await {
            progress::say(&format!("{} is live: open {url}", release.display()));
            is_live = true;
        }
    }
    std::future::pending().await
}

/// The locales with their commerce languages, if the configuration or the last pull contains them.
pub(super) fn with_languages(config: &Config) -> Locales {
    let mut locales = config.locales.clone();
    let pulled = Snapshot::open(&wire::snapshot_dir(config)).map(|snapshot| snapshot.about().languages.clone());
    let pulled = pulled.unwrap_or_default();
    for (index, locale) in config.locales.iter() {
        let unset = locale.commerce_language.is_none();
        if let Some(id) = pulled.get(&locale.code).filter(|_| unset) {
            locales.set_commerce_language(index, id.clone());
        }
    }
    locales
}

pub(super) fn api_config(config: &Config, locales: Locales, clock: DeliveryClock) -> Result<ApiConfig> {
    let file = &config.file;
    let forms = wire::forms(config)?;
    let limits = file.limits();
    Ok(ApiConfig {
        listen: config.listen,
        hosts: file.server.hosts.clone(),
        origins: file.server.origins.clone(),
        https: file.server.https,
        dist: config.path(&file.build.dist),
        state: config.state(),
        limits: limits.server,
        rates: limits.rates,
        trusted_proxies: config.trusted_proxies.clone(),
        locales,
        account: file.account.clone(),
        ordering: file.ordering.clone(),
        payment: file.payment.clone(),
        desk: config.desk(),
        hooks: config.hooks.clone(),
        limited_at_most: file.stock.limited_at_most,
        time_zone: config.time_zone.clone(),
        delivery: config.delivery(clock),
        mail: config.mail(),
        forms,
        thumbnails: file.images.template.is_none(),
        image_hosts: file
            .images
            .hosts
            .iter()
            .cloned()
            .chain(config.map_tiles().map(|tiles| tiles.origin))
            .collect(),
        metrics: None,
    })
}
