//! Converts the overviews of entries (content model §8, "Overviews").

use vitrine_model::content::{BlockKind, OverviewBlock, OverviewOf};

use super::set_fields::{entry_ids, per_page, text_level};
use crate::{convert::scope::Scope, statamic::wire::Fields};

pub(super) fn collections(set: Fields<'_>, scope: &mut Scope<'_>) -> BlockKind {
    let brand = entry_ids(set, "filter_brand").into_iter().next();
    overview(OverviewOf::Collections { brand }, set, scope)
}

pub(super) fn designers(set: Fields<'_>, scope: &mut Scope<'_>) -> BlockKind {
    overview(OverviewOf::Designers, set, scope)
}

pub(super) fn events(set: Fields<'_>, scope: &mut Scope<'_>) -> BlockKind {
    let show_past = set.toggle("show_past");
    overview(OverviewOf::Events { show_past }, set, scope)
}

pub(super) fn news(set: Fields<'_>, scope: &mut Scope<'_>) -> BlockKind {
    overview(OverviewOf::News, set, scope)
}

pub(super) fn projects(set: Fields<'_>, scope: &mut Scope<'_>) -> BlockKind {
    let masonry = scope.word(set, "layout", &["grid", "masonry"]) == "masonry";
    overview(OverviewOf::Projects { masonry }, set, scope)
}

pub(super) fn showrooms(set: Fields<'_>, scope: &mut Scope<'_>) -> BlockKind {
    overview(OverviewOf::Showrooms, set, scope)
}

pub(super) fn stores(set: Fields<'_>, scope: &mut Scope<'_>) -> BlockKind {
    overview(OverviewOf::Stores, set, scope)
}

pub(super) fn vacancies(set: Fields<'_>, scope: &mut Scope<'_>) -> BlockKind {
    overview(OverviewOf::Vacancies, set, scope)
}

pub(super) fn catalogues(set: Fields<'_>, scope: &mut Scope<'_>) -> BlockKind {
    overview(OverviewOf::Catalogues, set, scope)
}

fn overview(of: OverviewOf, set: Fields<'_>, scope: &Scope<'_>) -> BlockKind {
    let heading = scope.heading(set);
    BlockKind::Overview(OverviewBlock {
        text: scope.rich(set, "text", text_level(&heading)),
        heading,
        of,
        filters: scope.choices(set, "filters"),
        per_page: per_page(set),
        sort: scope.chosen(set, "sort"),
        empty_text: scope.plain(set, "empty_text"),
    })
}
