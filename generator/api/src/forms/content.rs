//! What a file is, by its content.
//!
//! **Invariant:** a file whose name says one kind has that kind's content: what is known to begin like another kind does
//! not fit, and neither does what does not begin like a kind that can be told. Nothing is unpacked.

/// Kinds that can be told by their content, by the endings of names; the type of each stands first.
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
/// The beginning of the older office files, which are all of one container.
const OLE: &[u8] = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1";
/// Endings of names of plain text.
const TEXTS: [&str; 3] = ["txt", "csv", "md"];
/// How much of a text is looked at.
const LOOKED_AT: usize = 64 * 1024;

/// The type of a file; `None` if its content is not what its name says.
pub(super) fn mime(name: &str, content: &[u8]) -> Option<&'static str> {
    let ending = name.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase());
    let ending = ending.unwrap_or_default();
    if TEXTS.contains(&ending.as_str()) {
        return is_text(content).then_some("text/plain");
    }
    match KINDS.iter().find(|(_, endings)| endings.contains(&ending.as_str())) {
        Some((mime, _)) => begins_like(mime, content).then_some(mime),
        // What no kind is known of is passed on as bytes, unless it is known as something else.
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
        // Of two names of one kind.
        Some("application/x-rtf" | "text/rtf") => mime == "application/rtf",
        // Without its list of contents at the usual place an office file is known as an archive alone; what is in it decides.
        Some("application/zip") => office_folder(mime).is_some_and(|folder| names_entry(content, folder)),
        _ => false,
    }
}

/// What an archive must have for it to be an office file.
fn office_folder(mime: &str) -> Option<&'static [u8]> {
    Some(match mime {
        m if m.ends_with("wordprocessingml.document") => b"word/",
        m if m.ends_with("spreadsheetml.sheet") => b"xl/",
        m if m.ends_with("presentationml.presentation") => b"ppt/",
        _ => return None,
    })
}

/// Whether an entry of the archive begins with a name: its head has the name 30 bytes behind its mark.
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
