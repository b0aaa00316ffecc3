//! Article numbers of trade: GTIN-8, -12, -13 and -14 (GS1 General Specifications).

/// The digits of a GTIN, which may be written with spaces or hyphens; `None` for any other length, another character, a
/// wrong check digit, or only zeros.
pub fn gtin(text: &str) -> Option<String> {
    let is_between = |c: &char| c.is_whitespace() || matches!(c, '-' | '\u{2010}'..='\u{2014}');
    let digits: String = text.chars().filter(|c| !is_between(c)).collect();
    let values: Option<Vec<u32>> = digits.chars().map(|c| c.to_digit(10)).collect();
    let (check, rest) = values.as_ref()?.split_last()?;
    // The weights 3 and 1 alternate from the digit before the check digit.
    let weights = [3, 1].into_iter().cycle();
    let sum: u32 = rest
        .iter()
        .rev()
        .zip(weights)
        .map(|(digit, weight)| digit * weight)
        .sum();
    let is_valid = matches!(digits.len(), 8 | 12 | 13 | 14) && (10 - sum % 10) % 10 == *check && sum > 0;
    is_valid.then_some(digits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gtin_has_its_length_and_its_check_digit() {
        for (text, expected) in [
            ("4006381333931", "4006381333931"),
            ("4 006381 333931", "4006381333931"),
            ("4-006381-333931 ", "4006381333931"),
            ("96385074", "96385074"),
            ("036000291452", "036000291452"),
            ("14006381333938", "14006381333938"),
        ] {
            assert_eq!(gtin(text).as_deref(), Some(expected), "{text}");
        }
        for bad in [
            "",
            "n.v.t.",
            "-",
            "4006381333932",
            "400638133393",
            "40063813339311",
            "4006381333931x",
            "00000000",
            "0000000000000",
            "٤٠٠٦٣٨١٣٣٣٩٣١",
            "4006381333931, 96385074",
        ] {
            assert_eq!(gtin(bad), None, "{bad}");
        }
    }
}
