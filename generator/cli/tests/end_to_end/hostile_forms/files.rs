//! Files of hostile senders: bombs, files of two kinds, names that lead elsewhere.

use serde_json::Value;

pub(super) const PDF: &[u8] = b"%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n";
/// `limits.form_file` of the configuration.
const FORM_FILE: usize = 5 * 1024 * 1024;
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR";

#[derive(Clone, Debug)]
pub(super) struct File {
    /// As in `filename=""` of its part.
    pub(super) name: String,
    pub(super) content: Vec<u8>,
}

/// What a field takes.
pub(super) struct Limits {
    /// `None` = any kind.
    kinds: Option<Vec<String>>,
    kilobytes: usize,
}

impl Limits {
    pub(super) fn of(field: &Value) -> Self {
        let rules = field["rules"].as_array().map(Vec::as_slice).unwrap_or_default();
        let of = |name: &str| rules.iter().find_map(|rule| rule.get(name));
        let kinds = of("file_kinds").and_then(Value::as_array);
        let text = |kind: &Value| kind.as_str().unwrap().to_owned();
        Self {
            kinds: kinds.map(|kinds| kinds.iter().map(text).collect()),
            kilobytes: of("file_size")
                .and_then(Value::as_u64)
                .map_or(usize::MAX, |most| usize::try_from(most).unwrap()),
        }
    }
}

impl File {
    /// Whether a field takes it: what it begins like is what its name says, and the field takes that kind and size.
    pub(super) fn fits(&self, limits: &Limits) -> bool {
        let ending = self.name.rsplit_once('.').map_or("", |(_, ending)| ending);
        let is_known = match ending {
            "pdf" => self.content.starts_with(b"%PDF"),
            "png" => self.content.starts_with(PNG),
            "zip" => self.content.starts_with(b"PK"),
            _ => false,
        };
        let is_taken = limits
            .kinds
            .as_ref()
            .is_none_or(|kinds| kinds.iter().any(|kind| kind == ending));
        is_known && is_taken && self.content.len() <= limits.kilobytes.saturating_mul(1024).min(FORM_FILE)
    }
}

pub(super) fn hostile() -> Vec<File> {
    let bomb = [b"PK\x03\x04\x14\0\0\0\x08\0".as_slice(), &vec![0; 48 * 1024]].concat();
    let files: [(&str, Vec<u8>); 24] = [
        ("a.pdf", PDF.to_vec()),
        ("a.png", PNG.to_vec()),
        ("../../../etc/cron.d/a.pdf", PDF.to_vec()),
        ("C:\\Windows\\a.png", PNG.to_vec()),
        ("a\u{202e}fdp.pdf", PDF.to_vec()),
        // Files of two kinds: they begin like what their name says, and are passed on as they are.
        ("script.png", [PNG, b"<?php phpinfo();"].concat()),
        ("archive.pdf", [PDF, b"PK\x03\x04evil.exe"].concat()),
        ("macro.pdf", [PDF, b"/JavaScript (app.alert(1))"].concat()),
        ("bomb.zip", bomb.clone()),
        ("bomb.pdf", bomb.clone()),
        ("bomb.docx", bomb),
        ("gif.png", b"GIF89a/*\0*/=1;alert(1)".to_vec()),
        ("a.php", b"<?php phpinfo();".to_vec()),
        ("a.php.pdf", b"<?php phpinfo();".to_vec()),
        ("a.pdf.php", PDF.to_vec()),
        ("pdf.php.pdf", PDF.to_vec()),
        (
            "a.svg",
            b"<svg xmlns=\"http://www.w3.org/2000/svg\" onload=\"alert(1)\"/>".to_vec(),
        ),
        ("a.html", b"<!DOCTYPE html><script>alert(1)</script>".to_vec()),
        ("html.pdf", b"<!DOCTYPE html><script>alert(1)</script>".to_vec()),
        ("a.exe", b"MZ\x90\0\x03\0\0\0".to_vec()),
        ("exe.pdf", b"MZ\x90\0\x03\0\0\0".to_vec()),
        ("empty.pdf", Vec::new()),
        ("a", PDF.to_vec()),
        ("large.pdf", [PDF, &vec![b' '; 13 * 1024 * 1024]].concat()),
    ];
    let named = files.into_iter().map(|(name, content)| File {
        name: name.to_owned(),
        content,
    });
    named.collect()
}
