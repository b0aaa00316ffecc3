//! The arrow of a light source, as the generator wrote it (law §6).

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The energy arrow of a light source, all texts in the page's language.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct EnergyArrow {
    /// `A` to `G`.
    pub(crate) class: String,
    /// Alternative text of the arrow.
    pub(crate) alt: String,
    /// URL of the full label.
    pub(crate) label_href: String,
    /// Alternative text of the label; `null` if a page cannot show it, so that it is linked.
    #[serde(default)]
    #[schema(required)]
    pub(crate) label_alt: Option<String>,
    /// URL of the product information sheet.
    pub(crate) sheet_href: String,
    /// Label of the link to the sheet.
    pub(crate) sheet_label: String,
}
