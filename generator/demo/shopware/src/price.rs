//! Prices and tax as calculated by Shopware 6.6.7.1 (Shopware §6): with PHP's rounding and uncorrected floats.

use serde_json::{Value, json};

use super::out::{Includes, Out, num};
use vitrine_demo_shop::{Product, ProductFile};

/// A `calculated_price`.
#[derive(Debug, Clone, Default)]
pub(crate) struct Price {
    pub(crate) unit: f64,
    pub(crate) quantity: i64,
    pub(crate) total: f64,
    pub(crate) taxes: Vec<Tax>,
    pub(crate) rules: Vec<Rule>,
    pub(crate) list: Option<f64>,
    pub(crate) regulation: Option<f64>,
    pub(crate) base: Option<Base>,
}

/// Inputs of a base price (`cart_price_reference`).
#[derive(Debug, Clone)]
pub(crate) struct Base {
    /// Number of units in a piece.
    purchase: f64,
    /// Number of units that the base price is for.
    reference: f64,
    unit: String,
}

impl Base {
    /// The base price of a product with a unit of this name; none if the law requires none (Shopware §6.2).
    pub(crate) fn of(file: &ProductFile, unit: String) -> Option<Self> {
        let (purchase, reference) = (file.purchase_unit?, file.reference_unit?);
        let needed = purchase > 0.0 && reference > 0.0 && (purchase - reference).abs() > f64::EPSILON;
        needed.then_some(Self {
            purchase,
            reference,
            unit,
        })
    }

    fn value(&self, unit_price: f64) -> Value {
        json!({
            "purchaseUnit": num(self.purchase), "referenceUnit": num(self.reference), "unitName": self.unit,
            "price": num(round2(unit_price / self.purchase * self.reference)), "apiAlias": "cart_price_reference"
        })
    }

    /// The same in the format of a line item's definition.
    pub(crate) fn definition(&self) -> Value {
        json!({
            "purchaseUnit": num(self.purchase), "referenceUnit": num(self.reference), "unitName": self.unit,
            "apiAlias": "cart_price_reference_definition"
        })
    }
}

/// A `cart_tax_calculated`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Tax {
    pub(crate) tax: f64,
    pub(crate) rate: f64,
    pub(crate) price: f64,
}

/// A `cart_tax_rule`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Rule {
    pub(crate) rate: f64,
    pub(crate) percentage: f64,
}

/// `round($x, 2)` of PHP: half away from zero, tolerating an error in the last bit.
pub(crate) fn round2(x: f64) -> f64 {
    let scaled = x * 100.0;
    (scaled + scaled.signum() * 1e-7).round() / 100.0
}

/// Differences of comparison prices are not rounded; this removes float errors.
fn round4(x: f64) -> f64 {
    (x * 1e4).round() / 1e4
}

/// Meaning of a session's prices (Shopware §6.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TaxState {
    /// Tax is included.
    Gross,
    /// Tax is added to the total.
    Net,
    /// No tax is due.
    Free,
}

impl TaxState {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Gross => "gross",
            Self::Net => "net",
            Self::Free => "tax-free",
        }
    }

    /// The tax of an amount in this state, unrounded.
    fn tax(self, amount: f64, rate: f64) -> f64 {
        match self {
            Self::Gross => amount / (100.0 + rate) * rate,
            Self::Net => amount * rate / 100.0,
            Self::Free => 0.0,
        }
    }
}

/// The rate of a product in the tax state of a session.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TaxRate {
    pub(crate) percent: f64,
    pub(crate) state: TaxState,
    /// Conversion factor of the session's currency.
    pub(crate) factor: f64,
}

impl TaxRate {
    /// The shop's price in this state and in the session's currency; net prices are stored with four decimals.
    pub(crate) fn of_gross(self, gross: f64) -> f64 {
        let own = match self.state {
            TaxState::Gross => gross,
            TaxState::Net | TaxState::Free => (gross / (100.0 + self.percent) * 1e6).round() / 1e4,
        };
        own * self.factor
    }
}

impl Price {
    /// The price of a quantity, given the gross unit price and the rate.
    pub(crate) fn new(gross: f64, quantity: i64, rate: TaxRate) -> Self {
        let unit = round2(rate.of_gross(gross));
        #[expect(clippy::cast_precision_loss, reason = "quantities are small")]
        let pieces = quantity as f64;
        let total = round2(unit * pieces);
        let taxed = rate.state != TaxState::Free;
        let tax = Tax {
            tax: round2(rate.state.tax(unit, rate.percent) * pieces),
            rate: rate.percent,
            price: total,
        };
        let rule = Rule {
            rate: rate.percent,
            percentage: 100.0,
        };
        Self {
            unit,
            quantity,
            total,
            taxes: taxed.then_some(tax).into_iter().collect(),
            rules: taxed.then_some(rule).into_iter().collect(),
            list: None,
            regulation: None,
            base: None,
        }
    }

    /// An amount in a tax state whose tax is split by these rules (shipping, promotions).
    pub(crate) fn split(amount: f64, rules: Vec<Rule>, state: TaxState) -> Self {
        let total = round2(amount);
        let taxes = rules
            .iter()
            .map(|rule| {
                let share = total * rule.percentage / 100.0;
                Tax {
                    tax: round2(state.tax(share, rule.rate)),
                    rate: rule.rate,
                    price: round2(share),
                }
            })
            .collect();
        Self {
            unit: total,
            quantity: 1,
            total,
            taxes,
            rules,
            list: None,
            regulation: None,
            base: None,
        }
    }

