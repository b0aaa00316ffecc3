//! `promotions.json`: promotion codes, what they take off, and when they hold.

use jiff::Timestamp;
use serde::Deserialize;

use crate::text::Text;

/// One promotion of `promotions.json`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Promotion {
    /// The code visitors type.
    pub code: String,
    /// Name.
    pub name: Text,
    /// `percentage` or `absolute`.
    #[serde(rename = "type")]
    pub kind: PromotionKind,
    /// Percent or amount.
    pub value: f64,
    /// `cart` or `delivery`.
    #[serde(default)]
    pub scope: PromotionScope,
    /// Minimum subtotal.
    #[serde(default)]
    pub minimum: Option<f64>,
    /// Maximum number of orders of one customer with this code; absent = unlimited.
    #[serde(default)]
    pub per_customer: Option<usize>,
    /// Start of validity.
    #[serde(default)]
    pub valid_from: Option<Timestamp>,
    /// End of validity (exclusive).
    #[serde(default)]
    pub valid_until: Option<Timestamp>,
    /// Explicit id of its discount, 32 hex.
    #[serde(default)]
    pub discount_id: Option<String>,
    /// Explicit id, 32 hex.
    #[serde(default)]
    pub id: Option<String>,
}

impl Promotion {
    /// Whether the code is valid at this time.
    #[must_use]
    pub fn valid_at(&self, now: Timestamp) -> bool {
        self.valid_from.is_none_or(|from| from <= now) && self.valid_until.is_none_or(|until| now < until)
    }
}

/// Type of a promotion's value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PromotionKind {
    /// A percentage.
    Percentage,
    /// A fixed amount.
    Absolute,
}

/// The amounts that a promotion applies to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Default)]
#[serde(rename_all = "lowercase")]
pub enum PromotionScope {
    /// The goods.
    #[default]
    Cart,
    /// The shipping costs.
    Delivery,
}
