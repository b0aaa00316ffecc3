//! Data from the CMS's asset containers: URL, size, focal point and alternative texts of a picture (Statamic §11).

use std::collections::{BTreeMap, HashMap};

use serde_json::{Value, value::RawValue};
use vitrine_model::media::{FocalPoint, web_address};

use super::{config::ConvertConfig, error::ConvertError};
use crate::{
    json,
    snapshot::{Snapshot, name},
    statamic::wire::Fields,
};

/// Data of the asset endpoint that a shallow reference lacks (stock profile).
#[derive(Clone, Debug, Default)]
pub(super) struct AssetFacts {
    pub(super) url: String,
    pub(super) width: Option<u32>,
    pub(super) height: Option<u32>,
    pub(super) focus: FocalPoint,
    /// Size of the file.
    pub(super) bytes: Option<u64>,
    pub(super) alt: Option<String>,
    /// Alternative texts by locale code, for locales that have their own field in the container.
    pub(super) alts: BTreeMap<String, String>,
}

/// The pulled assets by id (`assets::hero/x.jpg`).
#[derive(Debug, Default)]
pub(crate) struct Assets(HashMap<String, AssetFacts>);

/// Pixels, rounded: the size of an SVG may have a fraction.
pub(super) fn pixels(fields: Fields<'_>, key: &str) -> Option<u32> {
    let rounded = || Some(fields.get(key)?.as_f64()?.round() as i64);
    fields
        .integer(key)
        .or_else(rounded)
        .and_then(|n| u32::try_from(n).ok())
        .filter(|n| *n > 0)
}

/// The size of a file.
pub(super) fn bytes(fields: Fields<'_>) -> Option<u64> {
    let bytes = fields.integer("size_bytes")?;
    u64::try_from(bytes).ok().filter(|bytes| *bytes > 0)
}

pub(super) fn focus(fields: Fields<'_>) -> Option<FocalPoint> {
    let text = fields.text("focus_css").or_else(|| fields.text("focus"))?;
    Some(FocalPoint::parse(&text))
}

/// The URL of an asset: absolute if its disk has its own URL, otherwise the permalink, otherwise relative to the CMS's
/// origin.
pub(super) fn asset_url(fields: Fields<'_>, origin: &str) -> Option<String> {
    let url = fields.text("url");
    if let Some(url) = url.as_deref().and_then(web_address) {
        return Some(url);
    }
    if let Some(permalink) = fields.text("permalink").as_deref().and_then(web_address) {
        return Some(permalink);
    }
    let path = url.filter(|u| u.starts_with('/') && !u.starts_with("//"))?;
    web_address(&format!("{}{path}", origin.trim_end_matches('/')))
}

/// Alternative texts from the configured fields of each locale (Statamic itself has one `alt` for all sites, Statamic
/// §11).
fn localized_alts(fields: Fields<'_>, config: &ConvertConfig) -> BTreeMap<String, String> {
    let named = config.alt_fields.iter();
    named
        .filter_map(|(locale, field)| Some((locale.clone(), fields.get(field)?.as_str()?.to_owned())))
        .collect()
}

impl Assets {
    pub(super) fn get(&self, id: &str) -> Option<&AssetFacts> {
        self.0.get(id)
    }

    /// The asset with an absolute address. Texts contain few pictures, so there is no index.
    pub(super) fn with_address(&self, url: &str) -> Option<&AssetFacts> {
        self.0.values().find(|facts| facts.url == url)
    }

    pub(crate) fn read(snapshot: &Snapshot, config: &ConvertConfig) -> Result<Self, ConvertError> {
        let mut assets = HashMap::new();
        for container in &config.asset_containers {
            for record in snapshot.records::<Box<RawValue>>(&name(&["statamic", "assets", container])?)? {
                // An unreadable record is treated as an unknown asset; the code that uses it reports that.
                let Ok(record) = json::read::<Value>(record?.get().as_bytes()) else {
                    continue;
                };
                let fields = Fields::of(&record);
                let (Some(id), Some(url)) = (fields.text("id"), asset_url(fields, &config.content_origin)) else {
                    continue;
                };
                let facts = AssetFacts {
                    url,
                    width: pixels(fields, "width"),
                    height: pixels(fields, "height"),
                    focus: focus(fields).unwrap_or_default(),
                    bytes: bytes(fields),
                    alt: fields.get("alt").and_then(Value::as_str).map(str::to_owned),
                    alts: localized_alts(fields, config),
                };
                assets.insert(id, facts);
            }
        }
        Ok(Self(assets))
    }
}
