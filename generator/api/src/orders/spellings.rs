//! The spellings in which an order's e-mail address and postal code are tried, because Shopware compares both exactly
//! (Shopware §12.2).
//!
//! **Invariant:** the input comes first, no duplicate pairs, and at most [`MOST`], because Shopware counts each.

/// Maximum number of pairs per look-up.
const MOST: usize = 5;

/// Pairs of e-mail address and postal code, the likeliest first.
pub(super) fn spellings(email: &str, zipcode: &str) -> Vec<(String, String)> {
    let emails = distinct([email.trim().to_owned(), email.trim().to_lowercase()]);
    let zipcodes = zipcodes(zipcode);
    let mut pairs = Vec::with_capacity(MOST);
    // The last spelling of an address is the usual one.
    let usual = emails.last().map_or(email, String::as_str);
    let typed = emails.first().map_or(email, String::as_str);
    let of_typed = zipcodes.iter().take(1).map(|zipcode| (typed, zipcode));
    let of_usual = zipcodes.iter().map(|zipcode| (usual, zipcode));
    let others = zipcodes.iter().map(|zipcode| (typed, zipcode));
    for (email, zipcode) in of_typed.chain(of_usual).chain(others) {
        let pair = (email.to_owned(), zipcode.clone());
        if !pairs.contains(&pair) {
            pairs.push(pair);
        }
    }
    pairs.truncate(MOST);
    pairs
}

/// As typed; in capitals; without spaces; and with the one space of Dutch (`3511 AB`) and British (`SW1A 1AA`) codes.
fn zipcodes(typed: &str) -> Vec<String> {
    let words: Vec<&str> = typed.split_whitespace().collect();
    let (spaced, joined) = (words.join(" ").to_uppercase(), words.concat().to_uppercase());
    let parted = parted(&joined);
    let all = [Some(words.join(" ")), parted, Some(spaced), Some(joined)];
    distinct(all.into_iter().flatten())
}

/// A code that is usually written in two parts.
fn parted(joined: &str) -> Option<String> {
    let last = joined.chars().rev().take(3).collect::<Vec<_>>();
    let dutch = joined.len() == 6
        && joined.bytes().take(4).all(|b| b.is_ascii_digit())
        && joined.bytes().skip(4).all(|b| b.is_ascii_uppercase());
    let british = joined.is_ascii()
        && (5..=7).contains(&joined.len())
        && joined.starts_with(|c: char| c.is_ascii_uppercase())
        && matches!(*last, [b, a, digit] if digit.is_ascii_digit() && a.is_ascii_uppercase() && b.is_ascii_uppercase());
    let place = match (dutch, british) {
        (true, _) => 4,
        (_, true) => joined.len() - 3,
        _ => return None,
    };
    let (before, after) = joined.split_at_checked(place)?;
    Some(format!("{before} {after}"))
}

fn distinct(all: impl IntoIterator<Item = String>) -> Vec<String> {
    let mut kept: Vec<String> = Vec::new();
    for one in all {
        if !kept.contains(&one) {
            kept.push(one);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_typed_comes_first_and_the_stored_spelling_is_among_the_few() {
        for (email, zipcode) in [
            ("gast@example.com", "3511ab"),
            ("gast@example.com", "3511 ab"),
            (" Gast@Example.COM", "3511  AB "),
            ("GAST@EXAMPLE.COM", "3511AB"),
            ("gast@example.com", "3511 AB"),
        ] {
            let pairs = spellings(email, zipcode);
            let stored = ("gast@example.com".to_owned(), "3511 AB".to_owned());
            assert!(pairs.contains(&stored), "{email} {zipcode}: {pairs:?}");
            assert_eq!(pairs[0].0, email.trim(), "{pairs:?}");
            assert!(pairs.len() <= MOST, "{pairs:?}");
        }
        let joined = ("gast@example.com".to_owned(), "3511AB".to_owned());
        assert!(
            spellings("gast@example.com", "3511 ab").contains(&joined),
            "stored without the space"
        );
    }

    #[test]
    fn codes_of_other_countries_keep_their_form() {
        assert_eq!(
            spellings("a@b.test", "10115"),
            [("a@b.test".to_owned(), "10115".to_owned())]
        );
        let british = spellings("a@b.test", "sw1a1aa");
        assert!(
            british.contains(&("a@b.test".to_owned(), "SW1A 1AA".to_owned())),
            "{british:?}"
        );
        assert_eq!(
            spellings("a@b.test", "é1é"),
            [("a@b.test", "é1é"), ("a@b.test", "É1É")].map(|(e, z)| (e.to_owned(), z.to_owned()))
        );
    }
}
