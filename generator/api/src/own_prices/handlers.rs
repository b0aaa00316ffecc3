//! Handler of the prices of cards.
//!
//! **Invariant:** paths are only looked up in the release; what reaches the backend are ids of the release.

use serde_json::Value;
use vitrine_model::{money::TaxStatus, path::SitePath};

use super::{
    batch::batch,
    found,
    types::{CardPricesResponse, PathPrices, StruckWords},
};
use crate::{
    release::families::Family,
    request::RequestContext,
    web::{
        problem::Problem,
        queries::{Parameter, once, query},
    },
};

/// Maximum number of links of a request: the cards of a page of a list.
const MAX_PATHS: usize = 24;
/// Maximum length of all paths, decoded; the whole address may have 8 KiB (rule 13).
const MAX_LENGTH: usize = 6_000;

pub(super) async fn read(
    context: &mut RequestContext,
    CardPricesQuery { paths: Paths(paths) }: CardPricesQuery,
) -> Result<CardPricesResponse, Problem> {
    let Some(release) = context.release.clone() else {
        return Ok(CardPricesResponse::default());
    };
    let asked: (Vec<String>, Vec<Family>) = paths
        .into_iter()
        .filter_map(|path| Some((path.clone(), release.family_of_path(&path)?)))
        .unzip();
    let (paths, families) = asked;
    let batch = batch(&families);
    let Some(own) = found::of_products(context, &batch.ids).await? else {
        return Ok(CardPricesResponse::default());
    };
    let prices = paths.iter().zip(&families).filter_map(|(path, family)| {
        Some(PathPrices {
            path: path.clone(),
            family: own.family(family)?,
            variant: own.variant(&family.product),
        })
    });
    // Of a family that was not asked for, single variants may be known from another one that has the same products.
    let prices = prices.filter(|price| !batch.later.iter().any(|place| paths.get(*place) == Some(&price.path)));
    let words = release.price_words(context.state.code(context.locale));
    let text = |key: &str| words.and_then(|words| words.text(key, &[])).unwrap_or_default();
    Ok(CardPricesResponse {
        own: true,
        prices: prices.collect(),
        later: batch
            .later
            .iter()
            .filter_map(|place| paths.get(*place).cloned())
            .collect(),
        public_tax: words.and_then(|words| words.tax(TaxStatus::Gross)).unwrap_or_default(),
        public_order: text("lists.public_prices"),
        words: StruckWords {
            list_price: text("product.list_price"),
            now: text("product.now"),
        },
    })
}

query!(/// Whose prices are asked for.
pub(super) CardPricesQuery {
    /// 1 to 24 paths of product pages in the page's language, separated by commas.
    paths: Paths = "/producten/knaap",
});

/// Paths of product pages, each once.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(super) struct Paths(Vec<String>);

impl Parameter for Paths {
    const PATTERN: &'static str = "^/[^,]*(,/[^,]*){0,23}$";
    const REQUIRED: bool = true;

    fn read(value: Option<Value>, _query: &str) -> Result<Self, Self> {
        let text = once(value).map_err(|()| Self::default())?;
        let text = text.filter(|text| text.len() <= MAX_LENGTH).ok_or_else(Self::default)?;
        let mut paths = Vec::new();
        for path in text.split(',') {
            let path = SitePath::parse(path).map_err(|_| Self::default())?.href();
            if !paths.contains(&path) {
                paths.push(path);
            }
        }
        if paths.len() > MAX_PATHS {
            return Err(Self::default());
        }
        Ok(Self(paths))
    }
}
