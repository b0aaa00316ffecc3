//! The card of an entry: picture or logo, title, facts. A card of an entry without a page in this locale has no link.

use serde::Serialize;
use vitrine_model::content::{Entry, EntryFields};

use super::{
    entry_face::{self, face},
    links::LinkView,
};
use crate::{context::ViewContext, image::ImageView};

/// The view of a card.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct EntryCardView {
    /// Link to the entry's page.
    pub href: Option<String>,
    /// Title.
    pub title: String,
    /// A line of facts below the title.
    pub note: Option<String>,
    /// Further lines of facts, such as opening hours.
    pub lines: Vec<String>,
    /// Intro.
    pub text: Option<String>,
    /// Decorative picture.
    pub image: Option<ImageView>,
    /// The picture is taller than wide, like a packshot: it is blended (multiply) onto the card.
    pub packshot: bool,
    /// A packshot in a wide frame, shown uncropped in the middle.
    pub inset: bool,
    /// Logo, shown instead of the title.
    pub logo: Option<ImageView>,
    /// The id of an entry without a page, as a link target.
    pub id: Option<String>,
    /// Links of an entry without a page: its file, telephone, directions.
    pub links: Vec<LinkView>,
    /// Filter values for the script: `["brand=kante","year=2024"]`.
    pub values: Option<String>,
}

/// The look of the cards in a row.
#[derive(Clone, Copy, Debug)]
pub struct CardLook {
    /// Width and height of the picture's aspect ratio.
    pub shape: (u32, u32),
    /// The `sizes` attribute.
    pub sizes: &'static str,
    /// Show logos instead of pictures.
    pub logo: bool,
    /// Show the entry's intro.
    pub text: bool,
    /// Show the opening hours.
    pub hours: bool,
}

impl CardLook {
    /// Three cards in a row, each with a picture and its title.
    pub const THIRDS: Self = Self {
        shape: (16, 10),
        sizes: "(width >= 1024px) 32vw, (width >= 640px) 48vw, 100vw",
        logo: false,
        text: false,
        hours: false,
    };
}

/// Separator between facts.
const BETWEEN: &str = ", ";
/// Maximum width of a logo in CSS pixels.
const LOGO: u32 = 160;

/// The card of an entry.
pub fn card(cx: &ViewContext<'_>, entry: &Entry, look: CardLook) -> EntryCardView {
    let face = face(cx, entry);
    let picture = face.image.filter(|_| !look.logo);
    let packshot = picture.is_some_and(|image| image.height > image.width);
    // A wide crop of a tall picture would cut off the product.
    let inset = packshot && look.shape.0 >= look.shape.1;
    let shape = (!inset).then_some(look.shape);
    EntryCardView {
        values: None,
        href: cx.entry_href(&entry.id),
        title: entry.title.clone(),
        note: (!face.notes.is_empty() && !look.logo).then(|| face.notes.join(BETWEEN)),
        lines: match &entry.fields {
            EntryFields::Showroom(fields) if look.hours => entry_face::hours(cx, &fields.hours),
            _ => Vec::new(),
        },
        text: face.intro.filter(|_| look.text).map(str::to_owned),
        image: picture.map(|image| {
            let mut view = cx.picture(image, shape, look.sizes, packshot);
            // The title already says it.
            view.alt = String::new();
            view
        }),
        packshot,
        inset,
        logo: face.logo.filter(|_| look.logo).map(|image| cx.logo(image, LOGO)),
        id: None,
        links: Vec::new(),
    }
}
