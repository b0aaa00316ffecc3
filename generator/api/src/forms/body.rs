//! Reads the body of a submission: multipart, urlencoded or JSON.
//!
//! **Invariant:** only the form's fields, its honeypot and the key are kept; the number of parts is limited while reading.

use std::{collections::HashMap, convert::Infallible};

use bytes::Bytes;
use futures::stream;
use multer::Multipart;
use url::form_urlencoded;
use vitrine_forms::{FormSpec, Value, Values, file_kinds, value};
use vitrine_model::form::FieldKind;

use crate::{request::RequestContext, web::problem::Problem};

/// Maximum number of parts or pairs: more than a browser sends for the largest form.
const MAX_PARTS: usize = 2_000;
/// Maximum length of a file's name in characters.
const MAX_NAME: usize = 120;
/// Name of the field with the idempotency key.
const KEY: &str = "key";

/// An uploaded file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Upload {
    pub(super) name: String,
    pub(super) content: Bytes,
}

/// A parsed submission.
#[derive(Debug, Default)]
pub(super) struct Submitted {
    /// Values of the form's fields.
    pub(super) values: Values,
    /// Files by field.
    pub(super) files: HashMap<String, Vec<Upload>>,
    /// The idempotency key; empty if there is none.
    pub(super) key: String,
    /// Whether the honeypot is filled in.
    pub(super) trapped: bool,
}

/// Parses the body by its content type.
pub(super) async fn read(context: &RequestContext, spec: &FormSpec) -> Result<Submitted, Problem> {
    let (body, content_type) = (context.body.clone(), context.content_type.as_str());
    let kind = content_type.split(';').next().unwrap_or_default().trim();
    let mut sent = Sent::new(spec);
    match kind.to_ascii_lowercase().as_str() {
        "application/json" => return of_json(context, spec),
        "multipart/form-data" => parts(body, content_type, &mut sent).await?,
        _ => {
            for (at, (name, text)) in form_urlencoded::parse(&body).enumerate() {
                few(at)?;
                sent.text(&name, text.into_owned());
            }
        }
    }
    Ok(sent.done())
}

fn few(at: usize) -> Result<(), Problem> {
    if at < MAX_PARTS {
        return Ok(());
    }
    Err(Problem::invalid("the form has too many parts"))
}

fn of_json(context: &RequestContext, spec: &FormSpec) -> Result<Submitted, Problem> {
    let fields: serde_json::Map<String, serde_json::Value> = context.json()?;
    let text = |name: &str| fields.get(name).and_then(serde_json::Value::as_str).unwrap_or_default();
    let named = spec.fields.iter().filter(|field| field.has_value());
    let values = named.filter_map(|field| Some((field.handle.clone(), Value::of(fields.get(&field.handle)?))));
    Ok(Submitted {
        values: values.collect(),
        files: HashMap::new(),
        key: text(KEY).to_owned(),
        trapped: fields
            .get(&spec.honeypot)
            .is_some_and(|value| !Value::of(value).is_empty()),
    })
}

async fn parts(body: Bytes, content_type: &str, sent: &mut Sent<'_>) -> Result<(), Problem> {
    let unreadable = |_| Problem::invalid("the parts of the form cannot be read");
    let boundary = multer::parse_boundary(content_type).map_err(unreadable)?;
    let mut parts = Multipart::new(stream::iter([Ok::<_, Infallible>(body)]), boundary);
    let mut at = 0;
    while let Some(part) = parts.next_field().await.map_err(unreadable)? {
        few(at)?;
        at += 1;
        let name = part.name().unwrap_or_default().to_owned();
        let file = part.file_name().map(str::to_owned);
        let content = part.bytes().await.map_err(unreadable)?;
        match file {
            // Browsers send an empty file field as a part with an empty file name.
            Some(file) if file.is_empty() && content.is_empty() => {}
            Some(file) => sent.file(&name, &file, content),
            None => match String::from_utf8(content.to_vec()) {
                Ok(text) => sent.text(&name, text),
                Err(_) => return Err(Problem::invalid("a text of the form is not UTF-8")),
            },
        }
    }
    Ok(())
}

/// Collects texts and files by field.
struct Sent<'a> {
    spec: &'a FormSpec,
    texts: HashMap<String, Vec<String>>,
    files: HashMap<String, Vec<Upload>>,
    key: String,
    trapped: bool,
    /// Fields that got a file although they take none.
    unusable: Vec<String>,
}

impl<'a> Sent<'a> {
    fn new(spec: &'a FormSpec) -> Self {
        Self {
            spec,
            texts: HashMap::new(),
            files: HashMap::new(),
            key: String::new(),
            trapped: false,
            unusable: Vec::new(),
        }
    }

