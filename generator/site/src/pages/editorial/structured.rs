//! Shared parts of the structured data of editorial pages. As for products, it contains only what the page shows, and
//! all URLs are absolute.

use jiff::{Timestamp, civil::Date};
use serde_json::{Map, Value, json};
use vitrine_model::{
    content::{Address, BrandFields, DesignerFields, Entry},
    diagnostic::Diagnostic,
    ids::EntryId,
    link::LinkTarget,
    media::Image,
};

use crate::{context::ViewContext, page::PlannedPage, view::links};

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

/// The shop as an organization; `None` without a name.
pub(super) fn shop(cx: &ViewContext<'_>) -> Option<Value> {
    let site = &cx.reader.globals(cx.locale)?.site;
    let name = Some(site.name.trim()).filter(|name| !name.is_empty())?;
    let url = cx.config.absolute(&cx.routes.home(cx.locale));
    let mut data = json!({"@type": "Organization", "name": name, "url": url, "sameAs": url});
    if let Some(logo) = &site.logo {
        data["logo"] = json!(logo.url);
    }
    Some(data)
}

/// The end of a day in the shop's time zone.
pub(super) fn end_of_day(cx: &ViewContext<'_>, day: Date) -> Option<String> {
    let end = day.at(23, 59, 59, 0).to_zoned(cx.config.time_zone.clone()).ok()?;
    Some(end.strftime("%Y-%m-%dT%H:%M:%S%:z").to_string())
}

/// A moment in the shop's time zone, to the second.
pub(super) fn moment(cx: &ViewContext<'_>, at: Timestamp) -> String {
    let at = at.to_zoned(cx.config.time_zone.clone());
    at.strftime("%Y-%m-%dT%H:%M:%S%:z").to_string()
}

/// A designer as a Person.
pub(super) fn person(cx: &ViewContext<'_>, entry: &Entry, fields: &DesignerFields) -> Value {
    let mut data = json!({"@type": "Person", "name": entry.title});
    let year = |year: Option<i32>| year.map(|year| json!(year.to_string()));
    let brands: Vec<Value> = fields.brands.iter().filter_map(|id| brand_of(cx, id)).collect();
    let values = [
        ("givenName", fields.first_name.as_ref().map(|name| json!(name))),
        ("familyName", fields.last_name.as_ref().map(|name| json!(name))),
        ("birthDate", year(fields.born)),
        ("deathDate", year(fields.died)),
        ("worksFor", (!brands.is_empty()).then(|| json!(brands))),
        ("sameAs", website(cx, fields.website.as_ref())),
    ];
    set(&mut data, values);
    data
}

fn brand_of(cx: &ViewContext<'_>, id: &EntryId) -> Option<Value> {
    let brand = cx.reader.entry(id)?;
    let mut data = json!({"@type": "Organization", "name": brand.title});
    if let Some(href) = cx.entry_href(id) {
        data["url"] = json!(format!("{}{href}", cx.config.base_url.trim_end_matches('/')));
    }
    Some(data)
}

/// A brand.
pub(super) fn brand(cx: &ViewContext<'_>, entry: &Entry, fields: &BrandFields) -> Value {
    let mut data = json!({"@type": "Brand", "name": entry.title});
    let values = [
        ("logo", fields.logo.as_ref().map(|logo| json!(logo.url))),
        ("sameAs", website(cx, fields.website.as_ref())),
    ];
    set(&mut data, values);
    data
}

fn website(cx: &ViewContext<'_>, target: Option<&LinkTarget>) -> Option<Value> {
    let url = links::web_url(&links::href(cx, target)?)?;
    Some(json!(url))
}

/// Sets the values that are known.
pub(super) fn set<const N: usize>(data: &mut Value, values: [(&str, Option<Value>); N]) {
    for (key, value) in values {
        if let Some(value) = value {
            data[key] = value;
        }
    }
}

/// Reports a missing value without which search engines do not list the entry.
pub(super) fn unlisted(cx: &ViewContext<'_>, code: &'static str, field: &str, told: &str, hint: &str) -> Diagnostic {
    let mut place = cx.origin.place();
    place.field = Some(field.to_owned());
    let by = &cx.origin.name;
    Diagnostic::warning(code, format!("{by} has no {told}"), place).hint(hint)
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
