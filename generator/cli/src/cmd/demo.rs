//! `vitrine demo`: runs the embedded backends until Ctrl-C.
//!
//! **Invariant:** listens on loopback only; the line of JSON on stdout is written only after all three servers answer.

use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::{Args, ValueEnum};
use vitrine_demo::{
    Demo, DemoConfig, DemoError, Latency, StatamicProfile, StatamicVersion,
    hooks::{Target, Targets},
};

use crate::{Outcome, cmd::wire, config::Environment, progress};

/// Arguments of the demo.
#[derive(Args, Clone)]
pub(crate) struct DemoArguments {
    /// The shop's data files; their format is described in generator/demo/shops/README.md.
    #[arg(long, default_value = "generator/demo/shops/lindhoven", value_name = "DIR")]
    shop: PathBuf,
    /// Extend the shop to this many sellable products (deterministic), with brands, categories and entries to match.
    #[arg(long, value_name = "N")]
    products: Option<usize>,
    /// Port of the Store API and of the control API /_demo; 0 = any free port.
    #[arg(long, default_value_t = 4010)]
    shopware_port: u16,
    /// Port of the CMS.
    #[arg(long, default_value_t = 4011)]
    statamic_port: u16,
    /// Port of the image CDN.
    #[arg(long, default_value_t = 4012)]
    images_port: u16,
    /// Port of the mail server, whose mails are listed at /_demo/mailbox; default: 4013, or any free port if
    /// --shopware-port is 0.
    #[arg(long)]
    mail_port: Option<u16>,
    /// `real` responds as slowly as the recorded shop and CMS did.
    #[arg(long, value_enum, default_value_t = LatencyArgument::None)]
    latency: LatencyArgument,
    /// The kind of Statamic: `stock`, or `extended` with sizes, slugs and redirects.
    #[arg(long, value_enum, default_value_t = ProfileArgument::Extended)]
    profile: ProfileArgument,
    /// The version of Statamic.
    #[arg(long, value_enum, default_value_t = StatamicArgument::Five)]
    statamic: StatamicArgument,
    /// The URL of the shop's pages: `site.base_url` of the configuration. It is the base of the sales channel's domains
    /// and of links in mails.
    #[arg(long, default_value = "http://127.0.0.1:3000", value_name = "URL")]
    storefront_url: String,
    /// URL to which the backends send an event when something is saved through the control API
    /// (http://127.0.0.1:3000/api/hooks), signed with VITRINE_CONTENT_HOOK_SECRET and VITRINE_COMMERCE_HOOK_SECRET of
    /// the environment.
    #[arg(long, value_name = "URL")]
    hooks_url: Option<String>,
    /// Start time of the demo's clock (2026-11-21T09:00:00Z); default: the machine's clock.
    #[arg(long, value_name = "TIME")]
    now: Option<jiff::Timestamp>,
}

#[derive(Clone, Copy, ValueEnum)]
enum LatencyArgument {
    None,
    Real,
}

#[derive(Clone, Copy, ValueEnum)]
enum ProfileArgument {
    Stock,
    Extended,
}

#[derive(Clone, Copy, ValueEnum)]
enum StatamicArgument {
    /// 5.73.
    #[value(name = "5")]
    Five,
    /// 6.1: links and the relations of globals are objects, and dates of forms are instants.
    #[value(name = "6")]
    Six,
}

impl DemoArguments {
    /// The configuration of the demo.
    pub(super) fn config(&self) -> DemoConfig {
        DemoConfig {
            shop_dir: self.shop.clone(),
            shopware_port: self.shopware_port,
            statamic_port: self.statamic_port,
            images_port: self.images_port,
            mail_port: self.mail_port.unwrap_or(if self.shopware_port == 0 { 0 } else { 4013 }),
            profile: match self.profile {
                ProfileArgument::Stock => StatamicProfile::Stock,
                ProfileArgument::Extended => StatamicProfile::Extended,
            },
            version: match self.statamic {
                StatamicArgument::Five => StatamicVersion::Five,
                StatamicArgument::Six => StatamicVersion::Six,
            },
            latency: match self.latency {
                LatencyArgument::None => Latency::None,
                LatencyArgument::Real => Latency::Real,
            },
            start: self.now.unwrap_or_else(jiff::Timestamp::now),
            public_image_url: None,
            storefront_url: Some(self.storefront_url.trim_end_matches('/').to_owned()),
            hooks: self.hooks(),
        }
    }

    /// The targets of events.
    fn hooks(&self) -> Targets {
        let Some(url) = &self.hooks_url else {
            return Targets::default();
        };
        let environment = Environment::read();
        let target = |door: &str, secret: Option<String>| {
            let url = format!("{}/{door}", url.trim_end_matches('/'));
            secret.map(|secret| Target { url, secret })
        };
        Targets {
            content: target("content", environment.content_hook_secret),
            commerce: target("commerce", environment.commerce_hook_secret),
        }
    }

    /// Starts all three servers.
    pub(super) async fn start(&self, config: DemoConfig) -> Result<Demo, DemoError> {
        Demo::start_scaled(config, self.products).await
    }
}

/// Prints the demo's URLs.
pub(super) fn announce(demo: &Demo) {
    progress::say(&format!(
        "demo backends: Shopware {}, Statamic {}, pictures {}, mails {}, control {}",
        demo.shopware_url(),
        demo.statamic_url(),
        demo.images_url(),
        demo.mail_address(),
        demo.control_url()
    ));
}

/// Runs until a signal arrives.
pub(crate) fn run(arguments: &DemoArguments) -> Result<Outcome> {
    wire::runtime()?.block_on(async {
        let demo = arguments.start(arguments.config()).await?;
        let stopped = wire::stopped()?;
        announce(&demo);
        let ready = serde_json::json!({
            "shopware": demo.shopware_url(),
            "statamic": demo.statamic_url(),
            "images": demo.images_url(),
            "mail": demo.mail_address(),
            "control": demo.control_url(),
            "access_key": demo.access_key(),
        });
        progress::print(&ready.to_string()).context("could not say that the demo is ready")?;
        stopped.await;
        demo.stop().await;
        Ok(Outcome::Done)
    })
}
