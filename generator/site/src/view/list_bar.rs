//! The bar above a product list: subcategories, facets with counts, and sort order. The same on every page of a list.
//!
//! **Invariant:** works without a script: it shows facts and links to existing pages only; the keys that a script needs
//! are in `data-` attributes (docs/contracts/lists.md).

use serde::Serialize;
use vitrine_model::{
    catalog::{FacetValue, PRICE_STEPS, facet_of_group},
    content::{Facet, ProductsSort},
    ids::{CategoryId, PropertyOptionId},
    money::Money,
};

use super::{
    category, facet_keys,
    options::css_color,
    properties::{designer_link, name_in},
};
use crate::{
    context::ViewContext,
    fragments::{Fragment, Scope},
};

/// Maximum number of values listed per facet: those of the most families.
const MAX_VALUES: usize = 24;

/// The identity of a product list, independent of its pages.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ListKey {
    /// The category; `None` for all products.
    pub category: Option<CategoryId>,
    /// Its facets.
    pub facets: Vec<Facet>,
    /// Its default sort order.
    pub sort: ProductsSort,
}

/// The view.
#[derive(Debug, Serialize)]
pub struct ListBarView {
    category: Option<String>,
    total: usize,
    count: String,
    kinds: Vec<FacetValueView>,
    facets: Vec<FacetView>,
    sort: &'static str,
    sorts: Vec<SortView>,
}

/// A sort option.
#[derive(Debug, Serialize)]
struct SortView {
    key: &'static str,
    label: String,
}

/// A facet.
#[derive(Debug, Serialize)]
struct FacetView {
    key: &'static str,
    label: String,
    /// Whether a value is a link; otherwise the facet needs a script.
    linked: bool,
    values: Vec<FacetValueView>,
}

/// A value with its number of families.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct FacetValueView {
    pub(crate) key: String,
    pub(crate) label: String,
    count: u32,
    href: Option<String>,
    pub(crate) color: Option<String>,
}

/// The fragment of a list.
pub(crate) struct ListBar;

impl Fragment for ListBar {
    type Input = ListKey;
    type View = ListBarView;
    const SCOPE: Scope = Scope::Site;
    const TEMPLATE: &'static str = "components/list-bar.html";

    fn view(key: &ListKey, cx: &ViewContext<'_>) -> ListBarView {
        let category = key.category.as_ref();
        let counts = cx.reader.facets_of_category(category);
        let total = cx.reader.cards_of_category(category, key.sort).len();
        let kinds = kinds(cx, category);
        let facets = key.facets.iter().filter(|facet| **facet != Facet::Category);
        ListBarView {
            category: category.and_then(|id| cx.reader.category(id)?.code.clone()),
            total,
            count: cx.plural("lists.count", i64::try_from(total).unwrap_or(i64::MAX), &[]),
            kinds,
            facets: facets.filter_map(|facet| facet_view(cx, *facet, counts)).collect(),
            sort: key.sort.word(),
            sorts: sorts(cx),
        }
    }
}

/// The direct subcategories that have products and a page.
fn kinds(cx: &ViewContext<'_>, category: Option<&CategoryId>) -> Vec<FacetValueView> {
    let below = cx.reader.child_categories(category).iter();
    let kind = |id: &CategoryId| {
        let category = cx.reader.category(id)?;
        let count = u32::try_from(cx.reader.size_of_category(id)).unwrap_or(u32::MAX);
        (count > 0).then_some(())?;
        Some(FacetValueView {
            key: category.code.clone()?,
            label: name_in(cx, &category.names),
            count,
            href: Some(category::page_href(cx, category)?),
            color: None,
        })
    };
    below.filter_map(kind).collect()
}

/// All values of a facet, in the order of a list of all products.
pub(crate) fn all_values(cx: &ViewContext<'_>, facet: Facet) -> Vec<FacetValueView> {
    let counts = cx.reader.facets_of_category(None).iter();
    let values = counts.filter_map(|(value, count)| value_view(cx, facet, value, *count));
    let mut values: Vec<FacetValueView> = values.collect();
    order(facet, &mut values, usize::MAX);
    values
}

/// Keeps the values of the most products, in display order: by count, people and brands by name, prices and times
/// ascending.
fn order(facet: Facet, values: &mut Vec<FacetValueView>, most: usize) {
    if !matches!(facet, Facet::Price | Facet::Delivery) {
        values.sort_by(|a, b| (b.count, &a.label).cmp(&(a.count, &b.label)));
        values.truncate(most);
    }
    if matches!(facet, Facet::Brand | Facet::Designer) {
        values.sort_by_cached_key(|value| value.label.to_lowercase());
    }
}

