//! Fields specific to each collection, and accessors that work for all of them: picture, intro, products, relations.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::{
    ArticleFields, CatalogueFields, CollectionFields, EventFields, FaqFields, NewsFields, ProjectFields, RichTextNode,
    ShowroomFields, StoreFields, VacancyFields,
};
use crate::{
    ids::{CategoryId, EntryId, ProductNumber, TermId},
    link::LinkTarget,
    media::Image,
};

/// The fields of a collection's entries, besides title and blocks.
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
    /// An entry of another collection: an article that is listed by date, or a standalone page.
    Article(Box<ArticleFields>),
}

/// The kinds of entries, used by indexes and pages.
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
    /// An entry of a collection without a kind of its own.
    Article,
}

impl EntryFields {
    /// The kind of entry that has these fields.
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
            Self::Article(_) => EntryKind::Article,
        }
    }

    /// The main picture of the entry: on its page, on cards, and for social sharing.
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
            Self::Article(fields) => fields.image.as_ref(),
            Self::Page(_) | Self::Faq(_) => None,
        }
    }

    /// The introduction, a sentence or a paragraph.
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
            Self::Article(fields) => fields.intro.as_deref(),
            Self::Page(_) | Self::Designer(_) | Self::Store(_) | Self::Faq(_) => None,
        }
    }

    /// The last day on which the entry is current: that of an event, and the last day to apply for a vacancy. `None` =
    /// it is always current.
    pub fn last_day(&self) -> Option<Date> {
        match self {
            Self::Event(fields) => fields.end.as_ref().or(fields.start.as_ref()).map(jiff::Zoned::date),
            Self::Vacancy(fields) => fields.closing_date,
            _ => None,
        }
    }

    /// The products the entry refers to, by number.
    pub fn products(&self) -> &[ProductNumber] {
        match self {
            Self::Collection(fields) => &fields.products,
            Self::Project(fields) => &fields.products,
            _ => &[],
        }
    }

    /// All terms of the entry, of any taxonomy.
    pub fn terms(&self) -> Vec<&TermId> {
        match self {
            Self::Brand(fields) => fields.categories.iter().collect(),
            Self::Collection(fields) => fields.categories.iter().chain(&fields.materials).collect(),
            Self::Project(fields) => fields.sector.iter().collect(),
            Self::News(fields) => fields.topics.iter().collect(),
            Self::Article(fields) => fields.topics.iter().collect(),
            Self::Event(fields) => fields.kind.iter().collect(),
            Self::Vacancy(fields) => fields.department.iter().collect(),
            _ => Vec::new(),
        }
    }

    /// The entries the entry refers to: brands, designers, projects, showrooms.
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
            Self::Page(_) | Self::Faq(_) | Self::Article(_) => Vec::new(),
        }
    }
}

/// Fields of a page.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct PageFields {
    /// The first block shows the title, so the page does not.
    pub hide_title: bool,
    /// Dark theme instead of light.
    pub dark: bool,
    /// Shorter title for breadcrumbs.
    pub breadcrumb_title: Option<String>,
    /// The category that the page was made for, because the CMS has none for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub category: Option<CategoryId>,
}

/// Fields of a brand.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct BrandFields {
    /// Key of the manufacturer in the commerce backend (shopware-fields.md).
    pub code: Option<String>,
    /// Logo.
    pub logo: Option<Image>,
    /// Wide picture.
    pub image: Option<Image>,
    /// One paragraph.
    pub intro: Option<String>,
    /// The long text.
    pub text: Vec<RichTextNode>,
    /// Country of origin.
    pub country: Option<Country>,
    /// Year of foundation.
    pub founded: Option<i32>,
    /// The brand's own site.
    pub website: Option<LinkTarget>,
    /// Logo for dark backgrounds.
    pub logo_dark: Option<Image>,
    /// Designer entries of this locale that work for the brand.
    pub designers: Vec<EntryId>,
    /// Product categories of the brand.
    pub categories: Vec<TermId>,
    /// The usual delivery time of its products, as text.
    #[serde(default)]
    pub delivery_time: Option<String>,
    /// Its promises to customers, one sentence each.
    #[serde(default)]
    pub promises: Vec<String>,
    /// Listed first where not all brands fit.
    pub featured: bool,
}

/// A country of the CMS's country dictionary.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Country {
    /// ISO 3166-1 alpha-3 (`NLD`), if it is one.
    pub code: Option<String>,
    /// Name in the language of the CMS, independent of the site's locale.
    pub label: String,
}

/// Fields of a designer.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct DesignerFields {
    /// A still life of the designer's work, not a portrait photo.
    pub portrait: Option<Image>,
    /// First name.
    pub first_name: Option<String>,
    /// Last name, for sorting.
    pub last_name: Option<String>,
    /// Country of origin.
    pub country: Option<Country>,
    /// Year of birth.
    pub born: Option<i32>,
    /// Year of death.
    pub died: Option<i32>,
    /// A one-sentence quote by the designer.
    pub quote: Option<String>,
    /// Biography.
    pub bio: Vec<RichTextNode>,
    /// Brand entries of this locale that the designer works for.
    pub brands: Vec<EntryId>,
    /// The designer's own site.
    pub website: Option<LinkTarget>,
}
