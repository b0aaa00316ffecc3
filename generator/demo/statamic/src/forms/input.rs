//! Parses form input in any of the three encodings: texts are trimmed and empty ones are null, as with Laravel's
//! middleware.
//!
//! **Invariant:** after parsing, a value is null, a non-empty text, a number, a boolean, or a list or map of these.

use std::collections::BTreeMap;

use axum::extract::{FromRequest, Multipart, Request};
use axum::http::header;
use bytes::Bytes;
use indexmap::IndexMap;
use percent_encoding::percent_decode_str;
use serde_json::{Map, Value};

use super::super::answer::Reply;
use super::upload::Upload;

/// Maximum number of fields, as in `max_input_vars`.
const MAX_FIELDS: usize = 1000;

/// Fields and files by handle.
#[derive(Debug, Default)]
pub(crate) struct Input {
    values: IndexMap<String, Value>,
    files: BTreeMap<String, Vec<Upload>>,
}

impl Input {
    /// Reads the body of a request. An unknown encoding gives no fields.
    pub(crate) async fn read(request: Request) -> Result<Self, Reply> {
        let content_type = request
            .headers()
            .get(header::CONTENT_TYPE)
            .and_then(|value| value.to_str().ok())
            .unwrap_or_default()
            .to_ascii_lowercase();
        if content_type.starts_with("multipart/form-data") {
            return Self::multipart(request).await;
        }
        let body = Bytes::from_request(request, &()).await.map_err(|_| Reply::TooLarge)?;
        let mut input = Self::default();
        if content_type.starts_with("application/x-www-form-urlencoded") {
            for pair in body.split(|byte| *byte == b'&').filter(|pair| !pair.is_empty()) {
                let pair = String::from_utf8_lossy(pair);
                let (key, value) = pair.split_once('=').unwrap_or((&pair, ""));
                input.put(&decode(key), decode(value));
            }
        } else if content_type.contains("json")
            && let Ok(Value::Object(map)) = serde_json::from_slice(&body)
        {
            let values = map.into_iter().take(MAX_FIELDS);
            input.values = values.map(|(key, value)| (key, cleaned(value))).collect();
        }
        Ok(input)
    }

    async fn multipart(request: Request) -> Result<Self, Reply> {
        // A body without a boundary gives no fields.
        let Ok(mut parts) = Multipart::from_request(request, &()).await else {
            return Ok(Self::default());
        };
        let mut input = Self::default();
        loop {
            let part = parts.next_field().await.map_err(|error| broken(&error))?;
            let Some(part) = part else { return Ok(input) };
            let name = part.name().unwrap_or_default().to_owned();
            let file = part.file_name().map(str::to_owned);
            let bytes = part.bytes().await.map_err(|error| broken(&error))?;
            match file {
                // An empty file input is sent with an empty name.
                Some(file) if file.is_empty() => {}
                Some(file) => input.put_file(&name, Upload::of(&file, &bytes)),
                None => input.put(&name, String::from_utf8_lossy(&bytes).into_owned()),
            }
        }
    }

    /// `name`, `name[]` and `name[key]`; deeper nesting is treated as one level.
    fn put(&mut self, key: &str, value: String) {
        let (name, is_list) = base(key);
        let word = key.split_once('[').map(|(_, rest)| rest.trim_end_matches(']'));
        let word = word.filter(|word| word.bytes().any(|byte| !byte.is_ascii_digit()));
        if self.values.len() >= MAX_FIELDS && !self.values.contains_key(name) {
            return;
        }
        let value = cleaned(Value::String(value));
        if !is_list {
            self.values.insert(name.to_owned(), value);
            return;
        }
        let empty = || word.map_or_else(|| Value::Array(Vec::new()), |_| Value::Object(Map::new()));
        match (self.values.entry(name.to_owned()).or_insert_with(empty), word) {
            (Value::Object(map), Some(word)) => drop(map.insert(word.to_owned(), value)),
            (Value::Array(list), _) => list.push(value),
            _ => {}
        }
    }

    fn put_file(&mut self, key: &str, upload: Upload) {
        let (name, is_list) = base(key);
        if self.files.values().map(Vec::len).sum::<usize>() >= MAX_FIELDS {
            return;
        }
        let files = self.files.entry(name.to_owned()).or_default();
        if !is_list {
            files.clear();
        }
        files.push(upload);
    }

    /// Whether the field was sent.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.values.contains_key(name) || self.files.contains_key(name)
    }

    /// A value; null when it was not sent.
    pub(crate) fn value(&self, name: &str) -> &Value {
        self.values.get(name).unwrap_or(&Value::Null)
    }

    /// A text that is not empty.
    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        self.value(name).as_str()
    }

    /// The files of a field.
    pub(crate) fn files(&self, name: &str) -> &[Upload] {
        self.files.get(name).map(Vec::as_slice).unwrap_or_default()
    }

    /// All files with their fields.
    pub(crate) fn uploads(&self) -> Vec<(String, Upload)> {
        let of_field = |(name, files): (&String, &Vec<Upload>)| {
            files
                .iter()
                .map(|file| (name.clone(), file.clone()))
                .collect::<Vec<_>>()
        };
        self.files.iter().flat_map(of_field).collect()
    }
}

fn base(key: &str) -> (&str, bool) {
    match key.split_once('[') {
        Some((name, _)) => (name, true),
        None => (key, false),
    }
}

fn broken(error: &axum::extract::multipart::MultipartError) -> Reply {
    if error.status() == axum::http::StatusCode::PAYLOAD_TOO_LARGE {
        Reply::TooLarge
    } else {
        // Laravel fails on an incomplete body, which PHP does not parse.
        Reply::ServerError
    }
}

fn decode(text: &str) -> String {
    percent_decode_str(&text.replace('+', " "))
        .decode_utf8_lossy()
        .into_owned()
}

fn cleaned(value: Value) -> Value {
    match value {
        Value::String(text) => match text.trim() {
            "" => Value::Null,
            trimmed => Value::String(trimmed.to_owned()),
        },
        Value::Array(list) => list.into_iter().map(cleaned).collect(),
        Value::Object(map) => map.into_iter().map(|(key, value)| (key, cleaned(value))).collect(),
        other => other,
    }
}
