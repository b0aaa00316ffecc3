//! `media/manifest.json`: metadata of each picture. The CMS and the CDN both read it; nothing here writes it.

use std::path::Path;

use indexmap::IndexMap;
use serde::Deserialize;

use vitrine_demo_shop::{ShopError, Text, read_json_or_default};

/// One picture.
#[derive(Debug, Clone, Deserialize)]
pub struct Picture {
    /// Width of the original in px.
    pub width: u32,
    /// Height of the original in px.
    pub height: u32,
    /// Alternative text.
    #[serde(default)]
    pub alt: Option<Text>,
    /// Focal point in percent.
    #[serde(default)]
    pub focus: Option<(f64, f64)>,
}

/// All pictures by name; empty if the folder has no manifest.
pub fn read(media_dir: &Path) -> Result<IndexMap<String, Picture>, ShopError> {
    let path = media_dir.join("manifest.json");
    let pictures: IndexMap<String, Picture> = read_json_or_default(&path)?;
    for (name, picture) in &pictures {
        // A name becomes a file name and a URL path, so it must not leave the folder or need encoding.
        let plain =
            |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_".contains(&b));
        if !name.split('/').all(plain) {
            return Err(ShopError::invalid(
                &path,
                name,
                "a picture is named with letters, digits, - and _, folders with /",
            ));
        }
        if picture.width == 0 || picture.height == 0 {
            return Err(ShopError::invalid(
                &path,
                name,
                "width and height must be the master's pixels",
            ));
        }
    }
    Ok(pictures)
}
