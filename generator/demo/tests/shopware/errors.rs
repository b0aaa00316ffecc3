//! R-BACK: the error table of the contract (Shopware §2, Shopware §21), as far as it applies to catalogue and cart:
//! status, code and pointer of each.

use serde_json::{Value, json};

use crate::support::{HALO, OVO, Shop, WAX};

const NOBODY: &str = "00000000000000000000000000000000";
const CHAIRS: &str = "d3da4446c99e5a24a91e27278fcfe5e0";
const FOLDER: &str = "3b5188e7cc500648c9990fc1d95e0138";

/// Method, path, body, status, code, pointer.
type Row = (&'static str, String, Value, u16, &'static str, Option<&'static str>);

async fn assert_table(rows: Vec<Row>) {
    let shop = Shop::recorded().await;
    for (method, path, body, status, code, pointer) in rows {
        let reply = shop.call(None, method, &path, Some(body.clone())).await;
        let error = &reply.body["errors"][0];
        assert_eq!(
            (reply.status, reply.code(), error["source"]["pointer"].as_str()),
            (status, code, pointer),
            "{method} {path} {body}: {}",
            reply.body
        );
        assert_eq!(error["status"], status.to_string(), "the status is a string");
        assert!(error["title"].is_string() && error["detail"].is_string(), "{error}");
    }
}

#[tokio::test]
async fn criteria_errors_are_those_of_the_table() {
    let post = |body: Value, status, code, pointer| ("POST", "/product".to_owned(), body, status, code, pointer);
    let filter = |filter: Value| json!({"filter": [filter]});
    assert_table(vec![
        post(
            json!({"limit": 0}),
            400,
            "FRAMEWORK__INVALID_LIMIT_QUERY",
            Some("/limit"),
        ),
        post(
            json!({"limit": "x"}),
            400,
            "FRAMEWORK__INVALID_LIMIT_QUERY",
            Some("/limit"),
        ),
        post(
            json!({"limit": 101}),
            400,
            "FRAMEWORK__QUERY_LIMIT_EXCEEDED",
            Some("/limit"),
        ),
        post(
            json!({"limit": 2, "page": 0}),
            400,
            "FRAMEWORK__INVALID_PAGE_QUERY",
            Some("/page"),
        ),
        post(
            json!({"sort": [{"order": "ASC"}]}),
            400,
            "FRAMEWORK__INVALID_SORT_QUERY",
            Some("/sort/0"),
        ),
        post(
            json!({"sort": [{"field": "nope"}]}),
            400,
            "FRAMEWORK__UNMAPPED_FIELD",
            None,
        ),
        post(
            filter(json!({"type": "equals"})),
            400,
            "FRAMEWORK__INVALID_FILTER_QUERY",
            Some("/filter/0/field"),
        ),
        post(
            filter(json!({"type": "like", "field": "name", "value": "x"})),
            400,
            "FRAMEWORK__INVALID_FILTER_QUERY",
            Some("/filter/0/type"),
        ),
        post(
            filter(json!({"type": "contains", "field": "name", "value": ""})),
            400,
            "FRAMEWORK__INVALID_FILTER_QUERY",
            Some("/filter/0/value"),
        ),
        post(
            filter(json!({"type": "equals", "field": "nope", "value": 1})),
            400,
            "FRAMEWORK__UNMAPPED_FIELD",
            None,
        ),
        post(
            filter(json!({"type": "equals", "field": "purchasePrices", "value": 1})),
            500,
            "FRAMEWORK__ACCESSOR_NOT_ALLOWED",
            None,
        ),
        post(
            filter(json!({"type": "equals", "field": "calculatedPrice", "value": 1})),
            500,
            "1054",
            None,
        ),
        post(json!({"ids": ["nope"]}), 400, "FRAMEWORK__INVALID_UUID", None),
        post(json!({"ids": 5}), 400, "FRAMEWORK__INVALID_API_CRITERIA_IDS", None),
        post(
            json!({"includes": "name"}),
            400,
            "FRAMEWORK__EXPECTED_ARRAY_WITH_TYPE",
            None,
        ),
        post(
            json!({"includes": {"product": "name"}}),
            500,
            "FRAMEWORK__INVALID_TYPE",
            None,
        ),
        post(
            json!({"associations": {"nope": {}}}),
            500,
            "FRAMEWORK__ASSOCIATION_NOT_FOUND",
            None,
        ),
        post(
            json!({"aggregations": [{"name": "x", "type": "nope", "field": "id"}]}),
            400,
            "FRAMEWORK__INVALID_AGGREGATION_QUERY",
            Some("/aggregations/0"),
        ),
        post(
            json!({"aggregations": [{"name": "x", "type": "count"}]}),
            400,
            "FRAMEWORK__INVALID_AGGREGATION_QUERY",
            Some("/aggregations/0"),
        ),
        post(
            json!({"aggregations": [{"name": "a:b", "type": "count", "field": "id"}]}),
            400,
            "FRAMEWORK__INVALID_AGGREGATION_NAME",
            None,
        ),
    ])
    .await;
}

#[tokio::test]
async fn unknown_routes_and_methods_are_answered_as_in_the_table() {
    let at = |path: &str, status, code| ("POST", path.to_owned(), json!({}), status, code, None);
    assert_table(vec![
        at("/nope", 404, "0"),
        ("PUT", "/context".to_owned(), json!({}), 405, "0", None),
        at("/product/nope", 400, "FRAMEWORK__INVALID_UUID"),
        at(&format!("/product/{NOBODY}"), 404, "CONTENT__PRODUCT_NOT_FOUND"),
        at(
            &format!("/product/{NOBODY}/find-variant"),
            404,
            "CONTENT__PRODUCT_VARIANT_NOT_FOUND",
        ),
        at(
            &format!("/product-listing/{NOBODY}"),
            404,
            "PRODUCT__CATEGORY_NOT_FOUND",
        ),
        at("/product-listing/nope", 400, "FRAMEWORK__INVALID_UUID"),
        (
            "POST",
            format!("/product-listing/{CHAIRS}"),
            json!({"limit": null}),
            400,
            "0",
            None,
        ),
        (
            "POST",
            format!("/product-listing/{CHAIRS}"),
            json!({"limit": 101}),
            400,
            "FRAMEWORK__QUERY_LIMIT_EXCEEDED",
            Some("/limit"),
        ),
        at(&format!("/category/{NOBODY}"), 404, "CONTENT__CATEGORY_NOT_FOUND"),
        at(&format!("/category/{FOLDER}"), 404, "CONTENT__CATEGORY_NOT_FOUND"),
        at(
            &format!("/navigation/{NOBODY}/{NOBODY}"),
            404,
            "CONTENT__CATEGORY_NOT_FOUND",
        ),
        at(
            "/navigation/main-navigation/service-navigation",
            400,
            "CHECKOUT__SERVICE_CATEGORY_NOT_FOUND",
        ),
        (
            "GET",
            format!("/breadcrumb/{NOBODY}"),
            json!({}),
            404,
            "CONTENT__PRODUCT_NOT_FOUND",
            None,
        ),
        (
            "GET",
            format!("/breadcrumb/{NOBODY}?type=category"),
            json!({}),
            404,
            "CONTENT__CATEGORY_NOT_FOUND",
            None,
        ),
        at("/account/customer", 403, "CHECKOUT__CUSTOMER_NOT_LOGGED_IN"),
        at("/checkout/order", 403, "CHECKOUT__CUSTOMER_NOT_LOGGED_IN"),
    ])
    .await;
}

/// R-CART-02: errors of the cart and of the context.
#[tokio::test]
async fn cart_and_context_errors_are_those_of_the_table() {
    let add = |item: Value, status, code, pointer| {
        (
            "POST",
            "/checkout/cart/line-item".to_owned(),
            json!({"items": [item]}),
            status,
            code,
            pointer,
        )
    };
    let product = |quantity: Value| json!({"type": "product", "id": WAX, "referencedId": WAX, "quantity": quantity});
    let patch = |body: Value, status, code, pointer| ("PATCH", "/context".to_owned(), body, status, code, pointer);
    assert_table(vec![
        add(
            product(json!("2")),
            400,
            "VIOLATION::INVALID_TYPE_ERROR",
            Some("/quantity"),
        ),
        add(
            product(json!(2.5)),
            400,
            "VIOLATION::INVALID_TYPE_ERROR",
            Some("/quantity"),
        ),
        add(
            product(json!(0)),
            400,
            "CHECKOUT__CART_INVALID_LINE_ITEM_QUANTITY",
            None,
        ),
        add(
            json!({"type": "product", "referencedId": "nope"}),
            400,
            "FRAMEWORK__INVALID_UUID",
            None,
        ),
        add(
            json!({"referencedId": HALO}),
            400,
            "CHECKOUT__CART_LINE_ITEM_TYPE_NOT_SUPPORTED",
            None,
        ),
        add(
            json!({"type": "credit", "referencedId": HALO}),
            403,
            "CHECKOUT__INSUFFICIENT_PERMISSION",
            None,
        ),
        (
            "POST",
            "/checkout/cart/line-item".to_owned(),
            json!({"items": "x"}),
            400,
            "0",
            None,
        ),
        (
            "PATCH",
            "/checkout/cart/line-item".to_owned(),
            json!({"items": [{"id": OVO, "quantity": 2}]}),
            404,
            "CHECKOUT__CART_LINE_ITEM_NOT_FOUND",
            None,
        ),
        (
            "POST",
            "/checkout/cart/line-item/delete".to_owned(),
            json!({"ids": [OVO]}),
            404,
            "CHECKOUT__CART_LINE_ITEM_NOT_FOUND",
            None,
        ),
        patch(
            json!({"currencyId": 5}),
            400,
            "VIOLATION::INVALID_TYPE_ERROR",
            Some("/currencyId"),
        ),
        patch(
            json!({"countryId": NOBODY}),
            400,
            "VIOLATION::ENTITY_DOES_NOT_EXISTS",
            Some("/countryId"),
        ),
        patch(json!({"languageId": "nope"}), 400, "FRAMEWORK__INVALID_UUID", None),
        patch(
            json!({"shippingAddressId": NOBODY}),
            403,
            "CHECKOUT__CUSTOMER_NOT_LOGGED_IN",
            None,
        ),
    ])
    .await;
}
