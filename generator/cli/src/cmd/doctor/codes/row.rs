//! A kind of finding: its code, its severity, where it is set and how it is put right.

use serde::Serialize;

/// What a finding is about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub(in crate::cmd::doctor) enum Area {
    Shopware,
    Statamic,
    /// The records of both backends.
    Records,
    /// Pictures, mail, and this shop's own server.
    Delivery,
    Machine,
}

impl Area {
    pub(in crate::cmd::doctor) const ALL: [Self; 5] = [
        Self::Shopware,
        Self::Statamic,
        Self::Records,
        Self::Delivery,
        Self::Machine,
    ];

    pub(in crate::cmd::doctor) fn title(self) -> &'static str {
        match self {
            Self::Shopware => "Shopware",
            Self::Statamic => "Statamic",
            Self::Records => "Records of both backends",
            Self::Delivery => "Pictures, mail and the shop's own server",
            Self::Machine => "This machine",
        }
    }
}

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub(in crate::cmd::doctor) enum Severity {
    /// A build fails, or visitors meet errors.
    Error,
    /// It works, but not as it should.
    Warning,
}

/// A kind of finding.
#[derive(Debug)]
pub(in crate::cmd::doctor) struct Row {
    pub(in crate::cmd::doctor) code: &'static str,
    pub(in crate::cmd::doctor) area: Area,
    pub(in crate::cmd::doctor) severity: Severity,
    /// Where it is set: a screen of the administration, a file, a key of `vitrine.toml`.
    pub(in crate::cmd::doctor) set_at: &'static str,
    /// How it is put right.
    pub(in crate::cmd::doctor) remedy: &'static str,
}

/// Declares the rows of an area and the list of them.
macro_rules! rows {
    ($area:ident { $($name:ident: $code:literal, $severity:ident, $set_at:literal, $remedy:literal;)* }) => {
        $(pub(in crate::cmd::doctor) static $name: $crate::cmd::doctor::codes::row::Row = $crate::cmd::doctor::codes::row::Row {
            code: $code,
            area: $crate::cmd::doctor::codes::row::Area::$area,
            severity: $crate::cmd::doctor::codes::row::Severity::$severity,
            set_at: $set_at,
            remedy: $remedy,
        };)*
        /// Every row of this area.
        pub(in crate::cmd::doctor) static ROWS: &[&$crate::cmd::doctor::codes::row::Row] = &[$(&$name),*];
    };
}
pub(super) use rows;
