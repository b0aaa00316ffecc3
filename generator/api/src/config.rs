//! The configuration of the API: where it listens, which origins and proxies it trusts, where the release and its own
//! state are.
//!
//! **Invariant:** hosts, origins and limits come from here, never from a request (rules 7 and 13). A table of
//! `vitrine.toml` that only the API needs has its type here: a new key is a field of it.

use std::{collections::HashMap, fmt, net::SocketAddr, path::PathBuf, sync::Arc, time::Duration};

use ipnet::IpNet;
use jiff::{Timestamp, tz::TimeZone};
use secrecy::SecretString;
use serde::Deserialize;
use vitrine_backends::statamic::StatamicForms;
use vitrine_delivery::{Calendar, DeliveryTime};
use vitrine_model::locale::{LocaleIndex, Locales};
use vitrine_state::StateFolder;

use crate::{
    counts::Counts,
    desk_users::DeskSettings,
    limits::{Rates, ServerLimits},
    mail::MailConfig,
};

/// Everything that [`crate::serve`] needs besides the backend.
#[derive(Clone, Debug)]
pub struct ApiConfig {
    /// The address to listen on; port 0 means any free port.
    pub listen: SocketAddr,
    /// Allowed values of a request's `Host`, with the port unless it is the scheme's default. Port 0 stands for the
    /// port that was bound.
    pub hosts: Vec<String>,
    /// Origins whose requests may write (`https://shop.example`). Port 0 stands for the port that was bound.
    pub origins: Vec<String>,
    /// Whether the shop is reached by https: cookies are then `Secure` and `__Host-`, and HSTS is sent.
    pub https: bool,
    /// The folder that contains `current` and `releases`.
    pub dist: PathBuf,
    /// What outlives a request; shared by all processes of this machine.
    pub state: StateFolder,
    /// Limits of size, number and time.
    pub limits: ServerLimits,
    /// Rate limits.
    pub rates: Rates,
    /// Addresses and ranges of proxies whose `X-Forwarded-For` is trusted.
    pub trusted_proxies: Vec<IpNet>,
    /// The shop's locales; a commerce language that is missing is learnt from the live release, or from Shopware.
    pub locales: Locales,
    /// Rules for ordering.
    pub ordering: Ordering,
    /// The offered payment methods, and the account for transfers.
    pub payment: PaymentRules,
    /// What customers may do with their account and their orders.
    pub account: AccountSettings,
    /// The maximum number of pieces that counts as limited stock; the same as in the build.
    pub limited_at_most: u32,
    /// Who may open the editors' desk.
    pub desk: DeskSettings,
    /// The secrets of the hooks; a hook without one accepts nothing.
    pub hooks: HookSecrets,
    /// The shop's time zone, for the local time of a withdrawal.
    pub time_zone: TimeZone,
    /// The calendar of deliveries; `None` if the shop names no dates.
    pub delivery: Option<DeliverySettings>,
    /// How mail is sent; `None` if the shop sends none.
    pub mail: Option<MailConfig>,
    /// The destination of forms, and their retention periods.
    pub forms: FormsConfig,
    /// Whether pictures of lines are the backend's thumbnails, because no image CDN is configured.
    pub thumbnails: bool,
    /// Hosts of images, as in `img-src`: `https://images.example`.
    pub image_hosts: Vec<String>,
    /// Where numbers about this process are shown; `None` if nowhere.
    pub metrics: Option<MetricsSettings>,
}

/// `server.metrics`.
#[derive(Clone, Debug)]
pub struct MetricsSettings {
    /// The address to listen on; port 0 means any free port.
    pub listen: SocketAddr,
    /// What is counted. The clients of the backends count their calls in it.
    pub counts: Arc<Counts>,
}

/// The settings for delivery dates, from `[delivery]` of the configuration.
#[derive(Clone, Debug)]
pub struct DeliverySettings {
    /// The shop's working days and those of its carriers.
    pub calendar: Arc<Calendar>,
    /// How long a parcel is under way once missing pieces are there.
    pub after_restock: DeliveryTime,
    /// Returns the current time.
    pub clock: DeliveryClock,
}

