//! What a refused call means, by Shopware's codes (Shopware §21): code first, status second, never the words.
//!
//! **Invariant:** a code of both versions, 6.6 and 6.7, means the same here (Shopware §22).

use std::time::Duration;

use super::{Failure, FieldError};
use crate::error::{ApiError, BackendError};

/// What the API must act on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// The call needs a customer or guest, and the session has none (any more).
    NotLoggedIn,
    /// There is nothing to order.
    CartEmpty,
    /// Errors of the cart keep it from being ordered. Shopware has repaired by now what it can, so the same call once more may order less (Shopware §7.3).
    CartBlocked(Vec<BlockingError>),
    /// The cart is another than the one whose `hash` was sent.
    CartChanged,
    /// The cart is being changed by another call; may be tried again (6.7).
    CartLocked,
    /// The row is not in the cart (any more).
    LineItemNotFound,
    /// A promotion's quantity cannot be changed, and its code cannot be added again in another spelling.
    LineItemNotStackable,
    /// The row cannot be removed.
    LineItemNotRemovable,
    /// No order of this session's customer has this id.
    OrderNotFound,
    /// The order is a guest's: e-mail address and postal code are asked for. Also said of a link that leads to no order (any more).
    GuestNotAuthenticated,
    /// E-mail address or postal code are not those of the order.
    GuestWrongCredentials,
    /// The payment method does not exist, or cannot be had.
    PaymentMethodNotAvailable,
    /// The shipping method does not exist.
    ShippingMethodNotAvailable,
    /// The order is paid, or its payment is under way.
    PaymentNotChangeable,
    /// The payment provider broke off, and no error address was given.
    PaymentInterrupted,
    /// The order cannot be cancelled (any more).
    OrderNotCancellable,
    /// No address of this customer has this id.
    AddressNotFound,
    /// A default address cannot be deleted.
    AddressIsDefault,
    /// There is no such country.
    CountryNotFound,
    /// Too many tries; how long to wait, where it was told.
    Throttled(Option<Duration>),
    /// The sales channel is in maintenance; how long to wait, where it was told (R-SESS-03).
    Maintenance(Option<Duration>),
    /// Inputs that were not accepted, in Shopware's order.
    Invalid(Vec<FieldError>),
    /// Anything else: no connection, no answer in time, or a failure of the backend.
    Other,
}

/// A cart error that keeps the cart from being ordered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BlockingError {
    /// As in [`super::CartError::key`] (`product-stock-reached52af…`, `shipping-method-blocked-Express`).
    pub key: String,
    /// As in [`super::CartError::message_key`] (`product-stock-reached`); empty for one that is not in the table of Shopware §7.3.
    pub message_key: String,
}

/// The kinds of Shopware §7.3 that block; none begins like another.
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
    "shipping-address-salutation-missing",
    "billing-address-salutation-missing",
    "shipping-address-invalid",
    "billing-address-invalid",
    "shipping-address-country-region-missing",
    "billing-address-country-region-missing",
];

impl Failure {
    /// What the failure means.
    pub fn refusal(&self) -> Refusal {
        Refusal::of(&self.error)
    }

    /// Whether a write that failed so may have been done all the same: its answer is lost, or says nothing about it. A refusal by a code or by a status below 500 was
    /// not done (R-CHK-08).
    pub fn may_have_been_done(&self) -> bool {
        match &self.error {
            BackendError::Configuration { .. } | BackendError::Maintenance { .. } => false,
            // 408 is what a proxy says whose backend was too slow.
            BackendError::Status { status, .. } => {
                (*status >= 500 || *status == 408) && self.refusal() == Refusal::Other
            }
            _ => true,
        }
    }
}

impl Refusal {
    /// Reads a failure.
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
            "CHECKOUT__CUSTOMER_NOT_LOGGED_IN" | "FRAMEWORK__ROUTING_CUSTOMER_NOT_LOGGED_IN" => Self::NotLoggedIn,
            "CHECKOUT__CART_EMPTY" => Self::CartEmpty,
            "CHECKOUT__CART_INVALID" => Self::CartBlocked(blocking(error)),
            "CHECKOUT__CART_HASH_MISMATCH" => Self::CartChanged,
            "CHECKOUT__CART_LOCKED" => Self::CartLocked,
            "CHECKOUT__CART_LINE_ITEM_NOT_FOUND" => Self::LineItemNotFound,
            "CHECKOUT__CART_LINE_ITEM_NOT_STACKABLE" => Self::LineItemNotStackable,
            "CHECKOUT__CART_LINE_ITEM_NOT_REMOVABLE" => Self::LineItemNotRemovable,
            "CHECKOUT__ORDER_ORDER_NOT_FOUND" | "CHECKOUT__INVALID_ORDER_ID" => Self::OrderNotFound,
            // 6.6 says so of an order; of another entity it is none of our calls' matter.
            "FRAMEWORK__ENTITY_NOT_FOUND" if error.parameter("entity") == Some("order") => Self::OrderNotFound,
            "CHECKOUT__GUEST_NOT_AUTHENTICATED" => Self::GuestNotAuthenticated,
            "CHECKOUT__GUEST_WRONG_CREDENTIALS" => Self::GuestWrongCredentials,
            "CHECKOUT__ORDER_PAYMENT_METHOD_NOT_AVAILABLE" | "CHECKOUT__UNKNOWN_PAYMENT_METHOD" => {
                Self::PaymentMethodNotAvailable
            }
            "CHECKOUT__ORDER_PAYMENT_METHOD_NOT_CHANGEABLE" | "CHECKOUT__PAYMENT_METHOD_UNCHANGEABLE" => {
                Self::PaymentNotChangeable
            }
            "CHECKOUT__ASYNC_PAYMENT_PROCESS_INTERRUPTED" | "CHECKOUT__SYNC_PAYMENT_PROCESS_INTERRUPTED" => {
                Self::PaymentInterrupted
            }
            "CHECKOUT__ORDER_NOT_CANCELLABLE" | "SYSTEM__ILLEGAL_STATE_TRANSITION" => Self::OrderNotCancellable,
            "CHECKOUT__CUSTOMER_ADDRESS_NOT_FOUND" => Self::AddressNotFound,
            "CHECKOUT__CUSTOMER_ADDRESS_IS_DEFAULT" => Self::AddressIsDefault,
            "CHECKOUT__CUSTOMER_COUNTRY_NOT_FOUND" => Self::CountryNotFound,
            "CHECKOUT__CUSTOMER_AUTH_THROTTLED" | "FRAMEWORK__RATE_LIMIT_EXCEEDED" => {
                let seconds = error.parameter("seconds").and_then(|text| text.parse().ok());
                Self::Throttled(seconds.map(Duration::from_secs).or(retry_after))
            }
            // PATCH /context says so of what is not the channel's or not the customer's (Shopware §8.2).
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
            _ => Self::Other,
        }
    }
}

/// The keys in `meta.parameters.errors`, one `key: message` a line.
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
