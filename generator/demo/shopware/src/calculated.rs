//! A calculated cart: lines and promotions with their prices, shipping costs, and errors of the repair.

use std::sync::Arc;

use super::cart_errors::Errors;
use super::cart_lines::Line;
use super::price::Price;
use vitrine_demo_shop::{Product, Promotion};

/// A calculated cart.
#[derive(Debug, Clone)]
pub(crate) struct Calculated {
    pub(crate) lines: Vec<Priced>,
    pub(crate) discounts: Vec<Discount>,
    /// Shipping costs; none if nothing is shipped.
    pub(crate) shipping: Option<Price>,
    pub(crate) errors: Errors,
}

/// A line and its price.
#[derive(Debug, Clone)]
pub(crate) struct Priced {
    pub(crate) line: Line,
    pub(crate) product: Option<Arc<Product>>,
    pub(crate) label: String,
    pub(crate) price: Price,
    /// Nested lines; their prices are included in its own.
    pub(crate) children: Vec<Self>,
}

/// A promotion that is applied.
#[derive(Debug, Clone)]
pub(crate) struct Discount {
    pub(crate) code: String,
    pub(crate) promotion: Promotion,
    pub(crate) label: String,
    pub(crate) price: Price,
    /// Negative shipping costs, for a discount on delivery.
    pub(crate) delivery: Option<Price>,
    /// Line id, quantity and unrounded discount of each line it applies to.
    pub(crate) composition: Vec<(String, i64, f64)>,
}

impl Priced {
    /// Whether it counts as goods.
    pub(crate) fn good(&self) -> bool {
        matches!(self.line.kind.as_str(), "product" | "custom" | "container")
    }

    /// Whether it has no price, such as an incomplete line of an extension.
    pub(crate) fn unpriced(&self) -> bool {
        self.line.foreign && self.line.unit_price.is_none() && !self.is_container()
    }

    fn is_container(&self) -> bool {
        self.line.kind == "container" && !self.children.is_empty()
    }

    /// Whether it is shipped.
    pub(crate) fn physical(&self) -> bool {
        self.product
            .as_ref()
            .is_none_or(|product| product.file.digital.is_none())
    }
}

impl Calculated {
    /// All prices that are part of the total, lines first.
    pub(crate) fn prices(&self) -> impl Iterator<Item = &Price> {
        self.lines
            .iter()
            .map(|line| &line.price)
            .chain(self.discounts.iter().map(|discount| &discount.price))
    }

    /// The prices of shipped goods, without downloads; their tax rates determine the split of the shipping costs.
    pub(crate) fn sent(&self) -> impl Iterator<Item = &Price> {
        let lines = self.lines.iter().filter(|line| line.physical()).map(|line| &line.price);
        lines.chain(self.discounts.iter().map(|discount| &discount.price))
    }

    /// Shipping costs, including discounts on them.
    pub(crate) fn deliveries(&self) -> impl Iterator<Item = &Price> {
        self.shipping
            .iter()
            .chain(self.discounts.iter().filter_map(|discount| discount.delivery.as_ref()))
    }
}
