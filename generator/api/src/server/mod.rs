//! The accept loop (rule 14): every connection has limits, and a stop lets running responses finish.
//!
//! **Invariant:** a client that sends or reads too slowly is disconnected; such clients cannot make new visitors wait;
//! a stop ends within the drain time.

mod connection;
mod open_files;
mod pool;
mod socket;
mod stop;

use std::{
    fmt, io,
    net::SocketAddr,
    path::PathBuf,
    sync::{Arc, atomic::AtomicBool},
    time::{Duration, SystemTime},
};

use futures::future::join_all;
use tokio::{
    net::{TcpListener, TcpSocket},
    sync::{Semaphore, watch},
    task::{JoinHandle, JoinSet},
    time::{sleep, timeout},
};

use url::{Host, Url};
use vitrine_backends::shopware::ShopwareClient;
use vitrine_state::{Counters, MemoryCounters};

use self::{pool::Pool, stop::stopped};

use crate::{
    app::App,
    app_state::AppState,
    config::ApiConfig,
    desk::{
        Desk,
        archive::{Archive, NoArchive},
        provider::Provider,
    },
    error::{ApiError, NoRelease},
    events::{
        app::ShopApp,
        event_queue::EventQueue,
        refused::RefusedEvents,
        report::{Builder, NoBuilder},
    },
    forms,
    limits::{Limits, OutOfRange},
    mail::Mailer,
    metrics,
    openapi::openapi,
    outbox::{
        CmsDoor, OutboxProbe, Seal, SentForms, Subscriptions,
        withdrawals::{bounds::DeliveryBounds, record::Withdrawals},
    },
    overlay::Overlay,
    preview::{NoPreviewer, Previewer},
    rates::{RateLimits, attempts::Attempts},
    release::{
        files::{bodies::Bodies, headers},
        legal_texts::KeptTexts,
    },
    releases::Releases,
    shop::{
        breaker::Breaker,
        hidden_methods::HiddenMethods,
        languages::{self, Languages},
        learnt_rules::LearntRules,
        readiness::Readiness,
        setup::ShopSetup,
        state_probe::StateProbe,
    },
    visitors::{
        logged_out::LoggedOut, order_keys::OrderKeys, promised_days::PromisedDays, queue::WriteQueue, seen::SeenCarts,
        sessions::Sessions, waiting_guests::WaitingGuests,
    },
    withdrawals,
};

/// Maximum number of connections that wait in the kernel to be accepted; the kernel may have a lower limit.
const BACKLOG: u32 = 4_096;

/// The part of the drain time for closing connections; at most half of it.
const CLOSING: Duration = Duration::from_secs(1);

/// A running server.
pub struct Running {
    /// The address, with the port that was bound.
    pub addr: SocketAddr,
    state: Arc<AppState>,
    stopping: watch::Sender<bool>,
    accepting: JoinHandle<()>,
    delivering: [JoinHandle<()>; 3],
    /// The address at which numbers about this process are shown, with the port that was bound.
    pub metrics: Option<SocketAddr>,
}

impl fmt::Debug for Running {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Running")
            .field("addr", &self.addr)
            .finish_non_exhaustive()
    }
}

impl Running {
    /// The name of the live release below `dist` (`releases/4f2c…`), or why there is none. Waits for one that
    /// is being opened.
    pub async fn release(&self) -> Result<PathBuf, NoRelease> {
        self.state.releases.named().await
    }

    /// The URL of this address at which requests are answered, such as `http://127.0.0.1:3000`. `None` if
    /// `server.hosts` only has the name of a proxy in front: requests to its address are refused.
    pub fn url(&self) -> Option<String> {
        let hosts = &self.state.config.hosts;
        let own = self.addr.to_string();
        let found = hosts.iter().find(|host| **host == own);
        let found = found.or_else(|| hosts.iter().find(|host| leads_to(host, self.addr)));
        found.map(|host| format!("http://{host}"))
    }

    /// Checks Shopware once in the background, so that the log reports unsuitable settings at start.
    pub fn look_at_the_shop(&self) {
        let state = Arc::clone(&self.state);
        tokio::spawn(async move { state.readiness.of_shopware().await });
    }

    /// Accepts no more connections, lets running responses finish within the drain time, then ends.
    pub async fn stop(self) {
        self.stopping.send_replace(true);
        if let Err(error) = self.accepting.await {
            tracing::error!(%error, "the accept loop ended badly");
        }
        // Records not delivered by now are delivered after the next start.
        let delivered = join_all(self.delivering);
        if timeout(self.state.config.limits.drain, delivered).await.is_err() {
            tracing::warn!("a withdrawal, a form or a subscription was still being delivered");
        }
    }
}

