//! What every check of the CMS has.

use vitrine_backends::{BackendError, statamic::StatamicClient};

use crate::{
    cmd::doctor::{codes::statamic as codes, reach, report::Report},
    config::Config,
};

/// What every check has.
pub(super) struct Asked<'a> {
    pub(super) config: &'a Config,
    pub(super) client: &'a StatamicClient,
}

/// A call that failed although others do not.
pub(super) fn failed(report: &mut Report, config: &Config, what: &str, error: &BackendError) {
    let message = format!("{what} could not be read: {}", reach::line(error));
    reach::add(report, config, &codes::CALL_FAILED, message, error);
}
