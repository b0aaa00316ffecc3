//! State that all requests of a process share.
//!
//! **Invariant:** created once at server start; mutable parts do their own locking.

use std::{
    sync::{Arc, LazyLock, atomic::AtomicBool},
    time::SystemTime,
};

use http::HeaderMap;
use jiff::Timestamp;
use tokio::sync::Semaphore;
use vitrine_backends::shopware::ShopwareClient;
use vitrine_model::locale::LocaleIndex;
use vitrine_state::{Counters, Log};

use crate::{
    config::ApiConfig,
    counts::Counts,
    desk::Desk,
    events::{app::ShopApp, event_queue::EventQueue, refused::RefusedEvents, report::Builder},
    mail::Mailer,
    outbox::{
        CmsDoor, OutboxProbe, SentForms, Subscriptions,
        withdrawals::{bounds::DeliveryBounds, record::Withdrawals},
    },
    overlay::Overlay,
    preview::Previewer,
    rates::{RateLimits, attempts::Attempts},
    release::{Release, files::bodies::Bodies},
    releases::Releases,
    shop::{
        breaker::Breaker, hidden_methods::HiddenMethods, languages::Languages, learnt_rules::LearntRules,
        readiness::Readiness, setup::ShopSetup, state_probe::StateProbe,
    },
    visitors::{
        logged_out::LoggedOut, order_keys::OrderKeys, promised_days::PromisedDays, queue::WriteQueue, seen::SeenCarts,
        sessions::Sessions, waiting_guests::WaitingGuests,
    },
    web::messages::ErrorTexts,
};

/// State that all requests of a process share.
pub(crate) struct AppState {
    pub(crate) config: ApiConfig,
    pub(crate) shopware: Arc<ShopwareClient>,
    pub(crate) languages: Arc<Languages>,
    pub(crate) releases: Arc<Releases>,
    pub(crate) rates: RateLimits,
    pub(crate) queue: WriteQueue,
    pub(crate) sessions: Sessions,
    pub(crate) logged_out: LoggedOut,
    pub(crate) attempts: Attempts,
    /// Whether the backend has a call for a customer's default payment method, as far as is known (R-CHK-09).
    pub(crate) keeps_payment_method: AtomicBool,
    /// The shop's rules for accounts, as far as they are known.
    pub(crate) account_rules: LearntRules,
    pub(crate) hidden_methods: HiddenMethods,
    pub(crate) seen: SeenCarts,
    /// The circuit breaker for Shopware.
    pub(crate) breaker: Arc<Breaker>,
    pub(crate) orders: Arc<OrderKeys>,
    pub(crate) promises: Arc<PromisedDays>,
    pub(crate) setup: Arc<ShopSetup>,
    pub(crate) waiting_guests: WaitingGuests,
    pub(crate) withdrawals: Arc<Withdrawals>,
    pub(crate) forms: SentForms,
    pub(crate) subscriptions: Subscriptions,
    /// The queue of forms to the CMS.
    pub(crate) cms: CmsDoor,
    /// Copies of forms that were mailed lately, by recipient.
    pub(crate) form_copies: Arc<dyn Counters>,
    /// Permits of the bodies of forms that may be large.
    pub(crate) form_bodies: Arc<Semaphore>,
    pub(crate) mailer: Option<Mailer>,
    pub(crate) bodies: Bodies,
    pub(crate) events: EventQueue,
    pub(crate) log: Arc<dyn Log>,
    pub(crate) refused_events: RefusedEvents,
    pub(crate) shop_app: ShopApp,
    /// Builds when events arrive; set by the command that serves.
    pub(crate) builder: Arc<dyn Builder>,
    /// Permits for files of orders in memory.
    pub(crate) order_files: Arc<Semaphore>,
    pub(crate) delivery_bounds: DeliveryBounds,
    pub(crate) clock: fn() -> SystemTime,
    pub(crate) readiness: Readiness,
    pub(crate) state_probe: StateProbe,
    /// What is wrong with the outboxes.
    pub(crate) outbox_probe: OutboxProbe,
    /// What is counted, if it is shown anywhere.
    pub(crate) counts: Option<Arc<Counts>>,
    /// The OpenAPI document as JSON.
    pub(crate) openapi: String,
    /// The security headers of every page.
    pub(crate) page_headers: HeaderMap,
    /// Set only by `vitrine dev`.
    pub(crate) overlay: Option<Arc<dyn Overlay>>,
    /// The editors' desk.
    pub(crate) desk: Desk,
    /// Renders drafts; set by the command that serves.
    pub(crate) previewer: Arc<dyn Previewer>,
}

static ENGLISH_ONLY: LazyLock<ErrorTexts> = LazyLock::new(ErrorTexts::default);

impl AppState {
    /// The time.
    pub(crate) fn now(&self) -> Timestamp {
        Timestamp::try_from((self.clock)()).unwrap_or(Timestamp::UNIX_EPOCH)
    }

    /// The code of a locale.
    pub(crate) fn code(&self, locale: LocaleIndex) -> &str {
        let locales = &self.config.locales;
        locales
            .get(locale)
            .unwrap_or_else(|| locales.default_locale())
            .code
            .as_str()
    }
}

/// The texts of a release; the built-in English ones without a release.
pub(crate) fn messages(release: Option<&Release>) -> &ErrorTexts {
    release.map_or(&ENGLISH_ONLY, |release| &release.messages)
}
