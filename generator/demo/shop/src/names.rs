//! Generates names for the copies in a scaled shop. Shopware and CMS both use them, so that a brand of the shop and its
//! page in the CMS have the same name. A number always gives the same name, and different numbers give different names.

const CONSONANTS: [char; 12] = ['b', 'd', 'f', 'h', 'k', 'l', 'm', 'n', 'r', 's', 't', 'v'];
const VOWELS: [char; 5] = ['a', 'e', 'i', 'o', 'u'];
const ENDINGS: [&str; 16] = [
    "n", "r", "l", "m", "s", "lin", "ra", "dal", "mo", "ven", "sta", "ro", "le", "ne", "mar", "tis",
];
/// Number of names without a digit.
const NAMES: usize = 12 * 5 * 12 * 5 * 16;
/// Coprime to [`NAMES`], so that consecutive names differ and none repeats.
const STRIDE: usize = 24_571;

/// The `n`-th generated name, such as `Tavelin`.
pub fn coined(n: usize) -> String {
    let mut rest = (n % NAMES) * STRIDE % NAMES;
    let mut next = |of: usize| {
        let digit = rest % of;
        rest /= of;
        digit
    };
    let mut name = String::with_capacity(8);
    for place in 0..2 {
        let consonant = CONSONANTS.get(next(CONSONANTS.len())).copied().unwrap_or('b');
        if place == 0 {
            name.extend(consonant.to_uppercase());
        } else {
            name.push(consonant);
        }
        name.push(VOWELS.get(next(VOWELS.len())).copied().unwrap_or('a'));
    }
    name.push_str(ENDINGS.get(next(ENDINGS.len())).copied().unwrap_or_default());
    if n >= NAMES {
        name.push_str(&(n / NAMES).to_string());
    }
    name
}

/// Key, code, slug or number of a copy; copy 0 is the original. A plain suffix `-15` could be a size: `TROS-BOL-15` is
/// a garland of 15 metres.
pub fn key(of: &str, copy: usize) -> String {
    if copy == 0 {
        of.to_owned()
    } else {
        format!("{of}-n{}", copy + 1)
    }
}

/// The name of a copy of a brand, a series or a page.
pub fn thing(of: &str, copy: usize) -> String {
    format!("{of} {}", coined(copy))
}

/// The name of a copy of a person; the first name is kept.
pub fn person(of: &str, copy: usize) -> String {
    let first = of.split_whitespace().next().unwrap_or(of);
    format!("{first} {}", coined(copy))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_comes_twice() {
        let names: std::collections::HashSet<String> = (0..NAMES + 1_000).map(coined).collect();
        assert_eq!(names.len(), NAMES + 1_000);
    }
}
