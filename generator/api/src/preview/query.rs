//! The query with which the CMS opens a preview: `preview=true&live-preview=…&token=…` (Statamic §13).

use std::ops::RangeInclusive;

use secrecy::SecretString;
use url::form_urlencoded;

/// Lengths of a token; those of Statamic have 40 letters and digits.
const LENGTHS: RangeInclusive<usize> = 16..=64;

/// A query that asks for a preview.
#[derive(Debug)]
pub(crate) struct Asked {
    /// The token; `None` if there is none, more than one, or one that no CMS makes.
    pub(crate) token: Option<SecretString>,
}

/// What a query asks for; `None` if it is not for a preview.
pub(crate) fn asked(query: Option<&str>) -> Option<Asked> {
    let (mut is_asked, mut tokens) = (false, Vec::new());
    for (name, value) in form_urlencoded::parse(query?.as_bytes()) {
        match name.as_ref() {
            "live-preview" => is_asked = true,
            "preview" => is_asked |= value == "true",
            "token" => tokens.push(value),
            _ => {}
        }
    }
    let token = match tokens.as_slice() {
        [token] if is_token(token) => Some(SecretString::from(token.as_ref())),
        _ => None,
    };
    is_asked.then_some(Asked { token })
}

fn is_token(text: &str) -> bool {
    LENGTHS.contains(&text.len()) && text.bytes().all(|b| b.is_ascii_alphanumeric())
}
