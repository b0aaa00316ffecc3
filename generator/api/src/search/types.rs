//! JSON types of search and suggestions.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{request::row::Answer, types::energy_arrow::EnergyArrow};

/// A picture, as the generator made its attributes.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub(super) struct CardImage {
    /// For browsers without `srcset`.
    pub(super) src: String,
    /// The attribute `srcset`.
    pub(super) srcset: String,
    /// The attribute `sizes`; `null` where `srcset` names densities.
    #[schema(required)]
    pub(super) sizes: Option<String>,
    /// The attribute `width`.
    #[schema(required)]
    pub(super) width: Option<u32>,
    /// The attribute `height`.
    #[schema(required)]
    pub(super) height: Option<u32>,
    /// The attribute `alt`; empty because the name is next to the picture.
    pub(super) alt: String,
    /// CSS classes of the focal point; `null` for the centre.
    #[schema(required)]
    pub(super) focus: Option<String>,
}

impl CardImage {
    /// The URL of `srcset` with this descriptor (` 640w`), otherwise `src`.
    pub(super) fn of_width(&self, descriptor: &str) -> &str {
        let mut candidates = self.srcset.split(", ");
        candidates
            .find_map(|candidate| candidate.strip_suffix(descriptor))
            .unwrap_or(&self.src)
    }
}

/// A colour of a card.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub(super) struct CardSwatch {
    /// `#9c4327`
    pub(super) color: String,
}

/// The data of a product in a list: the fields of the generator's card, all texts in the page's language.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub(super) struct SearchCard {
    /// Path of the product's page.
    pub(super) href: String,
    /// Name.
    pub(super) name: String,
    /// `Mara Vink for Kante`
    #[schema(required)]
    pub(super) maker: Option<String>,
    /// Price, with `from` if another variant costs more; the customer's own one, where it is known.
    pub(super) price: String,
    /// For customers with own prices: whether the price includes tax.
    #[serde(default)]
    #[schema(required)]
    pub(super) tax: Option<String>,
    /// The list price, struck through.
    #[schema(required)]
    pub(super) list_price: Option<String>,
    /// The sentence about the lowest price of the last 30 days, and what a piece costs in a larger quantity.
    #[schema(required)]
    pub(super) price_note: Option<String>,
    /// The picture, 4:5.
    #[schema(required)]
    pub(super) image: Option<CardImage>,
    /// The second picture, to which the first one cross-fades.
    #[schema(required)]
    pub(super) second: Option<CardImage>,
    /// At most five colours.
    pub(super) swatches: Vec<CardSwatch>,
    /// Number of further colours.
    pub(super) more_swatches: u32,
    /// All colour names, for screen readers.
    pub(super) swatch_words: String,
    /// The arrow of a light source.
    #[schema(required)]
    pub(super) energy: Option<EnergyArrow>,
}

/// The page of a product.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct ExactProduct {
    /// Path of the product's page.
    pub(super) href: String,
    /// Name.
    pub(super) name: String,
}

/// A value that the products can be filtered by.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub(super) struct SearchFacetValue {
    /// The value of the query parameter.
    pub(super) key: String,
    /// Its name.
    pub(super) label: String,
    /// Number of product families that choosing it would show, or shows; 0 where other choices leave none.
    pub(super) count: u32,
    /// Of a colour: `#9c4327`
    #[schema(required)]
    pub(super) color: Option<String>,
}

/// A filter of the products.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub(super) struct SearchFacet {
    /// The name of the query parameter: `category`, `brand`, `designer`, `material`, `color`, `price`, `delivery`.
    pub(super) key: String,
    /// Its name.
    pub(super) label: String,
    /// At most 24 values, including the selected ones.
    pub(super) values: Vec<SearchFacetValue>,
}

/// A range of prices in whole units of the shop's currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub(super) struct SearchPrices {
    /// The lowest price, rounded down.
    pub(super) from: i64,
    /// The highest price, rounded up.
    pub(super) to: i64,
}

/// A page of content.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct SearchHit {
    /// Path.
    pub(super) href: String,
    /// Title.
    pub(super) title: String,
    /// The subject of the page: `brand`, `designer`, `collection`, `project`, `news`, `showroom`, `vacancy`, `event` or
    /// `page`.
    pub(super) kind: String,
    /// URL of a small picture.
    #[schema(required)]
    pub(super) image: Option<String>,
}

/// Pages of content of one kind.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct SearchHits {
    /// The kind.
    pub(super) kind: String,
    /// The kind's name in the plural.
    pub(super) label: String,
    /// Number of pages found.
    pub(super) total: u32,
    /// The best of them.
    pub(super) hits: Vec<SearchHit>,
}

/// Products and pages that were found. Without a query it is the list of all products, or of the category's.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct SearchResponse {
    /// The query as it was understood: trimmed, spaces joined.
    pub(super) query: String,
    /// The query with spelling corrections; `null` if it was used as typed.
    #[schema(required)]
    pub(super) corrected: Option<String>,
    /// The product whose number was typed.
    #[schema(required)]
    pub(super) exact: Option<ExactProduct>,
    /// Number of product families found.
    pub(super) total: u32,
    /// The page of products, from 1.
    pub(super) page: u32,
    /// Number of pages, at least 1.
    pub(super) pages: u32,
    /// At most 24 products, one of each family.
    pub(super) products: Vec<SearchCard>,
    /// The filters of the products.
    pub(super) facets: Vec<SearchFacet>,
    /// The prices of the results before a price was selected.
    #[schema(required)]
    pub(super) prices: Option<SearchPrices>,
    /// For customers with own prices, where prices decide which products are shown, or in which order: says that these
    /// are the public ones.
    #[schema(required)]
    pub(super) public_order: Option<String>,
    /// Pages of content by kind, the kind with the best page first.
    pub(super) content: Vec<SearchHits>,
}

impl Answer for SearchResponse {}

/// A query that can be completed to.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct SuggestedQuery {
    /// The whole query.
    pub(super) text: String,
}

/// A product as the panel of suggestions shows it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct SuggestedProduct {
    /// Path of the product's page.
    pub(super) href: String,
    /// Name.
    pub(super) name: String,
    /// `Mara Vink for Kante`
    #[schema(required)]
    pub(super) maker: Option<String>,
    /// Price as text; the customer's own one, where it is known.
    pub(super) price: String,
    /// The arrow of a light source.
    #[schema(required)]
    pub(super) energy: Option<EnergyArrow>,
    /// For customers with own prices: whether the price includes tax.
    #[schema(required)]
    pub(super) tax: Option<String>,
    /// URL of a small picture.
    #[schema(required)]
    pub(super) image: Option<String>,
}

/// A page of content.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct SuggestedPage {
    /// Path.
    pub(super) href: String,
    /// Title.
    pub(super) title: String,
    /// URL of a small picture.
    #[schema(required)]
    pub(super) image: Option<String>,
}

/// Pages of content of one kind.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct SuggestedGroup {
    /// The kind, as in [`SearchHit`].
    pub(super) kind: String,
    /// The kind's name in the plural.
    pub(super) label: String,
    /// The best pages.
    pub(super) hits: Vec<SuggestedPage>,
}

/// What begins as the typed words do.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct SuggestResponse {
    /// At most four queries.
    pub(super) queries: Vec<SuggestedQuery>,
    /// At most five products.
    pub(super) products: Vec<SuggestedProduct>,
    /// At most five pages of content, by kind.
    pub(super) groups: Vec<SuggestedGroup>,
    /// Number of product families found.
    pub(super) total: u32,
}

impl Answer for SuggestResponse {}
