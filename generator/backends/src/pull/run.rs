//! The state of one pull: the clients and configuration it reads with.

use vitrine_model::locale::{Locale, LocaleIndex};

use super::{config::PullConfig, error::PullError, progress::Progress};
use crate::{error::BackendError, shopware::ShopwareClient, statamic::StatamicClient};

/// Maximum number of concurrent calls.
pub(super) const AT_ONCE: usize = 4;

pub(super) struct Pull<'a> {
    pub(super) shopware: &'a ShopwareClient,
    pub(super) statamic: &'a StatamicClient,
    pub(super) config: &'a PullConfig,
    pub(super) progress: &'a dyn Progress,
}

impl Pull<'_> {
    pub(super) fn locales(&self) -> impl Iterator<Item = (LocaleIndex, &Locale)> {
        self.config.locales.iter()
    }
}

/// Converts the error of a read, adding the name of the data.
pub(super) fn at(what: &str) -> impl FnOnce(BackendError) -> PullError + use<> {
    let what = what.to_owned();
    move |source| PullError::Backend { what, source }
}