/// Starts serving the API and the files of `dist/current`.
pub async fn serve(config: ApiConfig, shopware: Arc<ShopwareClient>) -> Result<Running, ApiError> {
    serve_shop(config, shopware, Parts::default()).await
}

/// As [`serve`], with a builder that receives events.
pub async fn serve_with_builder(
    config: ApiConfig,
    shopware: Arc<ShopwareClient>,
    builder: Arc<dyn Builder>,
) -> Result<Running, ApiError> {
    serve_with_previews(config, shopware, builder, Arc::new(NoPreviewer)).await
}

/// As [`serve_with_builder`], with previews of drafts.
pub async fn serve_with_previews(
    config: ApiConfig,
    shopware: Arc<ShopwareClient>,
    builder: Arc<dyn Builder>,
    previewer: Arc<dyn Previewer>,
) -> Result<Running, ApiError> {
    serve_with_desk(config, shopware, builder, previewer, Arc::new(NoArchive)).await
}

/// As [`serve_with_previews`], with the releases for the editors' desk.
pub async fn serve_with_desk(
    config: ApiConfig,
    shopware: Arc<ShopwareClient>,
    builder: Arc<dyn Builder>,
    previewer: Arc<dyn Previewer>,
    archive: Arc<dyn Archive>,
) -> Result<Running, ApiError> {
    let parts = Parts {
        overlay: None,
        builder,
        previewer,
        archive,
    };
    serve_shop(config, shopware, parts).await
}

/// As [`serve`], with an overlay over the files; for `vitrine dev`.
pub async fn serve_with_overlay(
    config: ApiConfig,
    shopware: Arc<ShopwareClient>,
    overlay: Arc<dyn Overlay>,
) -> Result<Running, ApiError> {
    let parts = Parts {
        overlay: Some(overlay),
        ..Parts::default()
    };
    serve_shop(config, shopware, parts).await
}

/// What the command that serves provides.
struct Parts {
    overlay: Option<Arc<dyn Overlay>>,
    builder: Arc<dyn Builder>,
    previewer: Arc<dyn Previewer>,
    archive: Arc<dyn Archive>,
}

impl Default for Parts {
    fn default() -> Self {
        Self {
            overlay: None,
            builder: Arc::new(NoBuilder),
            previewer: Arc::new(NoPreviewer),
            archive: Arc::new(NoArchive),
        }
    }
}

async fn serve_shop(config: ApiConfig, shopware: Arc<ShopwareClient>, parts: Parts) -> Result<Running, ApiError> {
    let out_of_range = [config.limits.out_of_range(), config.rates.out_of_range()].concat();
    if let Some(OutOfRange { key, reason }) = out_of_range.into_iter().next() {
        return Err(ApiError::Setting { key, reason });
    }
    let listener = listen(config.listen).map_err(|source| not_bound(config.listen, source))?;
    let addr = listener
        .local_addr()
        .map_err(|source| not_bound(config.listen, source))?;
    let limits = config.limits.clone();
    let (stopping, stop) = watch::channel(false);
    let state = AppState {
        overlay: parts.overlay,
        builder: parts.builder,
        previewer: parts.previewer,
        ..app_state(config, shopware, addr, (parts.archive, stop.clone()))?
    };
    let state = Arc::new(state);
    let app = Arc::new(App::new(Arc::clone(&state)));
    // Reads the release now, so that the first request does not wait for it.
    let release = app.state.releases.live().await;
    if release.is_some_and(|release| release.has_forms()) && !app.state.forms.has_key() {
        tracing::error!(
            "the release has forms, and there is no key to keep them with: every form is answered with 503. Set VITRINE_FORMS_KEY to 64 random \
             hex digits (openssl rand -hex 32), the same for every process of this shop"
        );
    }
    tracing::info!(%addr, %limits, "serving");
    let shown = match state.config.metrics.as_ref().map(|metrics| metrics.listen) {
        Some(address) => {
            let listener = listen(address).map_err(|source| not_bound(address, source))?;
            let bound = listener.local_addr().map_err(|source| not_bound(address, source))?;
            tokio::spawn(metrics::show(listener, Arc::clone(&state), stop.clone()));
            Some(bound)
        }
        None => None,
    };
    find_languages_in_background(&state, stop.clone());
    tokio::spawn(Arc::clone(&state.releases).follow(stop.clone()));
    let delivering = [
        withdrawals::deliver_in_background(Arc::clone(&state), stop.clone()),
        forms::deliver_in_background(&state, stop.clone()),
        forms::subscribe_in_background(&state, stop.clone()),
    ];
    let accepting = tokio::spawn(accept(listener, app, stop));
    Ok(Running {
        addr,
        state,
        stopping,
        accepting,
        delivering,
        metrics: shown,
    })
}

