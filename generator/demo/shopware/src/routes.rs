//! Maps paths and methods to calls, with Symfony's errors for unknown ones (Shopware §1.3, step 1).

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
    Register,
    /// Only if the control API has enabled it.
    Revocation,
    /// Only if the control API has enabled it.
    LoginSettings,
    NewsletterSubscribe,
    NewsletterConfirm,
    NewsletterUnsubscribe,
    Account(Account<'p>),
    AddressList,
    AddressCreate,
    AddressUpdate(&'p str),
    AddressDelete(&'p str),
    AddressDefault(&'p str, Use),
    Order,
    Orders,
    OrderPayment,
    OrderCancel,
    HandlePayment,
    /// Order and file.
    OrderDownload(&'p str, &'p str),
    /// Id and secret code.
    Document(&'p str, &'p str),
    /// A call that requires a customer with a password; there are only guests.
    AccountRequired,
    /// A call of Shopware that is not implemented.
    Unbuilt,
}

/// A call of an account (Shopware §13).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Account<'p> {
    LogIn,
    LogOut,
    Confirm,
    Recover,
    RecoveryExpired,
    RecoveryConfirm,
    Read,
    Delete,
    Profile,
    Email,
    Password,
    Language,
    PaymentMethod(&'p str),
}

impl Route<'_> {
    /// Whether the call fails without a token header.
    pub(crate) fn needs_token(&self) -> bool {
        use Account as A;
        matches!(
            self,
            Self::Account(A::Profile | A::Email | A::Password | A::Language | A::PaymentMethod(_))
        )
    }
}

/// The purpose of a default address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Use {
    Billing,
    Shipping,
}

type Row<'p> = (&'static str, Route<'p>);

/// The call for a path below `/store-api` and a method. `url` is only used in the error's text.
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

/// The table of Shopware §24: the methods of every path of 6.6.7, in the order of the `Allow` header, with their calls.
fn rows<'p>(parts: &[&'p str]) -> Vec<Row<'p>> {
    let read = |route: Route<'p>| vec![("GET", route), ("POST", route)];
    let get = |route: Route<'p>| vec![("GET", route)];
    let post = |route: Route<'p>| vec![("POST", route)];
    let patch = |route: Route<'p>| vec![("PATCH", route)];
    let delete = |route: Route<'p>| vec![("DELETE", route)];
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
        ["product", id] => post(Route::Product(id)),
        ["product", id, "find-variant"] => post(Route::FindVariant(id)),
        ["product", id, "cross-selling"] => post(Route::CrossSelling(id)),
        ["product", _, "review"] => post(Route::AccountRequired),
        ["product", _, "reviews"] => post(Route::Unbuilt),
        ["product-listing", id] => post(Route::Listing(id)),
        ["search" | "search-suggest"] => post(Route::Unbuilt),
        ["breadcrumb", id] => get(Route::Breadcrumb(id)),
        ["navigation", active, root] => read(Route::Navigation(active, root)),
        ["category"] => read(Route::Category),
        ["category", id] => read(Route::CategoryDetail(id)),
        ["cms", _] => read(Route::Unbuilt),
        ["seo-url"] => read(Route::SeoUrl),
        ["sitemap"] => read(Route::Unbuilt),
        ["landing-page", _] | ["media" | "contact-form"] => post(Route::Unbuilt),
        ["newsletter", "subscribe"] => post(Route::NewsletterSubscribe),
        ["newsletter", "confirm"] => post(Route::NewsletterConfirm),
        ["newsletter", "unsubscribe"] => post(Route::NewsletterUnsubscribe),
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
        ["checkout", "cart", "line-item", "delete"] => post(Route::CartRemove),
        ["checkout", "gateway"] => read(Route::Unbuilt),
        ["handle-payment"] => read(Route::HandlePayment),
        ["checkout", "order"] => post(Route::Order),
        ["order"] => read(Route::Orders),
        ["order", "payment"] => post(Route::OrderPayment),
        ["order", "state", "cancel"] => post(Route::OrderCancel),
        ["order", "download", order, file] => get(Route::OrderDownload(order, file)),
        ["document", "download", id, code] => read(Route::Document(id, code)),
        ["account", "customer"] => vec![
            ("DELETE", Route::Account(Account::Delete)),
            ("GET", Route::Account(Account::Read)),
            ("POST", Route::Account(Account::Read)),
        ],
        ["account", "list-address"] => read(Route::AddressList),
        ["account", "newsletter-recipient"] => read(Route::AccountRequired),
        ["account", "address"] => post(Route::AddressCreate),
        ["account", "change-payment-method", id] => post(Route::Account(Account::PaymentMethod(id))),
        ["account", "address", "default-billing", id] => patch(Route::AddressDefault(id, Use::Billing)),
        ["account", "address", "default-shipping", id] => patch(Route::AddressDefault(id, Use::Shipping)),
        ["account", "address", id] => vec![
            ("DELETE", Route::AddressDelete(id)),
            ("PATCH", Route::AddressUpdate(id)),
        ],
        ["account", "register"] => post(Route::Register),
        ["account", name] => account(name).map_or_else(Vec::new, |call| post(Route::Account(call))),
        ["customer-group-registration", "config", _] => get(Route::Unbuilt),
        ["customer", "wishlist"] => read(Route::AccountRequired),
        ["customer", "wishlist", "add", _] | ["customer", "wishlist", "merge"] => post(Route::AccountRequired),
        ["customer", "wishlist", "delete", _] => delete(Route::AccountRequired),
        _ => Vec::new(),
    }
}

/// The account calls with fixed names.
fn account<'p>(name: &str) -> Option<Account<'p>> {
    Some(match name {
        "login" => Account::LogIn,
        "logout" => Account::LogOut,
        "register-confirm" => Account::Confirm,
        "recovery-password" => Account::Recover,
        "recovery-password-confirm" => Account::RecoveryConfirm,
        "customer-recovery-is-expired" => Account::RecoveryExpired,
        "change-profile" => Account::Profile,
        "change-email" => Account::Email,
        "change-password" => Account::Password,
        "change-language" => Account::Language,
        _ => return None,
    })
}
