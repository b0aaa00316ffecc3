//! Slugs of names, as the CMS and the shop make them: for joins by name (shopware-fields.md: "else the slug of its
//! name") and for paths.
//!
//! **Invariant:** lower-case ASCII letters, digits and single hyphens between them; empty if a name has no such letter
//! or digit.

use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

/// `Lundén & Zoon` becomes `lunden-zoon`, `Größe` becomes `groesse`.
pub fn slug(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for composed in text.nfc().flat_map(char::to_lowercase) {
        match composed {
            'ä' | 'æ' => out.push_str("ae"),
            'ö' | 'œ' => out.push_str("oe"),
            'ü' => out.push_str("ue"),
            'ß' => out.push_str("ss"),
            'þ' => out.push_str("th"),
            'ø' => out.push('o'),
            'ł' => out.push('l'),
            'đ' | 'ð' => out.push('d'),
            'ı' => out.push('i'),
            '\'' | '’' => {}
            other => push_plain(&mut out, other),
        }
    }
    out.truncate(out.trim_end_matches('-').len());
    out
}

/// Appends a letter without its diacritics; anything that is still not an ASCII letter or digit becomes a hyphen.
fn push_plain(out: &mut String, letter: char) {
    for part in letter
        .nfkd()
        .filter(|c| !is_combining_mark(*c))
        .flat_map(char::to_lowercase)
    {
        match part {
            'a'..='z' | '0'..='9' => out.push(part),
            _ if out.ends_with('-') || out.is_empty() => {}
            _ => out.push('-'),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::slug;
    use proptest::prelude::*;

    #[test]
    fn names_become_slugs() {
        for (name, expected) in [
            ("Kante", "kante"),
            ("Oever & Zoon", "oever-zoon"),
            ("Lundén", "lunden"),
            ("Søren Ræv", "soren-raev"),
            ("  Plissé / Kap ", "plisse-kap"),
            ("D'Arc", "darc"),
            ("—", ""),
            ("Größe Süß Öl ÄRA", "groesse-suess-oel-aera"),
            ("STRAẞE", "strasse"),
            // The same letter as two code points.
            ("Mu\u{308}nster", "muenster"),
            ("Één ﬁjn ½", "een-fijn-1-2"),
            ("כיסא 7", "7"),
        ] {
            assert_eq!(slug(name), expected, "{name}");
        }
    }

    proptest! {
        /// A slug is valid in a path of any host, and the slug of a slug is itself.
        #[test]
        fn a_slug_is_ascii_letters_digits_and_single_hyphens(name in "\\PC{0,40}") {
            let made = slug(&name);
            prop_assert!(made.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-'), "{made}");
            prop_assert!(!made.starts_with('-') && !made.ends_with('-') && !made.contains("--"), "{made}");
            prop_assert_eq!(slug(&made), made);
        }
    }
}
