//! The footer of a page, in lower case.

use super::page::Page;
use crate::dom::Element;

/// The text of all footers of a page.
pub(super) struct Footer {
    /// The whole text.
    pub(super) text: String,
    /// The texts of the links.
    pub(super) links: Vec<String>,
}

impl Footer {
    pub(super) fn of(page: &Page<'_>) -> Self {
        let footers: Vec<Element<'_>> = page.dom.exposed_elements().filter(|e| e.is("footer")).collect();
        let text = footers
            .iter()
            .map(|footer| footer.text().to_lowercase() + " ")
            .collect();
        let links = footers.iter().flat_map(Element::descendants);
        let links = links.filter(|e| e.is("a") && e.has("href"));
        Self {
            text,
            links: links.map(|link| link.text().to_lowercase()).collect(),
        }
    }
}
