//! The name under which a browser saves a file.
//!
//! **Invariant:** nothing in it needs quoting in a header, and it contains no path.

use http::HeaderValue;

/// Maximum length of a name, in characters.
const MAX_NAME: usize = 100;

/// The name of a file: ASCII letters, digits, dots, hyphens and underscores, beginning with a letter or a digit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct FileName(String);

impl FileName {
    /// Makes a name from a text: other characters become hyphens. `otherwise` is the name if nothing is left.
    pub(crate) fn of(text: &str, otherwise: &str) -> Self {
        let allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_');
        let made: String = text.chars().map(|c| if allowed(c) { c } else { '-' }).collect();
        let start = made.trim_start_matches(|c: char| !c.is_ascii_alphanumeric());
        // The extension identifies the file type, so a long name is cut at its beginning.
        let cut = start.get(start.len().saturating_sub(MAX_NAME)..).unwrap_or_default();
        let cut = cut.trim_start_matches(|c: char| !c.is_ascii_alphanumeric());
        Self(if cut.is_empty() { otherwise } else { cut }.to_owned())
    }

    /// The value of `Content-Disposition`: a browser saves the file, and never shows it as a page of the shop.
    pub(crate) fn disposition(&self) -> HeaderValue {
        HeaderValue::from_str(&format!("attachment; filename=\"{}\"", self.0))
            .unwrap_or_else(|_| HeaderValue::from_static("attachment"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_no_path_and_needs_no_quoting() {
        for (text, name) in [
            ("invoice_1000.pdf", "invoice_1000.pdf"),
            ("../../etc/passwd", "etc-passwd"),
            ("..\\a\r\nSet-Cookie: x=1", "a--Set-Cookie--x-1"),
            ("Überweisung \"2\".pdf", "berweisung--2-.pdf"),
            ("\u{202e}fdp.exe", "fdp.exe"),
            ("", "file"),
            ("...", "file"),
        ] {
            assert_eq!(FileName::of(text, "file").0, name, "{text}");
        }
        let long = FileName::of(&format!("{}.pdf", "a".repeat(500)), "file").0;
        assert!(long.len() == MAX_NAME && long.ends_with("a.pdf"), "{long}");
    }
}
