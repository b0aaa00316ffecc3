//! Price limits in a query: `lamp onder 200 euro`, `desk under £500`, `Sofa bis 2000 €`.
//!
//! **Invariant:** a number is a price only after a word such as "under", and never before a unit of measure.

use crate::language::{Language, words};

/// The words of a language before a maximum and a minimum price.
struct Words {
    at_most: &'static [&'static str],
    at_least: &'static [&'static str],
}

const NL: Words = Words {
    at_most: &["onder", "tot", "max", "maximaal", "hoogstens"],
    at_least: &["boven", "vanaf", "minimaal"],
};
const EN: Words = Words {
    at_most: &["under", "below", "max", "maximum"],
    at_least: &["over", "above", "from"],
};
const DE: Words = Words {
    at_most: &["unter", "bis", "max", "maximal", "höchstens"],
    at_least: &["über", "ab", "mindestens"],
};
const CURRENCY: [&str; 3] = ["euro", "euros", "eur"];
/// Units of measure: a number before one of them is not a price.
const UNITS: [&str; 18] = [
    "cm", "mm", "m", "meter", "lm", "lumen", "k", "kelvin", "w", "watt", "kg", "x", "zits", "sitzer", "persoons",
    "personen", "people", "jaar",
];
/// Smaller numbers are quantities or seats.
const MIN_PRICE: i64 = 10;

/// Minimum and maximum price in whole units; `None` = unbounded.
pub(crate) type PriceLimit = (Option<i64>, Option<i64>);

/// Splits a query into its words and its price limit.
pub(crate) fn split_price(language: Language, query: &str) -> (String, Option<PriceLimit>) {
    let known = match language.code() {
        "nl" => NL,
        "de" => DE,
        "en" => EN,
        _ => return (query.to_owned(), None),
    };
    let typed = words(&query.replace(['€', '£', '$'], " euro "));
    let number = |at: usize| {
        typed
            .get(at)
            .and_then(|word| word.parse::<i64>().ok())
            .filter(|number| *number >= MIN_PRICE)
    };
    let is = |at: Option<usize>, list: &[&str]| {
        at.and_then(|at| typed.get(at))
            .is_some_and(|word| list.contains(&word.as_str()))
    };
    for at in 0..typed.len() {
        let Some(price) = number(at) else { continue };
        let currency_before = is(at.checked_sub(1), &CURRENCY);
        let word = if currency_before {
            at.checked_sub(2)
        } else {
            at.checked_sub(1)
        };
        let (most, least) = (is(word, known.at_most), is(word, known.at_least));
        if !(most || least) || is(Some(at + 1), &UNITS) {
            continue;
        }
        let until = if is(Some(at + 1), &CURRENCY) { at + 2 } else { at + 1 };
        let before = typed.get(..word.unwrap_or(at)).unwrap_or_default();
        let after = typed.get(until..).unwrap_or_default();
        let range = if most { (None, Some(price)) } else { (Some(price), None) };
        return ([before, after].concat().join(" "), Some(range));
    }
    (query.to_owned(), None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn price_limit_needs_a_keyword() {
        let (at_most, at_least) = (|to| Some((None, Some(to))), |from| Some((Some(from), None)));
        for (code, query, words, price) in [
            ("nl", "lamp onder 200 euro", "lamp", at_most(200)),
            ("nl", "lamp tot € 200", "lamp", at_most(200)),
            ("nl", "lamp tot 200 cm", "lamp tot 200 cm", None),
            ("nl", "bank vanaf 1000", "bank", at_least(1000)),
            ("nl", "tafel 200", "tafel 200", None),
            ("en", "desk under 500", "desk", at_most(500)),
            ("de", "Sofa bis 2000 €", "sofa", at_most(2000)),
            ("de", "Leuchte unter 5", "Leuchte unter 5", None),
            ("sv", "lampa under 200", "lampa under 200", None),
        ] {
            assert_eq!(
                split_price(Language::of(code), query),
                (words.to_owned(), price),
                "{query}"
            );
        }
    }
}
