//! Availability rules of shipping and payment methods in `shop.json`. All given conditions must be met.

use serde::Deserialize;

/// The conditions of a method; an absent one is always met.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Availability {
    /// ISO codes of delivery countries.
    #[serde(default)]
    pub countries: Vec<String>,
    /// Minimum sum of the goods in the cart.
    #[serde(default)]
    pub min_amount: Option<f64>,
    /// Maximum sum.
    #[serde(default)]
    pub max_amount: Option<f64>,
    /// Minimum weight of the goods in the cart, kg.
    #[serde(default)]
    pub min_weight: Option<f64>,
    /// Maximum weight, kg.
    #[serde(default)]
    pub max_weight: Option<f64>,
    /// True: at least one item is shipped; false: all items are downloads.
    #[serde(default)]
    pub sent: Option<bool>,
    /// Keys of the shipping methods that a payment method can be combined with.
    #[serde(default)]
    pub shipping: Vec<String>,
}

/// The values that conditions are compared with.
#[derive(Debug, Clone)]
pub struct Facts<'f> {
    /// ISO code of the delivery country.
    pub country: &'f str,
    /// Sum of the goods.
    pub amount: f64,
    /// Weight of the goods, kg.
    pub weight: f64,
    /// Whether at least one item is shipped.
    pub sent: bool,
    /// Key of the selected shipping method.
    pub shipping: &'f str,
}

impl Availability {
    /// Whether every condition is met.
    #[must_use]
    pub fn matches(&self, facts: &Facts<'_>) -> bool {
        let one_of = |list: &[String], value: &str| list.is_empty() || list.iter().any(|item| item == value);
        let within = |value: f64, least: Option<f64>, most: Option<f64>| {
            least.is_none_or(|least| value >= least) && most.is_none_or(|most| value <= most)
        };
        one_of(&self.countries, facts.country)
            && one_of(&self.shipping, facts.shipping)
            && within(facts.amount, self.min_amount, self.max_amount)
            && within(facts.weight, self.min_weight, self.max_weight)
            && self.sent.is_none_or(|sent| sent == facts.sent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_condition_counts_with_its_bounds() {
        let facts = Facts {
            country: "NL",
            amount: 100.0,
            weight: 20.0,
            sent: true,
            shipping: "standard",
        };
        let met = |rule: &str| {
            serde_json::from_str::<Availability>(rule)
                .unwrap_or_default()
                .matches(&facts)
        };
        for rule in [
            "{}",
            r#"{"countries": ["BE", "NL"], "shipping": ["standard"], "sent": true}"#,
            r#"{"min_amount": 100, "max_amount": 100, "min_weight": 20, "max_weight": 20}"#,
        ] {
            assert!(met(rule), "{rule}");
        }
        for rule in [
            r#"{"countries": ["BE"]}"#,
            r#"{"shipping": ["pickup"]}"#,
            r#"{"sent": false}"#,
            r#"{"min_amount": 100.01}"#,
            r#"{"max_amount": 99.99}"#,
            r#"{"min_weight": 20.1}"#,
            r#"{"max_weight": 19.9}"#,
            r#"{"countries": ["NL"], "max_weight": 1}"#,
        ] {
            assert!(!met(rule), "{rule}");
        }
    }
}
