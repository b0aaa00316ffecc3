//! Converts `brands_grid` and `brands_overview`; an overview is a grid of all brands.

use vitrine_model::content::{BlockKind, BrandsGridBlock, BrandsSource};

use super::set_fields::{entry_ids, term};
use crate::{convert::scope::Scope, statamic::wire::Fields};

pub(super) fn convert(set: Fields<'_>, scope: &mut Scope<'_>) -> BlockKind {
    let chosen = entry_ids(set, "brands");
    let source = match scope.word(set, "source", &["all", "selected", "category"]) {
        "selected" => BrandsSource::Selected(chosen),
        "category" => term(set, "category").map_or(BrandsSource::All, BrandsSource::Category),
        // A set without `source` but with selected brands shows those.
        _ if set.choice("source").is_none() && !chosen.is_empty() => BrandsSource::Selected(chosen),
        _ => BrandsSource::All,
    };
    BlockKind::BrandsGrid(BrandsGridBlock {
        heading: scope.heading(set),
        source,
        pictures: scope.word(set, "show", &["logos", "images"]) == "images",
        by_letter: set.toggle("alphabet_filter"),
        overview: set.text("type").as_deref() == Some("brands_overview"),
        by_category: set.toggle("category_filter"),
    })
}
