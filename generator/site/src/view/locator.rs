//! The store locator: filters and sorting of a list of places, and the props of its island (R-STORE-01).
//!
//! **Invariant:** the list is complete without a script; the island only moves and hides its items.

use serde::Serialize;
use utoipa::ToSchema;
use vitrine_model::content::{Coordinates, DealerType, Entry, EntryFields};

use super::{
    hours::{self, Hours},
    sheet::SheetProps,
    words,
};
use crate::context::ViewContext;

/// The controls above a list, and the data of its places.
#[derive(Serialize)]
pub(crate) struct LocatorView {
    brands: Vec<ChoiceView>,
    types: Vec<ChoiceView>,
    /// `30 places`, before filtering.
    count: String,
    map: bool,
    props: StoreLocatorProps,
}

/// A value of a filter.
#[derive(Clone, Serialize)]
struct ChoiceView {
    value: String,
    label: String,
}

/// The props of the island `store-locator`.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub(crate) struct StoreLocatorProps {
    /// The places of the list.
    places: Vec<LocatorPlace>,
    /// The gazetteer file: a list of `[name, [further names], country, postcode, latitude, longitude]`.
    gazetteer: Option<String>,
    /// The map tiles; `null` = outlines.
    tiles: Option<TilesProps>,
    /// The style sheet of the map.
    map_sheet: Option<SheetProps>,
}

/// A showroom or a dealer, as data.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub(crate) struct LocatorPlace {
    /// `data-place` of its list item.
    pub(crate) key: String,
    /// Latitude and longitude in degrees.
    at: Option<(f64, f64)>,
    /// `showroom`, or the type of dealer; `null` if the CMS does not provide it.
    kind: Option<&'static str>,
    /// Keys of its brands.
    brands: Vec<String>,
    /// Its city.
    city: Option<String>,
    /// Its opening hours.
    hours: Hours,
}

/// The tiles of a map.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub(crate) struct TilesProps {
    /// `https://tiles.example/{z}/{x}/{y}.png`
    template: String,
    /// The attribution shown on the map.
    attribution: String,
}

/// A type of place that visitors can filter by.
const SHOWROOM: &str = "showroom";

/// The island of every locator.
pub(crate) const ISLAND: &str = "store-locator";

/// The style sheet of the map, loaded on demand.
const MAP_SHEET: &str = "store-map";

/// A place of a locator, with the names of its brands.
pub(crate) struct Located {
    pub(crate) data: LocatorPlace,
    brands: Vec<ChoiceView>,
}

/// A showroom or a dealer; `None` for other entries.
pub(crate) fn place(cx: &ViewContext<'_>, entry: &Entry) -> Option<Located> {
    let (prefix, kind, at, address, opening, brands) = match &entry.fields {
        EntryFields::Showroom(fields) => (
            SHOWROOM,
            Some(SHOWROOM),
            fields.coordinates,
            &fields.address,
            &fields.hours,
            &fields.brands,
        ),
        EntryFields::Store(fields) => (
            "store",
            fields.dealer_type.map(DealerType::key),
            fields.coordinates,
            &fields.address,
            &fields.hours,
            &fields.brands,
        ),
        _ => return None,
    };
    let choices = brands.iter().filter_map(|id| {
        let brand = cx.reader.entry(id)?;
        Some(ChoiceView {
            value: brand.slug.clone(),
            label: brand.title.clone(),
        })
    });
    let brands: Vec<_> = choices.collect();
    Some(Located {
        data: LocatorPlace {
            key: format!("{prefix}-{}", entry.slug),
            at: at.map(Coordinates::degrees),
            kind,
            brands: brands.iter().map(|brand| brand.value.clone()).collect(),
            city: address.city.clone(),
            hours: hours::times(opening),
        },
        brands,
    })
}

/// The locator of these places, in the order of the list. A filter with a single value is left out.
pub(crate) fn view(cx: &ViewContext<'_>, places: Vec<Located>, map: bool) -> LocatorView {
    let gazetteer = cx.gazetteer.map(|file| format!("/{file}"));
    let tiles = cx.config.map_tiles.as_ref().map(|tiles| TilesProps {
        template: tiles.template.clone(),
        attribution: tiles.attribution.clone(),
    });
    let brands = brands(&places);
    let places: Vec<LocatorPlace> = places.into_iter().map(|place| place.data).collect();
    let total = i64::try_from(places.len()).unwrap_or(i64::MAX);
    LocatorView {
        brands: several(brands),
        types: several(types(cx, &places)),
        count: cx.plural("store_locator.count", total, &[]),
        map: map && places.iter().any(|place| place.at.is_some()),
        props: StoreLocatorProps {
            places,
            gazetteer,
            tiles,
            map_sheet: SheetProps::of(cx, MAP_SHEET),
        },
    }
}

fn several(choices: Vec<ChoiceView>) -> Vec<ChoiceView> {
    if choices.len() > 1 { choices } else { Vec::new() }
}

/// The brands of the places by name, deduplicated.
fn brands(places: &[Located]) -> Vec<ChoiceView> {
    let mut all: Vec<ChoiceView> = places.iter().flat_map(|place| place.brands.iter().cloned()).collect();
    all.sort_by_cached_key(|brand| (brand.label.to_lowercase(), brand.value.clone()));
    all.dedup_by(|one, other| one.value == other.value);
    all
}

/// The types of places, the shop's own first.
fn types(cx: &ViewContext<'_>, places: &[LocatorPlace]) -> Vec<ChoiceView> {
    let dealers = [DealerType::Flagship, DealerType::Dealer, DealerType::Pilot];
    let dealers = dealers.map(|kind| (kind.key(), words::dealer(cx, kind)));
    let all = std::iter::once((SHOWROOM, cx.t("editorial.showroom", &[]))).chain(dealers);
    all.filter(|(key, _)| places.iter().any(|place| place.kind == Some(*key)))
        .map(|(key, label)| ChoiceView {
            value: key.to_owned(),
            label,
        })
        .collect()
}
