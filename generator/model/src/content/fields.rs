//! The fields that a collection's entries have of their own, and what all of them answer alike.
//!
//! **Invariant:** what an index or a card asks of any entry (picture, sentence, products, relations) is answered here, in one place.

use serde::{Deserialize, Serialize};

use super::{
    CatalogueFields, CollectionFields, EventFields, FaqFields, NewsFields, ProjectFields, RichTextNode, ShowroomFields,
    StoreFields, VacancyFields,
};
use crate::{
    ids::{EntryId, ProductNumber, TermId},
    link::LinkTarget,
    media::Image,
};

/// What a collection's entries have beside title and blocks.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EntryFields {
    /// `pages`
    Page(PageFields),
    /// `brands`
    Brand(Box<BrandFields>),
    /// `designers`
    Designer(Box<DesignerFields>),
    /// `collections`: product lines of a brand
    Collection(Box<CollectionFields>),
    /// `projects`
    Project(Box<ProjectFields>),
    /// `events`
    Event(Box<EventFields>),
    /// `news`
    News(Box<NewsFields>),
    /// `showrooms`
    Showroom(Box<ShowroomFields>),
    /// `stores`
    Store(Box<StoreFields>),
    /// `vacancies`
    Vacancy(Box<VacancyFields>),
    /// `faq`
    Faq(Box<FaqFields>),
    /// `catalogues`
    Catalogue(Box<CatalogueFields>),
    /// Any other collection: title and blocks alone.
    Other,
}

/// The kinds of entries there are fields for, for indexes and for pages.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EntryKind {
    /// `pages`
    Page,
    /// `brands`
    Brand,
    /// `designers`
    Designer,
    /// `collections`
    Collection,
    /// `projects`
    Project,
    /// `events`
    Event,
    /// `news`
    News,
    /// `showrooms`
    Showroom,
    /// `stores`
    Store,
    /// `vacancies`
    Vacancy,
    /// `faq`
    Faq,
    /// `catalogues`
    Catalogue,
    /// Any other collection.
    Other,
}

impl EntryFields {
    /// What kind of entry has these fields.
    pub fn kind(&self) -> EntryKind {
        match self {
            Self::Page(_) => EntryKind::Page,
            Self::Brand(_) => EntryKind::Brand,
            Self::Designer(_) => EntryKind::Designer,
            Self::Collection(_) => EntryKind::Collection,
            Self::Project(_) => EntryKind::Project,
            Self::Event(_) => EntryKind::Event,
            Self::News(_) => EntryKind::News,
            Self::Showroom(_) => EntryKind::Showroom,
            Self::Store(_) => EntryKind::Store,
            Self::Vacancy(_) => EntryKind::Vacancy,
            Self::Faq(_) => EntryKind::Faq,
            Self::Catalogue(_) => EntryKind::Catalogue,
            Self::Other => EntryKind::Other,
        }
    }

    /// The picture that stands for the entry: on its page, on cards, when it is shared.
    pub fn picture(&self) -> Option<&Image> {
        match self {
            Self::Brand(fields) => fields.image.as_ref(),
            Self::Designer(fields) => fields.portrait.as_ref(),
            Self::Collection(fields) => fields.image.as_ref(),
            Self::Project(fields) => fields.image.as_ref(),
            Self::Event(fields) => fields.image.as_ref(),
            Self::News(fields) => fields.image.as_ref(),
            Self::Showroom(fields) => fields.image.as_ref(),
            Self::Store(fields) => fields.image.as_ref(),
            Self::Vacancy(fields) => fields.image.as_ref(),
            Self::Catalogue(fields) => fields.cover.as_ref(),
            Self::Page(_) | Self::Faq(_) | Self::Other => None,
        }
    }

