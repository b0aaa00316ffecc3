//! Prices with their labels (R-PDP-02, law §2).
//!
//! **Invariant:** nothing is calculated; what is struck through is the lowest price of the 30 days before the reduction
//! (`model::product::Reduction`), and a sentence says so.

use std::sync::Arc;

use serde::Serialize;
use vitrine_model::{
    ids::ProductId,
    money::{Money, TaxStatus},
    product::{PriceTier, Prices, Product, ReferencePrice, UnitPrice},
};

use crate::{
    context::ViewContext,
    fragments::{FragmentView, Shared},
};

/// What one piece costs.
#[derive(Serialize)]
struct PriceRow {
    /// The price.
    amount: String,
    /// The list price, struck through.
    list: Option<String>,
    /// The sentence about the lowest price of the last 30 days.
    regulation: Option<String>,
    /// The price of a reference amount.
    reference: Option<String>,
}

/// What a piece costs in a quantity.
#[derive(Serialize)]
struct TierRow {
    /// `to 3`, `from 4`
    label: String,
    /// The price of one piece.
    amount: String,
}

/// All price texts of a product.
#[derive(Serialize)]
struct PriceView {
    /// The amounts of all rows with the tax state: `EUR gross 129500`, see [`amounts`].
    amounts: String,
    /// The price of one piece, or of each piece of the smallest quantity that can be bought.
    row: PriceRow,
    /// The prices by quantity; empty if there is only one.
    tiers: Vec<TierRow>,
    /// The recommended price as text (`adviesprijs € 1.395,00`).
    recommended: Option<String>,
    /// `incl. btw`
    tax: String,
    /// The delivery costs; `None` if nothing is shipped.
    delivery: Option<DeliveryCostView>,
}

/// The delivery costs next to a price.
#[derive(Serialize)]
struct DeliveryCostView {
    /// `free delivery from €150.00`
    words: String,
    /// The amount from which delivery is free, in minor units, for the island; `None` if the shop names none.
    free_from: Option<i64>,
}

impl PriceView {
    /// The price with its additional texts; then the prices by quantity, and the recommended price.
    fn lines(&self, cx: &ViewContext<'_>) -> Vec<String> {
        let row = &self.row;
        let amount = format!("{} {}", row.amount, self.tax);
        let [reference, list, regulation] = [&row.reference, &row.list, &row.regulation].map(Option::as_deref);
        let list = list.map(|list| format!("({} {list})", cx.t("product.list_price", &[])));
        let parts = [Some(&*amount), reference, list.as_deref(), regulation];
        let mut lines = vec![parts.into_iter().flatten().collect::<Vec<_>>().join(" ")];
        if !self.tiers.is_empty() {
            let tiers: Vec<String> = self
                .tiers
                .iter()
                .map(|tier| format!("{} {}", tier.label, tier.amount))
                .collect();
            lines.push(format!("{}: {}", cx.t("product.tiers_caption", &[]), tiers.join("; ")));
        }
        lines.extend(self.recommended.clone());
        lines
    }
}

/// The bound of a tier, before it is formatted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum TierLabel {
    To(u32),
    From(u32),
}

/// The last tier shows its lower bound, the others their upper one (R-PDP-02).
fn tier_label(tier: &PriceTier) -> TierLabel {
    tier.to.map_or(TierLabel::From(tier.from), TierLabel::To)
}

/// The inputs of a price; most variants of a family have the same.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct PriceFacts {
    prices: Prices,
    /// Name of the unit of reference prices, in the language of the page.
    unit: Option<String>,
    /// Minimum quantity.
    min: u32,
    /// Whether delivery is free.
    free_delivery: bool,
    /// Whether nothing is shipped.
    digital: bool,
}

/// The prices of a product on its page and in the page's Markdown form.
#[derive(Debug)]
pub struct PriceTexts {
    /// With the texts next to them.
    pub view: FragmentView,
    /// Plain text.
    pub lines: Vec<String>,
}

/// The prices of a product as text.
pub fn price(cx: &ViewContext<'_>, product: &Product) -> Arc<PriceTexts> {
    cx.shared::<PriceTexts>(&PriceFacts {
        prices: product.prices.clone(),
        unit: unit(cx, product).map(str::to_owned),
        min: product.limits.min,
        free_delivery: product.free_delivery,
        digital: product.digital,
    })
}

impl Shared for PriceTexts {
    type Input = PriceFacts;
    type Value = Self;

    fn value(facts: &PriceFacts, cx: &ViewContext<'_>) -> Self {
        let view = view(cx, facts);
        Self {
            lines: view.lines(cx),
            view: FragmentView::new("components/product/price.html", view),
        }
    }
}

