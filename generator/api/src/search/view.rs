//! Makes the answers from the results of an index.
//!
//! **Invariant:** every text comes from the release; of the request only the query and unknown keys are repeated, as
//! text.

use std::collections::BTreeMap;

use vitrine_search::{CATEGORY, Document, Found, PRICE, PriceRange, Request, SearchError};

use super::{
    query::{PriceChoice, SearchQuery},
    types::{
        ExactProduct, SearchCard, SearchFacet, SearchFacetValue, SearchHit, SearchHits, SearchPrices, SearchResponse,
        SuggestResponse, SuggestedGroup, SuggestedPage, SuggestedProduct, SuggestedQuery,
    },
};
use crate::release::search::{
    indexes::LocaleSearch,
    labels::{FacetLabels, ValueLabel},
};

/// Products of a page.
const PER_PAGE: usize = 24;
/// Maximum number of values of a facet.
const MAX_VALUES: usize = 24;
/// Maximum number of content pages of a kind.
const MAX_HITS: usize = 6;
/// Maximum number of suggested products, and of suggested pages.
const SUGGESTED: usize = 5;

type Counts = BTreeMap<String, BTreeMap<String, u32>>;

/// The answer to a search.
pub(super) fn search(search: &LocaleSearch, asked: &SearchQuery) -> Result<SearchResponse, SearchError> {
    let page = usize::try_from(asked.page).unwrap_or(usize::MAX);
    let request = Request {
        query: asked.text.clone(),
        filters: asked.filters.clone(),
        prices: asked.prices.iter().map(|choice| range(search, choice)).collect(),
        order: asked.order,
        skip: page.saturating_sub(1).saturating_mul(PER_PAGE),
        take: PER_PAGE,
        unit: search.unit,
    };
    let found = search.index.find(&request)?;
    Ok(SearchResponse {
        query: asked.text.clone(),
        corrected: found.corrected.clone(),
        exact: found.exact.and_then(exact),
        total: count(found.total),
        page: asked.page,
        pages: count(found.total.div_ceil(PER_PAGE).max(1)),
        products: found.products.iter().filter_map(|document| card(document)).collect(),
        facets: facets(search, asked, &found),
        prices: found.prices.map(|(low, high)| SearchPrices {
            from: low.div_euclid(search.unit),
            to: high.div_euclid(search.unit) + i64::from(high.rem_euclid(search.unit) > 0),
        }),
        public_order: None,
        content: content(search, &found.content),
    })
}

/// The suggestions while a visitor types.
pub(super) fn suggest(search: &LocaleSearch, typed: &str) -> Result<SuggestResponse, SearchError> {
    let found = search.index.suggest(typed, SUGGESTED, SUGGESTED)?;
    let mut groups: Vec<SuggestedGroup> = Vec::new();
    for document in found.content {
        let hit = SuggestedPage {
            href: document.href.clone(),
            title: document.title.clone(),
            image: document.image.clone(),
        };
        match groups.iter_mut().find(|group| group.kind == document.kind) {
            Some(group) => group.hits.push(hit),
            None => groups.push(SuggestedGroup {
                kind: document.kind.clone(),
                label: search.labels.kind(&document.kind).to_owned(),
                hits: vec![hit],
            }),
        }
    }
    Ok(SuggestResponse {
        queries: found.queries.into_iter().map(|text| SuggestedQuery { text }).collect(),
        products: found
            .products
            .iter()
            .filter_map(|document| suggested(document))
            .collect(),
        groups,
        total: count(found.total),
    })
}

fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// The prices of a selection in minor units. A band excludes its upper bound, at which the next one begins; a range
/// typed by a visitor includes both ends.
fn range(search: &LocaleSearch, choice: &PriceChoice) -> PriceRange {
    let minor = |units: i64| units.saturating_mul(search.unit);
    let above = i64::from(search.labels.is_band(&choice.key));
    PriceRange {
        from: choice.from.map(minor),
        to: choice.to.map(|to| minor(to) - above),
    }
}

fn card(document: &Document) -> Option<SearchCard> {
    let card = document.product.as_ref()?.card.get();
    serde_json::from_str(card).ok()
}

fn exact(document: &Document) -> Option<ExactProduct> {
    Some(ExactProduct {
        href: document.href.clone(),
        name: card(document)?.name,
    })
}

