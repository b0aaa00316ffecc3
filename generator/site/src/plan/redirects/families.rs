//! The redirect target of a family's own path.
//!
//! **Invariant:** a page of the family in the locale, if it has one there.

use vitrine_model::{
    locale::LocaleIndex,
    path::SitePath,
    product::{Family, StockState},
};

use crate::plan::{PlanContext, PlanIndex};

/// The main variant's page, otherwise that of the first available variant, otherwise of the first one.
pub(super) fn main_variant(
    cx: &PlanContext<'_>,
    plan: &PlanIndex,
    family: &Family,
    locale: LocaleIndex,
) -> Option<SitePath> {
    let page = |id| plan.product(id, locale).map(|p| p.path.clone());
    if let Some(path) = family.main_variant.as_ref().and_then(page) {
        return Some(path);
    }
    let variants = cx.catalog.variants(&family.id);
    let available = variants.iter().find(|id| {
        cx.catalog
            .product(id)
            .is_some_and(|r| r.value().stock.state != StockState::OutOfStock)
    });
    available.and_then(page).or_else(|| variants.iter().find_map(page))
}
