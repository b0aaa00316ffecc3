//! Which path and method is which call, and what Symfony says when there is none (CONTRACT §1.3, step 1).

use http::{Method, StatusCode};

use super::errors::ApiError;

/// A call of the Store API.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Route<'p> {
    Context,
    ContextChange,
    /// By entity.
    MasterData(&'static str),
    CountryState(&'p str),
    Products,
    Product(&'p str),
    FindVariant(&'p str),
    CrossSelling(&'p str),
    Listing(&'p str),
    Breadcrumb(&'p str),
    Navigation(&'p str, &'p str),
    Category,
    CategoryDetail(&'p str),
    SeoUrl,
    Cart,
    CartDelete,
    CartAdd,
    CartUpdate,
    CartRemove,
    /// A call that needs a customer; there are none.
    LoginRequired,
}

type Row<'p> = (&'static str, Route<'p>);

/// The call of a path below `/store-api` and a method. `url` is only for the text of the error.
pub(crate) fn find<'p>(method: &Method, path: &'p str, url: &str) -> Result<Route<'p>, ApiError> {
    let parts: Vec<&str> = path.trim_matches('/').split('/').collect();
    let rows = rows(&parts);
    // HEAD works on every GET route.
    let wanted = if method == Method::HEAD { "GET" } else { method.as_str() };
    if let Some((_, route)) = rows.iter().find(|(allowed, _)| *allowed == wanted) {
        return Ok(*route);
    }
    let text = format!("No route found for \"{method} {url}\"");
    if rows.is_empty() {
        return Err(ApiError::plain(StatusCode::NOT_FOUND, "0", text));
    }
    let allowed: Vec<&str> = rows.iter().map(|(method, _)| *method).collect();
    let detail = format!("{text}: Method Not Allowed (Allow: {})", allowed.join(", "));
    Err(ApiError::plain(StatusCode::METHOD_NOT_ALLOWED, "0", detail))
}

/// The methods of a path, with what they do. On 6.6 the product detail has no GET.
fn rows<'p>(parts: &[&'p str]) -> Vec<Row<'p>> {
    let read = |route: Route<'p>| vec![("GET", route), ("POST", route)];
    match parts {
        ["context"] => vec![("GET", Route::Context), ("PATCH", Route::ContextChange)],
        ["language"] => read(Route::MasterData("language")),
        ["currency"] => read(Route::MasterData("currency")),
        ["country"] => read(Route::MasterData("country")),
        ["salutation"] => read(Route::MasterData("salutation")),
        ["shipping-method"] => read(Route::MasterData("shipping_method")),
        ["payment-method"] => read(Route::MasterData("payment_method")),
        ["country-state", country] => read(Route::CountryState(country)),
        ["product"] => read(Route::Products),
        ["product", id] => vec![("POST", Route::Product(id))],
        ["product", id, "find-variant"] => read(Route::FindVariant(id)),
        ["product", id, "cross-selling"] => read(Route::CrossSelling(id)),
        ["product-listing", id] => read(Route::Listing(id)),
        ["breadcrumb", id] => vec![("GET", Route::Breadcrumb(id))],
        ["navigation", active, root] => read(Route::Navigation(active, root)),
        ["category"] => read(Route::Category),
        ["category", id] => read(Route::CategoryDetail(id)),
        ["seo-url"] => read(Route::SeoUrl),
        ["checkout", "cart"] => vec![
            ("DELETE", Route::CartDelete),
            ("GET", Route::Cart),
            ("POST", Route::Cart),
        ],
        ["checkout", "cart", "line-item"] => vec![
            ("DELETE", Route::CartRemove),
            ("PATCH", Route::CartUpdate),
            ("POST", Route::CartAdd),
        ],
        ["checkout", "cart", "line-item", "delete"] => vec![("POST", Route::CartRemove)],
        ["checkout", "order"]
        | [
            "account",
            "logout"
            | "change-profile"
            | "change-email"
            | "change-password"
            | "change-language"
            | "newsletter-recipient"
            | "address",
        ]
        | ["customer", "wishlist"] => vec![("POST", Route::LoginRequired)],
        ["order"] | ["account", "customer" | "list-address"] => read(Route::LoginRequired),
        _ => Vec::new(),
    }
}
