//! GET|POST /breadcrumb/{id} (Shopware §17.5), in the shape of 6.6: wrapped, without the root, with minimal SEO URLs.

use serde_json::{Value, json};

use super::errors::ApiError;
use super::{Ctx, category, product_calls, seo};
use vitrine_demo_shop::catalogue::CategoryRow;

/// The path from below the root to a category, or to the category of a product.
pub(crate) fn read(ctx: &Ctx, id: &str) -> Result<Value, ApiError> {
    let row = if ctx.parameter("type").as_deref() == Some("category") {
        category::find(ctx, id)?.ok_or_else(|| category::not_found(id))?
    } else {
        of_product(ctx, id)?
    };
    let row = ctx.shop.categories.get(row);
    let way = row.into_iter().flat_map(|row| {
        let above = row.path.iter().filter_map(|index| ctx.shop.categories.get(*index));
        above.chain([row]).skip(1)
    });
    let crumbs: Vec<Value> = way.map(|row| crumb(ctx, row)).collect();
    Ok(json!({"breadcrumbs": crumbs, "apiAlias": "breadcrumb_collection"}))
}

/// The category of a product: the one in the request's referrer, otherwise its first.
fn of_product(ctx: &Ctx, id: &str) -> Result<usize, ApiError> {
    let product = product_calls::known(ctx, id)?.ok_or_else(|| product_calls::not_found(id))?;
    let referrer = match ctx.parameter("referrerCategoryId") {
        Some(referrer) => category::find(ctx, &referrer)?.filter(|index| product.categories.contains(index)),
        None => None,
    };
    referrer
        .or_else(|| product.categories.first().copied())
        .ok_or_else(|| category::not_found(id))
}

fn crumb(ctx: &Ctx, row: &CategoryRow) -> Value {
    let urls = seo::of_category(ctx, row);
    let short = |url: &Value| json!({"id": url.get("id"), "pathInfo": url.get("pathInfo"), "seoPathInfo": url.get("seoPathInfo")});
    let path = urls.first().and_then(|url| url.get("seoPathInfo")).cloned();
    let mut translated = category::translated(ctx, row);
    if let Some(map) = translated.as_object_mut() {
        map.retain(|key, _| !matches!(key.as_str(), "name" | "breadcrumb"));
    }
    json!({
        "name": ctx.translated(Some(&row.name)), "categoryId": row.id, "type": category::kind(row.kind), "translated": translated,
        "path": path.unwrap_or_else(|| "".into()), "seoUrls": urls.iter().map(short).collect::<Vec<_>>(), "apiAlias": "breadcrumb"
    })
}
