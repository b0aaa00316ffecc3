//! SEO URLs (Shopware §17.4): canonical ones of the context language, of active products and categories.

use serde_json::{Value, json};

use super::criteria::Criteria;
use super::errors::ApiError;
use super::out::{Includes, Out};
use super::search_result::{JsonRow, select};
use super::{CREATED, Ctx};
use vitrine_demo_shop::catalogue::CategoryRow;
use vitrine_demo_shop::{Product, Text, id_of};

/// The SEO URLs of a product in the context language: one or none.
pub(crate) fn of_product(ctx: &Ctx, product: &Product) -> Vec<Value> {
    one(
        ctx,
        product.file.seo_path.as_ref(),
        "frontend.detail.page",
        "/detail/",
        &product.id,
    )
}

/// The SEO URLs of a category in the context language: one or none.
pub(crate) fn of_category(ctx: &Ctx, category: &CategoryRow) -> Vec<Value> {
    one(
        ctx,
        category.seo_path.as_ref(),
        "frontend.navigation.page",
        "/navigation/",
        &category.id,
    )
}

fn one(ctx: &Ctx, path: Option<&Text>, route: &str, prefix: &str, id: &str) -> Vec<Value> {
    let Some(path) = path.and_then(|path| path.exact(&ctx.iso)) else {
        return Vec::new();
    };
    let mut out = Out::new(&ctx.includes, "seo_url");
    out.put("translated", json!([]))
        .put("createdAt", CREATED)
        .put("updatedAt", Value::Null);
    out.put("salesChannelId", ctx.channel_id())
        .put("languageId", ctx.language_id())
        .put("routeName", route)
        .put("foreignKey", id);
    out.put("pathInfo", format!("{prefix}{id}"))
        .put("seoPathInfo", path)
        .put("isCanonical", true)
        .put("isModified", true);
    out.put("isDeleted", false).nulls(&["url", "error", "customFields"]);
    out.put("id", id_of("seo_url", &format!("{}.{id}", ctx.iso), None));
    vec![out.done()]
}

/// GET|POST /seo-url.
pub(crate) fn list(ctx: &Ctx) -> Result<Value, ApiError> {
    let criteria = Criteria::parse(ctx.input(), "seo_url")?;
    let products = ctx.shop.products.iter().filter(|product| ctx.shop.is_visible(product));
    let rows = products.flat_map(|product| of_product(ctx, product));
    let rows = rows.chain(
        ctx.shop
            .categories
            .iter()
            .filter(|category| category.active)
            .flat_map(|category| of_category(ctx, category)),
    );
    let rows = rows.map(JsonRow).collect();
    let page = select(rows, &criteria, "seo_url", JsonRow::id, &|_, _| Vec::new())?;
    Ok(criteria
        .includes
        .prune(page.answer(&Includes::default(), "seo_url", |row| row.0)))
}
