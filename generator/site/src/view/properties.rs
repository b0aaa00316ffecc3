//! Properties by place, which depends on their group's external id (R-PDP-08), and the names of brand and designers.
//!
//! **Invariant:** an option is in exactly one place; it is a link only if its entry has a page in this locale.

use serde::Serialize;
use vitrine_model::{
    ids::{BrandId, PropertyOptionId},
    locale::Localized,
    product::{PropertyGroup, PropertyOption},
};

use super::{facts::FactView, links::LinkView};
use crate::context::ViewContext;

/// Where a group's options are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Spot {
    Designer,
    Label,
    Collection,
    Specification,
    Nowhere,
}

fn spot(group: &PropertyGroup) -> Spot {
    match group.external_id.as_deref() {
        Some("designer") => Spot::Designer,
        Some("product_label") => Spot::Label,
        Some("collection") => Spot::Collection,
        _ if group.visible => Spot::Specification,
        _ => Spot::Nowhere,
    }
}

/// A product's properties by place.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct PropertiesView {
    /// Designers.
    pub designers: Vec<LinkView>,
    /// Labels next to the name (`New`).
    pub labels: Vec<String>,
    /// Collections of the product.
    pub collections: Vec<LinkView>,
    /// Its materials, which are also among the specifications.
    pub materials: Vec<String>,
    /// All other properties, by group.
    pub specifications: Vec<FactView>,
}

/// A name in the page's locale; empty only if the backend has none at all.
pub fn name_in(cx: &ViewContext<'_>, names: &Localized<String>) -> String {
    let own = names
        .get(cx.locale)
        .or_else(|| names.iter().next().map(|(_, name)| name));
    own.cloned().unwrap_or_default()
}

/// A designer's name, linked to the designer's page if there is one.
pub fn designer_link(cx: &ViewContext<'_>, option: &PropertyOption) -> LinkView {
    let entry = cx.reader.designer_entry(&option.entry, cx.locale);
    LinkView::to(
        name_in(cx, &option.names),
        entry.and_then(|entry| cx.entry_href(&entry.id)),
    )
}

/// Sorts a product's properties by place.
pub fn properties(cx: &ViewContext<'_>, ids: &[PropertyOptionId]) -> PropertiesView {
    let mut view = PropertiesView::default();
    for id in ids {
        let Some(option) = cx.reader.property_option(id) else {
            continue;
        };
        let Some(group) = cx.reader.property_group(&option.group) else {
            continue;
        };
        let name = name_in(cx, &option.names);
        if group.external_id.as_deref() == Some("material") && group.visible {
            view.materials.push(name.clone());
        }
        match spot(group) {
            Spot::Designer => view.designers.push(designer_link(cx, option)),
            Spot::Label => view.labels.push(name),
            Spot::Collection => view.collections.push(LinkView::text(name)),
            Spot::Specification => {
                let term = name_in(cx, &group.names);
                match view.specifications.iter_mut().find(|fact| fact.term == term) {
                    Some(fact) => fact.values.push(LinkView::text(name)),
                    None => view.specifications.push(FactView::plain(term, name)),
                }
            }
            Spot::Nowhere => {}
        }
    }
    view
}

/// The names of a product's designers, for cards and search.
pub fn designer_names(cx: &ViewContext<'_>, properties: &[PropertyOptionId]) -> Vec<String> {
    let options = properties.iter().filter_map(|id| cx.reader.property_option(id));
    options
        .filter(|option| {
            cx.reader
                .property_group(&option.group)
                .is_some_and(|group| spot(group) == Spot::Designer)
        })
        .map(|option| name_in(cx, &option.names))
        .collect()
}

/// The brand, linked to its page if it has one.
pub fn brand_link(cx: &ViewContext<'_>, brand: Option<&BrandId>) -> Option<LinkView> {
    let brand = cx.reader.brand(brand?)?;
    let entry = cx.reader.brand_entry(&brand.code, cx.locale);
    Some(LinkView::to(
        name_in(cx, &brand.names),
        entry.and_then(|entry| cx.entry_href(&entry.id)),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use vitrine_model::ids::PropertyGroupId;

    /// R-PDP-08: the group's external id decides where its options show.
    #[test]
    fn r_pdp_08_external_id_decides_the_place() {
        let group = |external: Option<&str>, visible| PropertyGroup {
            id: PropertyGroupId::parse("0123456789abcdef0123456789abcdef").unwrap(),
            names: Localized::new(),
            external_id: external.map(str::to_owned),
            display: "text".into(),
            visible,
            position: 1,
        };
        for (external, visible, expected) in [
            (Some("designer"), false, Spot::Designer),
            (Some("product_label"), false, Spot::Label),
            (Some("collection"), true, Spot::Collection),
            (Some("material"), true, Spot::Specification),
            (None, true, Spot::Specification),
            (None, false, Spot::Nowhere),
        ] {
            assert_eq!(spot(&group(external, visible)), expected, "{external:?} {visible}");
        }
    }
}
