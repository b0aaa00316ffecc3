//! The keys of facet values in a list's query and in the search documents (docs/contracts/lists.md).

use vitrine_model::{catalog::PRICE_STEPS, money::Money};

/// The key of the price band with this index in [`PRICE_STEPS`], in whole units: `0-100`, `250-500`, `2500-`.
pub(crate) fn band_of_step(band: usize) -> String {
    let step = |place: usize| PRICE_STEPS.get(place).copied();
    match (band.checked_sub(1).and_then(step), step(band)) {
        (from, Some(to)) => format!("{}-{to}", from.unwrap_or_default()),
        (from, None) => format!("{}-", from.unwrap_or_default()),
    }
}

/// The key of the band that a price is in.
pub(crate) fn price_band(price: Money) -> String {
    let unit = 10_i64.saturating_pow(price.currency.digits());
    let above = |step: &&u32| price.minor >= i64::from(**step).saturating_mul(unit);
    band_of_step(PRICE_STEPS.iter().take_while(above).count())
}

/// The key of the facet `delivery`.
pub(crate) fn in_stock(now: bool) -> &'static str {
    if now { "in_stock" } else { "to_order" }
}
