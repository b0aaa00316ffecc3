//! The servers of a demo: bound to 127.0.0.1 before data is loaded, started together, stopped together.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::middleware::from_fn_with_state;
use axum::serve::ListenerExt;
use jiff::Timestamp;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::control::{self, ControlState};
use crate::desk::{self, DeskState};
use crate::faults::{self, Backend, Faults};
use crate::hooks::{Hooks, Targets};
use crate::smtp;
use vitrine_demo_media::{self as media, ImageState};
use vitrine_demo_shop::catalogue::Catalogue;
use vitrine_demo_shop::clock::Clock;
use vitrine_demo_shop::{ShopError, ShopFile};
use vitrine_demo_shopware::{self as shopware, Addresses, Latency, ShopwareState};
use vitrine_demo_statamic::{self as statamic, StatamicOptions, StatamicProfile, StatamicState, StatamicVersion};

/// Timeout for open connections when the demo stops.
const DRAIN: Duration = Duration::from_millis(500);

/// Configuration of a demo.
#[derive(Debug, Clone)]
pub struct DemoConfig {
    /// A shop folder (`shops/README.md`).
    pub shop_dir: PathBuf,
    /// Port of the Store API and the control API; 0 = a free one.
    pub shopware_port: u16,
    /// Port of the CMS; 0 = a free one.
    pub statamic_port: u16,
    /// Port of the image CDN; 0 = a free one.
    pub images_port: u16,
    /// Port of the mail server; 0 = a free one.
    pub mail_port: u16,
    /// Profile of the stand-in Statamic.
    pub profile: StatamicProfile,
    /// Version of the stand-in Statamic.
    pub version: StatamicVersion,
    /// Latency of the stand-in Shopware.
    pub latency: Latency,
    /// Start time of the clock.
    pub start: Timestamp,
    /// Base URL of pictures in both backends' answers, without a trailing slash; absent = the image CDN's own.
    pub public_image_url: Option<String>,
    /// Base URL of the shop's pages, without a trailing slash, for the domains of the sales channel and the links in
    /// mails; absent = Shopware's own.
    pub storefront_url: Option<String>,
    /// Destinations of events at start.
    pub hooks: Targets,
}

impl DemoConfig {
    /// A demo on free ports with the stock CMS, without latency, and without URLs of an external shop.
    #[must_use]
    pub fn on_free_ports(shop_dir: PathBuf, start: Timestamp) -> Self {
        Self {
            shop_dir,
            shopware_port: 0,
            statamic_port: 0,
            images_port: 0,
            mail_port: 0,
            profile: StatamicProfile::Stock,
            version: StatamicVersion::Five,
            latency: Latency::None,
            start,
            public_image_url: None,
            storefront_url: None,
            hooks: Targets::default(),
        }
    }
}

/// Why a demo does not start.
#[derive(Debug, thiserror::Error)]
pub enum DemoError {
    /// A port cannot be bound.
    #[error("starting the demo {backend} on 127.0.0.1:{port}: {source}. Choose another port, or 0 for a free one")]
    Bind {
        /// Which server.
        backend: &'static str,
        /// The port.
        port: u16,
        /// Error of the operating system.
        source: std::io::Error,
    },
    /// The shop folder is invalid.
    #[error("loading the demo shop: {0}")]
    Shop(#[from] ShopError),
}

/// A running demo. Dropping it stops the servers without draining.
#[derive(Debug)]
pub struct Demo {
    shopware_url: String,
    statamic_url: String,
    images_url: String,
    mail_address: String,
    access_key: String,
    stop: watch::Sender<bool>,
    servers: Vec<JoinHandle<std::io::Result<()>>>,
}

/// The state of a demo's servers.
struct Parts {
    faults: Arc<Faults>,
    shopware: Arc<ShopwareState>,
    statamic: Arc<StatamicState>,
    images: Arc<ImageState>,
}

impl Parts {
    /// The routes of Shopware with the control API, of the CMS with its edit pages, and of the image CDN.
    fn routers(self, config: &DemoConfig, clock: Clock) -> [Router; 3] {
        let hooks = Arc::new(Hooks::default());
        hooks.set(config.hooks.clone());
        let control = control::router(ControlState {
            shopware: Arc::clone(&self.shopware),
            statamic: Arc::clone(&self.statamic),
            faults: Arc::clone(&self.faults),
            hooks: Arc::clone(&hooks),
            clock,
        });
        let desk = desk::router(DeskState {
            statamic: Arc::clone(&self.statamic),
            hooks,
            storefront: config.storefront_url.clone(),
        });
        let faults = &self.faults;
        let behind =
            |router: Router, backend| router.layer(from_fn_with_state((Arc::clone(faults), backend), faults::layer));
        let store_api = behind(shopware::router(self.shopware), Backend::Shopware);
        let content_api = behind(statamic::router(self.statamic), Backend::Statamic);
        [
            Router::new().nest("/_demo", control).fallback_service(store_api),
            Router::new().nest("/cp", desk).fallback_service(content_api),
            behind(media::router(self.images), Backend::Images),
        ]
    }
}

impl Demo {
    /// Binds the three ports, loads the shop and starts to serve.
    ///
    /// # Errors
    /// When a port is in use or the shop folder is wrong.
    pub async fn start(config: DemoConfig) -> Result<Self, DemoError> {
        Self::start_scaled(config, None).await
    }

