//! Images have an alternative text; links, buttons and form controls have an accessible name.
//!
//! An empty alternative text marks a decorative image. That is right if adjacent text says the same: in a link, list
//! item, figure or table cell with text, or for a logo (a class that ends in `logo`), which has its name next to it.
//! Elsewhere the image may be content, which is a warning.

use super::names;
use crate::{
    dom::Element,
    finding::{Kind, Notes},
    page::{Check, Page},
};

pub(super) const CHECK: Check = Check {
    name: "alternatives",
    title: "Pictures, links and controls without words",
    page: Some(page),
    site: None,
};

static MISSING: Kind = Kind::error(
    "missing-alt",
    "Write an alternative text for the picture in the CMS or in Shopware.",
);
static EMPTY: Kind = Kind::warning(
    "empty-alt",
    "If the picture shows something that the text does not say, write an alternative text for it in the CMS or in Shopware.",
);
static DRAWING: Kind = Kind::error(
    "nameless-picture",
    "Give the drawing or frame a label (aria-label or title).",
);

/// Elements that group an image with its text.
const TEXT_CONTAINERS: [&str; 8] = ["a", "button", "li", "figure", "td", "dd", "label", "summary"];

fn page(page: &Page<'_>, notes: &mut Notes) {
    // The attribute is required on hidden images too.
    for image in page.dom.elements().filter(|e| e.is("img") && !e.has("alt")) {
        let shown = file_of(image.get("src").unwrap_or_default());
        page.note(notes, &MISSING, format!("the picture {shown} has no alternative text"));
    }
    for element in page.dom.exposed_elements() {
        match element.name() {
            "img" if element.get("alt").is_some_and(|alt| alt.trim().is_empty()) && !is_decoration(&element) => {
                let shown = file_of(element.get("src").unwrap_or_default());
                page.note(
                    notes,
                    &EMPTY,
                    format!("the picture {shown} has an empty alternative text"),
                );
            }
            "iframe" | "object" if element.get("title").is_none_or(|title| title.trim().is_empty()) => {
                page.note(notes, &DRAWING, format!("a frame (<{}>) has no title", element.name()));
            }
            "svg" if element.get("role") == Some("img") && !names::is_labelled(&element) => {
                page.note(notes, &DRAWING, "a drawing (<svg role=\"img\">) has no label");
            }
            _ => {}
        }
        names::check_element(page, &element, notes);
    }
}

fn is_decoration(image: &Element<'_>) -> bool {
    matches!(image.get("role"), Some("presentation" | "none"))
        || image
            .get("class")
            .is_some_and(|class| class.split_ascii_whitespace().any(|word| word.ends_with("logo")))
        || image
            .ancestors()
            .find(|around| around.is_one_of(&TEXT_CONTAINERS))
            .is_some_and(|around| !around.text().is_empty())
}

/// The file name in an image URL: `ravel.jpg` of `https://images…/w=640/media/ravel.jpg?v=1`.
fn file_of(address: &str) -> &str {
    let path = address.split(['?', '#']).next().unwrap_or(address);
    path.rsplit('/')
        .next()
        .filter(|name| !name.is_empty())
        .unwrap_or(address)
}
