//! Formatted amounts, for mails and the payment page.

/// An amount in the currency with this ISO code, formatted for the language: `€ 1.299,00`, `€1,299.00`, `1.299,00 €`.
pub(crate) fn money(iso: &str, currency: &str, amount: f64) -> String {
    let sign = match currency {
        "EUR" => "€",
        "GBP" => "£",
        "USD" => "$",
        other => other,
    };
    let text = format!("{:.2}", amount.abs());
    let (whole, cents) = text.split_once('.').unwrap_or((&text, "00"));
    let english = iso.starts_with("en");
    let (thousands, decimal) = if english { (',', '.') } else { ('.', ',') };
    let number = format!("{}{decimal}{cents}", grouped(whole, thousands));
    let minus = if amount < 0.0 { "-" } else { "" };
    match iso.get(..2) {
        Some("nl") => format!("{sign} {minus}{number}"),
        Some("de") => format!("{minus}{number} {sign}"),
        _ => format!("{minus}{sign}{number}"),
    }
}

fn grouped(digits: &str, separator: char) -> String {
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(separator);
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::money;

    #[test]
    fn amounts_are_written_as_in_their_language() {
        for (iso, amount, text) in [
            ("nl-NL", 1229.91, "€ 1.229,91"),
            ("en-GB", 1229.91, "€1,229.91"),
            ("de-DE", 1_229_000.5, "1.229.000,50 €"),
            ("nl-NL", -5.0, "€ -5,00"),
            ("en-GB", -135.89, "-€135.89"),
            ("de-DE", 0.0, "0,00 €"),
        ] {
            assert_eq!(money(iso, "EUR", amount), text);
        }
    }
}
