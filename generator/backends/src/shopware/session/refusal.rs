//! The meaning of a refused call, from Shopware's codes (Shopware §21): the code first, then the status, never the
//! message.
//!
//! **Invariant:** codes of 6.6 and 6.7 with the same meaning give the same [`Refusal`] (Shopware §22).

use std::time::Duration;

use super::{Failure, FieldError};
use crate::error::{ApiError, BackendError};

/// The errors that the API distinguishes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// The call needs a customer or guest, and the session has none or has expired.
    NotLoggedIn,
    /// The cart is empty.
    CartEmpty,
    /// Errors of the cart block the order. Shopware may have corrected the cart already, so a repeated call may order
    /// fewer items (Shopware §7.3).
    CartBlocked(Vec<BlockingError>),
    /// The cart has changed since the `hash` that was sent.
    CartChanged,
    /// The cart is being changed by another call; can be retried (6.7).
    CartLocked,
    /// The line item is not in the cart.
    LineItemNotFound,
    /// The quantity of a promotion cannot be changed, and its code cannot be added again in another case.
    LineItemNotStackable,
    /// The line item cannot be removed.
    LineItemNotRemovable,
    /// The session's customer has no order with this id.
    OrderNotFound,
    /// The order belongs to a guest: e-mail address and postal code are required. Also returned for a link without an
    /// order.
    GuestNotAuthenticated,
    /// E-mail address or postal code do not match the order.
    GuestWrongCredentials,
    /// The payment method does not exist or is not available.
    PaymentMethodNotAvailable,
    /// The shipping method does not exist.
    ShippingMethodNotAvailable,
    /// The order is paid, or its payment is pending.
    PaymentNotChangeable,
    /// The payment provider aborted, and no error URL was given.
    PaymentInterrupted,
    /// The order cannot be cancelled in its current state.
    OrderNotCancellable,
    /// The document or download does not exist, is another customer's, or is not paid.
    FileNotFound,
    /// The customer has no address with this id.
    AddressNotFound,
    /// A default address cannot be deleted.
    AddressIsDefault,
    /// An address that the session uses cannot be deleted.
    AddressIsActive,
    /// No country has this id, which was sent with one of the addresses; empty if the answer does not name it.
    CountryNotFound(String),
    /// E-mail address or password are wrong, or the account cannot log in: 6.6 distinguishes an unknown address from a
    /// wrong password, which must not be exposed (rule 12).
    BadCredentials,
    /// The link of a mail is too old, was used already, or is not one of the shop's.
    LinkNotUsable,
    /// The e-mail address was confirmed before.
    AlreadyConfirmed,
    /// Too many attempts; how long to wait, if given.
    Throttled(Option<Duration>),
    /// The sales channel is in maintenance mode; how long to wait, if given (R-SESS-03).
    Maintenance(Option<Duration>),
    /// Invalid form fields, in Shopware's order.
    Invalid(Vec<FieldError>),
    /// The call was refused because of its input, with a code that has no variant of its own.
    Rejected,
    /// Anything else: no connection, timeout, or a failure of the backend.
    Other,
}

/// A cart error that blocks the order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BlockingError {
    /// As in [`super::CartError::key`] (`product-stock-reached52af…`, `shipping-method-blocked-Express`).
    pub key: String,
    /// As in [`super::CartError::message_key`] (`product-stock-reached`); empty if it is not in the table of Shopware
    /// §7.3.
    pub message_key: String,
}

/// The blocking message keys of Shopware §7.3; none is a prefix of another.
const BLOCKING: [&str; 16] = [
    "product-not-found",
    "product-out-of-stock",
    "product-stock-reached",
    "min-order-quantity",
    "purchase-steps-quantity",
    "auto-promotion-not-found",
    "shipping-method-blocked",
    "payment-method-blocked",
    "shipping-address-blocked",
    "billing-address-blocked",
    "salutation-missing-shipping-address",
    "salutation-missing-billing-address",
    "shipping-address-invalid",
    "billing-address-invalid",
    "country-region-missing-shipping-address",
    "country-region-missing-billing-address",
];

