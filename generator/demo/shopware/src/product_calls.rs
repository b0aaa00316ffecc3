//! The product calls (Shopware §16): list, detail, find-variant, cross selling.

use http::StatusCode;
use serde_json::{Map, Value, json};

use super::criteria::{Associations, Criteria};
use super::errors::{ApiError, is_id};
use super::master_data::delivery_time;
use super::out::Out;
use super::product::{Place, entity};
use super::product_fields::ProductRow;
use super::product_parts as parts;
use super::search_result::{cut, select, wants_all_by_id};
use super::{Ctx, category};
use vitrine_demo_shop::Product;

/// GET|POST /product: parents and variants alike.
pub(crate) fn list(ctx: &mut Ctx) -> Result<Value, ApiError> {
    let criteria = Criteria::parse(ctx.input(), "product")?;
    ctx.includes = criteria.includes.clone();
    let ctx = &*ctx;
    let page = if wants_all_by_id(&criteria) {
        let listed = &ctx.shop.listed;
        let rows = listed.iter().filter_map(|index| ctx.shop.products.get(*index));
        cut(listed.len(), rows.map(|product| ProductRow { ctx, product }), &criteria)
    } else {
        let id = |row: &ProductRow<'_>| row.product.id.clone();
        select(rows(ctx), &criteria, "product", id, &|definition, ids| {
            by_ids(ctx, definition, ids)
        })?
    };
    Ok(page.answer(&criteria.includes, "product", |row| {
        criteria
            .fields
            .of(entity(ctx, row.product, &criteria.associations, Place::List))
    }))
}

/// All visible products, sorted by id, the default order of the database.
pub(crate) fn rows(ctx: &Ctx) -> Vec<ProductRow<'_>> {
    let visible = ctx.shop.listed.iter().filter_map(|index| ctx.shop.products.get(*index));
    visible.map(|product| ProductRow { ctx, product }).collect()
}

/// The entities of a definition with these ids (sorted), for aggregations over products.
pub(crate) fn by_ids(ctx: &Ctx, definition: &str, ids: &[String]) -> Vec<Value> {
    let shop = &ctx.shop;
    let mut made: Vec<(&str, Value)> = match definition {
        "product_manufacturer" => {
            let rows = shop.brands.iter().filter(|row| ids.binary_search(&row.id).is_ok());
            rows.map(|row| (row.id.as_str(), parts::brand(ctx, row))).collect()
        }
        "property_group_option" => {
            let rows = shop.options.iter().filter(|row| ids.binary_search(&row.id).is_ok());
            rows.map(|row| (row.id.as_str(), parts::option(ctx, row, false, false)))
                .collect()
        }
        "delivery_time" => {
            let rows = shop
                .delivery_times
                .iter()
                .filter(|row| ids.binary_search(&row.id).is_ok());
            rows.map(|row| (row.id.as_str(), delivery_time(ctx, row))).collect()
        }
        "category" => {
            let rows = shop.categories.iter().filter(|row| ids.binary_search(&row.id).is_ok());
            let none = Associations::default();
            rows.map(|row| (row.id.as_str(), category::entity(ctx, row, &none, Value::Null)))
                .collect()
        }
        _ => Vec::new(),
    };
    made.sort_by_key(|(id, _)| *id);
    made.into_iter().map(|(_, entity)| entity).collect()
}

/// POST /product/{id}: a parent returns its representative variant.
pub(crate) fn detail(ctx: &mut Ctx, id: &str) -> Result<Value, ApiError> {
    let criteria = Criteria::parse(ctx.input(), "product")?;
    ctx.includes = criteria.includes.clone();
    let asked = known(ctx, id)?.ok_or_else(|| not_found(id))?;
    let product = if asked.sellable() {
        asked
    } else {
        ctx.shop.representative(asked).ok_or_else(|| not_found(id))?
    };
    let family = product.parent.and_then(|index| ctx.shop.products.get(index));
    let mut out = Out::new(&ctx.includes, "product_detail");
    out.with("product", || {
        entity(ctx, product, &criteria.associations, Place::Detail)
    });
    out.with("configurator", || {
        family.map_or_else(|| json!([]), |family| parts::configurator(ctx, family))
    });
    Ok(out.done())
}

