//! Overviews: blocks that list all entries of a collection (content model §8, "Overviews").

use serde::{Deserialize, Serialize};

use super::{EntryKind, Heading, OverviewFilter, OverviewSort};
use crate::{ids::EntryId, rich_text::RichText};

/// `collections_overview`, `designers_overview` and the other overviews of entries.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OverviewBlock {
    /// Heading.
    pub heading: Heading,
    /// Text above the entries.
    pub text: RichText,
    /// The listed collection.
    pub of: OverviewOf,
    /// What visitors can filter by, in the editor's order.
    pub filters: Vec<OverviewFilter>,
    /// Entries on a page, between [`MIN_PER_PAGE`](super::MIN_PER_PAGE) and [`MAX_PER_PAGE`](super::MAX_PER_PAGE).
    pub per_page: u32,
    /// The order; `None` = that of the collection.
    pub sort: Option<OverviewSort>,
    /// Shown when there is no entry; `None` = the shop's own text.
    pub empty_text: Option<String>,
}

/// The collection of an overview, with its specific options.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OverviewOf {
    /// `collections_overview`
    Collections {
        /// Only those of this brand.
        brand: Option<EntryId>,
    },
    /// `designers_overview`, grouped by the first letter of the last name.
    Designers,
    /// `events_overview`: upcoming events, then past ones.
    Events {
        /// Whether past events are listed too.
        show_past: bool,
    },
    /// `news_overview`
    News,
    /// `projects_overview`
    Projects {
        /// Pictures in their own shape, in columns, instead of in rows.
        masonry: bool,
    },
    /// `showrooms_overview`
    Showrooms,
    /// `stores_overview`: dealers, flagship stores and pilot stores, which have no pages of their own.
    Stores,
    /// `vacancies_overview`: those that one can still apply for.
    Vacancies,
    /// `catalogues_overview`
    Catalogues,
    /// The articles of a collection, on the page that it is mounted on.
    Articles {
        /// Its handle.
        collection: String,
    },
}

impl OverviewOf {
    /// The kind of the entries that are listed.
    pub fn kind(&self) -> EntryKind {
        match self {
            Self::Collections { .. } => EntryKind::Collection,
            Self::Designers => EntryKind::Designer,
            Self::Events { .. } => EntryKind::Event,
            Self::News => EntryKind::News,
            Self::Projects { .. } => EntryKind::Project,
            Self::Showrooms => EntryKind::Showroom,
            Self::Stores => EntryKind::Store,
            Self::Vacancies => EntryKind::Vacancy,
            Self::Catalogues => EntryKind::Catalogue,
            Self::Articles { .. } => EntryKind::Article,
        }
    }
}