    /// As [`Demo::start`], with the shop scaled to this number of sellable products; `None` is the unscaled shop.
    ///
    /// # Errors
    /// As [`Demo::start`], and when the shop has more products than that.
    pub async fn start_scaled(config: DemoConfig, products: Option<usize>) -> Result<Self, DemoError> {
        let (shopware, shopware_url) = bind("Shopware", config.shopware_port).await?;
        let (statamic, statamic_url) = bind("Statamic", config.statamic_port).await?;
        let (images, images_url) = bind("image CDN", config.images_port).await?;
        let (mail, mail_url) = bind("mail server", config.mail_port).await?;
        let shop = ShopFile::load(&config.shop_dir)?;
        let clock = Clock::new(config.start);
        let public_images = config.public_image_url.clone().unwrap_or_else(|| images_url.clone());
        let options = StatamicOptions {
            profile: config.profile,
            version: config.version,
            base_url: statamic_url.clone(),
            image_url: public_images.clone(),
        };
        let catalogue = match products {
            None => Catalogue::load(&config.shop_dir, &shop)?,
            Some(products) => Catalogue::load_scaled(&config.shop_dir, &shop, products)?,
        };
        let statamic_state =
            StatamicState::load_scaled(&config.shop_dir, &shop, &options, clock.clone(), catalogue.growth)?;
        let statamic_state = Arc::new(statamic_state);
        statamic_state.set_latency(config.latency == Latency::Real);
        let image_state = Arc::new(ImageState::load(&config.shop_dir.join("media"))?);
        let shopware_state = Arc::new(ShopwareState::new(
            Arc::new(catalogue),
            clock.clone(),
            config.latency,
            Addresses {
                shopware: shopware_url.clone(),
                images: public_images,
                storefront: config.storefront_url.clone().unwrap_or_else(|| shopware_url.clone()),
            },
        ));
        let (stop, stopping) = watch::channel(false);
        let parts = Parts {
            faults: Arc::new(Faults::new(clock.clone(), stopping.clone())),
            shopware: Arc::clone(&shopware_state),
            statamic: statamic_state,
            images: image_state,
        };
        let [shopware_app, statamic_app, images_app] = parts.routers(&config, clock);
        let servers = vec![
            serve(shopware, shopware_app, stopping.clone()),
            serve(statamic, statamic_app, stopping.clone()),
            serve(images, images_app, stopping.clone()),
            smtp::serve(mail, shopware_state, stopping),
        ];
        Ok(Self {
            shopware_url,
            statamic_url,
            images_url,
            mail_address: mail_url.trim_start_matches("http://").to_owned(),
            access_key: shop.access_key,
            stop,
            servers,
        })
    }

    /// Base URL of the Store API's host, without a trailing slash; the API itself is below `/store-api`.
    #[must_use]
    pub fn shopware_url(&self) -> &str {
        &self.shopware_url
    }

    /// Base URL of the CMS, without a trailing slash.
    #[must_use]
    pub fn statamic_url(&self) -> &str {
        &self.statamic_url
    }

    /// Base URL of the image CDN, without a trailing slash.
    #[must_use]
    pub fn images_url(&self) -> &str {
        &self.images_url
    }

    /// Host and port of the mail server.
    #[must_use]
    pub fn mail_address(&self) -> &str {
        &self.mail_address
    }

    /// URL of the control API, without a trailing slash.
    #[must_use]
    pub fn control_url(&self) -> String {
        format!("{}/_demo", self.shopware_url)
    }

    /// The sales channel's access key.
    #[must_use]
    pub fn access_key(&self) -> &str {
        &self.access_key
    }

    /// Stops all servers; open connections get half a second.
    pub async fn stop(mut self) {
        self.stop.send_replace(true);
        for mut server in self.servers.drain(..) {
            if tokio::time::timeout(DRAIN, &mut server).await.is_err() {
                server.abort();
            }
        }
    }
}

impl Drop for Demo {
    fn drop(&mut self) {
        self.stop.send_replace(true);
        for server in &self.servers {
            server.abort();
        }
    }
}

async fn bind(backend: &'static str, port: u16) -> Result<(TcpListener, String), DemoError> {
    let failed = |source| DemoError::Bind { backend, port, source };
    let listener = TcpListener::bind(("127.0.0.1", port)).await.map_err(failed)?;
    let address = listener.local_addr().map_err(failed)?;
    Ok((listener, format!("http://{address}")))
}

fn serve(listener: TcpListener, app: Router, mut stopping: watch::Receiver<bool>) -> JoinHandle<std::io::Result<()>> {
    let listener = listener.tap_io(|stream| {
        if let Err(error) = stream.set_nodelay(true) {
            tracing::debug!(%error, "TCP_NODELAY was refused; answers may be delayed");
        }
    });
    let stopped = async move {
        // An error means that the sender was dropped, which also means stop.
        let _ended = stopping.wait_for(|stopping| *stopping).await.is_ok();
    };
    tokio::spawn(async move { axum::serve(listener, app).with_graceful_shutdown(stopped).await })
}
