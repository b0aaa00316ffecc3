//! The harmonised notice on the legal guarantee and the labels of makers' guarantees (law §5; Implementing Regulation (EU)
//! 2025/1960): the official files of a folder, a notice for each language and a label for each product that has one.
//!
//! **Invariant:** their bytes are those that the folder's `SHA256SUMS` names, and nothing in them runs or is loaded from
//! elsewhere.

use std::{
    collections::BTreeMap,
    fs, io,
    path::{Path, PathBuf},
};

use quick_xml::{
    Reader,
    events::{BytesStart, Event},
};
use serde::Serialize;
use sha2::{Digest, Sha256};

/// The notice in one language.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct GuaranteeNotice {
    /// Its file below `site/`, with the hash of its content.
    pub file: String,
    /// The drawing.
    #[serde(skip)]
    pub(crate) svg: String,
    /// Width of the drawing, in its own units.
    pub width: u32,
    /// Height in the same units.
    pub height: u32,
}

/// Why the notices cannot be published.
#[derive(Debug, thiserror::Error)]
pub enum NoticeError {
    /// A file could not be read.
    #[error("the guarantee notice (legal.guarantee_notice) {} could not be read: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Reason.
        source: io::Error,
    },
    /// A file that is not the official one.
    #[error("{} cannot be published as the notice on the legal guarantee: {message}; put the official file of the Commission there again, unaltered, with its line in SHA256SUMS", path.display())]
    Refused {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        message: String,
    },
}

/// The notices by language (`nl`), and the labels of makers' guarantees by name (`garan-ravel`).
pub type GuaranteeNotices = BTreeMap<String, GuaranteeNotice>;

/// Begins the name of a file with a maker's label (`garan-ravel.svg`).
pub(crate) const LABEL: &str = "garan-";

/// The list of checksums, as `sha256sum` writes it.
const SUMS: &str = "SHA256SUMS";

/// Reads every file that the list of checksums names: `nl.svg`.
pub fn read(folder: &Path) -> Result<GuaranteeNotices, NoticeError> {
    let list = folder.join(SUMS);
    let text = read_text(&list)?;
    let mut notices = GuaranteeNotices::new();
    for line in text
        .lines()
        .filter(|line| !line.trim().is_empty() && !line.starts_with('#'))
    {
        let (sum, name) = entry(line).ok_or_else(|| refused(&list, format!("{line:?} is no line of sha256sum")))?;
        let path = folder.join(name);
        let svg = read_text(&path)?;
        let own = hex(&Sha256::digest(svg.as_bytes()));
        if !own.eq_ignore_ascii_case(sum) {
            let message = format!("it is not the file that {SUMS} names: its SHA-256 is {own}");
            return Err(refused(&path, message));
        }
        let Some(language) = name.strip_suffix(".svg") else {
            continue;
        };
        let (width, height) = drawing(&svg).map_err(|message| refused(&path, message))?;
        let hash = own.get(..8).unwrap_or(&own);
        let file = match language.strip_prefix(LABEL) {
            Some(label) => format!("icons/garan-{label}-{hash}.svg"),
            None => format!("icons/guarantee-notice-{language}-{hash}.svg"),
        };
        let notice = GuaranteeNotice {
            file,
            svg,
            width,
            height,
        };
        notices.insert(language.to_owned(), notice);
    }
    Ok(notices)
}

fn read_text(path: &Path) -> Result<String, NoticeError> {
    fs::read_to_string(path).map_err(|source| NoticeError::Read {
        path: path.to_owned(),
        source,
    })
}

fn refused(path: &Path, message: String) -> NoticeError {
    NoticeError::Refused {
        path: PathBuf::from(path),
        message,
    }
}

