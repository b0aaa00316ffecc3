//! What a family costs a customer, in the words of a card.
//!
//! **Invariant:** the rule is that of the build (`model::catalog::cheapest`), and so are texts and number format: the same
//! prices give the same words as on a page (`site::view::price`).

use vitrine_backends::convert::LiveProduct;
use vitrine_model::{
    catalog::{Candidate, cheapest},
    price_history::Baseline,
    product::{Prices, StockState, UnitPrice},
};

use super::types::CardPrice;
use crate::release::price_words::PriceWords;

/// A product's current price, measured against its published ones.
pub(super) struct Priced<'a> {
    live: &'a LiveProduct,
    prices: Prices,
}

impl<'a> Priced<'a> {
    /// A reduced price is measured against `baseline` (law §2).
    pub(super) fn new(live: &'a LiveProduct, baseline: Baseline) -> Self {
        let mut prices = live.prices.clone();
        prices.measure_against(live.limits.min, baseline);
        Self { live, prices }
    }

    /// For one piece, or for each piece of the smallest quantity that can be bought.
    fn first(&self) -> &UnitPrice {
        self.prices.at(self.live.limits.min)
    }
}

/// What the family of these variants costs; `None` without one, or in a release without words for it.
pub(super) fn of_family(variants: &[&Priced<'_>], words: &PriceWords) -> Option<CardPrice> {
    let candidates: Vec<Candidate<'_>> = variants
        .iter()
        .map(|priced| Candidate {
            number: &priced.live.number,
            amount: priced.first().unit,
            can_be_bought: priced.live.stock.state != StockState::OutOfStock,
        })
        .collect();
    let (place, from) = cheapest(&candidates)?;
    let mut price = of_variant(variants.get(place)?, words)?;
    if from {
        price.price = words.text("product.price_from", &[("price", &price.price)])?;
    }
    Some(price)
}

/// What one variant costs.
pub(super) fn of_variant(priced: &Priced<'_>, words: &PriceWords) -> Option<CardPrice> {
    let first = priced.first();
    let struck = first.struck();
    Some(CardPrice {
        price: words.money(first.unit),
        list_price: struck.map(|list| words.money(list)),
        tax: words.tax(priced.prices.tax_status)?,
        note: note(priced, words),
    })
}

/// The reference price, the sentence about the 30-day price, and what a piece costs in a larger quantity.
fn note(priced: &Priced<'_>, words: &PriceWords) -> Option<String> {
    let first = priced.first();
    let lowest = first.regulation.filter(|_| first.struck().is_some());
    let lowest = lowest.and_then(|lowest| words.text("product.lowest_price", &[("price", &words.money(lowest))]));
    let larger = priced.prices.larger_quantity(priced.live.limits.min).and_then(|tier| {
        let (price, quantity) = (words.money(tier.price.unit), words.format.integer(tier.from.into()));
        words.text("product.tier_price", &[("price", &price), ("quantity", &quantity)])
    });
    let notes: Vec<String> = [reference(priced, words), lowest, larger]
        .into_iter()
        .flatten()
        .collect();
    (!notes.is_empty()).then(|| notes.join(" · "))
}

/// `€ 49,90 per liter`, `€ 4,99 per 0,1 liter`; `None` without the unit's name.
fn reference(priced: &Priced<'_>, words: &PriceWords) -> Option<String> {
    let reference = priced.first().reference.as_ref()?;
    let unit = priced.live.unit.as_deref()?;
    let counted = if reference.amount.is_one() {
        unit.to_owned()
    } else {
        format!("{} {unit}", words.format.decimal(&reference.amount))
    };
    let price = words.money(reference.price);
    words.text("product.reference_price", &[("price", &price), ("unit", &counted)])
}
