//! A product's pictures in order, the cover first (Shopware §15.1, R-PDP-07).
//!
//! **Invariant:** [`images`] and [`alts`] of one product have the same length and order.

use serde_json::Value;
use vitrine_model::{
    diagnostic::Place,
    ids::PropertyOptionId,
    media::{FocalPoint, Image, Thumbnail, web_address},
};

use super::findings::Findings;
use crate::shopware::wire::{WireMedia, WireProduct, WireProductMedia, count, whole};

/// The media of a product, each once, the cover first, then by position.
fn ordered(wire: &WireProduct) -> Vec<&WireMedia> {
    let mut list: Vec<&WireProductMedia> = wire.media.0.iter().collect();
    list.sort_by_key(|m| (m.position.as_ref().and_then(whole).unwrap_or(i64::MAX), m.id.as_str()));
    let cover = wire.cover.iter().filter(|c| c.media.is_some());
    let first = cover.chain(
        list.iter()
            .copied()
            .filter(|m| Some(m.id.as_str()) == wire.cover_id.as_deref()),
    );
    let mut seen = std::collections::HashSet::new();
    let all = first.chain(list.iter().copied()).filter_map(|m| m.media.as_ref());
    all.filter(|media| is_picture(media) && seen.insert(media.id.as_str()))
        .collect()
}

/// Media without a type count as pictures.
fn is_picture(media: &WireMedia) -> bool {
    address(media).is_some() && media.mime_type.as_deref().is_none_or(|kind| kind.starts_with("image/"))
}

/// The picture's URL, if it is a valid web address.
fn address(media: &WireMedia) -> Option<String> {
    web_address(media.url.as_deref()?)
}

/// Reports media without a valid web address; they are left out.
pub(crate) fn report_refused(wire: &WireProduct, place: &Place, findings: &Findings) {
    let all = wire.media.0.iter().chain(&wire.cover).filter_map(|m| m.media.as_ref());
    for media in all.filter(|media| media.url.is_some() && address(media).is_none()) {
        let url: String = media.url.iter().flat_map(|url| url.chars()).take(100).collect();
        findings.shape(place, "media", &format!("the picture {url:?} has no https address"));
    }
}

fn alt(media: &WireMedia) -> Option<String> {
    media.translated.text("alt").or(media.alt.as_deref()).map(str::to_owned)
}

/// Alternative texts in the order of the pictures.
pub(crate) fn alts(wire: &WireProduct) -> Vec<Option<String>> {
    ordered(wire).into_iter().map(alt).collect()
}

/// The pictures. `shows` is the name of the custom field with the options that a picture shows.
pub(crate) fn images(wire: &WireProduct, shows: &str) -> Vec<Image> {
    ordered(wire)
        .into_iter()
        .filter_map(|media| image(media, shows))
        .collect()
}

/// A single picture, such as that of a category.
pub(crate) fn picture(media: &WireMedia) -> Option<Image> {
    is_picture(media).then(|| image(media, "")).flatten()
}

/// Ids as JSON or as a string that contains JSON, the formats of Shopware's custom fields; anything else gives no
/// options.
fn shown(media: &WireMedia, field: &str) -> Vec<PropertyOptionId> {
    let value = media.translated.custom_field(field).cloned();
    let ids = match value {
        Some(Value::String(text)) => serde_json::from_str(&text).unwrap_or_default(),
        value => value.unwrap_or_default(),
    };
    let ids = ids.as_array().into_iter().flatten().filter_map(Value::as_str);
    ids.filter_map(|id| PropertyOptionId::parse(id).ok()).collect()
}

fn image(media: &WireMedia, shows: &str) -> Option<Image> {
    let size = |key: &str| match media.meta_data.get(key) {
        Some(Value::Number(number)) => count(Some(number)).filter(|n| *n > 0),
        _ => None,
    };
    let thumbnails = media.thumbnails.0.iter().filter_map(|t| {
        Some(Thumbnail {
            url: web_address(t.url.as_deref()?)?,
            width: count(t.width.as_ref())?,
            height: count(t.height.as_ref())?,
        })
    });
    let mut thumbnails: Vec<Thumbnail> = thumbnails.collect();
    thumbnails.sort_by(|a, b| (a.width, a.height, &a.url).cmp(&(b.width, b.height, &b.url)));
    Some(Image {
        url: address(media)?,
        width: size("width"),
        height: size("height"),
        focus: FocalPoint::default(),
        alt: alt(media),
        thumbnails,
        shows: shown(media, shows),
    })
}
