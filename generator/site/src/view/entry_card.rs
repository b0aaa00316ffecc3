//! An entry in a row of entries: its picture or wordmark, its title, a line about it.
//!
//! **Invariant:** a card of an entry without a page in this locale is words and picture alone.

use serde::Serialize;
use vitrine_model::content::{Entry, EntryFields};

use super::entry_face::{self, face};
use crate::context::{ImageView, ViewContext};

/// What a card shows.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct EntryCardView {
    /// The entry's page.
    pub href: Option<String>,
    /// Title.
    pub title: String,
    /// A line of facts below it.
    pub note: Option<String>,
    /// When it is open, a line for each run of days.
    pub hours: Vec<String>,
    /// A paragraph.
    pub text: Option<String>,
    /// Decoration beside the title.
    pub image: Option<ImageView>,
    /// The picture is higher than wide, as packshots are: it multiplies onto the card.
    pub packshot: bool,
    /// A packshot in a wide frame, where it stands whole in the middle.
    pub inset: bool,
    /// Its wordmark, instead of the title for the eye.
    pub logo: Option<ImageView>,
}

/// How the cards of a row look.
#[derive(Clone, Copy, Debug)]
pub struct CardLook {
    /// Width and height of the cut.
    pub shape: (u32, u32),
    /// The `sizes` attribute.
    pub sizes: &'static str,
    /// Wordmarks instead of pictures.
    pub logo: bool,
    /// With the entry's paragraph.
    pub text: bool,
    /// With its opening hours.
    pub hours: bool,
}

/// Between two facts of a line.
const BETWEEN: &str = ", ";
/// A wordmark's width in CSS pixels.
const LOGO: u32 = 160;

/// The card of an entry.
pub fn card(cx: &ViewContext<'_>, entry: &Entry, look: CardLook) -> EntryCardView {
    let face = face(cx, entry);
    let picture = face.image.filter(|_| !look.logo);
    let packshot = picture.is_some_and(|image| image.height > image.width);
    // A wide cut of a high picture would go through the thing it shows.
    let inset = packshot && look.shape.0 >= look.shape.1;
    let shape = (!inset).then_some(look.shape);
    EntryCardView {
        href: cx.entry_href(&entry.id),
        title: entry.title.clone(),
        note: (!face.notes.is_empty() && !look.logo).then(|| face.notes.join(BETWEEN)),
        hours: match &entry.fields {
            EntryFields::Showroom(fields) if look.hours => entry_face::hours(cx, &fields.hours),
            _ => Vec::new(),
        },
        text: face.intro.filter(|_| look.text).map(str::to_owned),
        image: picture.map(|image| {
            let mut view = cx.picture(image, shape, look.sizes, packshot);
            // The title says it already.
            view.alt = String::new();
            view
        }),
        packshot,
        inset,
        logo: face.logo.filter(|_| look.logo).map(|image| cx.logo(image, LOGO)),
    }
}