/// Checksum and file name; names hold no folder.
fn entry(line: &str) -> Option<(&str, &str)> {
    let (sum, name) = line.split_once(' ')?;
    let name = name.trim_start_matches([' ', '*']).trim_end();
    let is_sum = sum.len() == 64 && sum.bytes().all(|byte| byte.is_ascii_hexdigit());
    let is_name = !name.is_empty()
        && !name.starts_with('.')
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_'));
    (is_sum && is_name).then_some((sum, name))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Width and height of a drawing in which nothing runs.
fn drawing(svg: &str) -> Result<(u32, u32), String> {
    let mut reader = Reader::from_str(svg);
    let mut size = None;
    loop {
        let event = reader.read_event().map_err(|error| error.to_string())?;
        match event {
            Event::Start(tag) | Event::Empty(tag) => {
                let name = local(tag.name().as_ref()).to_owned();
                if size.is_none() {
                    if name != "svg" {
                        return Err("it does not begin with <svg>".to_owned());
                    }
                    size = Some(size_of(&tag)?);
                }
                harmless(&name, &tag)?;
            }
            Event::Eof => return size.ok_or_else(|| "it is empty".to_owned()),
            _ => {}
        }
    }
}

/// The name without its namespace's prefix.
fn local(name: &str) -> &str {
    name.rsplit(':').next().unwrap_or(name)
}

fn harmless(name: &str, tag: &BytesStart<'_>) -> Result<(), String> {
    if ["script", "foreignObject", "iframe"].contains(&name) {
        return Err(format!("it holds a <{name}>, which the official file does not"));
    }
    for attribute in tag.attributes() {
        let attribute = attribute.map_err(|error| error.to_string())?;
        let key = local(attribute.key.as_ref());
        let value = attribute.value.as_ref();
        let is_loaded = key == "href" && name != "a" && !value.starts_with('#') && !value.starts_with("data:");
        if key.starts_with("on") || is_loaded || value.trim_start().starts_with("javascript:") {
            return Err(format!(
                "its <{name}> has {key}={value:?}, which the official file has not"
            ));
        }
    }
    Ok(())
}

/// By `viewBox`, otherwise by `width` and `height`.
fn size_of(tag: &BytesStart<'_>) -> Result<(u32, u32), String> {
    let value = |key: &str| {
        let found = tag
            .attributes()
            .flatten()
            .find(|attribute| attribute.key.as_ref() == key);
        found.map(|attribute| attribute.value.to_string())
    };
    let whole = |number: &str| {
        let digits = number.trim().split(|c: char| !c.is_ascii_digit()).next();
        digits
            .and_then(|digits| digits.parse::<u32>().ok())
            .filter(|number| *number > 0)
    };
    let view_box = value("viewBox");
    let view_box: Vec<&str> = view_box
        .iter()
        .flat_map(|text| text.split([' ', ',']))
        .filter(|text| !text.is_empty())
        .collect();
    let size = match view_box[..] {
        [_, _, width, height] => whole(width).zip(whole(height)),
        _ => value("width")
            .as_deref()
            .and_then(whole)
            .zip(value("height").as_deref().and_then(whole)),
    };
    size.ok_or_else(|| "its <svg> has neither a viewBox nor a width and a height".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_drawing_is_taken() {
        assert_eq!(
            drawing("<svg viewBox=\"0 0 595.3 841.9\"><path d=\"M1 1\"/></svg>"),
            Ok((595, 841))
        );
        assert_eq!(
            drawing("<?xml version=\"1.0\"?><svg width=\"210mm\" height=\"297mm\"/>"),
            Ok((210, 297))
        );
        for bad in [
            "",
            "<p/>",
            "<svg/>",
            "<svg viewBox=\"0 0 0 0\"/>",
            "<svg viewBox=\"0 0 1 1\"><script>x</script></svg>",
            "<svg viewBox=\"0 0 1 1\" onload=\"x()\"/>",
            "<svg viewBox=\"0 0 1 1\"><image href=\"https://a.example/b.png\"/></svg>",
            "<svg viewBox=\"0 0 1 1\"><use xlink:href=\"//a.example/b.svg#c\"/></svg>",
            "<svg viewBox=\"0 0 1 1\"><a href=\"javascript:x\"/></svg>",
            "<svg viewBox=\"0 0 1 1\"><foreignObject/></svg>",
        ] {
            assert!(drawing(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_line_of_checksums_names_a_file_of_the_folder() {
        let sum = "0".repeat(64);
        assert_eq!(entry(&format!("{sum}  nl.svg")), Some((sum.as_str(), "nl.svg")));
        assert_eq!(entry(&format!("{sum} *de.svg")), Some((sum.as_str(), "de.svg")));
        for bad in [
            "",
            "x  nl.svg",
            &format!("{sum}  ../nl.svg"),
            &format!("{sum}  /etc/x"),
            &format!("{sum}  .x"),
            &sum,
        ] {
            assert_eq!(entry(bad), None, "{bad}");
        }
    }
}