fn view(cx: &ViewContext<'_>, facts: &PriceFacts) -> PriceView {
    let prices = &facts.prices;
    let first = prices.at(facts.min);
    let tiers = prices.tiers.iter().filter(|_| prices.tiers.len() > 1);
    PriceView {
        amounts: amounts(prices),
        row: row(cx, first, facts.unit.as_deref()),
        tiers: tiers
            .map(|tier| TierRow {
                label: label_text(cx, tier_label(tier)),
                amount: cx.format.money(tier.price.unit),
            })
            .collect(),
        recommended: prices
            .recommended
            .filter(|r| *r > first.unit)
            .map(|r| recommended(cx, r, prices.tax_status)),
        tax: tax(cx, prices.tax_status),
        delivery: (!facts.digital).then(|| delivery_cost(cx, facts)),
    }
}

/// Delivery is free from the shop's amount (`free_shipping_from` of the CMS), which includes tax.
fn delivery_cost(cx: &ViewContext<'_>, facts: &PriceFacts) -> DeliveryCostView {
    if facts.free_delivery {
        return DeliveryCostView {
            words: cx.t("product.delivery_included", &[]),
            free_from: None,
        };
    }
    let price = facts.prices.at(facts.min).unit;
    let shop = cx.reader.globals(cx.locale).map(|globals| &globals.shop);
    let amount = shop.and_then(|shop| shop.free_shipping_from.as_deref());
    let Some(from) = amount.and_then(|text| Money::from_decimal(text, price.currency).ok()) else {
        return DeliveryCostView {
            words: cx.t("product.delivery_excluded", &[]),
            free_from: None,
        };
    };
    let free = facts.prices.tax_status == TaxStatus::Gross && price >= from;
    let key = if free {
        "product.delivery_free"
    } else {
        "product.delivery_extra"
    };
    DeliveryCostView {
        words: cx.t(key, &[("price", &cx.format.money(from))]),
        free_from: Some(from.minor),
    }
}

/// Currency, tax state and rows of a price, separated by spaces. The browser builds the same text from an offer and
/// compares the two (`islands/src/product/amounts.ts`). A row is the price in minor units, followed, separated by
/// commas, by list price, lowest price of 30 days and reference price, if they exist. A tier is preceded by its
/// quantities: `EUR net 1-3:9000 4-:8000,9500,8500`.
fn amounts(prices: &Prices) -> String {
    let tax = match prices.tax_status {
        TaxStatus::Gross => "gross",
        TaxStatus::Net => "net",
        TaxStatus::TaxFree => "tax-free",
    };
    let mut text = format!("{} {tax}", prices.single.unit.currency.as_str());
    if prices.tiers.is_empty() {
        text.push(' ');
        text.push_str(&row_amounts(&prices.single));
    }
    for tier in &prices.tiers {
        let to = tier.to.map(|to| to.to_string()).unwrap_or_default();
        text.push_str(&format!(" {}-{to}:{}", tier.from, row_amounts(&tier.price)));
    }
    text
}

fn row_amounts(price: &UnitPrice) -> String {
    let struck = price.struck();
    let minor = |amount: Option<Money>| amount.map(|amount| amount.minor.to_string()).unwrap_or_default();
    let row = [
        price.unit.minor.to_string(),
        minor(struck),
        minor(price.regulation.filter(|_| struck.is_some())),
        minor(price.reference.as_ref().map(|reference| reference.price)),
    ];
    row.join(",").trim_end_matches(',').to_owned()
}

fn label_text(cx: &ViewContext<'_>, label: TierLabel) -> String {
    match label {
        TierLabel::To(quantity) => cx.t("product.tier_to", &[("quantity", &cx.format.integer(quantity.into()))]),
        TierLabel::From(quantity) => cx.t(
            "product.tier_from",
            &[("quantity", &cx.format.integer(quantity.into()))],
        ),
    }
}

fn row(cx: &ViewContext<'_>, price: &UnitPrice, unit: Option<&str>) -> PriceRow {
    let struck = price.struck();
    PriceRow {
        amount: cx.format.money(price.unit),
        list: struck.map(|list| cx.format.money(list)),
        regulation: price
            .regulation
            .filter(|_| struck.is_some())
            .map(|lowest| cx.t("product.lowest_price", &[("price", &cx.format.money(lowest))])),
        reference: price
            .reference
            .as_ref()
            .zip(unit)
            .map(|(reference, unit)| reference_text(cx, reference, unit)),
    }
}

/// Name of the unit that reference prices count, in the language of the page.
fn unit<'p>(cx: &ViewContext<'_>, product: &'p Product) -> Option<&'p str> {
    product.texts.get(cx.locale)?.unit.as_deref()
}

/// `€ 49,90 per liter`, `€ 4,99 per 0,1 liter`.
fn reference_text(cx: &ViewContext<'_>, reference: &ReferencePrice, unit: &str) -> String {
    let amount = if reference.amount.is_one() {
        unit.to_owned()
    } else {
        format!("{} {unit}", cx.format.decimal(&reference.amount))
    };
    cx.t(
        "product.reference_price",
        &[("price", &cx.format.money(reference.price)), ("unit", &amount)],
    )
}

