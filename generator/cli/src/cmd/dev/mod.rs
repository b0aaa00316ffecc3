//! `vitrine dev`: serves the shop during development, watches templates, styles, islands, texts and the demo's data,
//! and reloads the browser.
//!
//! **Invariant:** writes only below `state_dir/dev`, so that neither the live release nor the last pull of a build is
//! changed (R-GEN-02). While the sources have an error, the last good pages stay served, and the error is shown in the
//! page and on the terminal.

mod backends;
mod bundler;
mod fault;
mod overlay;
mod release;
mod turns;
mod watch;

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use anyhow::{Context, Result};
use clap::Args;
use vitrine_state::StateFolder;

use self::{backends::Backends, bundler::Bundler, fault::Folders, overlay::DevOverlay, turns::Turns, watch::Watch};
use crate::{
    Outcome,
    cmd::{demo::DemoArguments, front_end, serve, wire},
    config::Config,
    lock::BuilderLock,
    progress,
};

/// Arguments of `dev`.
#[derive(Args)]
pub(crate) struct DevArguments {
    /// Use the backends of the configuration (which may be a running `vitrine demo`) instead of starting the demo.
    #[arg(long)]
    own_backends: bool,
    #[command(flatten)]
    demo: DemoArguments,
}

/// Runs until a signal arrives.
pub(crate) fn run(mut config: Config, arguments: &DevArguments) -> Result<Outcome> {
    if let Some(islands) = built_assets(&config).as_deref().and_then(Bundler::sources) {
        front_end::packages_are_installed(islands)?;
    }
    let runtime = wire::runtime()?;
    let data = (!arguments.own_backends).then(|| arguments.demo.config().shop_dir);
    let sources = watch::Sources::of(&config, data.as_deref());
    let backends = if arguments.own_backends {
        Backends::Own
    } else {
        Backends::start(runtime.handle(), &mut config, &arguments.demo)?
    };
    let folder = config.state().of_dev();
    // Held until the end: another `dev` with the same state folder would replace the snapshot and the release.
    let _lock = BuilderLock::take(&StateFolder::at(&folder), "dev", config.file.limits().server.drain)?;
    let bundler = built_assets(&config).and_then(|built| Bundler::beside(&built, &folder.join("assets")));
    write_below(&mut config, &folder, bundler.is_some());
    // Watching starts first, so that changes during the first build are not missed.
    let watch = Watch::begin(&sources)?;
    let config = Arc::new(config);
    let first = u64::try_from(jiff::Timestamp::now().as_millisecond()).unwrap_or_default();
    let overlay = Arc::new(DevOverlay::new(
        Folders::of(&config),
        config.site_paths()?.assets,
        first,
    ));
    let mut turns = Turns::new(
        Arc::clone(&config),
        runtime.handle().clone(),
        Arc::clone(&overlay),
        backends,
        bundler,
    )?;
    turns.open();
    let (stop_watching, working) = watch.each(move |changed| turns.turn(changed));
    let served = runtime.block_on(async {
        let shopware = wire::shopware(&config, wire::Purpose::Serve)?;
        let locales = serve::with_languages(&config);
        let served = serve::api_config(&config, locales, vitrine_api::DeliveryClock::new(jiff::Timestamp::now))?;
        let running = vitrine_api::serve_with_overlay(served, Arc::new(shopware), Arc::clone(&overlay) as _).await?;
        let url = format!("http://{}", running.addr);
        let stopped = wire::stopped()?;
        progress::say(&format!("open {url}  (saved files show at once; Ctrl-C ends it)"));
        progress::print(&serde_json::json!({ "url": url }).to_string()).context("could not say where it listens")?;
        stopped.await;
        overlay.close();
        running.stop().await;
        Ok(Outcome::Done)
    });
    drop(stop_watching);
    if working.join().is_err() {
        progress::say("the thread that builds ended badly; the lines above say where");
    }
    served
}

fn built_assets(config: &Config) -> Option<PathBuf> {
    config.file.build.assets.as_deref().map(|assets| config.path(assets))
}

/// Sets all output paths below one folder that nothing else uses.
fn write_below(config: &mut Config, folder: &Path, bundled: bool) {
    let build = &mut config.file.build;
    // Must be absolute, because relative paths are joined to the configuration's folder.
    let folder = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
    build.dist = folder.join("dist");
    if bundled {
        build.assets = Some(folder.join("assets"));
    }
    build.keep_releases = 2;
    build.state_dir = folder;
}
