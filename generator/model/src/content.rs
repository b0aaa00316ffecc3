//! Entries of the CMS with their blocks (content model §2 and §8).
//!
//! **Invariant:** every localization is its own [`Entry`], linked to the others by `group`; texts are plain or
//! [`crate::rich_text::RichText`], never raw HTML.

mod blocks;
mod choices;
mod cta_blocks;
mod featured_blocks;
mod fields;
mod hero_blocks;
mod list_blocks;
mod overview;
mod parts;
mod place;
mod service_blocks;
mod story;
mod text_blocks;
mod words;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::{ids::EntryId, locale::LocaleIndex, media::Image, path::SitePath};

pub use blocks::{Block, BlockKind};
pub use choices::{
    Background, ButtonStyle, Choice, CtaVariant, DropdownType, Experience, Facet, GalleryLayout, HeroHeight,
    HeroTextPosition, NewsletterVariant, OverviewFilter, OverviewSort, Padding, PictureRatio, ProductsMode,
    ProductsSort, RoomSize, RowLayout, TextWidth,
};
pub use fields::{BrandFields, Country, DesignerFields, EntryFields, EntryKind, PageFields};
pub use overview::{OverviewBlock, OverviewOf};
pub use parts::{BlockOptions, Button, Heading, RichTextNode};
pub use place::{
    Address, Coordinates, DayHours, DealerType, OpenSpan, OpeningHours, ShowroomFields, SpecialDay, StoreFields,
    TeamMember, Weekday,
};
pub use story::{
    ArticleFields, CatalogueFields, CollectionFields, Employment, EventFields, FaqFields, NewsFields, ProjectFields,
    Registration, VacancyFields,
};
// The type of a new block is exported with the file of its kind.
pub use words::{Questions, Words};
pub use {cta_blocks::*, featured_blocks::*, hero_blocks::*, list_blocks::*, service_blocks::*, text_blocks::*};

/// SEO fields of an entry (the `seo` fieldset, content model §7).
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Seo {
    /// Replaces the entry's title in `<title>`.
    pub title: Option<String>,
    /// Description.
    pub description: Option<String>,
    /// Image for social sharing.
    pub image: Option<Image>,
    /// Keep out of indexes and sitemaps.
    pub noindex: bool,
    /// Keep out of sitemaps only.
    pub hidden_in_sitemap: bool,
}

/// One localization of an entry.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Entry {
    /// The id of this localization.
    pub id: EntryId,
    /// The id of the first localization; entries with the same group are alternates of each other.
    pub group: EntryId,
    /// Collection handle (`pages`).
    pub collection: String,
    /// Its locale.
    pub locale: LocaleIndex,
    /// Title.
    pub title: String,
    /// Slug.
    pub slug: String,
    /// Its path with the locale's prefix; `None` for collections without a route.
    pub path: Option<SitePath>,
    /// The parent entry in the tree.
    pub parent: Option<EntryId>,
    /// 1-based position in the tree, depth first.
    pub order: Option<u32>,
    /// SEO fields.
    pub seo: Seo,
    /// The page's blocks.
    pub blocks: Vec<Block>,
    /// Fields specific to the collection.
    pub fields: EntryFields,
    /// Last change; used in sitemaps.
    pub updated_at: Option<Timestamp>,
    /// URL where an editor opens the entry in the CMS.
    pub edit_url: Option<String>,
}

impl Entry {
    /// The block whose list is continued on further pages: the first one that has pages.
    pub fn paged_list(&self) -> Option<&Block> {
        self.blocks.iter().find(|block| block.kind.per_page().is_some())
    }
}
