//! Pictures and files as the backends describe them. Nothing is fetched, decoded or resized here (rule 22).

use serde::{Deserialize, Serialize};

use crate::ids::PropertyOptionId;

/// A focal point in percent from the left and from the top.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Serialize, Deserialize)]
pub struct FocalPoint {
    /// 0 to 100 from the left.
    pub x: u8,
    /// 0 to 100 from the top.
    pub y: u8,
}

impl Default for FocalPoint {
    fn default() -> Self {
        Self { x: 50, y: 50 }
    }
}

impl FocalPoint {
    /// Parses Statamic's `x-y-zoom` or `x% y%` (Statamic §11); the centre for anything else.
    pub fn parse(text: &str) -> Self {
        let mut numbers = text
            .split(['-', ' '])
            .filter_map(|part| part.trim_end_matches('%').parse::<f32>().ok())
            .map(|n| n.clamp(0.0, 100.0).round() as u8);
        match (numbers.next(), numbers.next()) {
            (Some(x), Some(y)) => Self { x, y },
            _ => Self::default(),
        }
    }
}

/// The absolute http(s) URL of a picture or a document; `None` for anything else: another scheme, a relative address,
/// no host, invalid characters. Spaces, which editors' file names contain, are escaped.
pub fn web_address(text: &str) -> Option<String> {
    let text = text.trim();
    let lower = text.get(..8).unwrap_or(text).to_ascii_lowercase();
    let scheme = ["https://", "http://"]
        .into_iter()
        .find(|scheme| lower.starts_with(scheme))?;
    let rest = text.get(scheme.len()..)?;
    let has_host = rest.starts_with(|c: char| c.is_alphanumeric() || c == '[');
    let odd = |c: char| c.is_control() || (c.is_whitespace() && c != ' ') || "\"<>\\`".contains(c);
    (has_host && !text.contains(odd)).then(|| format!("{scheme}{}", rest.replace(' ', "%20")))
}

/// A picture.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Image {
    /// Absolute URL of the original.
    pub url: String,
    /// Pixels; `None` if the backend does not say (Statamic's stock profile).
    pub width: Option<u32>,
    /// Pixels.
    pub height: Option<u32>,
    /// The point that must stay visible when the picture is cropped.
    pub focus: FocalPoint,
    /// Alternative text. `None` = missing (reported by `check`); empty = decorative.
    pub alt: Option<String>,
    /// Thumbnails made by Shopware, by width, smallest first (R-PDP-07).
    pub thumbnails: Vec<Thumbnail>,
    /// The options of the variant in a product's picture, if the backend has them; always empty for other pictures.
    pub shows: Vec<PropertyOptionId>,
}

/// A resized version of a picture.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Thumbnail {
    /// Absolute URL.
    pub url: String,
    /// Pixels.
    pub width: u32,
    /// Pixels.
    pub height: u32,
}

impl Image {
    /// The widest thumbnail (R-PDP-07).
    pub fn largest(&self) -> Option<&Thumbnail> {
        self.thumbnails.iter().max_by_key(|t| t.width)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_web_addresses_are_addresses() {
        for (text, address) in [
            ("https://images.example/a b.jpg", "https://images.example/a%20b.jpg"),
            ("HTTP://127.0.0.1:4012/x", "http://127.0.0.1:4012/x"),
        ] {
            assert_eq!(web_address(text).as_deref(), Some(address));
        }
        for bad in [
            "",
            "/media/a.jpg",
            "media/a.jpg",
            "//images.example/a.jpg",
            "javascript:alert(1)",
            "data:image/svg+xml,x",
            "https://",
            "https:///a.jpg",
            "https://images.example/a\n.jpg",
            "https://images.example/\"onerror=",
        ] {
            assert_eq!(web_address(bad), None, "{bad:?}");
        }
    }

    #[test]
    fn focal_points_of_statamic_are_read() {
        assert_eq!(FocalPoint::parse("40-60-1.5"), FocalPoint { x: 40, y: 60 });
        assert_eq!(FocalPoint::parse("40% 60%"), FocalPoint { x: 40, y: 60 });
        assert_eq!(FocalPoint::parse("junk"), FocalPoint::default());
    }
}
