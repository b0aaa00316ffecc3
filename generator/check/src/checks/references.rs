//! References between elements of a page: labels, ARIA, form owners, popovers.

use crate::{
    dom::Element,
    finding::{Kind, Notes},
    page::Page,
};

static DANGLING: Kind = Kind::error(
    "dangling-reference",
    "Tell whoever builds the shop: the element that is meant is not on the page.",
);
static LABEL: Kind = Kind::error(
    "label-without-control",
    "Tell whoever builds the shop: the label belongs to no field.",
);

/// Whether the attribute's value is a list of ids.
fn names_elements(attribute: &str) -> bool {
    match attribute.strip_prefix("aria-") {
        Some(rest) => matches!(
            rest,
            "activedescendant"
                | "controls"
                | "describedby"
                | "details"
                | "errormessage"
                | "flowto"
                | "labelledby"
                | "owns"
        ),
        None => matches!(
            attribute,
            "commandfor" | "for" | "form" | "headers" | "list" | "popovertarget"
        ),
    }
}

const LABELABLE: [&str; 7] = ["button", "input", "meter", "output", "progress", "select", "textarea"];

pub(super) fn check_page(page: &Page<'_>, notes: &mut Notes) {
    for element in page.dom.elements().filter(Element::is_html) {
        for (attribute, value) in element.attributes().filter(|(name, _)| names_elements(name)) {
            for id in value.split_ascii_whitespace().filter(|id| !page.facts.has_id(id)) {
                page.note(
                    notes,
                    &DANGLING,
                    format!(
                        "<{} {attribute}=\"{value}\"> means the element {id:?}, which the page does not have",
                        element.name()
                    ),
                );
            }
        }
        if element.is("label") && !has_control(page, &element) {
            page.note(
                notes,
                &LABEL,
                format!("the label {:?} belongs to no field", element.text()),
            );
        }
    }
}

fn has_control(page: &Page<'_>, label: &Element<'_>) -> bool {
    let can = |element: &Element<'_>| element.is_one_of(&LABELABLE) && element.get("type") != Some("hidden");
    match label.get("for") {
        Some(id) => page.dom.elements().any(|e| e.get("id") == Some(id) && can(&e)),
        None => label.descendants().any(|e| can(&e)),
    }
}
