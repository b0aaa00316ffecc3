//! Formatting of money, numbers and dates in a locale (R-I18N-07).
//!
//! **Invariant:** the output equals that of `Intl` in a browser for the same language tag; a test in `islands` compares
//! the two. All language-specific data comes from `locales/<code>/format.json`, so a new locale needs no code.

use jiff::civil::{Date, Time};
use serde::{Deserialize, Serialize};

use crate::{content::Weekday, decimal::Decimal, money::Money};

/// Number and date formats of a locale file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LocaleFormat {
    /// Decimal separator: `,`
    pub decimal: String,
    /// Thousands separator: `.`
    pub group: String,
    /// Pattern with `{symbol}` and `{amount}`: `{symbol} {amount}`
    pub currency: String,
    /// Position of the minus sign: before the whole amount (`false`) or before the digits (`true`, as in Dutch:
    /// `€ -5,00`).
    pub minus_inside: bool,
    /// Symbols by currency: `{"EUR": "€"}`; a currency without one is shown by its code.
    pub symbols: indexmap::IndexMap<String, String>,
    /// Pattern with `{day}`, `{month}`, `{year}`: `{day} {month} {year}`
    pub date: String,
    /// January to December.
    pub months: [String; 12],
    /// Monday to Sunday.
    pub weekdays: [String; 7],
}

impl LocaleFormat {
    /// An amount with its currency: `€ 1.299,00`.
    pub fn money(&self, money: Money) -> String {
        let code = money.currency.as_str();
        let symbol = self.symbols.get(code).map_or(code, String::as_str);
        let plain = money
            .with_minor(money.minor.checked_abs().unwrap_or(i64::MAX))
            .decimal();
        let (whole, fraction) = plain.split_once('.').unwrap_or((&plain, ""));
        let mut amount = self.grouped(whole);
        if !fraction.is_empty() {
            amount.push_str(&self.decimal);
            amount.push_str(fraction);
        }
        let negative = money.minor < 0;
        if negative && self.minus_inside {
            amount.insert(0, '-');
        }
        let text = self.currency.replace("{symbol}", symbol).replace("{amount}", &amount);
        if negative && !self.minus_inside {
            format!("-{text}")
        } else {
            text
        }
    }

    /// A whole number: `12.500`.
    pub fn integer(&self, number: i64) -> String {
        let grouped = self.grouped(&number.unsigned_abs().to_string());
        if number < 0 { format!("-{grouped}") } else { grouped }
    }

    /// A number of tenths with at most one decimal: 553 tenths are `55,3`, 550 are `55`.
    pub fn tenths(&self, tenths: u32) -> String {
        let whole = self.grouped(&(tenths / 10).to_string());
        match tenths % 10 {
            0 => whole,
            rest => format!("{whole}{}{rest}", self.decimal),
        }
    }

    /// A decimal number with all its digits: `0,1`.
    pub fn decimal(&self, number: &Decimal) -> String {
        match number.digits() {
            (whole, "") => self.grouped(whole),
            (whole, fraction) => format!("{}{}{fraction}", self.grouped(whole), self.decimal),
        }
    }

    /// A date with the name of the month: `2 juni 2026`.
    pub fn date(&self, date: Date) -> String {
        self.date
            .replace("{day}", &date.day().to_string())
            .replace("{month}", self.month_name(date))
            .replace("{year}", &date.year().to_string())
    }

    /// The month of a date: `juni 2026`.
    pub fn month(&self, date: Date) -> String {
        format!("{} {}", self.month_name(date), date.year())
    }

    fn month_name(&self, date: Date) -> &str {
        let month = usize::try_from(date.month() - 1).ok();
        month.and_then(|m| self.months.get(m)).map_or("", String::as_str)
    }

    /// The name of a weekday: `vrijdag`.
    pub fn weekday(&self, day: Weekday) -> &str {
        let place = Weekday::ALL.iter().position(|d| *d == day);
        place.and_then(|p| self.weekdays.get(p)).map_or("", String::as_str)
    }

    /// A time of day, 24-hour clock in every locale: `09:30`.
    pub fn time(&self, time: Time) -> String {
        format!("{:02}:{:02}", time.hour(), time.minute())
    }

    fn grouped(&self, digits: &str) -> String {
        let mut out = String::new();
        for (position, digit) in digits.chars().enumerate() {
            if position > 0 && (digits.len() - position).is_multiple_of(3) {
                out.push_str(&self.group);
            }
            out.push(digit);
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::money::Currency;

    fn load(code: &str) -> LocaleFormat {
        let path = format!("{}/../../locales/{code}/format.json", env!("CARGO_MANIFEST_DIR"));
        serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
    }

    /// R-I18N-07: `€ 1.299,00` in nl, `€1,299.00` in en-GB, `1.299,00 €` in de, with the no-break spaces of `Intl`.
    #[test]
    fn r_i18n_07_money_and_dates_by_locale() {
        let euros = |minor| Money {
            minor,
            currency: Currency::parse("EUR").unwrap(),
        };
        for (code, price, discount, date) in [
            ("nl", "€\u{a0}1.299,00", "€\u{a0}-5,50", "2 juni 2026"),
            ("en", "€1,299.00", "-€5.50", "2 June 2026"),
            ("de", "1.299,00\u{a0}€", "-5,50\u{a0}€", "2. Juni 2026"),
        ] {
            let format = load(code);
            assert_eq!(format.money(euros(129_900)), price);
            assert_eq!(format.money(euros(-550)), discount);
            assert_eq!(format.date(jiff::civil::date(2026, 6, 2)), date);
        }
        for (code, weekday) in [("nl", "dinsdag"), ("en", "Tuesday"), ("de", "Dienstag")] {
            let format = load(code);
            assert_eq!(format.weekday(Weekday::of(jiff::civil::date(2026, 6, 2))), weekday);
            assert_eq!(format.time(jiff::civil::time(9, 5, 0, 0)), "09:05");
        }
        assert_eq!(load("nl").integer(1_234_567), "1.234.567");
        let decimal = |locale, number| load(locale).decimal(&Decimal::new(number).unwrap());
        assert_eq!(decimal("nl", 0.1), "0,1");
        assert_eq!(decimal("de", 1_250.75), "1.250,75");
        assert_eq!(decimal("en", 1_250.75), "1,250.75");
        assert_eq!(decimal("en", 100.0), "100");
        assert_eq!(load("nl").tenths(553), "55,3");
        assert_eq!(load("en").tenths(12_000), "1,200");
    }
}
