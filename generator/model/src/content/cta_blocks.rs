//! Blocks that invite to something: a link, the newsletter, an appointment, catalogues (content model §8).
//!
//! **Invariant:** they refer to entries and products by id or number, and never copy them.

use serde::{Deserialize, Serialize};

use super::{
    Button, Heading,
    choices::{CtaVariant, NewsletterVariant},
};
use crate::{
    ids::{EntryId, FormHandle},
    media::Image,
    rich_text::RichText,
};

/// `cta`
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct CtaBlock {
    /// Heading.
    pub heading: Heading,
    /// Text.
    pub text: RichText,
    /// Picture.
    pub image: Option<Image>,
    /// How it looks.
    pub variant: CtaVariant,
    /// Links.
    pub buttons: Vec<Button>,
}

/// `newsletter_cta`
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct NewsletterCtaBlock {
    /// Heading.
    pub heading: Heading,
    /// Text.
    pub text: RichText,
    /// The form to sign up with; `None` = that of the globals.
    pub form: Option<FormHandle>,
    /// Picture.
    pub image: Option<Image>,
    /// How it looks.
    pub variant: NewsletterVariant,
}

/// `appointment_cta`
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct AppointmentCtaBlock {
    /// Heading.
    pub heading: Heading,
    /// Text.
    pub text: RichText,
    /// The showroom for the appointment.
    pub showroom: Option<EntryId>,
    /// Picture.
    pub image: Option<Image>,
    /// Links.
    pub buttons: Vec<Button>,
}

/// `catalogues_cta`
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct CataloguesCtaBlock {
    /// Heading.
    pub heading: Heading,
    /// Text.
    pub text: RichText,
    /// The catalogues, in order; empty = all.
    pub catalogues: Vec<EntryId>,
    /// The form to request them with.
    pub form: Option<FormHandle>,
    /// Picture.
    pub image: Option<Image>,
    /// Links.
    pub buttons: Vec<Button>,
}
