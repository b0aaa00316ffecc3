//! Settings of Shopware and of the CMS that do not fit this shop: domains of the sales channel that mails link to, the
//! host to which payment providers return, visitors that Shopware counts as one (Shopware §25.1), and the time zone of
//! the CMS.
//!
//! **Invariant:** findings are reported once in the log and in `/api/ready` as long as they last; they refuse nothing
//! and contain no visitor data.

mod domains;
mod endpoint;
mod finding;
mod shared_limit;
mod time_zone;

use std::{
    collections::BTreeSet,
    net::IpAddr,
    sync::{Arc, Mutex, PoisonError, RwLock},
    time::{Duration, Instant},
};

use jiff::tz::TimeZone;
use vitrine_backends::shopware::session::Domain;

pub(crate) use self::domains::best_for;
use self::shared_limit::SharedLimit;
pub use self::{
    domains::of_domains,
    endpoint::of_endpoint,
    finding::{SetupCode, SetupFinding},
    time_zone::of_time_zone,
};
use super::{cms_zone::cms_time_zone, languages::Languages};
use crate::config::ApiConfig;

/// This process's knowledge of Shopware's settings.
pub(crate) struct ShopSetup {
    languages: Arc<Languages>,
    origins: Vec<String>,
    endpoint: Option<SetupFinding>,
    domains: RwLock<Option<(Arc<[Domain]>, Instant)>>,
    shared: SharedLimit,
    /// The shop's time zone, and the one that the CMS sent.
    time_zone: TimeZone,
    cms_zone: RwLock<Option<String>>,
    /// The findings that are in the log already.
    told: Mutex<BTreeSet<SetupFinding>>,
}

impl ShopSetup {
    pub(crate) fn new(languages: Arc<Languages>, config: &ApiConfig, endpoint: &str) -> Self {
        let origins = config.origins.clone();
        let setup = Self {
            time_zone: config.time_zone.clone(),
            cms_zone: RwLock::new(cms_time_zone(&config.state)),
            endpoint: of_endpoint(endpoint, &origins),
            languages,
            origins,
            domains: RwLock::default(),
            shared: SharedLimit::default(),
            told: Mutex::default(),
        };
        setup.tell();
        setup
    }

    /// The channel's domains as last read; `None` if that is longer ago than `age`.
    pub(crate) fn domains(&self, age: Duration) -> Option<Arc<[Domain]>> {
        let known = self.domains.read().unwrap_or_else(PoisonError::into_inner);
        let (domains, since) = known.as_ref()?;
        (since.elapsed() <= age).then(|| Arc::clone(domains))
    }

    /// Stores the channel's domains.
    pub(crate) fn learn(&self, domains: &[Domain]) {
        let known = self.domains(Duration::MAX);
        let is_new = known.as_ref().is_none_or(|known| **known != *domains);
        let kept = known.filter(|_| !is_new).unwrap_or_else(|| domains.into());
        *self.domains.write().unwrap_or_else(PoisonError::into_inner) = Some((kept, Instant::now()));
        if is_new {
            self.tell();
        }
    }

    /// Records that Shopware's limit refused the first attempt of a visitor.
    pub(crate) fn refused_first_attempt(&self, address: IpAddr, now: Instant) {
        self.shared.refused(address, now);
        self.tell();
    }

    /// Stores the time zone sent by the CMS; returns whether it differs from the previous one.
    pub(crate) fn learn_cms_zone(&self, told: &str) -> bool {
        let mut known = self.cms_zone.write().unwrap_or_else(PoisonError::into_inner);
        if known.as_deref() == Some(told) {
            return false;
        }
        *known = Some(told.to_owned());
        drop(known);
        self.tell();
        true
    }

    fn of_cms_zone(&self) -> Option<SetupFinding> {
        let known = self.cms_zone.read().unwrap_or_else(PoisonError::into_inner);
        of_time_zone(known.as_deref()?, &self.time_zone)
    }

    /// All current findings.
    pub(crate) fn findings(&self) -> Vec<SetupFinding> {
        let of_domains = self
            .domains(Duration::MAX)
            .map(|domains| of_domains(&domains, &self.languages.locales(), &self.origins));
        let shared = self.shared.finding(Instant::now());
        let all = self
            .languages
            .not_in_the_channel()
            .map(SetupFinding::of_missing_language);
        let all = all.chain(of_domains.into_iter().flatten());
        let all = all.chain(self.endpoint.clone()).chain(shared);
        all.chain(self.of_cms_zone()).collect()
    }

    /// Checks everything known again: Shopware has listed its languages.
    pub(crate) fn languages_listed(&self) {
        self.tell();
    }

    /// Logs new findings; a finding that was resolved and comes back is logged again.
    fn tell(&self) {
        let now: BTreeSet<SetupFinding> = self.findings().into_iter().collect();
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        for found in now.difference(&told) {
            let SetupFinding {
                code,
                locale,
                message,
                remedy,
            } = found;
            let (code, locale) = (code.as_str(), locale.as_deref().unwrap_or_default());
            tracing::warn!(code, locale, remedy, "{message}");
        }
        *told = now;
    }
}
