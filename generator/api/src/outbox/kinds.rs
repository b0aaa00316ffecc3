//! The kinds of records that are delivered.

use vitrine_state::Collection;

/// The properties that all records of a kind share.
#[derive(Debug, PartialEq, Eq)]
pub struct Kind {
    /// The name of the kind, in the plural.
    pub name: &'static str,
    /// Where a record is delivered, in the order in which the channels are tried. The names are part of files.
    pub channels: &'static [&'static str],
    /// How long a record is kept.
    pub retention: Retention,
    /// Maximum size of a record in bytes; a longer one is not read.
    pub(super) most_bytes: u64,
    /// What was received.
    pub(super) received: Collection,
    /// What was delivered of records that are not delivered everywhere.
    pub(super) pending: Collection,
    /// What was delivered of records of which nothing is left to deliver.
    pub(super) done: Collection,
}

/// How long records of a kind are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Retention {
    /// Until the operator removes them, or their retention ends: they prove what was stated. Records beyond the maximum
    /// number are refused.
    Kept,
    /// Until they are delivered. What was given up stays until its time is over; what is beyond the bound in number is
    /// refused.
    UntilDelivered,
}

/// Size of a record that has texts alone.
const TEXTS: u64 = 64 * 1024;
/// Size of a record that may have files: more than a body of a request may have.
const WITH_FILES: u64 = 96 * 1024 * 1024;

/// Withdrawals from contracts (law §4a). The names of channels and collections are older than the outbox: files of former
/// versions have them.
pub const WITHDRAWALS: Kind = Kind {
    name: "withdrawals",
    channels: &["customer", "shop", "shopware"],
    retention: Retention::Kept,
    most_bytes: TEXTS,
    received: Collection::WITHDRAWALS,
    pending: Collection::WITHDRAWALS_PENDING,
    done: Collection::WITHDRAWALS_DONE,
};

/// Forms of the CMS (R-FORM-04): to the CMS, then a copy to the sender where that is configured.
pub const FORMS: Kind = Kind {
    name: "forms",
    channels: &["cms", "copy"],
    retention: Retention::UntilDelivered,
    most_bytes: WITH_FILES,
    received: Collection::FORMS,
    pending: Collection::FORMS_PENDING,
    done: Collection::FORMS_DONE,
};

/// Subscriptions to the newsletter, which prove the consent (law §10).
pub const NEWSLETTER: Kind = Kind {
    name: "newsletter",
    channels: &["shopware"],
    retention: Retention::Kept,
    most_bytes: TEXTS,
    received: Collection::NEWSLETTER,
    pending: Collection::NEWSLETTER_PENDING,
    done: Collection::NEWSLETTER_DONE,
};

/// Every kind.
pub const KINDS: [&Kind; 3] = [&WITHDRAWALS, &FORMS, &NEWSLETTER];