    /// Adds list price and 30-day price, gross.
    pub(crate) fn with_comparison(mut self, list: Option<f64>, regulation: Option<f64>, rate: TaxRate) -> Self {
        self.list = list.filter(|list| *list > 0.0).map(|list| rate.of_gross(list));
        self.regulation = regulation
            .filter(|price| *price > 0.0)
            .map(|price| rate.of_gross(price));
        self
    }

    /// Adds the inputs of the base price.
    pub(crate) fn with_base(mut self, base: Option<Base>) -> Self {
        self.base = base;
        self
    }

    /// The struct `calculated_price`, or another one with the same fields first.
    pub(crate) fn write<'i>(&self, includes: &'i Includes, alias: &'static str) -> Out<'i> {
        let mut out = Out::new(includes, alias);
        out.put("unitPrice", num(self.unit))
            .put("quantity", self.quantity)
            .put("totalPrice", num(self.total));
        out.with("calculatedTaxes", || taxes(&self.taxes))
            .with("taxRules", || rules(&self.rules));
        out.with("referencePrice", || {
            self.base.as_ref().map_or(Value::Null, |base| base.value(self.unit))
        });
        out.with("listPrice", || {
            self.list.map_or(Value::Null, |list| list_price(self.unit, list))
        });
        out.with("regulationPrice", || {
            self.regulation.map_or(
                Value::Null,
                |price| json!({"price": num(price), "apiAlias": "cart_regulation_price"}),
            )
        });
        out
    }

    /// The struct as an answer.
    pub(crate) fn value(&self, includes: &Includes) -> Value {
        self.write(includes, "calculated_price").done()
    }
}

fn list_price(unit: f64, list: f64) -> Value {
    json!({
        "price": num(list), "discount": num(round4(unit - list)), "percentage": num(round2(100.0 - unit / list * 100.0)),
        "apiAlias": "cart_list_price"
    })
}

/// A list of `cart_tax_calculated`.
pub(crate) fn taxes(taxes: &[Tax]) -> Value {
    let item = |tax: &Tax| json!({"tax": num(tax.tax), "taxRate": num(tax.rate), "price": num(tax.price), "apiAlias": "cart_tax_calculated"});
    taxes.iter().map(item).collect()
}

/// A list of `cart_tax_rule`.
pub(crate) fn rules(rules: &[Rule]) -> Value {
    let item = |rule: &Rule| json!({"taxRate": num(rule.rate), "percentage": num(rule.percentage), "apiAlias": "cart_tax_rule"});
    rules.iter().map(item).collect()
}

/// The share of each rate in some prices, in percent, in order of first occurrence.
pub(crate) fn shares<'p>(prices: impl Iterator<Item = &'p Price>) -> Vec<Rule> {
    let totals = sum_by_rate(prices);
    let total: f64 = totals.iter().map(|tax| tax.price).sum();
    let share = |tax: &Tax| Rule {
        rate: tax.rate,
        percentage: if total == 0.0 { 0.0 } else { tax.price / total * 100.0 },
    };
    totals.iter().map(share).collect()
}

/// Taxes summed by rate ("horizontal"), in order of first occurrence.
pub(crate) fn sum_by_rate<'p>(prices: impl Iterator<Item = &'p Price>) -> Vec<Tax> {
    let mut sums: Vec<Tax> = Vec::new();
    for tax in prices.flat_map(|price| &price.taxes) {
        match sums.iter_mut().find(|sum| (sum.rate - tax.rate).abs() < f64::EPSILON) {
            Some(sum) => {
                sum.tax = round2(sum.tax + tax.tax);
                sum.price = round2(sum.price + tax.price);
            }
            None => sums.push(*tax),
        }
    }
    sums
}

/// `calculatedPrice`: quantity 1, without tiers.
pub(crate) fn calculated(product: &Product, rate: TaxRate) -> Price {
    Price::new(product.file.price, 1, rate).with_comparison(
        product.file.list_price,
        product.file.regulation_price,
        rate,
    )
}

/// `calculatedPrices`: each tier with its upper bound as quantity, the last with its lower bound (Shopware §6.4).
pub(crate) fn tiers(product: &Product, group: Option<&str>, rate: TaxRate) -> Vec<Price> {
    let tiers = product.tiers(group);
    let until = tiers
        .iter()
        .skip(1)
        .map(|next| next.from - 1)
        .chain(tiers.last().map(|last| last.from));
    tiers
        .iter()
        .zip(until)
        .map(|(tier, quantity)| Price::new(tier.price, quantity, rate))
        .collect()
}

/// The price of a line: the tier for its quantity, or the product's own price with list and 30-day price.
pub(crate) fn line(product: &Product, quantity: i64, group: Option<&str>, rate: TaxRate) -> Price {
    if product.tiers(group).is_empty() {
        Price::new(product.file.price, quantity, rate).with_comparison(
            product.file.list_price,
            product.file.regulation_price,
            rate,
        )
    } else {
        Price::new(product.price_for(quantity, group), quantity, rate)
    }
}
