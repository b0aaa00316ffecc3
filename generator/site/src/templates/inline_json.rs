//! Inline data in a page for scripts and search engines: JSON in a non-executable `<script>`.
//!
//! **Invariant:** the only writer of inline data (rule 3). Its output cannot end the surrounding script element.

use std::{collections::BTreeMap, io};

use minijinja::{
    Error, ErrorKind, Value,
    value::{Kwargs, Object},
};
use serde_json::value::RawValue;

use super::failed;
use crate::{
    assets::Asset,
    leftovers::{self, LEFTOVERS},
};

/// Types of inline scripts that contain data (rule 3).
const DATA_TYPES: [&str; 3] = ["application/json", "application/ld+json", "speculationrules"];

/// JSON for a script, serialised when its view is built; `json_script` and `island_data` insert it unchanged.
#[derive(Clone, Debug)]
pub struct InlineJson(Value);

impl InlineJson {
    /// From a value whose keys are strings, which always serialises.
    pub fn of<T: serde::Serialize>(value: &T) -> Self {
        let mut json = Vec::with_capacity(1_024);
        let text = push_json(&mut json, value)
            .ok()
            .and_then(|()| String::from_utf8(json).ok());
        Self(Value::from_object(Written(text.unwrap_or_default())))
    }

    /// As a part of other JSON.
    pub fn into_raw(self) -> Box<RawValue> {
        RawValue::from_string(self.as_str().to_owned()).unwrap_or_default()
    }

    /// The JSON itself.
    pub fn as_str(&self) -> &str {
        self.0.downcast_object_ref::<Written>().map_or("", |written| &written.0)
    }
}

impl serde::Serialize for InlineJson {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

/// JSON that cannot end its script element.
#[derive(Debug)]
struct Written(String);

impl Object for Written {}

/// The only writer of inline data (rule 3).
#[expect(
    clippy::needless_pass_by_value,
    reason = "MiniJinja hands named arguments over by value"
)]
pub(super) fn json_script(value: &Value, script_type: Option<String>, named: Kwargs) -> Result<Value, Error> {
    let named: Option<String> = named.get("type")?;
    let script_type = script_type.or(named);
    let script_type = script_type.as_deref().unwrap_or("application/json");
    if !DATA_TYPES.contains(&script_type) {
        return Err(failed(format!(
            "json_script writes {}, not {script_type:?}",
            DATA_TYPES.join(", ")
        )));
    }
    if value.is_undefined() {
        return Err(Error::from(ErrorKind::UndefinedError));
    }
    in_script(script_type, |html| push_value(html, value))
}

/// What the data of each of the shop's own islands says besides props and texts: its file, which the loader does not know,
/// and what that imports.
pub(super) fn island_files(own: &BTreeMap<String, Asset>) -> BTreeMap<String, Vec<u8>> {
    let of = |asset: &Asset| {
        let imports: Vec<String> = asset.preload.iter().map(|file| format!("/{file}")).collect();
        let file = serde_json::json!({"file": format!("/{}", asset.file), "imports": imports}).to_string();
        // Without the brace that begins the object.
        [b",", file.as_bytes().get(1..).unwrap_or_default()].concat()
    };
    own.iter().map(|(name, asset)| (name.clone(), of(asset))).collect()
}

/// The data of an island: its props, and its texts, which are the same on every page and therefore serialised once; `own`
/// ends that of one of the shop's own.
pub(super) fn island_data(messages: &[u8], props: &Value, own: Option<&[u8]>) -> Result<Value, Error> {
    in_script("application/json", |html| {
        html.extend_from_slice(b"{\"messages\":");
        html.extend_from_slice(messages);
        html.extend_from_slice(b",\"props\":");
        push_value(html, props)?;
        html.extend_from_slice(own.unwrap_or(b"}"));
        Ok(())
    })
}

fn in_script(script_type: &str, write: impl FnOnce(&mut Vec<u8>) -> Result<(), Error>) -> Result<Value, Error> {
    let mut html = format!("<script type=\"{script_type}\">").into_bytes();
    write(&mut html)?;
    html.extend_from_slice(b"</script>");
    let html = String::from_utf8(html).map_err(|e| failed(format!("json_script: {e}")))?;
    Ok(Value::from_safe_string(html))
}

fn push_value(html: &mut Vec<u8>, value: &Value) -> Result<(), Error> {
    match value.downcast_object_ref::<Written>() {
        Some(written) => {
            html.extend_from_slice(written.0.as_bytes());
            Ok(())
        }
        None => push_json(html, value),
    }
}

pub(super) fn push_json<T: serde::Serialize>(html: &mut Vec<u8>, value: &T) -> Result<(), Error> {
    value
        .serialize(&mut serde_json::Serializer::with_formatter(html, InScript))
        .map_err(|e| failed(format!("json_script: {e}")))
}

/// The bytes at which an escape sequence may start, which most bytes of a text are not.
static LOOKED_AT: [bool; 256] = {
    let mut table = [false; 256];
    table[b'<' as usize] = true;
    table[b'>' as usize] = true;
    table[b'&' as usize] = true;
    table[0xe2] = true;
    let mut place = 0;
    while place < LEFTOVERS.len() {
        table[LEFTOVERS[place].0.as_bytes()[0] as usize] = true;
        place += 1;
    }
    table
};

/// A JSON formatter for script elements: characters that HTML or old JavaScript would interpret only occur in strings,
/// where they are escaped.
struct InScript;

impl serde_json::ser::Formatter for InScript {
    fn write_string_fragment<W: ?Sized + io::Write>(&mut self, writer: &mut W, fragment: &str) -> io::Result<()> {
        let bytes = fragment.as_bytes();
        let (mut begin, mut at) = (0, 0);
        while let Some(byte) = bytes.get(at) {
            if !LOOKED_AT[usize::from(*byte)] {
                at += 1;
                continue;
            }
            let rest = bytes.get(at..).unwrap_or_default();
            let escaped: (usize, &[u8]) = match rest {
                [b'<', ..] => (1, b"\\u003c"),
                [b'>', ..] => (1, b"\\u003e"),
                [b'&', ..] => (1, b"\\u0026"),
                [0xe2, 0x80, 0xa8, ..] => (3, b"\\u2028"),
                [0xe2, 0x80, 0xa9, ..] => (3, b"\\u2029"),
                _ => match leftovers::escape_of(rest) {
                    Some((_, escape)) => (1, escape),
                    None => {
                        at += 1;
                        continue;
                    }
                },
            };
            writer.write_all(bytes.get(begin..at).unwrap_or_default())?;
            writer.write_all(escaped.1)?;
            at += escaped.0;
            begin = at;
        }
        writer.write_all(bytes.get(begin..).unwrap_or_default())
    }
}
