//! The pictures of the links in the header's panels, in a separate file: only visitors who open a panel need them, and
//! in the header they would be part of every page.
//!
//! **Invariant:** the file's name contains the hash of its content, so that a header and its pictures are from the same
//! build.

use super::navigation::NavigationView;

/// The panel whose links have pictures.
const PANEL: &str = "products";

/// A file below `site/`: a list of `[url, is packshot]`; `data-link-picture` of a link is its index.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LinkPictures {
    pub(crate) file: String,
    pub(crate) json: String,
}

/// Assigns each picture its index in the file, which is named after the locale; `None` without pictures.
pub(super) fn number(navigation: &mut [NavigationView], locale: &str) -> Option<LinkPictures> {
    let mut all: Vec<(String, bool)> = Vec::new();
    let panels = navigation.iter_mut().filter(|node| node.panel == PANEL);
    for group in panels.flat_map(|panel| &mut panel.children) {
        number_one(group, &mut all);
        group.children.iter_mut().for_each(|link| number_one(link, &mut all));
    }
    let json = serde_json::to_string(&all).ok().filter(|_| !all.is_empty())?;
    let hash = blake3::hash(json.as_bytes()).to_hex().to_ascii_uppercase();
    let file = format!("assets/menu-{locale}-{}.json", hash.get(..8).unwrap_or(&hash));
    Some(LinkPictures { file, json })
}

fn number_one(link: &mut NavigationView, all: &mut Vec<(String, bool)>) {
    let Some(picture) = &mut link.picture else { return };
    let own = (picture.large.clone(), picture.packshot);
    let place = all.iter().position(|one| *one == own);
    picture.place = Some(place.unwrap_or(all.len()));
    if place.is_none() {
        all.push(own);
    }
}