/// A visible product by its id, which must be valid.
pub(crate) fn known<'c>(ctx: &'c Ctx, id: &str) -> Result<Option<&'c Product>, ApiError> {
    if !is_id(id) {
        return Err(ApiError::invalid_uuid(id));
    }
    Ok(ctx.shop.visible_product(id).map(|product| &**product))
}

/// The error for an unknown product.
pub(crate) fn not_found(id: &str) -> ApiError {
    let detail = format!("Product for id {id} not found.");
    ApiError::new(
        StatusCode::NOT_FOUND,
        "CONTENT__PRODUCT_NOT_FOUND",
        detail,
        json!({"productId": id}),
    )
}

/// GET|POST /product/{id}/find-variant.
pub(crate) fn find_variant(ctx: &Ctx, id: &str) -> Result<Value, ApiError> {
    let none = Map::new();
    let wanted = ctx.input().get("options").and_then(Value::as_object).unwrap_or(&none);
    let switched = ctx.input().get("switchedGroup").and_then(Value::as_str);
    let missing = || {
        let options = if wanted.is_empty() {
            "[]".to_owned()
        } else {
            Value::Object(wanted.clone()).to_string()
        };
        ApiError::new(
            StatusCode::NOT_FOUND,
            "CONTENT__PRODUCT_VARIANT_NOT_FOUND",
            format!("Variant for productId {id} with options {options} not found."),
            json!({"productId": id, "options": options}),
        )
    };
    let family = known(ctx, id)?.ok_or_else(missing)?;
    let mut choice: Vec<(&str, &str)> = wanted
        .iter()
        .filter_map(|(group, option)| Some((group.as_str(), option.as_str()?)))
        .collect();
    // The switched group is kept; the others are dropped one by one until a variant matches.
    choice.sort_by_key(|(group, _)| switched != Some(group));
    loop {
        // If several match, the first by id, as in the database.
        let children = ctx.shop.children(family).filter(|child| ctx.shop.is_visible(child));
        let found = children
            .filter(|child| has(ctx, child, &choice))
            .min_by(|a, b| a.id.cmp(&b.id));
        if let Some(variant) = found {
            let options = if wanted.is_empty() {
                json!([])
            } else {
                Value::Object(combination(ctx, variant))
            };
            return Ok(json!({
                "variantId": variant.id, "options": options,
                "apiAlias": "shopware_core_content_product_sales_channel_find_variant_found_combination"
            }));
        }
        if choice.len() <= 1 {
            return Err(missing());
        }
        choice.pop();
    }
}

fn has(ctx: &Ctx, variant: &Product, choice: &[(&str, &str)]) -> bool {
    choice.iter().all(|(_, id)| {
        variant
            .options
            .iter()
            .filter_map(|index| ctx.shop.options.get(*index))
            .any(|row| row.id == *id)
    })
}

fn combination(ctx: &Ctx, variant: &Product) -> Map<String, Value> {
    let rows = variant.options.iter().filter_map(|index| ctx.shop.options.get(*index));
    rows.filter_map(|row| Some((ctx.shop.groups.get(row.group)?.id.clone(), row.id.clone().into())))
        .collect()
}

/// GET|POST /product/{id}/cross-selling: an unknown product has none.
pub(crate) fn cross_selling(ctx: &mut Ctx, id: &str) -> Result<Value, ApiError> {
    let criteria = Criteria::parse(ctx.input(), "product")?;
    ctx.includes = criteria.includes.clone();
    let ctx = &*ctx;
    let Some(product) = known(ctx, id)? else {
        return Ok(json!([]));
    };
    let rows = parts::cross_selling_rows(ctx, product).iter().enumerate();
    let element = |(position, row): (usize, &vitrine_demo_shop::CrossSelling)| {
        let products = row
            .products
            .iter()
            .filter_map(|index| ctx.shop.products.get(*index))
            .filter(|product| ctx.shop.is_visible(product));
        let products: Vec<Value> = products
            .map(|product| entity(ctx, product, &criteria.associations, Place::CrossSelling))
            .collect();
        let mut out = Out::new(&ctx.includes, "cross_selling_element");
        out.put("crossSelling", parts::cross_selling(ctx, row, position))
            .put("total", products.len())
            .put("products", products);
        out.put("streamId", Value::Null);
        out.done()
    };
    Ok(rows.map(element).collect())
}
