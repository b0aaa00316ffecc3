//! The canonical spelling of an e-mail address, for counting only.
//!
//! **Invariant:** spellings that Shopware's database compares as equal have one canonical form; the form is never sent
//! or shown, and addresses that Shopware distinguishes may share it.

use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

/// Compatibility forms, case, accents and invisible characters do not count; a host is the same in Unicode and in
/// ASCII.
pub(crate) fn canonical(email: &str) -> String {
    let folded = folded(email.trim());
    match folded.rsplit_once('@') {
        Some((name, host)) => format!("{name}@{}", self::folded(&idna::domain_to_unicode(host).0)),
        None => folded,
    }
}

fn folded(text: &str) -> String {
    // Lower case may decompose further, as a dotted capital I does.
    let lower = text.nfkd().collect::<String>().to_lowercase();
    let mut folded = String::with_capacity(lower.len());
    for letter in lower.nfkd().filter(|letter| !is_ignored(*letter)) {
        match base(letter) {
            Some(base) => folded.push_str(base),
            None => folded.push(letter),
        }
    }
    folded
}

/// Combining marks and characters without width.
fn is_ignored(letter: char) -> bool {
    is_combining_mark(letter)
        || letter.is_control()
        || matches!(letter,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}' | '\u{ffa0}' | '\u{fff9}'..='\u{fffb}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

/// Letters without a decomposition that are compared as their base letter.
fn base(letter: char) -> Option<&'static str> {
    Some(match letter {
        'ß' => "ss",
        'æ' => "ae",
        'œ' => "oe",
        'ø' => "o",
        'đ' | 'ð' => "d",
        'ħ' => "h",
        'ı' => "i",
        'ł' => "l",
        'ŧ' => "t",
        'þ' => "th",
        'ς' => "σ",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rule_16_spellings_of_one_account_are_counted_as_one() {
        let spellings = [
            "doel@example.test",
            " Doel@Example.TEST ",
            "d\u{f3}el@example.test",
            "do\u{301}el@example.test",
            "\u{10f}oel@example.test",
            "\u{ff44}oel@example.test",
            "\u{1d41d}oel@example.test",
            "do\u{200b}el@example.test",
            "d\u{ad}oel@example.test",
            "d\u{f8}el@example.test",
            "doel@ex\u{e4}mple.test",
            "doel@xn--exmple-cua.test",
            "DOEL@EX\u{c4}MPLE.TEST",
            "doel\u{ff20}example.test",
            "doe\u{142}@example.test",
            "doel@example\u{3002}test",
            "doel@example.\u{2060}test",
        ];
        for spelling in spellings {
            assert_eq!(canonical(spelling), "doel@example.test", "{spelling:?}");
        }
    }

    #[test]
    fn rule_16_other_addresses_are_counted_by_themselves() {
        for other in [
            "doen@example.test",
            "doel@example.org",
            "do.el@example.test",
            "doel+1@example.test",
            "noor@m\u{fc}nchen.de",
            "doel",
            "",
        ] {
            assert_ne!(canonical(other), "doel@example.test", "{other:?}");
        }
        assert_eq!(canonical("noor@m\u{fc}nchen.de"), canonical("noor@xn--mnchen-3ya.de"));
    }
}
