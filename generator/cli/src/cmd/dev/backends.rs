//! The backends of `dev`: the embedded demo, restarted when its data changes, or those of the configuration.
//!
//! **Invariant:** a running demo is stopped only after its new data has been loaded without an error.

use anyhow::{Context, Result};
use tokio::runtime::Handle;
use vitrine_demo::{Demo, DemoConfig};

use crate::{
    cmd::demo::{self, DemoArguments},
    config::Config,
};

/// The source of the shop's data.
pub(super) enum Backends {
    /// The backends of the configuration.
    Own,
    /// The embedded demo, in this process.
    Demo(Box<Running>),
}

/// A running demo with its arguments and ports.
pub(super) struct Running {
    demo: Option<Demo>,
    config: DemoConfig,
    arguments: DemoArguments,
}

impl Backends {
    /// Starts the demo and sets its addresses in the configuration.
    pub(super) fn start(handle: &Handle, config: &mut Config, arguments: &DemoArguments) -> Result<Self> {
        let mut wanted = arguments.config();
        wanted.storefront_url = Some(config.file.site.base_url.clone());
        let demo = handle.block_on(arguments.start(wanted.clone()))?;
        for (port, url) in [
            (&mut wanted.shopware_port, demo.shopware_url()),
            (&mut wanted.statamic_port, demo.statamic_url()),
            (&mut wanted.images_port, demo.images_url()),
            (&mut wanted.mail_port, demo.mail_address()),
        ] {
            let bound = url.rsplit(':').next().and_then(|text| text.parse().ok());
            *port = bound.with_context(|| format!("the demo listens at {url}, which has no port"))?;
        }
        config.use_demo(
            &format!("{}/store-api", demo.shopware_url()),
            demo.statamic_url(),
            demo.images_url(),
            demo.access_key(),
        );
        config.use_demo_mail(wanted.mail_port);
        demo::announce(&demo);
        Ok(Self::Demo(Box::new(Running {
            demo: Some(demo),
            config: wanted,
            arguments: arguments.clone(),
        })))
    }

    /// Restarts the demo with changed data. Carts, edits by the control API and the demo's clock are reset.
    pub(super) fn reload(&mut self, handle: &Handle) -> Result<()> {
        let Self::Demo(running) = self else { return Ok(()) };
        handle.block_on(running.restart())
    }
}

impl Running {
    async fn restart(&mut self) -> Result<()> {
        let trial = DemoConfig {
            shopware_port: 0,
            statamic_port: 0,
            images_port: 0,
            mail_port: 0,
            ..self.config.clone()
        };
        let trial = self
            .arguments
            .start(trial)
            .await
            .context("the demo's data cannot be used; what was loaded before goes on")?;
        trial.stop().await;
        if let Some(old) = self.demo.take() {
            old.stop().await;
        }
        self.demo = Some(self.arguments.start(self.config.clone()).await?);
        Ok(())
    }
}
