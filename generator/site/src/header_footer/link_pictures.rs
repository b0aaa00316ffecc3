//! The pictures of the links in the header's panels, in a separate file: only visitors who open a panel need them, in the
//! header they would be part of every page, and many of them are those of the first product of a list, which changes often.
//!
//! **Invariant:** the file is named by its locale alone and lists pictures by the href of their link, so that the header
//! does not depend on them, and a page of an earlier release finds those of its links too.

use std::collections::BTreeMap;

use vitrine_model::path::file;

use super::navigation::NavigationView;

/// The panel whose links have pictures.
const PANEL: &str = "products";

/// A file below `site/`: `[url, is packshot]` by the href of the link.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LinkPictures {
    pub(crate) file: String,
    pub(crate) json: String,
}

/// The pictures of a navigation; `None` if its links have none.
pub(super) fn of(navigation: &[NavigationView], locale: &str) -> Option<LinkPictures> {
    let panels = navigation.iter().filter(|node| node.panel == PANEL);
    let groups = panels.flat_map(|panel| &panel.children);
    let links = groups.flat_map(|group| std::iter::once(group).chain(&group.children));
    let all: BTreeMap<&str, (&str, bool)> = links
        .filter_map(|link| {
            let picture = link.picture.as_ref()?;
            Some((link.href.as_deref()?, (picture.large.as_str(), picture.packshot)))
        })
        .collect();
    let json = serde_json::to_string(&all).ok().filter(|_| !all.is_empty())?;
    Some(LinkPictures {
        file: format!("{}{locale}.json", file::MENU),
        json,
    })
}
