//! `store_locations`: showrooms and dealers by country and city, with the store locator above (R-STORE-01).
//!
//! The list is complete without a map and without a script; a block without places shows a text that says so
//! (R-CMS-10). A selection of showrooms is short and has no locator; nor has a single place.

use std::{cmp::Reverse, collections::BTreeMap};

use minijinja::Value;
use serde::Serialize;
use vitrine_model::content::{Entry, EntryKind, StoreLocationsBlock};

use crate::{
    context::ViewContext,
    view::{
        self,
        links::{self, HeadingView},
        locator::{self, Located, LocatorView},
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
    locator: Option<LocatorView>,
    empty: Option<String>,
}

#[derive(Serialize)]
struct CountryView {
    title: Option<String>,
    places: Vec<PlaceView>,
}

/// A place for the list and for the locator.
type Place = (PlaceView, Located);

/// The view, and the island of a block that has a locator.
pub(super) fn view(
    cx: &ViewContext<'_>,
    block: &StoreLocationsBlock,
    outline: &mut Outline,
) -> (Value, Option<&'static str>) {
    let heading = links::heading(&block.heading, outline);
    let (mut groups, located) = groups(cx, places(cx, block));
    let has_locator = block.showrooms.is_empty() && located.len() > 1;
    let locator = has_locator.then(|| locator::view(cx, located, block.show_map));
    if !has_locator {
        let places = groups.iter_mut().flat_map(|group| &mut group.places);
        places.for_each(|place| place.key = None);
    }
    let island = locator.as_ref().map(|_| locator::ISLAND);
    let view = StoreLocationsView {
        heading,
        item_level: outline.items(),
        empty: groups.is_empty().then(|| cx.t("content.empty.stores", &[])),
        groups,
        locator,
    };
    (view::value(view), island)
}

/// The selected showrooms, or all showrooms and dealers.
fn places(cx: &ViewContext<'_>, block: &StoreLocationsBlock) -> Vec<Place> {
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
        entries.filter_map(|entry| one(cx, entry, look)).collect()
    } else {
        let entries = block
            .showrooms
            .iter()
            .filter_map(|id| cx.reader.entry_in(id, cx.locale));
        entries.filter_map(|entry| one(cx, entry, look)).collect()
    }
}

fn one(cx: &ViewContext<'_>, entry: &Entry, look: PlaceLook) -> Option<Place> {
    let located = locator::place(cx, entry)?;
    let key = Some(located.data.key.clone());
    Some((
        PlaceView {
            key,
            ..place::place(cx, entry, look)?
        },
        located,
    ))
}

/// Grouped by country, the one with the most places first, and sorted by city. A single country needs no group.
fn groups(cx: &ViewContext<'_>, places: Vec<Place>) -> (Vec<CountryView>, Vec<Located>) {
    let mut by_country: BTreeMap<Option<String>, Vec<Place>> = BTreeMap::new();
    for place in places {
        by_country.entry(place.0.country.clone()).or_default().push(place);
    }
    let several = by_country.len() > 1;
    let mut countries: Vec<_> = by_country.into_iter().collect();
    countries.sort_by_key(|(country, places)| (country.is_none(), Reverse(places.len())));
    let mut located = Vec::new();
    let mut groups = Vec::new();
    for (country, mut places) in countries {
        places.sort_by_cached_key(|(place, _)| {
            let city = place.city.as_deref().unwrap_or(&place.title);
            (city.to_lowercase(), place.title.to_lowercase())
        });
        let (places, of_country): (Vec<_>, Vec<_>) = places.into_iter().unzip();
        located.extend(of_country);
        groups.push(CountryView {
            title: several.then(|| country.unwrap_or_else(|| cx.t("content.elsewhere", &[]))),
            places,
        });
    }
    (groups, located)
}