fn listen(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = match address {
        SocketAddr::V4(_) => TcpSocket::new_v4(),
        SocketAddr::V6(_) => TcpSocket::new_v6(),
    }?;
    // A restarted server can bind its port at once.
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

/// The provider of logins to the desk.
fn provider(config: &ApiConfig) -> Result<Option<Provider>, ApiError> {
    let settings = config.desk.provider.clone();
    let made = settings.map(|settings| Provider::new(settings, config.limits.backend_timeout));
    made.transpose().map_err(|reason| ApiError::Setting {
        key: "desk.provider",
        reason,
    })
}

fn not_bound(address: SocketAddr, source: io::Error) -> ApiError {
    if source.kind() == io::ErrorKind::AddrInUse {
        return ApiError::PortInUse { address };
    }
    ApiError::Listen { address, source }
}

fn app_state(
    mut config: ApiConfig,
    shopware: Arc<ShopwareClient>,
    addr: SocketAddr,
    (archive, stop): (Arc<dyn Archive>, watch::Receiver<bool>),
) -> Result<AppState, ApiError> {
    name_hosts(&mut config, addr.port())?;
    let languages = Arc::new(Languages::new(config.locales.clone()));
    let page_headers = headers::of_pages(&config).map_err(|_| ApiError::Setting {
        key: "images.hosts",
        reason: "a host holds a character that no header may".to_owned(),
    })?;
    let mailer = mailer(&config)?;
    let breaker = Arc::new(Breaker::new(&config.limits));
    let setup = Arc::new(ShopSetup::new(Arc::clone(&languages), &config, shopware.endpoint()));
    let readiness = Readiness::new(
        Arc::clone(&shopware),
        Arc::clone(&languages),
        Arc::clone(&breaker),
        Arc::clone(&setup),
        &config.limits,
    );
    #[expect(clippy::disallowed_methods, reason = "the one clock of the API")]
    let clock: fn() -> SystemTime = SystemTime::now;
    let (state, limits) = (&config.state, &config.limits);
    let counters = || -> Arc<dyn Counters> { Arc::new(MemoryCounters::new(limits.remembered)) };
    let withdrawals = Arc::new(Withdrawals::open(state, limits.withdrawals)?);
    let forms = SentForms::open(state, limits.forms, seal(&config)?)?;
    let subscriptions = Subscriptions::open(state, limits.subscriptions, seal(&config)?)?;
    let outboxes = [withdrawals.outbox(), forms.outbox(), subscriptions.outbox()];
    let outbox_probe = OutboxProbe::new(outboxes, limits);
    let log = state.log();
    log.prepare()?;
    Ok(AppState {
        queue: WriteQueue::open(state, limits)?,
        orders: Arc::new(OrderKeys::open(state, limits, clock)?),
        promises: Arc::new(PromisedDays::open(state, limits, clock)?),
        shop_app: ShopApp::of(state),
        refused_events: RefusedEvents::default(),
        events: EventQueue::begin(Arc::clone(&log), clock).map_err(ApiError::Events)?,
        log,
        withdrawals,
        forms,
        subscriptions,
        outbox_probe,
        cms: CmsDoor::new(config.forms.cms.clone(), state.session_leases()?, limits),
        form_copies: counters(),
        form_bodies: Arc::new(Semaphore::new(limits.form_bodies)),
        logged_out: LoggedOut::open(state, limits, clock)?,
        builder: Arc::new(NoBuilder),
        desk: Desk::open(config.desk.clone(), provider(&config)?, archive, state, clock, stop)?,
        shopware,
        releases: Arc::new(Releases::new(
            config.dist.clone(),
            Arc::clone(&languages),
            KeptTexts::open(state)?,
            clock,
        )),
        languages,
        page_headers,
        rates: RateLimits::new(config.rates, counters()),
        sessions: Sessions::new(limits.remembered),
        delivery_bounds: DeliveryBounds::new(counters()),
        waiting_guests: WaitingGuests::new(limits.remembered),
        attempts: Attempts::new(counters(), counters()),
        keeps_payment_method: AtomicBool::new(true),
        account_rules: LearntRules::default(),
        hidden_methods: HiddenMethods::new(&config.payment),
        seen: SeenCarts::new(limits.remembered),
        breaker,
        mailer,
        setup,
        bodies: Bodies::new(limits, state),
        order_files: Arc::new(Semaphore::new(limits.order_files)),
        clock,
        readiness,
        state_probe: StateProbe::new(state, limits),
        openapi: openapi(),
        counts: config.metrics.as_ref().map(|metrics| Arc::clone(&metrics.counts)),
        overlay: None,
        previewer: Arc::new(NoPreviewer),
        config,
    })
}

/// Whether a name in `server.hosts` resolves to the local address that is listened on.
fn leads_to(host: &str, address: SocketAddr) -> bool {
    let Ok(url) = Url::parse(&format!("http://{host}")) else {
        return false;
    };
    let every = address.ip().is_unspecified();
    let here = match url.host() {
        Some(Host::Ipv4(ip)) => every || address.ip() == ip,
        Some(Host::Ipv6(ip)) => every || address.ip() == ip,
        Some(Host::Domain(name)) => name == "localhost" && (every || address.ip().is_loopback()),
        None => false,
    };
    here && url.port_or_known_default() == Some(address.port())
}

/// Hosts and origins with port 0 have the port that is listened on.
fn name_hosts(config: &mut ApiConfig, port: u16) -> Result<(), ApiError> {
    for name in config.hosts.iter_mut().chain(&mut config.origins) {
        if let Some(without) = name.strip_suffix(":0") {
            *name = format!("{without}:{port}");
        }
    }
    if config.hosts.is_empty() {
        return Err(ApiError::Setting {
            key: "server.hosts",
            reason: "it is empty; name at least one host, such as \"127.0.0.1:3000\"".to_owned(),
        });
    }
    Ok(())
}

/// Requests missing languages, which neither the configuration nor the live release has, from Shopware in the
/// background.
fn find_languages_in_background(state: &Arc<AppState>, stop: watch::Receiver<bool>) {
    let (languages, shopware) = (Arc::clone(&state.languages), Arc::clone(&state.shopware));
    let setup = Arc::clone(&state.setup);
    let patience = state.config.limits.backend_timeout;
    let told = move || setup.languages_listed();
    tokio::spawn(languages::find_missing(languages, shopware, patience, told, stop));
}

/// What records of forms are sealed with.
fn seal(config: &ApiConfig) -> Result<Option<Seal>, ApiError> {
    let Some(key) = &config.forms.key else { return Ok(None) };
    let seal = Seal::of(key).ok_or_else(|| ApiError::Setting {
        key: "VITRINE_FORMS_KEY",
        reason: "it has other than 64 hex digits: make one with openssl rand -hex 32".to_owned(),
    })?;
    Ok(Some(seal))
}

fn mailer(config: &ApiConfig) -> Result<Option<Mailer>, ApiError> {
    let mailer = config.mail.as_ref().map(Mailer::new).transpose();
    let mailer = mailer.map_err(|(key, reason)| ApiError::Setting { key, reason })?;
    if mailer.is_none() {
        tracing::warn!(
            "no mail is configured ([mail] of vitrine.toml): withdrawals are acknowledged on the screen alone, and the shop is not told of them by mail"
        );
    }
    Ok(mailer)
}

async fn accept(listener: TcpListener, app: Arc<App>, mut stop: watch::Receiver<bool>) {
    let config = &app.state.config;
    let limits = &config.limits;
    let pool = Pool::new(
        open_files::room_for(limits.connections),
        limits.connections_per_address,
        &config.trusted_proxies,
    );
    let mut connections = JoinSet::new();
    loop {
        while connections.try_join_next().is_some() {}
        let accepted = tokio::select! {
            () = stopped(&mut stop) => break,
            accepted = listener.accept() => accepted,
        };
        match accepted {
            Ok((stream, peer)) => {
                let place = tokio::select! {
                    () = stopped(&mut stop) => break,
                    place = pool.admit(peer.ip()) => place,
                };
                if let Some(place) = place {
                    let (app, stop) = (Arc::clone(&app), stop.clone());
                    connections.spawn(connection::serve(stream, peer.ip(), place, app, stop));
                }
            }
            Err(error) => {
                tracing::warn!(%error, "a connection could not be accepted");
                // Most likely there are no file descriptors left.
                pool.make_room();
                sleep(Duration::from_millis(50)).await;
            }
        }
    }
    drop(listener);
    // A part of the drain time is reserved for closing connections that have not ended.
    let patience = limits.drain.saturating_sub(CLOSING).max(limits.drain / 2);
    let drained = timeout(patience, async { while connections.join_next().await.is_some() {} }).await;
    if drained.is_err() {
        tracing::warn!(
            open = connections.len(),
            "the drain time is over; open connections are cut"
        );
        connections.shutdown().await;
    }
}
