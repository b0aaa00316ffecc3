//! Links, buttons and form controls have an accessible name.

use crate::{
    dom::Element,
    finding::{Kind, Notes},
    page::Page,
};

static NAMELESS_LINK: Kind = Kind::error(
    "nameless-link",
    "Give the link a text, or its picture an alternative text.",
);
static NAMELESS_BUTTON: Kind = Kind::error("nameless-button", "Give the button a text.");
static NAMELESS_CONTROL: Kind = Kind::error("control-without-label", "Give the field a label in its form.");

/// Input types that show their own label or are hidden.
const SELF_NAMED: [&str; 4] = ["hidden", "submit", "reset", "image"];

/// Checks an element that is exposed to assistive technology.
pub(super) fn check_element(page: &Page<'_>, element: &Element<'_>, notes: &mut Notes) {
    let kind = match element.name() {
        "a" if element.has("href") => &NAMELESS_LINK,
        "button" | "summary" => &NAMELESS_BUTTON,
        "input" if !SELF_NAMED.contains(&element.get("type").unwrap_or_default()) => &NAMELESS_CONTROL,
        "select" | "textarea" => &NAMELESS_CONTROL,
        _ => return,
    };
    if !element.is_html() || is_labelled(element) {
        return;
    }
    let named = if kind == &NAMELESS_CONTROL {
        is_inside_label(element) || page.dom.elements().any(|label| labels(&label, element))
    } else {
        !element.text().is_empty()
    };
    if !named {
        page.note(notes, kind, format!("{} has no name", shown(element)));
    }
}

/// Whether an ARIA attribute names the element.
pub(super) fn is_labelled(element: &Element<'_>) -> bool {
    ["aria-label", "aria-labelledby", "title"]
        .iter()
        .filter_map(|attribute| element.get(attribute))
        .any(|words| !words.trim().is_empty())
}

fn is_inside_label(control: &Element<'_>) -> bool {
    control
        .ancestors()
        .any(|around| around.is("label") && !around.text().is_empty())
}

fn labels(label: &Element<'_>, control: &Element<'_>) -> bool {
    label.is("label") && label.has("for") && label.get("for") == control.get("id") && !label.text().is_empty()
}

/// The control as it appears in the source: `<input name="filter">`.
fn shown(element: &Element<'_>) -> String {
    let known = ["href", "name", "id", "class"]
        .iter()
        .find_map(|name| Some((name, element.get(name)?)));
    match known {
        Some((name, value)) => format!("<{} {name}=\"{value}\">", element.name()),
        None => format!("<{}>", element.name()),
    }
}
