//! The HTTP methods of each route of the Store API: the table of Shopware §24, every row with every method.

use serde_json::json;

use crate::support::{Shop, recordings};

/// Path and methods of every route of 6.6.7, from Shopware §24.
const TABLE: [(&str, &str); 65] = [
    ("/account/address", "POST"),
    ("/account/address/default-billing/{addressId}", "PATCH"),
    ("/account/address/default-shipping/{addressId}", "PATCH"),
    ("/account/address/{addressId}", "DELETE PATCH"),
    ("/account/change-email", "POST"),
    ("/account/change-language", "POST"),
    ("/account/change-password", "POST"),
    ("/account/change-payment-method/{paymentMethodId}", "POST"),
    ("/account/change-profile", "POST"),
    ("/account/customer", "DELETE GET POST"),
    ("/account/customer-recovery-is-expired", "POST"),
    ("/account/list-address", "GET POST"),
    ("/account/login", "POST"),
    ("/account/logout", "POST"),
    ("/account/newsletter-recipient", "GET POST"),
    ("/account/recovery-password", "POST"),
    ("/account/recovery-password-confirm", "POST"),
    ("/account/register", "POST"),
    ("/account/register-confirm", "POST"),
    ("/breadcrumb/{id}", "GET"),
    ("/category", "GET POST"),
    ("/category/{navigationId}", "GET POST"),
    ("/checkout/cart", "DELETE GET POST"),
    ("/checkout/cart/line-item", "DELETE PATCH POST"),
    ("/checkout/cart/line-item/delete", "POST"),
    ("/checkout/gateway", "GET POST"),
    ("/checkout/order", "POST"),
    ("/cms/{id}", "GET POST"),
    ("/contact-form", "POST"),
    ("/context", "GET PATCH"),
    ("/country", "GET POST"),
    ("/country-state/{countryId}", "GET POST"),
    ("/currency", "GET POST"),
    ("/customer-group-registration/config/{customerGroupId}", "GET"),
    ("/customer/wishlist", "GET POST"),
    ("/customer/wishlist/add/{productId}", "POST"),
    ("/customer/wishlist/delete/{productId}", "DELETE"),
    ("/customer/wishlist/merge", "POST"),
    ("/document/download/{documentId}/{deepLinkCode}", "GET POST"),
    ("/handle-payment", "GET POST"),
    ("/landing-page/{landingPageId}", "POST"),
    ("/language", "GET POST"),
    ("/media", "POST"),
    ("/navigation/{activeId}/{rootId}", "GET POST"),
    ("/newsletter/confirm", "POST"),
    ("/newsletter/subscribe", "POST"),
    ("/newsletter/unsubscribe", "POST"),
    ("/order", "GET POST"),
    ("/order/download/{orderId}/{downloadId}", "GET"),
    ("/order/payment", "POST"),
    ("/order/state/cancel", "POST"),
    ("/payment-method", "GET POST"),
    ("/product", "GET POST"),
    ("/product-listing/{categoryId}", "POST"),
    ("/product/{productId}", "POST"),
    ("/product/{productId}/cross-selling", "POST"),
    ("/product/{productId}/find-variant", "POST"),
    ("/product/{productId}/review", "POST"),
    ("/product/{productId}/reviews", "POST"),
    ("/salutation", "GET POST"),
    ("/search", "POST"),
    ("/search-suggest", "POST"),
    ("/seo-url", "GET POST"),
    ("/shipping-method", "GET POST"),
    ("/sitemap", "GET POST"),
];

const METHODS: [&str; 5] = ["DELETE", "GET", "PATCH", "POST", "PUT"];

/// A path of the table with an id in place of each parameter.
fn concrete(pattern: &str) -> String {
    let parts = pattern.split('/').map(|part| {
        if part.starts_with('{') {
            "4aebf74af34345a7cd7118f4547f8587"
        } else {
            part
        }
    });
    parts.collect::<Vec<_>>().join("/")
}

