//! Pictures in Shopware's format: URLs of the image CDN, and four thumbnails each. The CDN returns the original at
//! `/m/<name>.webp`, and a resized one with `width` and `quality`.

use serde_json::{Map, Value, json};

use super::out::{Out, num};
use super::{CREATED, Ctx};
use vitrine_demo_shop::catalogue::Row;
use vitrine_demo_shop::{Media, id_of};

/// The boxes of the thumbnails in px, in the order of a running Shopware.
const THUMBNAILS: [u32; 4] = [400, 800, 1920, 280];

/// The `media` entity of a picture.
pub(crate) fn entity(ctx: &Ctx, row: &Row<Media>) -> Value {
    let file = &row.file;
    let mut out = Out::new(&ctx.includes, "media");
    let alt = file.alt.as_ref();
    out.with(
        "translated",
        || json!({"alt": ctx.translated(alt), "title": row.key, "customFields": custom_fields(file)}),
    );
    out.put("createdAt", CREATED)
        .with("updatedAt", || ctx.stamp(&row.id))
        .put("mimeType", "image/webp")
        .put("fileExtension", "webp");
    out.put("fileSize", Value::Null).put("title", row.key.clone());
    out.with("metaData", || meta_data(file));
    out.put("uploadedAt", CREATED).with("alt", || ctx.exact(alt));
    out.with("url", || url(ctx, &row.key).into())
        .put("fileName", row.key.clone())
        .put("translations", Value::Null);
    out.with("thumbnails", || {
        THUMBNAILS.iter().map(|width| thumbnail(ctx, row, *width)).collect()
    });
    out.put("hasFile", true)
        .put("private", false)
        .with("path", || path(&row.key).into());
    out.with("customFields", || match custom_fields(file) {
        fields if fields.is_empty() => Value::Null,
        fields => fields.into(),
    });
    out.nulls(&["config"]).put("id", row.id.clone());
    out.done()
}

/// `vitrine_shows` has the ids of the property options that the picture shows.
fn custom_fields(file: &Media) -> Map<String, Value> {
    let shown = (!file.shows.is_empty()).then(|| ("vitrine_shows".to_owned(), json!(file.shows)));
    shown.into_iter().collect()
}

fn meta_data(file: &Media) -> Value {
    let mut map = Map::new();
    map.insert("width".to_owned(), file.width.into());
    map.insert("height".to_owned(), file.height.into());
    map.insert("type".to_owned(), 18.into());
    if let Some(hash) = &file.hash {
        map.insert("hash".to_owned(), hash.clone().into());
    }
    if let Some((x, y)) = file.focus {
        map.insert("focus".to_owned(), json!([num(x), num(y)]));
    }
    Value::Object(map)
}

fn path(name: &str) -> String {
    format!("m/{name}.webp")
}

fn url(ctx: &Ctx, name: &str) -> String {
    format!("{}/{}", ctx.addresses.images, path(name))
}

/// As returned by a real Shopware: width and height are those of the box, and the file is the original fitted into it,
/// never enlarged.
fn thumbnail(ctx: &Ctx, row: &Row<Media>, side: u32) -> Value {
    let longest = row.file.width.max(row.file.height).max(1);
    let width = (u64::from(row.file.width) * u64::from(side.min(longest))).div_ceil(u64::from(longest));
    let mut out = Out::new(&ctx.includes, "media_thumbnail");
    out.put("translated", json!([]))
        .put("createdAt", CREATED)
        .put("updatedAt", Value::Null);
    out.with("path", || path(&row.key).into())
        .put("width", side)
        .put("height", side);
    out.with("url", || {
        format!("{}?width={width}&quality=80", url(ctx, &row.key)).into()
    });
    out.put("mediaId", row.id.clone()).put("customFields", Value::Null);
    out.with("id", || {
        id_of("media_thumbnail", &format!("{}.{side}", row.key), None).into()
    });
    out.done()
}
