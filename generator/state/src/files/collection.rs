//! The folders of the collections, and the names of their files.

use std::path::{Path, PathBuf};

use super::durable_file::{PRIVATE, SHARED};

/// A collection of records.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Collection {
    folder: &'static str,
    naming: Naming,
    mode: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Naming {
    /// Names are secret: a file is named by the hash of its record's name, and the folder contains nothing else.
    Hashed,
    /// Names are file names with this extension.
    Plain(&'static str),
}

impl Collection {
    /// The idempotency keys of orders.
    pub const ORDER_KEYS: Self = Self::hashed("orders");
    /// The days of delivery that were promised with an order, by its id.
    pub const PROMISED_DAYS: Self = Self::plain("promised-days", ".json");
    /// Tokens of ended sessions; the records are empty.
    pub const ENDED_SESSIONS: Self = Self::hashed("logged-out");
    /// Received withdrawals.
    pub const WITHDRAWALS: Self = Self::plain("withdrawals", ".json");
    /// Delivery state of withdrawals that are not fully delivered.
    pub const WITHDRAWALS_PENDING: Self = Self::plain("withdrawals", ".pending.json");
    /// Delivery state of withdrawals that are fully delivered.
    pub const WITHDRAWALS_DONE: Self = Self::plain("withdrawals", ".done.json");
    /// The terms and the information on withdrawal that were in force, by the hash of their content.
    pub const LEGAL_TEXTS: Self = Self::plain("legal-texts", ".html");
    /// Which of them were in force from when, by that instant.
    pub const LEGAL_PERIODS: Self = Self::plain("legal-texts", ".json");
    /// Sealed forms.
    pub const FORMS: Self = Self::private("forms", ".sealed");
    /// Delivery state of forms that are not delivered.
    pub const FORMS_PENDING: Self = Self::private("forms", ".pending.json");
    /// Delivery state of forms that were delivered and removed.
    pub const FORMS_DONE: Self = Self::private("forms-done", ".json");
    /// Subscriptions to the newsletter, sealed: the proof of consent.
    pub const NEWSLETTER: Self = Self::private("newsletter", ".sealed");
    /// Delivery state of subscriptions that are not delivered.
    pub const NEWSLETTER_PENDING: Self = Self::private("newsletter", ".pending.json");
    /// Delivery state of subscriptions that are delivered.
    pub const NEWSLETTER_DONE: Self = Self::private("newsletter", ".done.json");
    /// Data that the CMS sent about itself: the record `cms-time-zone`.
    pub const CMS: Self = Self::plain("hooks", "");
    /// The registration of Shopware's app, which contains a secret: the record `app`.
    pub const SHOP_APP: Self = Self {
        mode: PRIVATE,
        ..Self::plain("hooks", ".json")
    };

    /// The last builds, for the desk: the record `builds`.
    pub const BUILDS: Self = Self::plain("hooks", ".json");
    /// Sessions of the desk, by their tokens.
    pub const DESK_SESSIONS: Self = Self {
        mode: PRIVATE,
        ..Self::hashed("desk-sessions")
    };
    /// Logins to the desk that were begun at a provider, by their tokens.
    pub const DESK_LOGINS: Self = Self {
        mode: PRIVATE,
        ..Self::hashed("desk-logins")
    };

    const fn hashed(folder: &'static str) -> Self {
        Self {
            folder,
            naming: Naming::Hashed,
            mode: SHARED,
        }
    }

    const fn plain(folder: &'static str, ending: &'static str) -> Self {
        Self {
            folder,
            naming: Naming::Plain(ending),
            mode: SHARED,
        }
    }

    const fn private(folder: &'static str, ending: &'static str) -> Self {
        Self {
            mode: PRIVATE,
            ..Self::plain(folder, ending)
        }
    }

    pub(super) fn files_in(self, state: &Path) -> FileNames {
        FileNames {
            folder: state.join(self.folder),
            naming: self.naming,
            mode: self.mode,
        }
    }
}

/// The files of a collection.
#[derive(Clone, Debug)]
pub(super) struct FileNames {
    pub(super) folder: PathBuf,
    naming: Naming,
    /// The permission bits of a file.
    pub(super) mode: u32,
}

impl FileNames {
    /// The file of a record. Plain names are constants of the program, or hex digits.
    pub(super) fn path(&self, name: &str) -> PathBuf {
        match self.naming {
            Naming::Hashed => self.folder.join(blake3::hash(name.as_bytes()).to_hex().as_str()),
            Naming::Plain(ending) => self.folder.join(format!("{name}{ending}")),
        }
    }

    /// The record name of a file; `None` for a file of another collection, or a temporary file.
    pub(super) fn record<'a>(&self, file: &'a str) -> Option<&'a str> {
        let name = match self.naming {
            Naming::Hashed => file,
            Naming::Plain(ending) => file.strip_suffix(ending)?,
        };
        (!name.is_empty() && !name.contains('.')).then_some(name)
    }
}
