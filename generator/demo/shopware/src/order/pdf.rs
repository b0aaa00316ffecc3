//! A PDF of one page with lines of text, for documents and downloads.
//!
//! **Invariant:** the same lines produce the same bytes.

use std::fmt::Write;

/// A4 in points.
const WIDTH: u32 = 595;
const HEIGHT: u32 = 842;

/// A line of text at a position on the page, in points from the lower left corner.
#[derive(Debug, Clone)]
pub(super) struct Text {
    pub(super) x: u32,
    pub(super) y: u32,
    pub(super) size: u32,
    pub(super) text: String,
}

/// The file.
pub(super) fn page(lines: &[Text]) -> Vec<u8> {
    let mut content = Vec::new();
    for line in lines {
        let Text { x, y, size, .. } = line;
        content.extend_from_slice(format!("BT /F1 {size} Tf {x} {y} Td (").as_bytes());
        for character in line.text.chars() {
            let byte = win_ansi(character);
            if matches!(byte, b'(' | b')' | b'\\') {
                content.push(b'\\');
            }
            content.push(byte);
        }
        content.extend_from_slice(b") Tj ET\n");
    }
    let mut stream = format!("<< /Length {} >>\nstream\n", content.len()).into_bytes();
    stream.extend_from_slice(&content);
    stream.extend_from_slice(b"endstream");
    let objects: [Vec<u8>; 5] = [
        b"<< /Type /Catalog /Pages 2 0 R >>".to_vec(),
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_vec(),
        format!(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {WIDTH} {HEIGHT}] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>"
        )
        .into_bytes(),
        stream,
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>".to_vec(),
    ];
    file(&objects)
}

/// The objects with their table of offsets.
fn file(objects: &[Vec<u8>]) -> Vec<u8> {
    let mut out = b"%PDF-1.4\n".to_vec();
    let mut table = format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1);
    for (place, object) in objects.iter().enumerate() {
        let _ = writeln!(table, "{:010} 00000 n ", out.len());
        out.extend_from_slice(format!("{} 0 obj\n", place + 1).as_bytes());
        out.extend_from_slice(object);
        out.extend_from_slice(b"\nendobj\n");
    }
    let start = out.len();
    let trailer = format!(
        "trailer\n<< /Size {} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n",
        objects.len() + 1
    );
    out.extend_from_slice(table.as_bytes());
    out.extend_from_slice(trailer.as_bytes());
    out
}

/// The byte of a character in the font's encoding; a question mark for unsupported ones.
fn win_ansi(character: char) -> u8 {
    match character {
        '€' => 0x80,
        '–' => 0x96,
        '’' => 0x92,
        other => match u32::from(other) {
            code @ (0x20..=0x7e | 0xa0..=0xff) => u8::try_from(code).unwrap_or(b'?'),
            _ => b'?',
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_object_is_at_the_position_in_the_table() {
        let line = |text: &str| Text {
            x: 56,
            y: 700,
            size: 10,
            text: text.to_owned(),
        };
        let made = page(&[line("Factuur (1) € 12,50 – café"), line("漢 \\")]);
        let text: String = made.iter().map(|byte| char::from(*byte)).collect();
        assert!(text.starts_with("%PDF-1.4\n") && text.ends_with("%%EOF\n"), "{text}");
        assert!(
            text.contains("(Factuur \\(1\\) \u{80} 12,50 \u{96} caf\u{e9}) Tj"),
            "{text}"
        );
        assert!(text.contains("(? \\\\) Tj"), "{text}");
        let table = text.split("xref\n0 6\n").nth(1).unwrap();
        for (place, row) in table.lines().skip(1).take(5).enumerate() {
            let offset: usize = row.get(..10).unwrap().parse().unwrap();
            assert!(
                text.get(offset..).is_none() || made[offset..].starts_with(format!("{} 0 obj", place + 1).as_bytes())
            );
        }
    }
}
