//! One read of the CMS: its kind, handle and locale, and its names in files and in `--accept-empty`.

use vitrine_model::locale::Locale;

use super::error::PullError;
use crate::snapshot::{SnapshotError, name};

/// A kind of content.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Entries,
    Tree,
    Navigation,
    Terms,
    Globals,
    Assets,
    Redirects,
    Forms,
}

impl Kind {
    /// The configuration key that lists the handles; empty if there is none.
    pub(super) fn key(self) -> &'static str {
        match self {
            Self::Entries | Self::Tree => "statamic.collections",
            Self::Navigation => "statamic.navigations",
            Self::Terms => "statamic.taxonomies",
            Self::Assets => "statamic.asset_containers",
            Self::Globals | Self::Redirects | Self::Forms => "",
        }
    }

    fn word(self) -> &'static str {
        match self {
            Self::Entries => "entries",
            Self::Tree => "trees",
            Self::Navigation => "navs",
            Self::Terms => "terms",
            Self::Globals => "globals",
            Self::Assets => "assets",
            Self::Redirects => "redirects",
            Self::Forms => "forms",
        }
    }
}

/// One read of the CMS.
#[derive(Debug)]
pub(super) struct Job<'l> {
    pub(super) kind: Kind,
    pub(super) handle: String,
    pub(super) locale: Option<&'l Locale>,
}

impl<'l> Job<'l> {
    pub(super) fn new(kind: Kind, handle: &str, locale: Option<&'l Locale>) -> Self {
        Self {
            kind,
            handle: handle.to_owned(),
            locale,
        }
    }

    fn parts(&self) -> Vec<&str> {
        let mut parts = vec![self.kind.word()];
        parts.extend(Some(self.handle.as_str()).filter(|h| !h.is_empty()));
        parts.extend(self.locale.map(|l| l.code.as_str()));
        parts
    }

    pub(super) fn what(&self) -> String {
        self.parts().join(" ")
    }

    /// Its name in `--accept-empty`: `navs/main`, `redirects`.
    pub(super) fn set(&self) -> String {
        if self.handle.is_empty() {
            self.kind.word().to_owned()
        } else {
            format!("{}/{}", self.kind.word(), self.handle)
        }
    }

    /// The locale's code; empty for data that is the same in all locales.
    pub(super) fn code(&self) -> &str {
        self.locale.map_or("", |locale| locale.code.as_str())
    }

    pub(super) fn absent(&self) -> PullError {
        PullError::Absent {
            what: self.what(),
            key: self.kind.key(),
        }
    }

    pub(super) fn file(&self) -> Result<String, SnapshotError> {
        let mut parts = vec!["statamic"];
        parts.extend(self.parts());
        name(&parts)
    }
}
