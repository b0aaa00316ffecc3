//! What the editorial collections hold: product lines, projects, news, events, vacancies, questions, catalogues (content model §2).
//!
//! **Invariant:** relations are ids of the entry's own locale, as the CMS gives them; a relation that is not published there is absent.

use jiff::{Zoned, civil::Date};
use serde::{Deserialize, Serialize};

use super::{Address, RichTextNode};
use crate::{
    ids::{EntryId, FormHandle, ProductNumber, TermId},
    link::{Link, LinkTarget},
    media::Image,
};

/// Fields of a product line of a brand (the collection `collections`).
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct CollectionFields {
    /// Its brand.
    pub brand: Option<EntryId>,
    /// Its designer.
    pub designer: Option<EntryId>,
    /// Year.
    pub year: Option<i32>,
    /// Wide picture.
    pub image: Option<Image>,
    /// More pictures.
    pub gallery: Vec<Image>,
    /// One paragraph.
    pub intro: Option<String>,
    /// The long text.
    pub text: Vec<RichTextNode>,
    /// Its products, in the editor's order; a family's number stands for all its variants.
    pub products: Vec<ProductNumber>,
    /// What it is made of.
    pub materials: Vec<TermId>,
    /// What it holds.
    pub categories: Vec<TermId>,
}

/// Fields of a project.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct ProjectFields {
    /// For whom.
    pub client: Option<String>,
    /// Where.
    pub location: Option<String>,
    /// The year it was finished.
    pub year: Option<i32>,
    /// Office, hospitality, care, …
    pub sector: Option<TermId>,
    /// Architect.
    pub architect: Option<String>,
    /// Photographer.
    pub photographer: Option<String>,
    /// Square metres.
    pub surface: Option<u32>,
    /// Wide picture.
    pub image: Option<Image>,
    /// More pictures.
    pub gallery: Vec<Image>,
    /// One sentence.
    pub intro: Option<String>,
    /// Brands that stand there.
    pub brands: Vec<EntryId>,
    /// Products that stand there.
    pub products: Vec<ProductNumber>,
    /// The showroom that did it.
    pub contact: Option<EntryId>,
}

/// How one takes part in an event.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Registration {
    /// One walks in.
    #[default]
    None,
    /// By a form of the CMS.
    Form(FormHandle),
    /// At another site.
    External(LinkTarget),
}

/// Fields of an event. Times are those of the shop's time zone.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct EventFields {
    /// When it begins; `None` only where the CMS's value was none (a finding).
    pub start: Option<Zoned>,
    /// When it ends.
    pub end: Option<Zoned>,
    /// The hours do not matter.
    pub all_day: bool,
    /// Fair, workshop, lecture, …
    pub kind: Option<TermId>,
    /// In which showroom.
    pub showroom: Option<EntryId>,
    /// Where else.
    pub location: Option<Address>,
    /// Wide picture.
    pub image: Option<Image>,
    /// One paragraph.
    pub intro: Option<String>,
    /// How one takes part.
    pub registration: Registration,
    /// Places.
    pub capacity: Option<u32>,
    /// Brands that are there.
    pub brands: Vec<EntryId>,
}

/// Fields of a news item.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct NewsFields {
    /// The day it stands under; `None` only where the CMS's value was none (a finding).
    pub date: Option<Date>,
    /// Wide picture.
    pub image: Option<Image>,
    /// One paragraph.
    pub intro: Option<String>,
    /// The text.
    pub content: Vec<RichTextNode>,
    /// What it is about.
    pub topics: Vec<TermId>,
    /// Who wrote it.
    pub author: Option<String>,
    /// Brands in it.
    pub brands: Vec<EntryId>,
    /// Designers in it.
    pub designers: Vec<EntryId>,
    /// Projects in it.
    pub projects: Vec<EntryId>,
    /// Minutes.
    pub reading_time: Option<u32>,
}

/// How a job is held.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Employment {
    /// The whole week.
    FullTime,
    /// A part of it.
    PartTime,
    /// An internship.
    Internship,
}

impl Employment {
    /// Reads the CMS's key.
    pub fn parse(text: &str) -> Option<Self> {
        match text {
            "full_time" => Some(Self::FullTime),
            "part_time" => Some(Self::PartTime),
            "internship" => Some(Self::Internship),
            _ => None,
        }
    }

    /// The CMS's key.
    pub fn key(self) -> &'static str {
        match self {
            Self::FullTime => "full_time",
            Self::PartTime => "part_time",
            Self::Internship => "internship",
        }
    }
}

/// Fields of a vacancy.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct VacancyFields {
    /// Department.
    pub department: Option<TermId>,
    /// In which showroom.
    pub location: Option<EntryId>,
    /// Hours a week, at least.
    pub hours_min: Option<u32>,
    /// Hours a week, at most.
    pub hours_max: Option<u32>,
    /// How it is held.
    pub employment: Option<Employment>,
    /// A month, in whole units of the channel's currency, at least.
    pub salary_min: Option<u32>,
    /// A month, at most.
    pub salary_max: Option<u32>,
    /// The day it was published.
    pub posted: Option<Date>,
    /// The last day to apply.
    pub closing_date: Option<Date>,
    /// Wide picture.
    pub image: Option<Image>,
    /// One sentence.
    pub intro: Option<String>,
    /// The work.
    pub text: Vec<RichTextNode>,
    /// What the shop offers.
    pub offer: Vec<String>,
    /// What it asks.
    pub requirements: Vec<String>,
    /// Whom to ask.
    pub contact_name: Option<String>,
    /// Their telephone number.
    pub contact_phone: Option<String>,
    /// Their e-mail address.
    pub contact_email: Option<String>,
    /// The form to apply with.
    pub form: Option<FormHandle>,
}

/// Fields of a question; the entry's title is the question.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct FaqFields {
    /// The answer.
    pub answer: Vec<RichTextNode>,
    /// What it is about.
    pub categories: Vec<TermId>,
    /// Where to read on.
    pub links: Vec<Link>,
}

/// Fields of a printed catalogue.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct CatalogueFields {
    /// Its cover.
    pub cover: Option<Image>,
    /// The file to download, absolute.
    pub file: Option<String>,
    /// Its brand; `None` = the shop's own.
    pub brand: Option<EntryId>,
    /// Year.
    pub year: Option<i32>,
    /// How many pages it has.
    pub pages: Option<u32>,
    /// Can be asked for by post.
    pub orderable: bool,
    /// Locale codes of the languages it is printed in.
    pub languages: Vec<String>,
    /// One sentence.
    pub intro: Option<String>,
}