/// The recommended price with its tax label (law §2).
fn recommended(cx: &ViewContext<'_>, price: Money, status: TaxStatus) -> String {
    let words = cx.t("product.recommended_price", &[("price", &cx.format.money(price))]);
    format!("{words} {}", tax(cx, status))
}

fn tax(cx: &ViewContext<'_>, status: TaxStatus) -> String {
    match status {
        TaxStatus::Gross => cx.t("product.tax_gross", &[]),
        TaxStatus::Net => cx.t("product.tax_net", &[]),
        TaxStatus::TaxFree => cx.t("product.tax_free", &[]),
    }
}

/// What a family costs on its card and wherever it is listed (`ListedPrice`).
#[derive(Clone, Default, Debug)]
pub struct CardPrice {
    /// The price of one piece, with `from` if another variant costs more.
    pub amount: String,
    /// The list price, struck through.
    pub list: Option<String>,
    /// The reference price, the sentence about the 30-day price, and what a piece costs in a larger quantity.
    pub note: Option<String>,
}

impl Shared for CardPrice {
    /// The family, or the product without one.
    type Input = ProductId;
    type Value = Self;

    fn value(family: &ProductId, cx: &ViewContext<'_>) -> Self {
        let listed = cx.reader.listed_price(family);
        let Some((listed, product)) = listed.and_then(|listed| Some((listed, cx.reader.product(&listed.product)?)))
        else {
            return Self::default();
        };
        let row = row(cx, product.first_price(), unit(cx, product));
        let notes: Vec<String> = [row.reference, row.regulation, larger_quantity(cx, product)]
            .into_iter()
            .flatten()
            .collect();
        let amount = match listed.from {
            true => cx.t("product.price_from", &[("price", &row.amount)]),
            false => row.amount,
        };
        Self {
            amount,
            list: row.list,
            note: (!notes.is_empty()).then(|| notes.join(" · ")),
        }
    }
}

/// `€ 309 each from 4 pieces`, for the largest quantity that has a price of its own; `None` if it costs no less.
fn larger_quantity(cx: &ViewContext<'_>, product: &Product) -> Option<String> {
    let tier = product.prices.larger_quantity(product.limits.min)?;
    let price = cx.format.money(tier.price.unit);
    let quantity = cx.format.integer(tier.from.into());
    Some(cx.t("product.tier_price", &[("price", &price), ("quantity", &quantity)]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use vitrine_model::{decimal::Decimal, money::Currency};

    fn euros(minor: i64) -> Money {
        Money {
            minor,
            currency: Currency::parse("EUR").unwrap(),
        }
    }

    fn unit(minor: i64, list: Option<i64>, regulation: Option<i64>) -> UnitPrice {
        UnitPrice {
            unit: euros(minor),
            list: list.map(euros),
            regulation: regulation.map(euros),
            reference: None,
        }
    }

    fn tier(from: u32, to: Option<u32>, minor: i64) -> PriceTier {
        PriceTier {
            from,
            to,
            price: unit(minor, None, None),
        }
    }

    /// R-PDP-02: "last label 'from {quantity}', others 'to {quantity}'".
    #[test]
    fn r_pdp_02_last_tier_says_from_and_the_others_to() {
        let tiers = [tier(1, Some(3), 900), tier(4, Some(9), 850), tier(10, None, 800)];
        let labels: Vec<TierLabel> = tiers.iter().map(tier_label).collect();
        assert_eq!(labels, [TierLabel::To(3), TierLabel::To(9), TierLabel::From(10)]);
    }

    /// R-PDP-03: the amounts contain exactly what the rows show.
    #[test]
    fn r_pdp_03_amounts_are_those_of_the_rows() {
        let mut prices = Prices {
            single: unit(129_500, None, None),
            tiers: Vec::new(),
            tax_status: TaxStatus::Gross,
            recommended: Some(euros(150_000)),
            baseline: None,
        };
        assert_eq!(amounts(&prices), "EUR gross 129500");
        prices.single.reference = Some(ReferencePrice {
            price: euros(2_590),
            amount: Decimal::new(1.0).unwrap(),
        });
        assert_eq!(amounts(&prices), "EUR gross 129500,,,2590");
        prices.single = unit(99_500, Some(129_500), Some(109_500));
        assert_eq!(amounts(&prices), "EUR gross 99500,129500,109500");
        prices.single = unit(99_500, Some(129_500), Some(99_500));
        assert_eq!(amounts(&prices), "EUR gross 99500", "nothing is struck through");
        prices.tiers = vec![tier(1, Some(3), 9_000), tier(4, None, 8_000)];
        prices.tax_status = TaxStatus::Net;
        assert_eq!(amounts(&prices), "EUR net 1-3:9000 4-:8000");
        prices.tax_status = TaxStatus::TaxFree;
        assert_eq!(amounts(&prices), "EUR tax-free 1-3:9000 4-:8000");
    }
}
