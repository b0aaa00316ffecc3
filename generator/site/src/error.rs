//! Errors of a build.
//!
//! **Invariant:** each variant says what was attempted, on what, why it failed and what to do next. With any of them,
//! `current` was not switched: the live release is unchanged.

use std::{collections::HashMap, path::PathBuf};

use vitrine_model::{diagnostic::Diagnostic, review::ReleaseFinding};

use crate::{assets::AssetError, messages::MessageError, routes::RouteError, templates::TemplateError};

/// A page that could not be rendered.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{path} (from {source_entry}): {reason}")]
pub struct PageFailure {
    /// Its path.
    pub path: String,
    /// The entry or product that the page is for.
    pub source_entry: String,
    /// Why it failed.
    pub reason: Reason,
}

/// Why a page, or header and footer, could not be made.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Reason {
    /// The template failed.
    #[error(transparent)]
    Template(#[from] Box<TemplateError>),
    /// Any other reason, as text.
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

/// Why a build or loading the site failed.
#[derive(Debug, thiserror::Error)]
pub enum SiteError {
    /// An icon that cannot be put into the sprite.
    #[error("templates/{file} cannot be used as an icon: {message}; write it as one <svg> element")]
    Icon {
        /// `icons/cart.svg`
        file: String,
        /// What is wrong.
        message: String,
    },
    /// A source file of the site could not be read.
    #[error("{what} {} could not be read: {source}", path.display())]
    Read {
        /// `the template`, `the locale folder`
        what: &'static str,
        /// The file.
        path: PathBuf,
        /// The I/O error.
        source: std::io::Error,
    },
    /// A locale's `format.json` is invalid.
    #[error("{} says nothing that can be read of how numbers and dates are written: {message}", path.display())]
    Format {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        message: String,
    },
    /// A locale's `search-words.json` is invalid.
    #[error("{} cannot be read as words of the search: {message}; it is an object with \"same\" (lists of words that mean the same), \"covers\" (a word and narrower ones), and the lists \"stop\", \"at_most\", \"at_least\", \"currency\" and \"units\"", path.display())]
    SearchWords {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        message: String,
    },
    /// A line of the gazetteer is invalid.
    #[error("{}, line {line} is no place: {message}; the head of locales/places.csv tells the form", path.display())]
    Places {
        /// The file.
        path: PathBuf,
        /// Line number, starting at 1.
        line: usize,
        /// What is wrong.
        message: &'static str,
    },
    /// A route table is invalid.
    #[error(transparent)]
    Routes(#[from] RouteError),
    /// A catalogue of texts is invalid.
    #[error(transparent)]
    Messages(#[from] MessageError),
    /// The asset manifest is invalid.
    #[error(transparent)]
    Assets(#[from] AssetError),
    /// The shop's own look names something that does not exist.
    #[error(transparent)]
    Theme(#[from] crate::theme::ThemeError),
    /// A template is invalid.
    #[error(transparent)]
    Template(#[from] TemplateError),
    /// The Catalog's locales differ from those of the loaded texts.
    #[error(
        "the catalogue has the locales {catalog}, the texts were loaded for {loaded}: load both with the same configuration"
    )]
    Locales {
        /// Codes of the Catalog's locales.
        catalog: String,
        /// Codes of the loaded locales.
        loaded: String,
    },
    /// The plan or the content has errors.
    #[error("the release cannot go live: {}", list(.0))]
    Diagnostics(Vec<Diagnostic>),
    /// Errors of the review that are not accepted, among the other findings.
    #[error("the release is not published: {}", list(&refusals(.0)))]
    Refused(Vec<ReleaseFinding>),
    /// Pages that could not be rendered.
    #[error("{} of the pages could not be made; the live release stays. {}", .0.len(), list(&by_reason(.0)))]
    Pages(Vec<PageFailure>),
    /// Too few pages (rule 17).
    #[error(
        "the new release would have {new} pages, the live one has {live}: fewer than 80 %. If that is meant, build with --accept-fewer"
    )]
    Fewer {
        /// Pages of the new release.
        new: usize,
        /// Pages of the live release.
        live: usize,
    },
    /// A page kind of the live release has disappeared from a locale (rule 18).
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
    /// There is no such release to roll back to.
    #[error(
        "there is no release {} to go back to; {}", wanted.as_deref().unwrap_or("before the live one"), listed(known)
    )]
    NoFormer {
        /// The requested release.
        wanted: Option<String>,
        /// The available releases, oldest first.
        known: Vec<String>,
    },
    /// A file or folder could not be written.
    #[error("{what} {path} could not be written: {source}")]
    Write {
        /// `the page`, `the folder`
        what: &'static str,
        /// Path below dist.
        path: String,
        /// The I/O error.
        source: std::io::Error,
    },
    /// A required path is occupied by something else.
    #[error("{path} is in the way: {reason}")]
    InTheWay {
        /// Path below dist.
        path: String,
        /// What it is, and what to do about it.
        reason: &'static str,
    },
}

/// The pages that failed for one reason, the first one first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SameFailure<'a>(pub Vec<&'a PageFailure>);

/// Failures by their reason, in the order in which the first of each came.
pub fn by_reason(failures: &[PageFailure]) -> Vec<SameFailure<'_>> {
    let mut places: HashMap<String, usize> = HashMap::new();
    let mut all: Vec<SameFailure<'_>> = Vec::new();
    for failure in failures {
        let place = *places.entry(failure.reason.to_string()).or_insert(all.len());
        match all.get_mut(place) {
            Some(same) => same.0.push(failure),
            None => all.push(SameFailure(vec![failure])),
        }
    }
    all
}

/// Maximum number of further pages that are named with a reason.
const MORE_PAGES: usize = 3;

impl Listed for SameFailure<'_> {
    fn text(&self) -> String {
        let Some((first, others)) = self.0.split_first() else {
            return String::new();
        };
        let named: Vec<&str> = others.iter().take(MORE_PAGES).map(|page| page.path.as_str()).collect();
        match others.len() {
            0 => first.to_string(),
            count if count <= MORE_PAGES => format!("{first} (and in {})", named.join(", ")),
            count => format!("{first} (and in {count} more pages: {}, …)", named.join(", ")),
        }
    }
}

fn refusals(findings: &[ReleaseFinding]) -> Vec<ReleaseFinding> {
    findings.iter().filter(|one| one.refuses()).cloned().collect()
}

fn listed(known: &[String]) -> String {
    if known.is_empty() {
        "none lies there: build one".to_owned()
    } else {
        format!("`vitrine releases` lists those that lie there: {}", known.join(", "))
    }
}

/// Maximum number of items listed in an error; the rest is counted.
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

impl Listed for ReleaseFinding {
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
