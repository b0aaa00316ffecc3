//! The footer of a page, in lower case.

use crate::{dom::Element, page::Page};

/// What the footers of a page say.
pub(super) struct Footer {
    /// All of it.
    pub(super) text: String,
    /// The texts of its links.
    pub(super) links: Vec<String>,
}

impl Footer {
    pub(super) fn of(page: &Page<'_>) -> Self {
        let footers: Vec<Element<'_>> = page.dom.heard().filter(|e| e.is("footer")).collect();
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
