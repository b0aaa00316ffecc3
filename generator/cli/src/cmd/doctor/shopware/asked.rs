//! What every check of the sales channel has.

use secrecy::ExposeSecret;
use vitrine_backends::{
    BackendError,
    shopware::{Language, ShopwareClient, session::SessionCall},
};

use crate::{
    cmd::doctor::{codes::shopware as codes, reach, report::Report},
    config::Config,
};

/// What every check has.
pub(super) struct Asked<'a> {
    pub(super) config: &'a Config,
    pub(super) client: &'a ShopwareClient,
    /// The languages of the channel.
    pub(super) languages: Vec<Language>,
    /// A call of an anonymous visitor in the first of them.
    pub(super) call: SessionCall,
}

/// Shopware repeats an access key that it refuses.
pub(super) fn without_key(config: &Config, text: &str) -> String {
    match config.access_key() {
        Ok(key) if !key.expose_secret().trim().is_empty() => text.replace(key.expose_secret().trim(), "…"),
        _ => text.to_owned(),
    }
}

/// A call that failed although others do not.
pub(super) fn failed(report: &mut Report, config: &Config, what: &str, error: &BackendError) {
    let message = format!("{what} could not be read: {}", without_key(config, &reach::line(error)));
    reach::add(report, config, &codes::CALL_FAILED, message, error);
}
