//! A statement of withdrawal: who withdraws, from which order, and from what part of it. Nothing more is asked (law
//! §4a).

use serde::{Deserialize, Serialize};

/// A statement of withdrawal.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Statement {
    /// The name of the customer.
    pub name: String,
    /// The address that the acknowledgement is sent to.
    pub email: String,
    /// The number of the order, as it was typed.
    pub order_number: String,
    /// Which items and how many; `None` for the whole order.
    pub items: Option<String>,
    /// A remark.
    pub comment: Option<String>,
}

impl Statement {
    /// What the acknowledgement of receipt repeats (law §4a): who withdraws from what. A remark is for the shop alone.
    pub(crate) fn as_acknowledged(&self) -> Self {
        Self {
            name: unlinked(&self.name),
            email: self.email.clone(),
            order_number: unlinked(&self.order_number),
            items: self.items.as_deref().map(unlinked),
            comment: None,
        }
    }
}

/// The characters that separate the parts of a host name, in any script.
const DOTS: [char; 4] = ['.', '\u{3002}', '\u{ff0e}', '\u{ff61}'];

/// A text that mail programs do not turn into links: a space follows each character that they recognise links by.
pub(crate) fn unlinked(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    while let Some(sign) = rest.next() {
        let parts = out.chars().next_back().is_some_and(char::is_alphanumeric);
        out.push(sign);
        let cut = match rest.peek() {
            Some(next) if DOTS.contains(&sign) => parts && next.is_alphabetic(),
            Some('/') => sign == ':',
            _ => false,
        };
        if cut {
            out.push(' ');
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::unlinked;

    #[test]
    fn law_4a_a_text_that_is_repeated_has_no_link() {
        for (typed, repeated) in [
            ("https://evil.example/a?b=c", "https: //evil. example/a?b=c"),
            ("ga naar www.evil.example.", "ga naar www. evil. example."),
            ("noor@evil.example", "noor@evil. example"),
            ("HTTP://[2001:db8::1]/", "HTTP: //[2001:db8::1]/"),
            ("b\u{fc}cher\u{ff0e}example", "b\u{fc}cher\u{ff0e} example"),
            ("J.P. Visser", "J. P. Visser"),
            ("2 x stoel, 1.5 m, nr. 10042.1", "2 x stoel, 1.5 m, nr. 10042.1"),
            ("\u{738b}\u{5c0f}\u{660e}", "\u{738b}\u{5c0f}\u{660e}"),
            ("", ""),
        ] {
            assert_eq!(unlinked(typed), repeated);
        }
    }
}
