//! Navigations generated from the category tree, for places of the page without a navigation in the CMS.
//!
//! **Invariant:** a node links to the page of a category with products, or to the category's own link target, or is
//! plain text; `site` drops text nodes without children.

use vitrine_model::{
    content::DropdownType,
    ids::CategoryId,
    link::LinkTarget,
    locale::LocaleIndex,
    navigation::{CATEGORY_TREE, Navigation, NavigationPage},
};

use super::{
    pages::CategoryPages,
    tree::{Node, Tree, TreeTarget},
};
use crate::convert::input::Input;

/// The tree as a navigation of each locale.
pub(crate) fn navigations(tree: &Tree, pages: &CategoryPages, input: &Input<'_>) -> Vec<Navigation> {
    let of_locale = |locale: LocaleIndex| Navigation {
        handle: CATEGORY_TREE.to_owned(),
        locale,
        pages: below(None, tree, pages, locale),
    };
    input.locales().map(|(locale, _)| of_locale(locale)).collect()
}

fn below(parent: Option<&CategoryId>, tree: &Tree, pages: &CategoryPages, locale: LocaleIndex) -> Vec<NavigationPage> {
    let children = tree.nodes.iter().filter(|node| node.parent.as_ref() == parent);
    children.filter_map(|node| page(node, tree, pages, locale)).collect()
}

fn page(node: &Node, tree: &Tree, pages: &CategoryPages, locale: LocaleIndex) -> Option<NavigationPage> {
    let texts = node.texts.get(locale)?;
    let entry = |id: &CategoryId| pages.with_products(id, locale).cloned().map(LinkTarget::Entry);
    let target = match &texts.link {
        Some(link) => match &link.target {
            TreeTarget::Category(id) => entry(id),
            TreeTarget::Elsewhere(target) => Some(target.clone()),
        },
        None => entry(&node.id),
    };
    Some(NavigationPage {
        id: node.id.to_string(),
        title: texts.name.clone()?,
        target,
        entry: pages.of(&node.id, locale).cloned(),
        label: None,
        call_to_action: None,
        expand_on_mobile: false,
        is_highlighted: false,
        highlight: None,
        dropdown_type: Some(DropdownType::Products),
        logo_light: false,
        columns: None,
        featured_image: texts.image.clone(),
        new_tab: texts.link.as_ref().is_some_and(|link| link.new_tab),
        children: below(Some(&node.id), tree, pages, locale),
    })
}