/// R-BACK-01: each route accepts the methods of Shopware §24; any other is 405, with the body of a real 6.6.7.
#[tokio::test]
async fn r_back_01_every_route_takes_the_methods_of_the_contract_and_no_other() {
    let shop = Shop::start().await;
    for (pattern, methods) in TABLE {
        let allowed: Vec<&str> = methods.split(' ').collect();
        let path = concrete(pattern);
        for method in METHODS {
            let body = (method != "GET").then(|| json!({}));
            let reply = shop.call(None, method, &path, body).await;
            if allowed.contains(&method) {
                let routed = reply.status != 405 && !(reply.status == 404 && reply.code() == "0");
                assert!(routed, "{method} {pattern}: {} {}", reply.status, reply.body);
                continue;
            }
            let url = format!("{}/store-api{path}", shop.demo.shopware_url());
            let detail = format!(
                "No route found for \"{method} {url}\": Method Not Allowed (Allow: {})",
                allowed.join(", ")
            );
            let item = json!({"code": "0", "status": "405", "title": "Method Not Allowed", "detail": detail});
            assert_eq!(
                (reply.status, &reply.body),
                (405, &json!({ "errors": [item] })),
                "{method} {pattern}"
            );
        }
    }
}

/// The 405 of the test above equals the recorded one.
#[tokio::test]
async fn the_answer_to_a_wrong_method_is_the_recorded_one() {
    let shop = Shop::recorded().await;
    let wrong: Vec<_> = recordings().into_iter().filter(|r| r.status == 405).collect();
    assert!(wrong.len() >= 3, "{}", wrong.len());
    for recorded in wrong {
        let reply = shop.replay(&recorded, None).await;
        let wanted = recorded.body.to_string();
        let wanted = wanted.replace("http://127.0.0.1:8000", shop.demo.shopware_url());
        assert_eq!(
            (reply.status, reply.body.to_string()),
            (405, wanted),
            "{}",
            recorded.name
        );
    }
}

/// R-BACK-01: a call that requires a login is 403 for a visitor; a guest may make it unless it requires an account
/// (Shopware §3.3).
#[tokio::test]
async fn r_back_01_a_guest_is_let_in_where_a_visitor_is_not() {
    let shop = Shop::recorded().await;
    let guest = crate::guests::register(&shop, None).await.token().unwrap();
    let refused = (403, "CHECKOUT__CUSTOMER_NOT_LOGGED_IN");
    for (method, path) in [
        ("GET", "/account/list-address"),
        ("POST", "/account/list-address"),
        ("POST", "/account/address"),
        ("PATCH", "/account/address/4aebf74af34345a7cd7118f4547f8587"),
        ("DELETE", "/account/address/4aebf74af34345a7cd7118f4547f8587"),
        (
            "PATCH",
            "/account/address/default-billing/4aebf74af34345a7cd7118f4547f8587",
        ),
        (
            "PATCH",
            "/account/address/default-shipping/4aebf74af34345a7cd7118f4547f8587",
        ),
    ] {
        let visitor = shop.call(None, method, path, Some(json!({}))).await;
        assert_eq!((visitor.status, visitor.code()), refused, "{method} {path}");
        let let_in = shop.call(Some(&guest), method, path, Some(json!({}))).await;
        assert_ne!(let_in.status, 403, "{method} {path}");
        assert_ne!(let_in.status, 501, "{method} {path}");
    }
    for path in [
        "/account/change-email",
        "/account/change-password",
        "/account/change-language",
        "/customer/wishlist",
    ] {
        let account = shop.call(Some(&guest), "POST", path, Some(json!({}))).await;
        assert_eq!((account.status, account.code()), refused, "{path}");
    }
}

/// A call that the demo does not implement is reported as such, not as an unknown route.
#[tokio::test]
async fn a_route_that_the_demo_does_not_implement_says_so() {
    let shop = Shop::start().await;
    for path in ["/search", "/search-suggest"] {
        let reply = shop.post(path, json!({})).await;
        assert_eq!((reply.status, reply.code()), (501, "0"), "{path}");
    }
    assert_eq!(shop.post("/nope", json!({})).await.status, 404);
}

/// The calls of an order are implemented: without a login, or without required values, each is refused as recorded.
#[tokio::test]
async fn the_calls_of_an_order_are_built() {
    let shop = Shop::start().await;
    let login = (403, "CHECKOUT__CUSTOMER_NOT_LOGGED_IN");
    let blank = (400, "VIOLATION::IS_BLANK_ERROR");
    for (method, path, refusal) in [
        ("POST", "/checkout/order", login),
        ("GET", "/order", login),
        ("POST", "/order", login),
        ("POST", "/order/payment", login),
        ("POST", "/order/state/cancel", login),
        ("GET", "/handle-payment", blank),
        ("POST", "/handle-payment", blank),
    ] {
        let body = (method == "POST").then(|| json!({}));
        let reply = shop.call(None, method, path, body).await;
        assert_eq!((reply.status, reply.code()), refusal, "{method} {path}");
    }
}
