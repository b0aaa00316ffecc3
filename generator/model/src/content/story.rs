//! Fields of the editorial collections: product lines, projects, news, events, vacancies, questions, catalogues
//! (content model §2).
//!
//! Relations are ids in the entry's own locale, as returned by the CMS; a relation that is not published in that locale
//! is absent.

use jiff::{Zoned, civil::Date};
use serde::{Deserialize, Serialize};

use super::{Address, Experience, RichTextNode};
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
    /// Its products, in the editor's order; a family's number includes all its variants.
    pub products: Vec<ProductNumber>,
    /// Materials.
    pub materials: Vec<TermId>,
    /// Product categories in the line.
    pub categories: Vec<TermId>,
}

/// Fields of an article: an entry of a collection without a kind of its own.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct ArticleFields {
    /// Its date.
    pub date: Option<Date>,
    /// Picture.
    pub image: Option<Image>,
    /// One paragraph.
    pub intro: Option<String>,
    /// The long text.
    pub text: Vec<RichTextNode>,
    /// Its terms, of any taxonomy.
    pub topics: Vec<TermId>,
}

/// Fields of a project.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct ProjectFields {
    /// The client.
    pub client: Option<String>,
    /// Location of the project.
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
    /// Brands used in the project.
    pub brands: Vec<EntryId>,
    /// Products used in the project.
    pub products: Vec<ProductNumber>,
    /// The showroom that carried out the project.
    pub contact: Option<EntryId>,
}

/// How visitors register for an event.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Registration {
    /// No registration.
    #[default]
    None,
    /// With a form of the CMS.
    Form(FormHandle),
    /// On another site.
    External(LinkTarget),
}

/// Fields of an event. Times are in the shop's time zone.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct EventFields {
    /// Start; `None` only if the CMS's value was missing or invalid (reported as a diagnostic).
    pub start: Option<Zoned>,
    /// End.
    pub end: Option<Zoned>,
    /// Shown as a date without times.
    pub all_day: bool,
    /// Fair, workshop, lecture, …
    pub kind: Option<TermId>,
    /// The showroom where the event takes place.
    pub showroom: Option<EntryId>,
    /// Address, if the event is not in a showroom.
    pub location: Option<Address>,
    /// Wide picture.
    pub image: Option<Image>,
    /// One paragraph.
    pub intro: Option<String>,
    /// How visitors register.
    pub registration: Registration,
    /// Maximum number of participants.
    pub capacity: Option<u32>,
    /// Brands that take part.
    pub brands: Vec<EntryId>,
}

/// Fields of a news item.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct NewsFields {
    /// Publication date; `None` only if the CMS's value was missing or invalid (reported as a diagnostic).
    pub date: Option<Date>,
    /// Wide picture.
    pub image: Option<Image>,
    /// One paragraph.
    pub intro: Option<String>,
    /// The text.
    pub content: Vec<RichTextNode>,
    /// Topics.
    pub topics: Vec<TermId>,
    /// Who wrote it.
    pub author: Option<String>,
    /// Brands in the article.
    pub brands: Vec<EntryId>,
    /// Designers in the article.
    pub designers: Vec<EntryId>,
    /// Projects in the article.
    pub projects: Vec<EntryId>,
    /// Reading time in minutes.
    pub reading_time: Option<u32>,
}

/// Type of employment.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Employment {
    /// Full time.
    FullTime,
    /// Part time.
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
    /// The showroom where the job is.
    pub location: Option<EntryId>,
    /// The region of the job, if it is larger than the showroom's city.
    pub region: Option<String>,
    /// Required work experience.
    pub experience: Option<Experience>,
    /// Minimum hours a week.
    pub hours_min: Option<u32>,
    /// Maximum hours a week.
    pub hours_max: Option<u32>,
    /// Type of employment.
    pub employment: Option<Employment>,
    /// Minimum salary a month, in whole units of the channel's currency.
    pub salary_min: Option<u32>,
    /// Maximum salary a month, in whole units of the channel's currency.
    pub salary_max: Option<u32>,
    /// The day it was published.
    pub posted: Option<Date>,
    /// The last day to apply.
    pub closing_date: Option<Date>,
    /// Wide picture.
    pub image: Option<Image>,
    /// One sentence.
    pub intro: Option<String>,
    /// Job description.
    pub text: Vec<RichTextNode>,
    /// Benefits.
    pub offer: Vec<String>,
    /// Requirements.
    pub requirements: Vec<String>,
    /// Name of the contact person.
    pub contact_name: Option<String>,
    /// Telephone number of the contact person.
    pub contact_phone: Option<String>,
    /// E-mail address of the contact person.
    pub contact_email: Option<String>,
    /// The form to apply with.
    pub form: Option<FormHandle>,
}

/// Fields of a question; the entry's title is the question.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct FaqFields {
    /// The answer.
    pub answer: Vec<RichTextNode>,
    /// Categories of the question.
    pub categories: Vec<TermId>,
    /// Further reading.
    pub links: Vec<Link>,
}

/// Fields of a printed catalogue.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct CatalogueFields {
    /// Its cover.
    pub cover: Option<Image>,
    /// Absolute URL of the file to download.
    pub file: Option<String>,
    /// Brand of the catalogue; `None` = the shop's own.
    pub brand: Option<EntryId>,
    /// Year.
    pub year: Option<i32>,
    /// Number of pages.
    pub pages: Option<u32>,
    /// A printed copy can be ordered by post.
    pub orderable: bool,
    /// Locale codes of the languages it is printed in.
    pub languages: Vec<String>,
    /// One sentence.
    pub intro: Option<String>,
}
