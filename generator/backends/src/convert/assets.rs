//! What the CMS's asset containers say of a picture: address, size, focal point, alternative texts (Statamic §11).

use std::collections::{BTreeMap, HashMap};

use serde_json::{Value, value::RawValue};
use vitrine_model::media::{FocalPoint, web_address};

use super::{config::ConvertConfig, error::ConvertError};
use crate::{
    json,
    snapshot::{Snapshot, name},
    statamic::wire::Fields,
};

/// What the asset endpoint knows and a shallow reference does not (stock profile).
#[derive(Clone, Debug, Default)]
pub(super) struct AssetFacts {
    pub(super) url: String,
    pub(super) width: Option<u32>,
    pub(super) height: Option<u32>,
    pub(super) focus: FocalPoint,
    pub(super) alt: Option<String>,
    /// Alternative texts by locale code, where the container has a field for the locale.
    pub(super) alts: BTreeMap<String, String>,
}

/// The pulled assets by id (`assets::hero/x.jpg`).
#[derive(Debug, Default)]
pub(crate) struct Assets(HashMap<String, AssetFacts>);

/// A drawing's size may have a fraction: it is rounded.
pub(super) fn pixels(fields: Fields<'_>, key: &str) -> Option<u32> {
    let rounded = || Some(fields.get(key)?.as_f64()?.round() as i64);
    fields
        .integer(key)
        .or_else(rounded)
        .and_then(|n| u32::try_from(n).ok())
        .filter(|n| *n > 0)
}

pub(super) fn focus(fields: Fields<'_>) -> Option<FocalPoint> {
    let text = fields.text("focus_css").or_else(|| fields.text("focus"))?;
    Some(FocalPoint::parse(&text))
}

/// The URL of an asset: absolute where a disk of its own serves it, else the permalink, else on the CMS's origin.
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

/// What the container's own fields say in each locale (Statamic has one `alt` for all sites, Statamic §11).
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

    pub(crate) fn read(snapshot: &Snapshot, config: &ConvertConfig) -> Result<Self, ConvertError> {
        let mut assets = HashMap::new();
        for container in &config.asset_containers {
            for record in snapshot.records::<Box<RawValue>>(&name(&["statamic", "assets", container])?)? {
                // What cannot be read is an asset that is not known; who shows it says so.
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
                    alt: fields.get("alt").and_then(Value::as_str).map(str::to_owned),
                    alts: localized_alts(fields, config),
                };
                assets.insert(id, facts);
            }
        }
        Ok(Self(assets))
    }
}