    fn kind(&self, name: &str) -> Option<FieldKind> {
        let field = self.spec.position(name).and_then(|at| self.spec.fields.get(at));
        field.filter(|field| field.has_value()).map(|field| field.kind)
    }

    fn text(&mut self, name: &str, text: String) {
        let field = name.strip_suffix("[]").unwrap_or(name);
        if self.kind(field).is_some() {
            self.texts.entry(field.to_owned()).or_default().push(text);
        } else if field == self.spec.honeypot {
            self.trapped |= !text.is_empty();
        } else if name == KEY {
            self.key = text;
        }
    }

    fn file(&mut self, name: &str, file: &str, content: Bytes) {
        let field = name.strip_suffix("[]").unwrap_or(name);
        match self.kind(field) {
            Some(FieldKind::Files) => {
                let name = file_name(file);
                self.files
                    .entry(field.to_owned())
                    .or_default()
                    .push(Upload { name, content });
            }
            Some(_) => self.unusable.push(field.to_owned()),
            None => {}
        }
    }

    fn done(mut self) -> Submitted {
        let mut values = Values::new();
        for field in self.spec.fields.iter().filter(|field| field.has_value()) {
            let handle = &field.handle;
            let texts = self.texts.remove(handle).unwrap_or_default();
            let value = match self.files.get(handle) {
                _ if self.unusable.contains(handle) => Value::Unusable,
                Some(files) => Value::Files(files.iter().map(as_judged).collect()),
                None => of_texts(texts, field.is_list()),
            };
            values.insert(handle.clone(), value);
        }
        Submitted {
            values,
            files: self.files,
            key: self.key,
            trapped: self.trapped,
        }
    }
}

fn as_judged(file: &Upload) -> value::File {
    value::File {
        name: file.name.clone(),
        size: file.content.len() as u64,
    }
}

fn of_texts(mut texts: Vec<String>, is_list: bool) -> Value {
    match texts.len() {
        0 => Value::Missing,
        _ if texts.len() > value::MAX_VALUES => Value::Unusable,
        // An empty selection is sent as an empty text.
        _ if is_list => {
            texts.retain(|text| !text.is_empty());
            Value::List(texts)
        }
        1 => Value::Text(texts.swap_remove(0)),
        _ => Value::Unusable,
    }
}

/// The file name without folders, control characters, bidirectional marks and quotation marks, and with no extension
/// before the last one that a web server runs: some run `a.php.pdf`.
fn file_name(sent: &str) -> String {
    let base = sent.rsplit(['/', '\\']).next().unwrap_or(sent);
    let unfit = |c: char| {
        c.is_control()
            || matches!(c, '"' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
    };
    let plain: String = base.chars().map(|c| if unfit(c) { '_' } else { c }).collect();
    let plain = without_inner_extensions(plain.trim_matches([' ', '.']));
    let length = plain.chars().count();
    // Shortened at the beginning, so that the extension stays.
    let kept: String = plain.chars().skip(length.saturating_sub(MAX_NAME)).collect();
    if kept.is_empty() { "file".to_owned() } else { kept }
}

fn without_inner_extensions(name: &str) -> String {
    let mut parts: Vec<&str> = name.split('.').collect();
    let last = parts.pop().unwrap_or_default();
    let mut kept = String::new();
    for (at, part) in parts.into_iter().enumerate() {
        let is_run = file_kinds::is_run(&part.trim().to_ascii_lowercase());
        kept.push_str(match at {
            0 => "",
            _ if is_run => "_",
            _ => ".",
        });
        kept.push_str(part);
    }
    if kept.is_empty() {
        last.to_owned()
    } else {
        format!("{kept}.{last}")
    }
}

#[cfg(test)]
mod tests {
    use super::file_name;

    #[test]
    fn a_files_name_has_no_folders_and_turns_nothing() {
        for (sent, kept) in [
            ("cv.pdf", "cv.pdf"),
            ("../../.env", "env"),
            ("C:\\Users\\noor\\Tafel \u{fc}.PDF", "Tafel \u{fc}.PDF"),
            ("a\r\nX: y\".pdf", "a__X: y_.pdf"),
            ("invoice\u{202e}fdp.exe", "invoice_fdp.exe"),
            ("", "file"),
            ("...", "file"),
            ("a.php.pdf", "a_php.pdf"),
            ("a.PHP5 .b.pdf", "a_PHP5 .b.pdf"),
            ("Plan v1.2.pdf", "Plan v1.2.pdf"),
            ("php.pdf", "php.pdf"),
        ] {
            assert_eq!(file_name(sent), kept, "{sent:?}");
        }
        let long = format!("{}.pdf", "a".repeat(500));
        assert!(file_name(&long).ends_with("a.pdf") && file_name(&long).len() == 120);
    }
}
