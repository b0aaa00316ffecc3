//! The kinds of records that are delivered.

use vitrine_state::Collection;

/// What is alike of all records of one kind.
#[derive(Debug, PartialEq, Eq)]
pub struct Kind {
    /// The name of the kind, in the plural.
    pub name: &'static str,
    /// Where a record is delivered, in the order in which the channels are tried. The names stand in files.
    pub channels: &'static [&'static str],
    /// How long a record is kept.
    pub retention: Retention,
    /// What was received.
    pub(super) received: Collection,
    /// What was delivered of records that are not delivered everywhere.
    pub(super) pending: Collection,
    /// What was delivered of records of which nothing is left to deliver.
    pub(super) done: Collection,
}

/// How long records of a kind are kept. Kinds that must not keep what they delivered get a variant of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Retention {
    /// Until the operator removes them: they prove what was stated. What is beyond the bound in number is refused.
    Kept,
}

/// Withdrawals from contracts (law §4a). The names of channels and collections are older than the outbox: files of former
/// versions have them.
pub const WITHDRAWALS: Kind = Kind {
    name: "withdrawals",
    channels: &["customer", "shop", "shopware"],
    retention: Retention::Kept,
    received: Collection::WITHDRAWALS,
    pending: Collection::WITHDRAWALS_PENDING,
    done: Collection::WITHDRAWALS_DONE,
};

/// Every kind.
pub const KINDS: [&Kind; 1] = [&WITHDRAWALS];
