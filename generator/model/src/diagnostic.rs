//! Diagnostics: findings of a build about the content, with location and remedy. They are grouped and counted for the
//! report.
//!
//! A diagnostic never stops a build by itself; `Severity::Stop` keeps a release from going live.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The page is complete, but an editor should look at it.
    Warning,
    /// An editor's record is not live until it is mended; the rest is.
    Error,
    /// The release must not go live.
    Stop,
}

/// Where a diagnostic was found.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Place {
    /// `shopware`, `statamic`, `templates`, `locales`, `plan`.
    pub source: String,
    /// `product`, `entry`, `navigation`, …
    pub kind: String,
    /// Product number, entry id or handle.
    pub id: String,
    /// Locale code, if it matters.
    pub locale: Option<String>,
    /// The field or block.
    pub field: Option<String>,
    /// URL where an editor can correct it.
    pub edit_url: Option<String>,
}

/// One diagnostic.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Diagnostic {
    /// Severity.
    pub severity: Severity,
    /// A stable name: `block-not-built`, `dead-link`, `field-shape`, …
    pub code: Cow<'static, str>,
    /// The finding, as one sentence.
    pub message: String,
    /// What to do about it.
    pub hint: Option<String>,
    /// Where.
    pub place: Place,
}

impl Diagnostic {
    /// A warning.
    pub fn warning(code: &'static str, message: impl Into<String>, place: Place) -> Self {
        Self {
            severity: Severity::Warning,
            code: code.into(),
            message: message.into(),
            hint: None,
            place,
        }
    }

    /// An error.
    pub fn error(code: &'static str, message: impl Into<String>, place: Place) -> Self {
        Self {
            severity: Severity::Error,
            code: code.into(),
            message: message.into(),
            hint: None,
            place,
        }
    }

    /// One that keeps the release from going live.
    pub fn stop(code: &'static str, message: impl Into<String>, place: Place) -> Self {
        Self {
            severity: Severity::Stop,
            ..Self::error(code, message, place)
        }
    }

    /// Adds a remedy.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }
}
