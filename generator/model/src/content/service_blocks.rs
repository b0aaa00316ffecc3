//! Blocks of questions, forms, places, videos and files, one type for each CMS set (content model §8).
//!
//! **Invariant:** as for [`super::Block`]: entries are referred to by id, and code of editors is never kept, only the
//! address that it would load.

use serde::{Deserialize, Serialize};

use super::{Heading, RichTextNode};
use crate::{
    ids::{EntryId, FormHandle, TermId},
    link::LinkTarget,
    media::Image,
    rich_text::RichText,
};

/// `faq`
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct FaqBlock {
    /// Heading.
    pub heading: Heading,
    /// Questions written in the block itself.
    pub items: Vec<FaqItem>,
    /// All questions of this category.
    pub category: Option<TermId>,
    /// Selected questions, after those of `items` and `category`.
    pub entries: Vec<EntryId>,
    /// The page's structured data holds these questions (FAQPage of schema.org).
    pub schema_org: bool,
}

/// A question written in a block.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct FaqItem {
    /// The question.
    pub question: String,
    /// The answer.
    pub answer: Vec<RichTextNode>,
}

/// The text shown after a form was sent.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct FormSuccess {
    /// Title.
    pub title: Option<String>,
    /// Text.
    pub text: RichText,
    /// The page that is opened instead of showing the text.
    pub page: Option<EntryId>,
}

/// `generic_form`
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct GenericFormBlock {
    /// Heading.
    pub heading: Heading,
    /// The form; `None` if the editor chose none.
    pub form: Option<FormHandle>,
    /// Text.
    pub text: RichText,
    /// Picture.
    pub image: Option<Image>,
    /// Label of the button that sends the form.
    pub submit_label: Option<String>,
    /// After sending.
    pub success: FormSuccess,
}

/// `company_account_form`
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct CompanyAccountFormBlock {
    /// Heading.
    pub heading: Heading,
    /// The form.
    pub form: Option<FormHandle>,
    /// The benefits of an account, one sentence each.
    pub benefits: Vec<String>,
    /// What happens after sending, in order.
    pub steps: Vec<Step>,
    /// After sending.
    pub success: FormSuccess,
}

/// A step of a procedure.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Step {
    /// Title.
    pub title: String,
    /// Text.
    pub text: Option<String>,
}

/// `showroom_appointment_form`
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct ShowroomAppointmentFormBlock {
    /// Heading.
    pub heading: Heading,
    /// The form.
    pub form: Option<FormHandle>,
    /// The showrooms to choose from, in order; empty = all that make appointments.
    pub showrooms: Vec<EntryId>,
    /// The showroom that is chosen at first.
    pub preselect: Option<EntryId>,
    /// Subjects to choose from (`interior`, `lighting`, …); empty = all that a showroom has.
    pub types: Vec<String>,
    /// After sending.
    pub success: FormSuccess,
}

/// `vacancy_application_form`
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct VacancyApplicationFormBlock {
    /// Heading.
    pub heading: Heading,
    /// The form; `None` = that of the page's vacancy.
    pub form: Option<FormHandle>,
}

/// `store_locations`: showrooms and dealers.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct StoreLocationsBlock {
    /// Heading.
    pub heading: Heading,
    /// Selected showrooms, which are shown without dealers; empty = all showrooms and dealers.
    pub showrooms: Vec<EntryId>,
    /// With opening hours.
    pub show_hours: bool,
    /// With a link to the directions.
    pub show_route: bool,
    /// With a map, which opens on request.
    pub show_map: bool,
}

/// `video`
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct VideoBlock {
    /// Heading.
    pub heading: Heading,
    /// Absolute URL of the video at its host.
    pub url: Option<String>,
    /// Picture shown for it.
    pub poster: Option<Image>,
}

/// `downloads`
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct DownloadsBlock {
    /// Heading.
    pub heading: Heading,
    /// The files.
    pub files: Vec<FileLink>,
}

/// A file of the CMS to download.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct FileLink {
    /// Label; the file's name if the editor wrote none.
    pub label: String,
    /// Absolute URL.
    pub url: String,
    /// Size in bytes, if the CMS has it.
    pub bytes: Option<u64>,
}

/// `instagram_wall`
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct InstagramWallBlock {
    /// Pictures with links to their posts.
    pub items: Vec<WallItem>,
}

/// A picture that links to a post.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WallItem {
    /// The picture.
    pub image: Image,
    /// The post.
    pub link: Option<LinkTarget>,
}

/// `html_embed`: the address that the code of another site would load.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct HtmlEmbedBlock {
    /// Absolute https URL; `None` if the code names none.
    pub url: Option<String>,
    /// The title in the code.
    pub title: Option<String>,
}
