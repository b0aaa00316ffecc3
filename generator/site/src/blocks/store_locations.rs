//! `store_locations`: showrooms and dealers by country and city (R-STORE-01).
//!
//! The list is complete without a map and without a script; a block without places shows a text that says so
//! (R-CMS-10).

use std::{cmp::Reverse, collections::BTreeMap};

use minijinja::Value;
use serde::Serialize;
use vitrine_model::content::{EntryKind, StoreLocationsBlock};

use crate::{
    context::ViewContext,
    view::{
        self,
        links::{self, HeadingView},
        outline::Outline,
        place::{self, PlaceLook, PlaceView},
    },
};

#[derive(Serialize)]
struct StoreLocationsView {
    heading: Option<HeadingView>,
    item_level: u8,
    /// One group without a title, or one for each country.
    groups: Vec<CountryView>,
    empty: Option<String>,
}

#[derive(Serialize)]
struct CountryView {
    title: Option<String>,
    places: Vec<PlaceView>,
}

pub(super) fn view(cx: &ViewContext<'_>, block: &StoreLocationsBlock, outline: &mut Outline) -> Value {
    let heading = links::heading(&block.heading, outline);
    let groups = groups(cx, places(cx, block));
    view::value(StoreLocationsView {
        heading,
        item_level: outline.items(),
        empty: groups.is_empty().then(|| cx.t("content.empty.stores", &[])),
        groups,
    })
}

/// The selected showrooms, or all showrooms and dealers.
fn places(cx: &ViewContext<'_>, block: &StoreLocationsBlock) -> Vec<PlaceView> {
    let look = PlaceLook {
        hours: block.show_hours,
        route: block.show_route,
        brands: true,
    };
    let all = || {
        let kinds = [EntryKind::Showroom, EntryKind::Store];
        kinds.into_iter().flat_map(|kind| cx.reader.entries_of(kind, cx.locale))
    };
    if block.showrooms.is_empty() {
        let entries = all().filter_map(|id| cx.reader.entry(id));
        entries.filter_map(|entry| place::place(cx, entry, look)).collect()
    } else {
        let entries = block
            .showrooms
            .iter()
            .filter_map(|id| cx.reader.entry_in(id, cx.locale));
        entries.filter_map(|entry| place::place(cx, entry, look)).collect()
    }
}

/// The country with the most places first; within it by city. Places of one country need no group.
fn groups(cx: &ViewContext<'_>, places: Vec<PlaceView>) -> Vec<CountryView> {
    let mut by_country: BTreeMap<Option<String>, Vec<PlaceView>> = BTreeMap::new();
    for place in places {
        by_country.entry(place.country.clone()).or_default().push(place);
    }
    let several = by_country.len() > 1;
    let mut countries: Vec<_> = by_country.into_iter().collect();
    countries.sort_by_key(|(country, places)| (country.is_none(), Reverse(places.len())));
    let group = |(country, mut places): (Option<String>, Vec<PlaceView>)| {
        places.sort_by_cached_key(|place| {
            let city = place.city.as_deref().unwrap_or(&place.title);
            (city.to_lowercase(), place.title.to_lowercase())
        });
        CountryView {
            title: several.then(|| country.unwrap_or_else(|| cx.t("content.elsewhere", &[]))),
            places,
        }
    };
    countries.into_iter().map(group).collect()
}