    /// Its sentence or paragraph of introduction.
    pub fn intro(&self) -> Option<&str> {
        match self {
            Self::Brand(fields) => fields.intro.as_deref(),
            Self::Collection(fields) => fields.intro.as_deref(),
            Self::Project(fields) => fields.intro.as_deref(),
            Self::Event(fields) => fields.intro.as_deref(),
            Self::News(fields) => fields.intro.as_deref(),
            Self::Showroom(fields) => fields.intro.as_deref(),
            Self::Vacancy(fields) => fields.intro.as_deref(),
            Self::Catalogue(fields) => fields.intro.as_deref(),
            Self::Page(_) | Self::Designer(_) | Self::Store(_) | Self::Faq(_) | Self::Other => None,
        }
    }

    /// The products it names, by number.
    pub fn products(&self) -> &[ProductNumber] {
        match self {
            Self::Collection(fields) => &fields.products,
            Self::Project(fields) => &fields.products,
            _ => &[],
        }
    }

    /// The entries it names: brands, designers, projects, showrooms.
    pub fn relations(&self) -> Vec<&EntryId> {
        match self {
            Self::Brand(fields) => fields.designers.iter().collect(),
            Self::Designer(fields) => fields.brands.iter().collect(),
            Self::Collection(fields) => fields.brand.iter().chain(&fields.designer).collect(),
            Self::Project(fields) => fields.brands.iter().chain(&fields.contact).collect(),
            Self::Event(fields) => fields.brands.iter().chain(&fields.showroom).collect(),
            Self::News(fields) => {
                let all = fields.brands.iter().chain(&fields.designers);
                all.chain(&fields.projects).collect()
            }
            Self::Showroom(fields) => fields.brands.iter().collect(),
            Self::Store(fields) => fields.brands.iter().collect(),
            Self::Vacancy(fields) => fields.location.iter().collect(),
            Self::Catalogue(fields) => fields.brand.iter().collect(),
            Self::Page(_) | Self::Faq(_) | Self::Other => Vec::new(),
        }
    }
}

/// Fields of a page.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct PageFields {
    /// The first block says the title in its own way.
    pub hide_title: bool,
    /// `light` or `dark`.
    pub dark: bool,
    /// Shorter title for breadcrumbs.
    pub breadcrumb_title: Option<String>,
}

/// Fields of a brand.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct BrandFields {
    /// Ties it to the commerce backend's manufacturer (shopware-fields.md).
    pub code: Option<String>,
    /// Wordmark.
    pub logo: Option<Image>,
    /// Wide picture.
    pub image: Option<Image>,
    /// One paragraph.
    pub intro: Option<String>,
    /// The long text.
    pub text: Vec<RichTextNode>,
    /// Where it is from.
    pub country: Option<Country>,
    /// Year.
    pub founded: Option<i32>,
    /// The brand's own site.
    pub website: Option<LinkTarget>,
    /// Wordmark for dark grounds.
    pub logo_dark: Option<Image>,
    /// Designer entries of this locale who work for it.
    pub designers: Vec<EntryId>,
    /// What it makes.
    pub categories: Vec<TermId>,
    /// Stands in front where not all brands fit.
    pub featured: bool,
}

/// A country of the CMS's dictionary.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Country {
    /// ISO 3166-1 alpha-3 (`NLD`), where it is one.
    pub code: Option<String>,
    /// Its name in the language of the CMS, whatever the site.
    pub label: String,
}

/// Fields of a designer.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct DesignerFields {
    /// A still life of the work, never a face.
    pub portrait: Option<Image>,
    /// First name.
    pub first_name: Option<String>,
    /// Last name, for sorting.
    pub last_name: Option<String>,
    /// Where they are from.
    pub country: Option<Country>,
    /// Year.
    pub born: Option<i32>,
    /// Year.
    pub died: Option<i32>,
    /// One sentence of theirs.
    pub quote: Option<String>,
    /// Life and work.
    pub bio: Vec<RichTextNode>,
    /// Brand entries of this locale they work for.
    pub brands: Vec<EntryId>,
    /// Their own site.
    pub website: Option<LinkTarget>,
}