impl Failure {
    /// The meaning of the failure.
    pub fn refusal(&self) -> Refusal {
        Refusal::of(&self.error)
    }

    /// Whether a failed write may have been made: its answer was lost, or is inconclusive. A write refused with a code
    /// or with a status below 500 was not made (R-CHK-08).
    pub fn may_have_been_done(&self) -> bool {
        match &self.error {
            BackendError::Configuration { .. } | BackendError::Maintenance { .. } => false,
            // A proxy returns 408 when its backend was too slow.
            BackendError::Status { status, .. } => {
                (*status >= 500 || *status == 408) && self.refusal() == Refusal::Other
            }
            _ => true,
        }
    }
}

impl Refusal {
    /// Classifies an error.
    pub fn of(error: &BackendError) -> Self {
        match error {
            BackendError::Maintenance { retry_after, .. } => Self::Maintenance(*retry_after),
            BackendError::Status {
                status,
                errors,
                retry_after,
                ..
            } => {
                let known = errors.iter().find_map(|error| Self::of_item(error, *retry_after));
                known.unwrap_or_else(|| Self::invalid(errors, *status, *retry_after))
            }
            _ => Self::Other,
        }
    }

    fn of_item(error: &ApiError, retry_after: Option<Duration>) -> Option<Self> {
        Some(match error.code.as_str() {
            "CHECKOUT__CUSTOMER_NOT_LOGGED_IN"
            | "FRAMEWORK__ROUTING_CUSTOMER_NOT_LOGGED_IN"
            | "CHECKOUT__INSUFFICIENT_PERMISSION" => Self::NotLoggedIn,
            "CHECKOUT__CART_EMPTY" => Self::CartEmpty,
            "CHECKOUT__CART_INVALID" => Self::CartBlocked(blocking(error)),
            "CHECKOUT__CART_HASH_MISMATCH" => Self::CartChanged,
            "CHECKOUT__CART_LOCKED" => Self::CartLocked,
            "CHECKOUT__CART_LINE_ITEM_NOT_FOUND" => Self::LineItemNotFound,
            "CHECKOUT__CART_LINE_ITEM_NOT_STACKABLE" => Self::LineItemNotStackable,
            "CHECKOUT__CART_LINE_ITEM_NOT_REMOVABLE" => Self::LineItemNotRemovable,
            "CHECKOUT__ORDER_ORDER_NOT_FOUND" | "CHECKOUT__INVALID_ORDER_ID" => Self::OrderNotFound,
            // 6.6 returns this for an order; for other entities it is not one of our calls.
            "FRAMEWORK__ENTITY_NOT_FOUND" if error.parameter("entity") == Some("order") => Self::OrderNotFound,
            "CHECKOUT__GUEST_NOT_AUTHENTICATED" => Self::GuestNotAuthenticated,
            "CHECKOUT__GUEST_WRONG_CREDENTIALS" => Self::GuestWrongCredentials,
            "CHECKOUT__ORDER_PAYMENT_METHOD_NOT_AVAILABLE"
            | "CHECKOUT__UNKNOWN_PAYMENT_METHOD"
            | "CHECKOUT__CUSTOMER_CHANGE_PAYMENT_METHOD_NOT_FOUND" => Self::PaymentMethodNotAvailable,
            "CHECKOUT__ORDER_PAYMENT_METHOD_NOT_CHANGEABLE" | "CHECKOUT__PAYMENT_METHOD_UNCHANGEABLE" => {
                Self::PaymentNotChangeable
            }
            "CHECKOUT__ASYNC_PAYMENT_PROCESS_INTERRUPTED" | "CHECKOUT__SYNC_PAYMENT_PROCESS_INTERRUPTED" => {
                Self::PaymentInterrupted
            }
            "CHECKOUT__ORDER_NOT_CANCELLABLE" | "SYSTEM__ILLEGAL_STATE_TRANSITION" => Self::OrderNotCancellable,
            "DOCUMENT__DOCUMENT_NOT_FOUND" | "CHECKOUT__LINE_ITEM_DOWNLOAD_FILE_NOT_FOUND" => Self::FileNotFound,
            "CHECKOUT__CUSTOMER_ADDRESS_NOT_FOUND" => Self::AddressNotFound,
            "CHECKOUT__CUSTOMER_ADDRESS_IS_DEFAULT" => Self::AddressIsDefault,
            "CHECKOUT__CUSTOMER_ADDRESS_IS_ACTIVE" => Self::AddressIsActive,
            "CHECKOUT__CUSTOMER_COUNTRY_NOT_FOUND" => {
                Self::CountryNotFound(error.parameter("countryId").unwrap_or_default().to_owned())
            }
            "CHECKOUT__CUSTOMER_AUTH_BAD_CREDENTIALS"
            | "CHECKOUT__CUSTOMER_NOT_FOUND"
            | "CHECKOUT__CUSTOMER_NOT_FOUND_BY_ID"
            | "CHECKOUT__CUSTOMER_OPTIN_NOT_COMPLETED"
            | "CHECKOUT__PASSWORD_POLICIES_UPDATED" => Self::BadCredentials,
            "CHECKOUT__CUSTOMER_RECOVERY_HASH_EXPIRED"
            | "CHECKOUT__CUSTOMER_NOT_FOUND_BY_HASH"
            | "CHECKOUT__NO_HASH_PROVIDED" => Self::LinkNotUsable,
            "CHECKOUT__CUSTOMER_IS_ALREADY_CONFIRMED" => Self::AlreadyConfirmed,
            "CHECKOUT__CUSTOMER_AUTH_THROTTLED" | "FRAMEWORK__RATE_LIMIT_EXCEEDED" => {
                let seconds = error.parameter("seconds").and_then(|text| text.parse().ok());
                Self::Throttled(seconds.map(Duration::from_secs).or(retry_after))
            }
            // PATCH /context returns this for an id that is not the channel's or not the customer's (Shopware §8.2).
            "VIOLATION::ENTITY_DOES_NOT_EXISTS" => match error.pointer.as_deref() {
                Some("/paymentMethodId") => Self::PaymentMethodNotAvailable,
                Some("/shippingMethodId") => Self::ShippingMethodNotAvailable,
                Some("/billingAddressId" | "/shippingAddressId") => Self::AddressNotFound,
                _ => return None,
            },
            _ => return None,
        })
    }

