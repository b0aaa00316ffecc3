//! Shared parts of the structured data of editorial pages. As for products, it contains only what the page shows, and
//! all URLs are absolute.

use serde_json::{Map, Value, json};
use vitrine_model::{
    content::{Address, Entry},
    media::Image,
};

use crate::{context::ViewContext, page::PlannedPage};

/// A PostalAddress with the parts that are known.
pub(super) fn address(address: &Address) -> Value {
    let mut data = Map::new();
    data.insert("@type".to_owned(), json!("PostalAddress"));
    let parts = [
        ("streetAddress", &address.street),
        ("postalCode", &address.postcode),
        ("addressLocality", &address.city),
        ("addressCountry", &address.country),
    ];
    for (key, value) in parts {
        if let Some(value) = value {
            data.insert(key.to_owned(), json!(value));
        }
    }
    Value::Object(data)
}

/// The name of a showroom outside of this site: the shop's name with the showroom's, because the latter is only a city.
pub(super) fn store_name(cx: &ViewContext<'_>, showroom: &Entry) -> String {
    let shop = cx
        .reader
        .globals(cx.locale)
        .map_or("", |globals| globals.site.name.trim());
    let own = showroom.title.trim();
    if own.to_lowercase().contains(&shop.to_lowercase()) {
        own.to_owned()
    } else {
        format!("{shop} {own}")
    }
}

/// Adds context, the page's URL, the picture, and a description if the type has none.
pub(super) fn complete(
    cx: &ViewContext<'_>,
    data: &mut Value,
    picture: Option<&Image>,
    description: Option<&str>,
    page: &PlannedPage,
) {
    let Some(map) = data.as_object_mut() else { return };
    map.insert("@context".to_owned(), json!("https://schema.org"));
    map.insert("url".to_owned(), json!(cx.config.absolute(&page.path)));
    if let Some(image) = picture {
        map.insert("image".to_owned(), json!(cx.image_url(image, 1200, None)));
    }
    if let Some(text) = description {
        map.entry("description").or_insert_with(|| json!(text));
    }
}
