//! A file uploaded with a form. Its content is inspected and dropped; only name, size, type and hash are kept.
//!
//! **Invariant:** the type of a file is detected from its bytes, not from its name or the browser's content type.

use serde::Serialize;

/// A file of a submission.
#[derive(Debug, Clone, Serialize)]
pub struct Upload {
    /// Its name without folders, with only the characters that Statamic keeps in file names.
    pub name: String,
    /// Size in bytes.
    pub bytes: u64,
    /// Extension for its detected type; `bin` if unknown.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// Hash of its bytes.
    pub blake3: String,
    /// Whether Statamic allows uploads of its type: no program and no script.
    #[serde(skip)]
    is_allowed: bool,
}

/// First bytes of each file type.
const MAGIC: &[(&[u8], &str)] = &[
    (b"%PDF-", "pdf"),
    (b"\x89PNG\r\n\x1a\n", "png"),
    (b"\xff\xd8\xff", "jpg"),
    (b"GIF8", "gif"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "doc"),
    (b"PK\x03\x04", "zip"),
    (b"AC10", "dwg"),
];

/// First bytes of programs and scripts.
const PROGRAMS: &[&[u8]] = &[b"MZ", b"\x7fELF", b"#!", b"<?php"];

/// Document types that are zip archives.
const ZIPPED: &[&str] = &["docx", "xlsx", "pptx", "odt"];

impl Upload {
    pub(crate) fn of(name: &str, bytes: &[u8]) -> Self {
        let base = name.rsplit(['/', '\\']).next().unwrap_or(name);
        let name: String = base
            .chars()
            .map(|letter| {
                if letter.is_alphanumeric() || "._-".contains(letter) {
                    letter
                } else {
                    '-'
                }
            })
            .collect();
        let kind = kind(&name, bytes);
        Self {
            bytes: u64::try_from(bytes.len()).unwrap_or(u64::MAX),
            blake3: blake3::hash(bytes).to_hex().to_string(),
            is_allowed: !PROGRAMS.iter().any(|start| bytes.starts_with(start)),
            name,
            kind,
        }
    }

    /// Whether Statamic allows uploads of its type.
    pub(crate) fn is_allowed(&self) -> bool {
        self.is_allowed
    }

    /// Whether it is one of the types in a rule.
    pub(crate) fn is_one_of(&self, types: &[&str]) -> bool {
        let same = |named: &str| named == self.kind || (named == "jpeg" && self.kind == "jpg");
        types.iter().any(|named| same(named))
    }

    /// Whether it is a picture according to the rule `image`.
    pub(crate) fn is_image(&self) -> bool {
        self.is_one_of(&["jpg", "png", "gif", "webp"])
    }
}

fn kind(name: &str, bytes: &[u8]) -> &'static str {
    let extension = name
        .rsplit_once('.')
        .map_or("", |(_, extension)| extension)
        .to_ascii_lowercase();
    let found = MAGIC
        .iter()
        .find(|(start, _)| bytes.starts_with(start))
        .map(|(_, kind)| *kind);
    match found {
        Some("zip") => ZIPPED
            .iter()
            .find(|zipped| **zipped == extension)
            .copied()
            .unwrap_or("zip"),
        Some(kind) => kind,
        None if bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP") => "webp",
        None if !bytes.is_empty() && std::str::from_utf8(bytes).is_ok() => "txt",
        None => "bin",
    }
}
