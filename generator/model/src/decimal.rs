//! Decimal numbers that are shown but not calculated with.
//!
//! **Invariant:** the digits have a fraction only if it is not zero, so that equal numbers are equal values.

use serde::{Deserialize, Serialize};

/// A positive decimal number: `0.1`, `1`, `2.5`.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Decimal(String);

impl Decimal {
    /// `None` unless the number is finite and above 0.
    pub fn new(number: f64) -> Option<Self> {
        // `Display` writes the shortest digits that read back as the same number, and never an exponent.
        (number.is_finite() && number > 0.0).then(|| Self(number.to_string()))
    }

    /// The digits before and after the decimal separator; the latter are empty for a whole number.
    pub fn digits(&self) -> (&str, &str) {
        self.0.split_once('.').unwrap_or((&self.0, ""))
    }

    /// As a floating-point number.
    pub fn number(&self) -> f64 {
        self.0.parse().unwrap_or(1.0)
    }

    /// Whether it is 1.
    pub fn is_one(&self) -> bool {
        self.0 == "1"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_numbers_have_the_same_digits() {
        let digits = |number| Decimal::new(number).map(|decimal| decimal.0);
        assert_eq!(digits(1.0).as_deref(), Some("1"));
        assert_eq!(digits(0.1).as_deref(), Some("0.1"));
        assert_eq!(digits(1e-7).as_deref(), Some("0.0000001"));
        assert_eq!(digits(12_500.25).as_deref(), Some("12500.25"));
        for unusable in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            assert_eq!(digits(unusable), None, "{unusable}");
        }
    }
}
