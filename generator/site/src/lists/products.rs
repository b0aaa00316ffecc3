//! The products of `products_overview`.

use vitrine_model::{
    content::ProductsOverviewBlock,
    ids::{CategoryId, ProductId},
};

use super::scope::ListScope;

/// The category whose products a block lists.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Root<'a> {
    /// All products of the shop.
    All,
    /// A category and its descendants.
    Category(&'a CategoryId),
    /// The block's code is not the code of a category.
    Unknown(&'a str),
}

/// The category of a block; without one, the shop's main category, if the globals name one that exists.
pub(crate) fn root<'a>(scope: ListScope<'a>, block: &'a ProductsOverviewBlock) -> Root<'a> {
    let category = |code: &str| scope.reader.category_by_code(code).map(|category| &category.id);
    if let Some(code) = block.root_category_code.as_deref() {
        return category(code).map_or(Root::Unknown(code), Root::Category);
    }
    let globals = scope.reader.globals(scope.locale);
    let main = globals.and_then(|globals| globals.shop.main_category_code.as_deref());
    main.and_then(category).map_or(Root::All, Root::Category)
}

/// One product of each family of the list, in the block's order.
pub(crate) fn select<'a>(scope: ListScope<'a>, block: &'a ProductsOverviewBlock) -> &'a [ProductId] {
    let category = match root(scope, block) {
        Root::All => None,
        Root::Category(id) => Some(id),
        Root::Unknown(_) => return &[],
    };
    scope.reader.cards_of_category(category, block.default_sort)
}
