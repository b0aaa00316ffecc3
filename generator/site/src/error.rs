//! Why there is no release.
//!
//! **Invariant:** each variant says what was attempted, on what, why it failed and what to do next; whatever it is, `current` was not switched: the live release is the one that was.

use std::path::PathBuf;

use vitrine_model::diagnostic::Diagnostic;

use crate::{assets::AssetError, messages::MessageError, routes::RouteError, templates::TemplateError};

/// One page that could not be made.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{path} (from {source_entry}): {reason}")]
pub struct PageFailure {
    /// Its path.
    pub path: String,
    /// Who asked for it.
    pub source_entry: String,
    /// Why it failed.
    pub reason: Reason,
}

/// Why a page, or header and footer, could not be made.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Reason {
    /// Its template.
    #[error(transparent)]
    Template(#[from] Box<TemplateError>),
    /// Anything else, in words.
    #[error("{0}")]
    Other(String),
}

impl From<TemplateError> for Reason {
    fn from(error: TemplateError) -> Self {
        Self::Template(Box::new(error))
    }
}

impl From<String> for Reason {
    fn from(words: String) -> Self {
        Self::Other(words)
    }
}

impl From<&str> for Reason {
    fn from(words: &str) -> Self {
        Self::Other(words.to_owned())
    }
}

/// Why a build or a load stopped.
#[derive(Debug, thiserror::Error)]
pub enum SiteError {
    /// A file of the site's own sources could not be read.
    #[error("{what} {} could not be read: {source}", path.display())]
    Read {
        /// `the template`, `the locale folder`
        what: &'static str,
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// A locale's `format.json`.
    #[error("{} says nothing that can be read of how numbers and dates are written: {message}", path.display())]
    Format {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        message: String,
    },
    /// A route table.
    #[error(transparent)]
    Routes(#[from] RouteError),
    /// A catalogue of texts.
    #[error(transparent)]
    Messages(#[from] MessageError),
    /// The asset manifest.
    #[error(transparent)]
    Assets(#[from] AssetError),
    /// A template that cannot be used.
    #[error(transparent)]
    Template(#[from] TemplateError),
    /// The shop's locales and those that texts were loaded for differ.
    #[error(
        "the catalogue has the locales {catalog}, the texts were loaded for {loaded}: load both with the same configuration"
    )]
    Locales {
        /// Codes.
        catalog: String,
        /// Codes.
        loaded: String,
    },
    /// The plan or the content holds errors.
    #[error("the release cannot go live: {}", list(.0))]
    Diagnostics(Vec<Diagnostic>),
    /// Pages that could not be made.
    #[error("{} of the pages could not be made; the live release stays. {}", .0.len(), list(.0))]
    Pages(Vec<PageFailure>),
    /// Suspiciously few pages (rule 17).
    #[error(
        "the new release would have {new} pages, the live one has {live}: fewer than 80 %. If that is meant, build with --accept-fewer"
    )]
    Fewer {
        /// Pages now.
        new: usize,
        /// Pages of the live release.
        live: usize,
    },
    /// A kind of page that the live release shows is suddenly gone from a locale (rule 18).
    #[error(
        "the new release would have no page of kind {kind:?} in {locale:?}, the live one has {live}. If that is meant, build with --accept-empty {kind}"
    )]
    Emptied {
        /// The page kind.
        kind: String,
        /// Locale code.
        locale: String,
        /// Pages of the live release.
        live: usize,
    },
    /// Another build holds the lock.
    #[error("another build is writing to {}: wait until it has ended", dist.display())]
    Busy {
        /// The folder.
        dist: PathBuf,
    },
    /// Writing failed.
    #[error("{what} {path} could not be written: {source}")]
    Write {
        /// `the page`, `the folder`
        what: &'static str,
        /// Below dist.
        path: String,
        /// Why.
        source: std::io::Error,
    },
    /// Something is in the way.
    #[error("{path} is in the way: {reason}")]
    InTheWay {
        /// Below dist.
        path: String,
        /// What it is and what to do.
        reason: &'static str,
    },
}

/// Items of a list that an error names; the rest is counted.
const MAX_LISTED: usize = 10;

trait Listed {
    fn text(&self) -> String;
}

impl Listed for Diagnostic {
    fn text(&self) -> String {
        match &self.hint {
            Some(hint) => format!("{} ({hint})", self.message),
            None => self.message.clone(),
        }
    }
}

impl Listed for PageFailure {
    fn text(&self) -> String {
        self.to_string()
    }
}

fn list<T: Listed>(items: &[T]) -> String {
    let mut text = items
        .iter()
        .take(MAX_LISTED)
        .map(Listed::text)
        .collect::<Vec<_>>()
        .join("; ");
    if items.len() > MAX_LISTED {
        text.push_str(&format!("; and {} more", items.len() - MAX_LISTED));
    }
    text
}
