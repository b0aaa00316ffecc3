//! Entries of the CMS with their blocks (content model §2 and §8).
//!
//! **Invariant:** every localization is an [`Entry`] of its own, tied to the others by `group`; texts are plain or [`RichText`], never raw HTML.

mod choices;
mod fields;
mod place;
mod story;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

mod blocks;

pub use blocks::*;

use crate::{
    ids::{EntryId, ProductNumber},
    link::Link,
    locale::LocaleIndex,
    media::Image,
    path::SitePath,
    rich_text::RichText,
};

pub use choices::{
    Background, ButtonStyle, Choice, DropdownType, GalleryLayout, HeroHeight, HeroTextPosition, NewsletterVariant,
    Padding, ProductsMode, RoomSize, RowLayout, TextWidth,
};
pub use fields::{BrandFields, Country, DesignerFields, EntryFields, EntryKind, PageFields};
pub use place::{
    Address, Coordinates, DayHours, DealerType, OpenSpan, OpeningHours, ShowroomFields, SpecialDay, StoreFields,
    TeamMember, Weekday,
};
pub use story::{
    CatalogueFields, CollectionFields, Employment, EventFields, FaqFields, NewsFields, ProjectFields, Registration,
    VacancyFields,
};

/// What an entry tells search engines (the `seo` fieldset, content model §7).
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Seo {
    /// Instead of the title.
    pub title: Option<String>,
    /// Description.
    pub description: Option<String>,
    /// Picture for sharing.
    pub image: Option<Image>,
    /// Keep out of indexes and sitemaps.
    pub noindex: bool,
    /// Keep out of sitemaps alone.
    pub hidden_in_sitemap: bool,
}

/// One localization of an entry.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Entry {
    /// Its own id.
    pub id: EntryId,
    /// The id of the first of its localizations: those with the same group are alternates of each other.
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
    /// The entry above it in the tree.
    pub parent: Option<EntryId>,
    /// 1-based place in the tree, depth first.
    pub order: Option<u32>,
    /// What search engines are told.
    pub seo: Seo,
    /// The page's blocks.
    pub blocks: Vec<Block>,
    /// Fields of the collection.
    pub fields: EntryFields,
    /// Last change, for sitemaps.
    pub updated_at: Option<Timestamp>,
    /// Where an editor opens it.
    pub edit_url: Option<String>,
}

/// A piece of a rich text field with sets (bard, Statamic §3).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RichTextNode {
    /// Paragraphs, headings, lists.
    Text(RichText),
    /// A picture with its caption.
    Image {
        /// The picture.
        image: Image,
        /// What stands below it.
        caption: Option<String>,
    },
    /// A quotation.
    Quote {
        /// The words.
        quote: String,
        /// Who said them.
        author: Option<String>,
    },
    /// A link set as a button.
    Button(Button),
    /// A table; the first row is its head.
    Table(Vec<Vec<String>>),
    /// Several pictures.
    Gallery(Vec<Image>),
    /// Products under a heading of their own.
    Products {
        /// The heading.
        heading: Option<String>,
        /// The products, in the editor's order.
        products: Vec<ProductNumber>,
    },
}

/// A link with a style.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Button {
    /// Words and target.
    pub link: Link,
    /// How it looks.
    pub style: ButtonStyle,
}

/// The `heading` fieldset.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Heading {
    /// A word above it.
    pub eyebrow: Option<String>,
    /// The heading.
    pub heading: Option<String>,
    /// 1 to 3 as the editor chose; `site` keeps the order without gaps.
    pub level: u8,
    /// A paragraph below it.
    pub intro: Option<String>,
}

/// The `block_options` fieldset, in every block.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct BlockOptions {
    /// The ground it stands on.
    pub background: Background,
    /// The room above it.
    pub padding_top: Padding,
    /// The room below it.
    pub padding_bottom: Padding,
    /// The block's own fragment.
    pub anchor: Option<String>,
}