fn facet_view(cx: &ViewContext<'_>, facet: Facet, counts: &[(FacetValue, u32)]) -> Option<FacetView> {
    let values = counts
        .iter()
        .filter_map(|(value, count)| value_view(cx, facet, value, *count));
    let mut values: Vec<FacetValueView> = values.collect();
    order(facet, &mut values, MAX_VALUES);
    // A facet with a single value is not a filter.
    (values.len() > 1).then(|| FacetView {
        key: facet.word(),
        label: label(cx, facet),
        linked: values.iter().any(|value| value.href.is_some()),
        values,
    })
}

pub(crate) fn label(cx: &ViewContext<'_>, facet: Facet) -> String {
    match facet {
        Facet::Brand => cx.t("lists.facet.brand", &[]),
        Facet::Category => cx.t("lists.facet.category", &[]),
        Facet::Designer => cx.t("lists.facet.designer", &[]),
        Facet::Color => cx.t("lists.facet.color", &[]),
        Facet::Material => cx.t("lists.facet.material", &[]),
        Facet::Price => cx.t("lists.facet.price", &[]),
        Facet::Delivery => cx.t("lists.facet.delivery", &[]),
    }
}

fn value_view(cx: &ViewContext<'_>, facet: Facet, value: &FacetValue, count: u32) -> Option<FacetValueView> {
    let plain = |key: &str, label: String| FacetValueView {
        key: key.to_owned(),
        label,
        count,
        href: None,
        color: None,
    };
    match (facet, value) {
        (Facet::Brand, FacetValue::Brand(id)) => {
            let brand = cx.reader.brand(id)?;
            let entry = cx.reader.brand_entry(&brand.code, cx.locale);
            Some(FacetValueView {
                href: entry.and_then(|entry| cx.entry_href(&entry.id)),
                ..plain(&brand.code, name_in(cx, &brand.names))
            })
        }
        (_, FacetValue::Option(id)) => option_view(cx, facet, id).map(|view| FacetValueView { count, ..view }),
        (Facet::Price, FacetValue::Price(band)) => {
            let band = usize::from(*band);
            Some(plain(&facet_keys::band_of_step(band), price_band(cx, band)))
        }
        (Facet::Delivery, FacetValue::InStock(now)) => {
            let words = if *now {
                cx.t("lists.in_stock", &[])
            } else {
                cx.t("lists.to_order", &[])
            };
            Some(plain(facet_keys::in_stock(*now), words))
        }
        _ => None,
    }
}

fn option_view(cx: &ViewContext<'_>, facet: Facet, id: &PropertyOptionId) -> Option<FacetValueView> {
    let option = cx.reader.property_option(id)?;
    let group = cx.reader.property_group(&option.group)?;
    (facet_of_group(group) == Some(facet)).then_some(())?;
    let link = (facet == Facet::Designer).then(|| designer_link(cx, option));
    Some(FacetValueView {
        key: option.entry.clone(),
        label: name_in(cx, &option.names),
        count: 0,
        href: link.and_then(|link| link.href),
        color: css_color(option).filter(|_| facet == Facet::Color),
    })
}

/// The label of a price band.
fn price_band(cx: &ViewContext<'_>, band: usize) -> String {
    let currency = cx.reader.currency();
    let unit = 10_i64.saturating_pow(currency.digits());
    let step = |place: usize| PRICE_STEPS.get(place).copied();
    let words = |step: u32| {
        let minor = i64::from(step).saturating_mul(unit);
        cx.format.money(Money { minor, currency })
    };
    match (band.checked_sub(1).and_then(step), step(band)) {
        (None, Some(to)) => cx.t("lists.price_below", &[("to", &words(to))]),
        (Some(from), Some(to)) => cx.t("lists.price_between", &[("from", &words(from)), ("to", &words(to))]),
        (from, None) => cx.t("lists.price_from", &[("from", &words(from.unwrap_or_default()))]),
    }
}

fn sorts(cx: &ViewContext<'_>) -> Vec<SortView> {
    let label = |sort: ProductsSort| match sort {
        ProductsSort::Relevance => cx.t("lists.sort.relevance", &[]),
        ProductsSort::New => cx.t("lists.sort.new", &[]),
        ProductsSort::PriceAsc => cx.t("lists.sort.price_asc", &[]),
        ProductsSort::PriceDesc => cx.t("lists.sort.price_desc", &[]),
    };
    use vitrine_model::content::Choice;
    let all = ProductsSort::ALL.iter().map(|(key, sort)| SortView {
        key,
        label: label(*sort),
    });
    all.collect()
}
