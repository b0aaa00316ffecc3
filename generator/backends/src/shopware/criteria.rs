//! Search criteria for Shopware's lists (Shopware §5): associations, `includes`, paging.
//!
//! **Invariant:** criteria are sent in the query of a GET, so that a read may be retried (R-BACK-03), except for
//! cross-selling, which only accepts POST; totals are exact. `includes` lists `translated` and also each field read
//! from it: 6.6 returns only those fields of `translated` that `includes` also lists by name.

use serde_json::{Value, json};

/// Records per page; Shopware's own maximum.
pub(super) const PAGE: u32 = 100;

/// Which fields of a product are requested.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProductDepth {
    /// Everything that a shop displays.
    Full,
    /// Only fields that differ by language.
    Texts,
}

/// Criteria for a page of all products, parents and variants, sorted by id.
pub(super) fn products(depth: ProductDepth, page: u32) -> Value {
    let mut criteria = product_fields(depth);
    if let Some(map) = criteria.as_object_mut() {
        map.insert("page".into(), page.into());
        map.insert("limit".into(), PAGE.into());
        map.insert("total-count-mode".into(), "exact".into());
        map.insert("sort".into(), json!([{"field": "id", "order": "ASC"}]));
    }
    criteria
}

/// Criteria for a few products, with the fields of [`products`].
pub(super) fn products_by_id(depth: ProductDepth, ids: &[&str]) -> Value {
    let mut criteria = products(depth, 1);
    if let Some(map) = criteria.as_object_mut() {
        // One parameter keeps the URL short: servers take 8 KB.
        map.insert("ids".into(), ids.join("|").into());
    }
    criteria
}

fn product_fields(depth: ProductDepth) -> Value {
    let mut fields = vec![
        "id",
        "parentId",
        "productNumber",
        "translated",
        "name",
        "description",
        "metaTitle",
        "metaDescription",
        "customFields",
        "deliveryTime",
        "media",
        "coverId",
        "manufacturer",
        "properties",
        "options",
        "seoUrls",
        "childCount",
        "crossSellings",
        "calculatedPrice",
    ];
    // A base price names its unit in the language of the call; prices are the same in each.
    let mut price = vec!["referencePrice"];
    if depth == ProductDepth::Full {
        price.extend(["unitPrice", "quantity", "listPrice", "regulationPrice"]);
        fields.extend([
            "ean",
            "manufacturerNumber",
            "calculatedPrices",
            "available",
            "availableStock",
            "stock",
            "isCloseout",
            "restockTime",
            "minPurchase",
            "maxPurchase",
            "calculatedMaxPurchase",
            "purchaseSteps",
            "width",
            "height",
            "length",
            "weight",
            "cover",
            "manufacturerId",
            "categoryIds",
            "categoryTree",
            "states",
            "type",
            "shippingFree",
            "variantListingConfig",
            "mainVariantId",
            "updatedAt",
            "createdAt",
        ]);
    }
    let mut media = vec!["id", "url", "mimeType", "alt", "translated"];
    if depth == ProductDepth::Full {
        // Shopware reduces `translated` to the included fields, too.
        media.extend(["metaData", "thumbnails", "customFields"]);
    }
    json!({
        "associations": {
            "media": {"associations": {"media": {}}, "sort": [{"field": "position", "order": "ASC"}]},
            "cover": {"associations": {"media": {}}},
            "manufacturer": {},
            "properties": {"associations": {"group": {}}},
            "options": {"associations": {"group": {}}},
            "seoUrls": {},
            "deliveryTime": {},
            "crossSellings": {},
        },
        "includes": {
            "product": fields,
            "product_cross_selling": ["id", "name", "position", "active", "translated"],
            "product_media": ["id", "mediaId", "position", "media"],
            "media": media,
            "media_thumbnail": ["url", "width", "height"],
            "product_manufacturer": ["id", "link", "translated", "name", "customFields"],
            "property_group_option": ["id", "groupId", "position", "colorHexCode", "translated", "name", "customFields", "group"],
            "property_group": ["id", "displayType", "visibleOnProductDetailPage", "position", "translated", "name", "customFields"],
            "seo_url": ["languageId", "routeName", "foreignKey", "seoPathInfo", "isCanonical", "isDeleted"],
            "delivery_time": ["translated", "name", "min", "max", "unit"],
            "calculated_price": price,
        },
    })
}

/// Criteria for a product's cross-selling groups; only the ids of their products are requested.
pub(super) fn cross_selling() -> Value {
    json!({
        "includes": {
            "cross_selling_element": ["crossSelling", "products"],
            "product_cross_selling": ["id"],
            "product": ["id"],
        },
    })
}

/// Criteria for a page of a category's list: a list of products has `p`, not `page` (Shopware §16.3).
pub(super) fn category(page: u32) -> Value {
    json!({"limit": PAGE, "p": page, "no-aggregations": true, "includes": {"product": ["id", "parentId"]}})
}

/// Criteria for the prices and stock of a few products.
pub(crate) fn live(ids: &[&str]) -> Value {
    json!({
        "ids": ids,
        "associations": {"deliveryTime": {}},
        "includes": {
            "product": [
                "id", "productNumber", "calculatedPrice", "calculatedPrices", "available", "availableStock", "stock", "isCloseout", "restockTime",
                "deliveryTime", "minPurchase", "maxPurchase", "calculatedMaxPurchase", "purchaseSteps"
            ],
            "delivery_time": ["translated", "name", "min", "max", "unit"],
            "calculated_price": ["unitPrice", "quantity", "listPrice", "regulationPrice", "referencePrice"],
        },
    })
}

/// Criteria for the whole navigation tree.
pub(super) fn navigation() -> Value {
    json!({
        "depth": 20,
        "associations": {"media": {}, "seoUrls": {}},
        "includes": {
            "category": [
                "id", "parentId", "translated", "name", "customFields", "children", "type", "productAssignmentType", "media", "seoUrls",
                "description", "metaTitle", "metaDescription", "linkType", "internalLink", "externalLink", "linkNewTab", "createdAt", "updatedAt"
            ],
            "media": ["id", "url", "mimeType", "alt", "translated", "metaData", "thumbnails"],
            "media_thumbnail": ["url", "width", "height"],
            "seo_url": ["languageId", "routeName", "foreignKey", "seoPathInfo", "isCanonical", "isDeleted"],
        },
    })
}

/// Criteria for a list of master data that fits on one page.
pub(super) fn all() -> Value {
    json!({"limit": PAGE, "page": 1, "total-count-mode": "exact"})
}

/// Criteria for a page of the SEO URLs of one route.
pub(super) fn seo_urls(route_name: &str, page: u32) -> Value {
    json!({
        "page": page,
        "limit": PAGE,
        "total-count-mode": "exact",
        "filter": [{"type": "equals", "field": "routeName", "value": route_name}],
        "sort": [{"field": "id", "order": "ASC"}],
        "includes": {"seo_url": ["languageId", "routeName", "foreignKey", "seoPathInfo", "isCanonical", "isDeleted"]},
    })
}