fn suggested(document: &Document) -> Option<SuggestedProduct> {
    let card = card(document)?;
    Some(SuggestedProduct {
        href: card.href,
        name: card.name,
        maker: card.maker,
        price: card.price,
        energy: card.energy,
        tax: card.tax,
        image: document.image.clone().or_else(|| card.image.map(|image| image.src)),
    })
}

/// Pages by kind, the kind with the best page first.
fn content(search: &LocaleSearch, documents: &[&Document]) -> Vec<SearchHits> {
    let mut kinds: Vec<SearchHits> = Vec::new();
    for document in documents {
        let place = kinds.iter().position(|hits| hits.kind == document.kind);
        let place = place.unwrap_or_else(|| {
            kinds.push(SearchHits {
                kind: document.kind.clone(),
                label: search.labels.kind(&document.kind).to_owned(),
                total: 0,
                hits: Vec::new(),
            });
            kinds.len() - 1
        });
        let Some(hits) = kinds.get_mut(place) else { continue };
        hits.total = hits.total.saturating_add(1);
        if hits.hits.len() < MAX_HITS {
            hits.hits.push(SearchHit {
                href: document.href.clone(),
                title: document.title.clone(),
                kind: document.kind.clone(),
                image: document.image.clone(),
            });
        }
    }
    kinds
}

/// The facets that divide the products, and those that are chosen.
fn facets(search: &LocaleSearch, asked: &SearchQuery, found: &Found<'_>) -> Vec<SearchFacet> {
    let prices: Vec<String> = asked.prices.iter().map(|choice| choice.key.clone()).collect();
    let nothing = Vec::new();
    let facets = search.labels.facets.iter().filter_map(|facet| {
        let chosen = match facet.key.as_str() {
            PRICE => &prices,
            key => asked.filters.get(key).unwrap_or(&nothing),
        };
        facet_view(facet, chosen, found)
    });
    facets.collect()
}

fn facet_view(facet: &FacetLabels, chosen: &[String], found: &Found<'_>) -> Option<SearchFacet> {
    let of = |counts: &Counts, key: &str| counts.get(&facet.key).and_then(|by| by.get(key)).copied().unwrap_or(0);
    let is_chosen = |key: &String| chosen.contains(key);
    let mut shown: Vec<(&ValueLabel, u32)> = facet
        .values
        .iter()
        .filter(|value| facet.key != CATEGORY || is_near(value, chosen))
        .map(|value| (value, of(&found.base, &value.key)))
        .filter(|(value, base)| *base > 0 || is_chosen(&value.key))
        .collect();
    keep_largest(&mut shown, &is_chosen, facet.by_count);
    let values = shown.into_iter().map(|(value, _)| SearchFacetValue {
        key: value.key.clone(),
        label: value.label.clone(),
        count: of(&found.counts, &value.key),
        color: value.color.clone(),
    });
    let mut values: Vec<SearchFacetValue> = values.collect();
    // A chosen value can be removed, even if the release does not know it (any more).
    for key in chosen.iter().filter(|_| facet.key != PRICE) {
        if values.iter().all(|value| value.key != *key) {
            values.push(SearchFacetValue {
                key: key.clone(),
                label: key.clone(),
                count: 0,
                color: None,
            });
        }
    }
    (values.len() > 1 || !chosen.is_empty()).then(|| SearchFacet {
        key: facet.key.clone(),
        label: facet.label.clone(),
        values,
    })
}

/// Whether a category is offered: it is at the top level, or a chosen one, or directly below a chosen one.
fn is_near(value: &ValueLabel, chosen: &[String]) -> bool {
    match (&value.above, chosen.is_empty()) {
        (above, true) => above.is_none(),
        (above, false) => chosen.contains(&value.key) || above.as_ref().is_some_and(|above| chosen.contains(above)),
    }
}

/// Keeps the values with the most products, and the chosen ones.
fn keep_largest(values: &mut Vec<(&ValueLabel, u32)>, is_chosen: &impl Fn(&String) -> bool, by_count: bool) {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by_key(|place| {
        values
            .get(*place)
            .map(|(value, base)| (!is_chosen(&value.key), u32::MAX - base))
    });
    let kept: Vec<usize> = order.into_iter().take(MAX_VALUES).collect();
    let mut place = 0;
    values.retain(|_| {
        place += 1;
        kept.contains(&(place - 1))
    });
    if by_count {
        values.sort_by_key(|(_, base)| u32::MAX - base);
    }
}