/// Returns the current time.
#[derive(Clone)]
pub struct DeliveryClock(Arc<dyn Fn() -> Timestamp + Send + Sync>);

impl DeliveryClock {
    /// A clock that calls this function.
    pub fn new(now: impl Fn() -> Timestamp + Send + Sync + 'static) -> Self {
        Self(Arc::new(now))
    }

    pub(crate) fn now(&self) -> Timestamp {
        (self.0)()
    }
}

impl fmt::Debug for DeliveryClock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("DeliveryClock").field(&self.now()).finish()
    }
}

/// The secrets by which the backends authenticate their events.
#[derive(Clone, Debug, Default)]
pub struct HookSecrets {
    /// The CMS's secret.
    pub content: Option<SecretString>,
    /// Shopware's secret.
    pub commerce: Option<SecretString>,
}

/// The destination of forms, and their retention periods.
#[derive(Clone, Debug)]
pub struct FormsConfig {
    /// The CMS; `None` if it accepts no forms.
    pub cms: Option<StatamicForms>,
    /// The key that records of forms are sealed with, 64 hex digits; without one no form is taken.
    pub key: Option<SecretString>,
    /// The handle of the newsletter's form, which is sent to Shopware.
    pub newsletter: Option<String>,
    /// Handles of the forms whose sender gets a copy by mail.
    pub copies: Vec<String>,
    /// Retention period of a form that was not delivered.
    pub keep: Duration,
    /// The same for single forms.
    pub keep_of: HashMap<String, Duration>,
    /// Retention period of the newsletter's proof of consent.
    pub consent: Duration,
}

impl Default for FormsConfig {
    fn default() -> Self {
        Self {
            cms: None,
            key: None,
            newsletter: None,
            copies: Vec::new(),
            keep: Duration::from_secs(30 * 24 * 60 * 60),
            keep_of: HashMap::new(),
            consent: Duration::from_secs(5 * 365 * 24 * 60 * 60),
        }
    }
}

impl FormsConfig {
    /// Retention period of a form that was not delivered.
    pub(crate) fn keep(&self, form: &str) -> Duration {
        self.keep_of.get(form).copied().unwrap_or(self.keep)
    }
}

/// `[account]`: what customers may do with their account and their orders.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AccountSettings {
    /// Whether customers may change their e-mail address.
    pub change_email: bool,
    /// Whether customers may cancel an order that nobody works on yet.
    pub cancel_orders: bool,
    /// Whether customers may delete their accounts, if the backend does not report it.
    #[serde(default)]
    pub delete_account: bool,
}

/// `[ordering]`: rules for ordering (R-HEAD-02).
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ordering {
    /// Whether consumers may order without being logged in.
    pub consumer_ordering: bool,
    /// The locales, by code, in which they may.
    pub consumer_locales: Vec<String>,
}

impl Ordering {
    /// Whether guests may order on a page of this locale.
    pub(crate) fn open_to_all(&self, locales: &Locales, locale: LocaleIndex) -> bool {
        self.consumer_ordering
            && locales
                .get(locale)
                .is_some_and(|l| self.consumer_locales.iter().any(|code| code == l.code.as_str()))
    }
}

/// `[payment]`: the offered payment methods, and the account for transfers; optional.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct PaymentRules {
    /// Technical names of hidden methods, in addition to the known unsupported ones.
    pub hide: Vec<String>,
    /// Technical names of methods that are known not to work and are offered all the same.
    pub show: Vec<String>,
    /// Technical names of methods with which an order is paid after its delivery, in addition to the known ones.
    pub paid_later: Vec<String>,
    /// The account for prepayments and invoices; `None` if the methods' descriptions name it.
    pub account: Option<BankAccount>,
}

/// `[payment.account]`: the shop's bank account.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BankAccount {
    /// Whose account it is.
    pub holder: String,
    /// The IBAN.
    pub iban: String,
    /// The BIC of the bank.
    pub bic: Option<String>,
}
