//! Slugs as the CMS makes them, for joins by name (SHOP-FIELDS: "else the slug of its name").
//!
//! **Invariant:** lower-case ASCII letters, digits and single hyphens inside.

use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

/// `Lundén & Zoon` becomes `lunden-zoon`.
pub(crate) fn slug(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text
        .nfkd()
        .filter(|c| !is_combining_mark(*c))
        .flat_map(char::to_lowercase)
    {
        match c {
            'a'..='z' | '0'..='9' => out.push(c),
            'ß' => out.push_str("ss"),
            'ø' => out.push('o'),
            'æ' => out.push_str("ae"),
            'œ' => out.push_str("oe"),
            'ł' => out.push('l'),
            'đ' | 'ð' => out.push('d'),
            '\'' | '’' => {}
            _ if out.ends_with('-') || out.is_empty() => {}
            _ => out.push('-'),
        }
    }
    out.truncate(out.trim_end_matches('-').len());
    out
}

#[cfg(test)]
mod tests {
    use super::slug;

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
        ] {
            assert_eq!(slug(name), expected);
        }
    }
}
