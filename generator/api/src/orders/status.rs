//! The state of an order, a delivery or a payment as Shopware names it.

use vitrine_backends::shopware::session as shopware;

use super::types::Status;

pub(super) fn status(status: &shopware::Status) -> Status {
    Status {
        code: status.code.clone(),
        name: filled(&status.name),
    }
}

/// The text, unless it is blank.
pub(super) fn filled(text: &str) -> Option<String> {
    (!text.trim().is_empty()).then(|| text.to_owned())
}
