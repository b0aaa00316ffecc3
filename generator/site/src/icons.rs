//! The icons as one SVG sprite, so that pages need not contain them: `<use href="…#instagram">`.
//!
//! **Invariant:** its name contains the hash of its content, as for every file below `assets/`.

use quick_xml::{Reader, events::Event};

use crate::error::SiteError;

/// Attributes of a standalone icon that a symbol does not have.
const OWN: [&str; 6] = ["xmlns", "width", "height", "aria-hidden", "class", "id"];

/// The sprite of icons by name (`icons/instagram.svg`): its file below `site/` and its content; `None` without icons.
pub(crate) fn sprite<'a>(
    icons: impl Iterator<Item = (&'a String, &'a String)>,
) -> Result<Option<(String, String)>, SiteError> {
    let mut symbols = String::new();
    for (file, source) in icons {
        let symbol = symbol(name(file), source).map_err(|message| SiteError::Icon {
            file: file.clone(),
            message,
        })?;
        symbols.push_str(&symbol);
    }
    if symbols.is_empty() {
        return Ok(None);
    }
    let text = format!("<svg xmlns=\"http://www.w3.org/2000/svg\">{symbols}</svg>\n");
    let hash = blake3::hash(text.as_bytes()).to_hex().to_ascii_uppercase();
    let file = format!("assets/icons-{}.svg", hash.get(..8).unwrap_or(&hash));
    Ok(Some((file, text)))
}

/// `instagram` of `icons/instagram.svg`.
fn name(file: &str) -> &str {
    let last = file.rsplit('/').next().unwrap_or(file);
    last.strip_suffix(".svg").unwrap_or(last)
}

/// The icon as a symbol: attributes that its children inherit, and its content unchanged.
fn symbol(name: &str, source: &str) -> Result<String, String> {
    let mut reader = Reader::from_str(source);
    let mut attributes = String::new();
    loop {
        match reader.read_event().map_err(|error| error.to_string())? {
            Event::Start(tag) if tag.name().as_ref() == "svg" => {
                for attribute in tag.attributes() {
                    let attribute = attribute.map_err(|error| error.to_string())?;
                    let key = attribute.key.as_ref();
                    if !OWN.contains(&key) {
                        attributes.push_str(&format!(" {key}=\"{}\"", attribute.value));
                    }
                }
                break;
            }
            Event::Start(_) | Event::Empty(_) | Event::Eof => return Err("it does not begin with <svg>".to_owned()),
            _ => {}
        }
    }
    let begin = usize::try_from(reader.buffer_position()).unwrap_or(usize::MAX);
    let end = source.rfind("</svg>").ok_or("it does not end with </svg>")?;
    let content = source.get(begin..end).ok_or("it does not end with </svg>")?;
    Ok(format!("<symbol id=\"{name}\"{attributes}>{content}</symbol>"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(source: &str) -> Result<Option<(String, String)>, SiteError> {
        let (file, source) = ("icons/cart.svg".to_owned(), source.to_owned());
        sprite(std::iter::once((&file, &source)))
    }

    #[test]
    fn an_icon_becomes_a_symbol() {
        let source = r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" width="24" height="24" fill="none" aria-hidden="true"><path d="M1 1"/></svg>"#;
        let (file, text) = of(source).unwrap().unwrap();
        assert_eq!(
            text,
            "<svg xmlns=\"http://www.w3.org/2000/svg\"><symbol id=\"cart\" viewBox=\"0 0 24 24\" fill=\"none\"><path d=\"M1 1\"/></symbol></svg>\n"
        );
        assert!(
            file.starts_with("assets/icons-") && file.len() == "assets/icons-12345678.svg".len(),
            "{file}"
        );
        assert_ne!(of(&source.replace("M1 1", "M2 2")).unwrap().unwrap().0, file);
        assert!(sprite(std::iter::empty()).unwrap().is_none());
        for bad in ["", "<p>x</p>", "<svg viewBox=\"0 0 1 1\"><path/>"] {
            let error = of(bad).unwrap_err().to_string();
            assert!(error.contains("templates/icons/cart.svg"), "{error}");
        }
    }
}
