//! Money as integers of minor units.
//!
//! **Invariant:** amounts are never floating-point numbers; a backend's decimal is parsed from its digits.

use std::fmt;

use serde::{Deserialize, Serialize};

/// An ISO 4217 code of three capital letters (`EUR`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Currency([u8; 3]);

/// Why an amount or currency is invalid.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum MoneyError {
    /// Not three capital letters.
    #[error("{0:?} is not a currency: it must be three capital letters such as EUR")]
    Currency(String),
    /// Not a decimal number, or out of range for a price.
    #[error("{0:?} is not an amount of money: it must be a decimal number below 10^15")]
    Amount(String),
}

impl Currency {
    /// Reads an ISO 4217 code.
    pub fn parse(text: &str) -> Result<Self, MoneyError> {
        match text.as_bytes() {
            [a, b, c] if text.bytes().all(|x| x.is_ascii_uppercase()) => Ok(Self([*a, *b, *c])),
            _ => Err(MoneyError::Currency(text.chars().take(40).collect())),
        }
    }

    /// `EUR`
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0).unwrap_or("XXX")
    }

    /// Number of digits of the minor unit (ISO 4217: 0 for yen, 3 for dinars, otherwise 2).
    pub fn digits(&self) -> u32 {
        match self.as_str() {
            "JPY" | "KRW" | "ISK" | "CLP" | "VND" | "XAF" | "XOF" | "XPF" => 0,
            "BHD" | "JOD" | "KWD" | "OMR" | "TND" | "IQD" | "LYD" => 3,
            _ => 2,
        }
    }
}

impl TryFrom<String> for Currency {
    type Error = MoneyError;
    fn try_from(text: String) -> Result<Self, MoneyError> {
        Self::parse(&text)
    }
}

impl From<Currency> for String {
    fn from(currency: Currency) -> Self {
        currency.as_str().to_owned()
    }
}

impl fmt::Debug for Currency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// An amount in minor units of a currency: 129900 EUR is € 1.299,00.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Money {
    /// Minor units; negative for discounts.
    pub minor: i64,
    /// Currency of the amount.
    pub currency: Currency,
}

impl Money {
    /// Parses a backend's decimal (`1299`, `453.719`, `-8e1`, `76.579999999999`), rounding half away from zero to the
    /// currency's minor units as PHP does (Shopware §6.2).
    pub fn from_decimal(text: &str, currency: Currency) -> Result<Self, MoneyError> {
        let refuse = || MoneyError::Amount(text.chars().take(40).collect());
        let (mantissa, exponent) = match text.split_once(['e', 'E']) {
            Some((m, e)) => (m, e.parse::<i32>().map_err(|_| refuse())?),
            None => (text, 0),
        };
        let (negative, digits) = match mantissa.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, mantissa),
        };
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        if whole.is_empty() || !whole.bytes().chain(fraction.bytes()).all(|b| b.is_ascii_digit()) {
            return Err(refuse());
        }
        let all: String = [whole, fraction].concat();
        let point =
            i64::try_from(whole.len()).map_err(|_| refuse())? + i64::from(exponent) + i64::from(currency.digits());
        let minor = round_at(&all, point)
            .filter(|m| *m < 10_i64.pow(17))
            .ok_or_else(refuse)?;
        Ok(Self {
            minor: if negative { -minor } else { minor },
            currency,
        })
    }

    /// The same currency with another number of minor units.
    pub fn with_minor(self, minor: i64) -> Self {
        Self { minor, ..self }
    }

    /// The amount as a plain decimal with a point and all minor digits (`1299.00`), for structured data.
    pub fn decimal(&self) -> String {
        let digits = self.currency.digits();
        let unit = 10_u64.pow(digits);
        let absolute = self.minor.unsigned_abs();
        let sign = if self.minor < 0 { "-" } else { "" };
        if digits == 0 {
            return format!("{sign}{absolute}");
        }
        format!(
            "{sign}{}.{:0width$}",
            absolute / unit,
            absolute % unit,
            width = digits as usize
        )
    }
}

/// The digits as an integer with the decimal point at `point`, rounded half up; `None` if it overflows.
fn round_at(digits: &str, point: i64) -> Option<i64> {
    if point < 0 {
        return Some(0);
    }
    let point = usize::try_from(point).ok()?;
    let mut kept: String = digits.chars().take(point).collect();
    if point > kept.len() {
        if point > 30 && kept.bytes().any(|b| b != b'0') {
            return None;
        }
        kept.extend(std::iter::repeat_n('0', point - kept.len()));
    }
    let value: i64 = if kept.is_empty() {
        0
    } else {
        kept.trim_start_matches('0')
            .parse()
            .or_else(|e| if kept.bytes().all(|b| b == b'0') { Ok(0) } else { Err(e) })
            .ok()?
    };
    let up = digits.as_bytes().get(point).is_some_and(|b| *b >= b'5');
    value.checked_add(i64::from(up))
}

/// Whether displayed amounts include tax (Shopware §6.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TaxStatus {
    /// Tax included.
    Gross,
    /// Tax excluded.
    Net,
    /// Tax-free.
    TaxFree,
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn euros(text: &str) -> Result<i64, MoneyError> {
        Money::from_decimal(text, Currency::parse("EUR")?).map(|m| m.minor)
    }

    #[test]
    fn decimals_of_shopware_become_minor_units() {
        for (text, minor) in [
            ("1299", 129_900),
            ("1305.95", 130_595),
            ("453.719", 45_372),
            ("-82.649", -8_265),
            ("76.579999999999", 7_658),
            ("0", 0),
            ("0.005", 1),
            ("0.004", 0),
            ("1e3", 100_000),
            ("2.5e-1", 25),
            ("1e-9", 0),
            ("99.995", 10_000),
        ] {
            assert_eq!(euros(text), Ok(minor), "{text}");
        }
        for bad in ["", "abc", "1,5", "NaN", "1e99", "--1", "1.2.3", "."] {
            assert!(euros(bad).is_err(), "{bad}");
        }
        assert_eq!(
            Money::from_decimal("1500.4", Currency::parse("JPY").unwrap())
                .unwrap()
                .decimal(),
            "1500"
        );
    }

    proptest! {
        #[test]
        fn decimal_text_reads_back(minor in -10_i64.pow(12)..10_i64.pow(12)) {
            let money = Money { minor, currency: Currency::parse("EUR").unwrap() };
            prop_assert_eq!(Money::from_decimal(&money.decimal(), money.currency).unwrap(), money);
        }
    }
}
