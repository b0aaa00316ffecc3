//! The type of an uploaded file, by its content.
//!
//! **Invariant:** a file is accepted only if its content matches its extension, as far as content can be recognised.
//! Archives are never unpacked.

/// Media types that can be recognised by content, with their extensions.
const KINDS: [(&str, &[&str]); 19] = [
    ("application/pdf", &["pdf"]),
    ("image/jpeg", &["jpg", "jpeg"]),
    ("image/png", &["png"]),
    ("image/gif", &["gif"]),
    ("image/webp", &["webp"]),
    ("image/bmp", &["bmp"]),
    ("image/tiff", &["tif", "tiff"]),
    ("image/heif", &["heic", "heif"]),
    ("image/vnd.dwg", &["dwg"]),
    ("application/zip", &["zip"]),
    (
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        &["docx"],
    ),
    (
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        &["xlsx"],
    ),
    (
        "application/vnd.openxmlformats-officedocument.presentationml.presentation",
        &["pptx"],
    ),
    ("application/vnd.oasis.opendocument.text", &["odt"]),
    ("application/vnd.oasis.opendocument.spreadsheet", &["ods"]),
    ("application/msword", &["doc", "xls", "ppt"]),
    ("application/rtf", &["rtf"]),
    ("video/mp4", &["mp4"]),
    ("video/quicktime", &["mov"]),
];
/// Signature of the container of older Office files (doc, xls, ppt).
const OLE: &[u8] = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1";
/// Extensions of plain text.
const TEXTS: [&str; 3] = ["txt", "csv", "md"];
/// Number of bytes of a text that are checked.
const LOOKED_AT: usize = 64 * 1024;

/// The media type of a file; `None` if its content does not match its extension.
pub(super) fn mime(name: &str, content: &[u8]) -> Option<&'static str> {
    let ending = name.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase());
    let ending = ending.unwrap_or_default();
    if TEXTS.contains(&ending.as_str()) {
        return is_text(content).then_some("text/plain");
    }
    match KINDS.iter().find(|(_, endings)| endings.contains(&ending.as_str())) {
        Some((mime, _)) => begins_like(mime, content).then_some(mime),
        // Unknown extensions are accepted unless the content is recognised as a known type.
        None => infer::get(content).is_none().then_some("application/octet-stream"),
    }
}

fn begins_like(mime: &str, content: &[u8]) -> bool {
    if mime == "application/msword" {
        return content.starts_with(OLE);
    }
    let found = infer::get(content).map(|kind| kind.mime_type());
    match found {
        Some(found) if found == mime => true,
        // Both are names of RTF.
        Some("application/x-rtf" | "text/rtf") => mime == "application/rtf",
        // If `[Content_Types].xml` is not the first entry, an Office file is recognised only as a zip archive.
        Some("application/zip") => office_folder(mime).is_some_and(|folder| names_entry(content, folder)),
        _ => false,
    }
}

/// The folder that an archive of this type contains.
fn office_folder(mime: &str) -> Option<&'static [u8]> {
    Some(match mime {
        m if m.ends_with("wordprocessingml.document") => b"word/",
        m if m.ends_with("spreadsheetml.sheet") => b"xl/",
        m if m.ends_with("presentationml.presentation") => b"ppt/",
        _ => return None,
    })
}

/// Whether the name of an entry starts with `name`: it is 30 bytes after the signature of a local file header.
fn names_entry(content: &[u8], name: &[u8]) -> bool {
    let mut from = 0;
    while let Some(at) = content
        .get(from..)
        .and_then(|rest| rest.windows(4).position(|four| four == b"PK\x03\x04"))
    {
        let head = from + at;
        if content.get(head + 30..).is_some_and(|rest| rest.starts_with(name)) {
            return true;
        }
        from = head + 4;
    }
    false
}

fn is_text(content: &[u8]) -> bool {
    let looked_at = content.get(..LOOKED_AT).unwrap_or(content);
    infer::get(content).is_none() && !looked_at.contains(&0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn zip(name: &str) -> Vec<u8> {
        let mut bytes = b"PK\x03\x04\x14\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0".to_vec();
        bytes.extend_from_slice(&u16::try_from(name.len()).expect("short").to_le_bytes());
        bytes.extend_from_slice(&[0, 0]);
        bytes.extend_from_slice(name.as_bytes());
        bytes.extend_from_slice(&[0; 64]);
        bytes
    }

    /// A field without a rule of kinds accepts these by their content.
    #[test]
    fn r_form_06_usual_kinds_are_recognised_by_content() {
        for kind in vitrine_forms::file_kinds::USUAL {
            assert!(KINDS.iter().any(|(_, endings)| endings.contains(&kind)), "{kind}");
            assert_eq!(mime(&format!("a.{kind}"), b"<?php phpinfo();"), None, "{kind}");
        }
    }

    #[test]
    fn r_form_06_files_are_what_their_names_say() {
        let pdf = b"%PDF-1.7\n1 0 obj".to_vec();
        let png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
        let jpg = b"\xff\xd8\xff\xe0\0\x10JFIF".to_vec();
        let exe = b"MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff".to_vec();
        let html = b"<!DOCTYPE html><script>alert(1)</script>".to_vec();
        let php = b"<?php system($_GET['c']);".to_vec();
        for (name, content, fits) in [
            ("a.pdf", &pdf, true),
            ("A.PDF", &pdf, true),
            ("a.png", &png, true),
            ("a.jpeg", &jpg, true),
            ("a.docx", &zip("word/document.xml"), true),
            ("a.xlsx", &zip("xl/workbook.xml"), true),
            ("a.zip", &zip("a.txt"), true),
            ("a.txt", &b"Beste Lindhoven".to_vec(), true),
            ("a.dwg", &b"AC1032\0\0\0\0\0\0".to_vec(), true),
            ("a.doc", &[OLE, &[0; 600]].concat(), true),
            ("a.pdf", &png, false),
            ("a.pdf", &exe, false),
            ("a.pdf", &php, false),
            ("a.pdf", &html, false),
            ("a.pdf", &Vec::new(), false),
            ("a.png", &html, false),
            ("a.docx", &zip("evil.exe"), false),
            ("a.docx", &pdf, false),
            ("a.txt", &exe, false),
            ("a.txt", &b"a\0b".to_vec(), false),
            ("a.unknown", &exe, false),
        ] {
            assert_eq!(
                mime(name, content).is_some(),
                fits,
                "{name}: {:?}",
                &content[..content.len().min(8)]
            );
        }
    }
}