    fn invalid(errors: &[ApiError], status: u16, retry_after: Option<Duration>) -> Self {
        let fields: Vec<FieldError> = errors.iter().filter_map(FieldError::from_error).collect();
        match status {
            400 if !fields.is_empty() => Self::Invalid(fields),
            429 => Self::Throttled(retry_after),
            // 412: the sales channel, its language or its currency is not there, which no visitor's input causes.
            400..=411 | 413..=499 if errors.iter().any(is_refusal) => Self::Rejected,
            _ => Self::Other,
        }
    }
}

/// Whether an error has a name of Shopware's or of one of its plug-ins (`CHECKOUT__CART_EMPTY`): the call was understood
/// and refused. Errors of the framework have numbers (Shopware §2); those of criteria are mistakes of this client.
fn is_refusal(error: &ApiError) -> bool {
    let code = error.code.as_str();
    let is_word = |text: &str| {
        !text.is_empty()
            && text
                .bytes()
                .all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_')
    };
    let is_named = code.split_once("__").or_else(|| code.split_once("::"));
    is_named.is_some_and(|(of, name)| is_word(of) && is_word(name))
        && !code.ends_with("_QUERY")
        && code != "FRAMEWORK__QUERY_LIMIT_EXCEEDED"
        // The shop's access key or the whole channel is refused.
        && !code.starts_with("FRAMEWORK__API_")
}

/// The keys in `meta.parameters.errors`, one `key: message` per line.
fn blocking(error: &ApiError) -> Vec<BlockingError> {
    let lines = error.parameter("errors").unwrap_or_default().lines();
    lines
        .filter_map(|line| {
            let key = line.split(": ").next().unwrap_or_default().trim();
            if key.is_empty() {
                return None;
            }
            let kind = BLOCKING.iter().find(|kind| key.starts_with(**kind));
            Some(BlockingError {
                key: key.to_owned(),
                message_key: kind.copied().unwrap_or_default().to_owned(),
            })
        })
        .collect()
}
