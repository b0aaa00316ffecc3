//! What a build found in the content: grouped, counted, told to people with the place and the remedy.
//!
//! **Invariant:** a diagnostic never stops a build by itself; `Severity::Error` keeps a release from going live.

use serde::Serialize;

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Worth an editor's look; the page is whole.
    Warning,
    /// The release must not go live.
    Error,
}

/// Where something was found.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize)]
pub struct Place {
    /// `shopware`, `statamic`, `templates`, `locales`, `plan`.
    pub source: String,
    /// `product`, `entry`, `navigation`, …
    pub kind: String,
    /// Product number, entry id or handle.
    pub id: String,
    /// Locale code, where it matters.
    pub locale: Option<String>,
    /// The field or block.
    pub field: Option<String>,
    /// Where an editor mends it.
    pub edit_url: Option<String>,
}

/// One finding.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
pub struct Diagnostic {
    /// Severity.
    pub severity: Severity,
    /// A stable name: `block-not-built`, `dead-link`, `field-shape`, …
    pub code: &'static str,
    /// What was found, in one sentence.
    pub message: String,
    /// What to do next.
    pub hint: Option<String>,
    /// Where.
    pub place: Place,
}

impl Diagnostic {
    /// A warning.
    pub fn warning(code: &'static str, message: impl Into<String>, place: Place) -> Self {
        Self {
            severity: Severity::Warning,
            code,
            message: message.into(),
            hint: None,
            place,
        }
    }

    /// An error.
    pub fn error(code: &'static str, message: impl Into<String>, place: Place) -> Self {
        Self {
            severity: Severity::Error,
            code,
            message: message.into(),
            hint: None,
            place,
        }
    }

    /// The same with a remedy.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }
}
