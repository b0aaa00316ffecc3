//! Plain texts that some plug-ins and imports store with HTML entities: `Oever &amp; Zoon` (Shopware §4).
//!
//! **Invariant:** decoded once, when they are read, by the tables of the HTML standard (html5ever); only references
//! that end with a semicolon, so that `Kids&parasol` is unchanged. HTML fields are never decoded.

use std::{borrow::Cow, cell::RefCell};

use html5ever::{
    tendril::StrTendril,
    tokenizer::{
        BufferQueue, CharacterTokens, NullCharacterToken, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
    },
};
use serde::{Deserialize, Deserializer};
use serde_json::Value;

use super::Dict;

/// The keys of `translated` that hold plain text.
const PLAIN: [&str; 6] = ["name", "metaTitle", "metaDescription", "keywords", "alt", "title"];
/// The longest name of a character reference has 31 letters.
const LONGEST: usize = 32;

/// A plain text that may be missing.
pub(super) fn text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    let text = Option::<String>::deserialize(deserializer)?;
    Ok(text.map(|text| decoded(&text).into_owned()))
}

/// `translated` of a record, with its plain texts decoded.
pub(super) fn translated<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Dict<Value>, D::Error> {
    let mut fields = Dict::<Value>::deserialize(deserializer)?;
    for (key, value) in &mut fields.0 {
        if let Value::String(text) = value
            && PLAIN.contains(&key.as_str())
            && let Cow::Owned(decoded) = decoded(text)
        {
            *text = decoded;
        }
    }
    Ok(fields)
}

/// A plain text with its character references (`&amp;`, `&#39;`, `&eacute;`) decoded once.
pub(crate) fn decoded(text: &str) -> Cow<'_, str> {
    if !text.contains('&') {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        let (before, from) = rest.split_at(at);
        out.push_str(before);
        let length = reference(from);
        let (reference, after) = from.split_at(length.unwrap_or(1));
        match length.and_then(|_| character(reference)) {
            Some(decoded) => out.push_str(&decoded),
            None => out.push_str(reference),
        }
        rest = after;
    }
    out.push_str(rest);
    if out == text {
        Cow::Borrowed(text)
    } else {
        Cow::Owned(out)
    }
}

/// The length of a possible character reference at the start of a text.
fn reference(text: &str) -> Option<usize> {
    let name = text.strip_prefix('&')?;
    let end = name.bytes().take(LONGEST).position(|byte| byte == b';')?;
    let inner = name.get(..end)?;
    let known = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'#';
    (!inner.is_empty() && inner.bytes().all(known)).then_some(end + 2)
}

/// The text of a reference; `None` if the standard does not define it, or it is not a character.
fn character(reference: &str) -> Option<String> {
    let tokenizer = Tokenizer::new(Text::default(), TokenizerOpts::default());
    let input = BufferQueue::default();
    input.push_back(StrTendril::from_slice(reference));
    let _ended = tokenizer.feed(&input);
    tokenizer.end();
    let decoded = tokenizer.sink.0.into_inner();
    // The rest of the reference (`&notit;` is `¬it;`) ends with its semicolon.
    let whole = decoded != reference && (!decoded.ends_with(';') || reference == "&semi;" || reference == "&#59;");
    let is_odd = |c: char| c.is_control() || c == '\u{fffd}';
    (whole && !decoded.contains(is_odd)).then_some(decoded)
}

/// Collects the text of a document.
#[derive(Default)]
struct Text(RefCell<String>);

impl TokenSink for Text {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        match token {
            CharacterTokens(text) => self.0.borrow_mut().push_str(&text),
            NullCharacterToken => self.0.borrow_mut().push('\u{fffd}'),
            _ => {}
        }
        TokenSinkResult::Continue
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn references_are_decoded_once() {
        for (stored, shown) in [
            ("Oever &amp; Zoon", "Oever & Zoon"),
            ("L&#39;Atelier d&#x27;&Eacute;t&eacute;", "L'Atelier d'Été"),
            ("5 &lt; 6&nbsp;cm &quot;a&quot;", "5 < 6\u{a0}cm \"a\""),
            ("a &amp;eacute; b", "a &eacute; b"),
            // Other text is unchanged.
            (
                "Kids&parasol; R&B & &; &#; &#xZZ; &unknown; AT&T",
                "Kids&parasol; R&B & &; &#; &#xZZ; &unknown; AT&T",
            ),
            ("Kids&parasol", "Kids&parasol"),
            ("&not &notit; &#0;&#7;&#27;", "&not &notit; &#0;&#7;&#27;"),
            ("&&amp;&", "&&&"),
            ("&é;&ampé;", "&é;&ampé;"),
        ] {
            assert_eq!(decoded(stored), shown, "{stored}");
        }
    }

    #[test]
    fn only_plain_fields_are_decoded() {
        #[derive(Deserialize)]
        struct Record {
            #[serde(default, deserialize_with = "text")]
            name: Option<String>,
            #[serde(default, deserialize_with = "translated")]
            translated: Dict<Value>,
        }
        let record = r#"{"name":"a &amp; b","translated":{"name":"c &amp; d","description":"<p>e &amp; f</p>","customFields":{"x":"&amp;"}}}"#;
        let record: Record = serde_json::from_str(record).unwrap();
        assert_eq!(record.name.as_deref(), Some("a & b"));
        assert_eq!(record.translated.text("name"), Some("c & d"));
        assert_eq!(record.translated.text("description"), Some("<p>e &amp; f</p>"));
        assert_eq!(
            record.translated.custom_field("x").and_then(Value::as_str),
            Some("&amp;")
        );
        let nothing: Record = serde_json::from_str(r#"{"name":null,"translated":[]}"#).unwrap();
        assert!(nothing.name.is_none() && nothing.translated.0.is_empty());
    }

    proptest! {
        /// A text without an ampersand is left, and no text makes a panic.
        #[test]
        fn any_text_is_read(text in "[a-z&;#0-9é]{0,60}") {
            let read = decoded(&text);
            if !text.contains('&') {
                prop_assert_eq!(&*read, text.as_str());
            }
        }
    }
}
