//! Converts Shopware's lists and methods for the response, and finds what prevents an order.
//!
//! **Invariant:** pure, field by field; texts of blockers are our own.

use vitrine_backends::shopware::session as shopware;
use vitrine_model::money::TaxStatus;

use super::types::{Blocker, BlockerCode, CheckoutCustomer, CheckoutResponse, Country, ShippingMethod};
use crate::{
    delivery_dates::lines::{self, Shipment},
    request::Page,
    types::money::Money,
};

pub(super) fn customer(customer: &shopware::Customer) -> CheckoutCustomer {
    CheckoutCustomer {
        guest: customer.guest,
        active: customer.guest || customer.active,
        account_type: customer.account_type.into(),
        first_name: customer.first_name.clone(),
        last_name: customer.last_name.clone(),
        email: customer.email.clone(),
        company: customer.company.clone(),
        vat_ids: customer.vat_ids.clone(),
    }
}

/// What is known about the delivery costs before a method is chosen.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum DeliveryCosts {
    /// Those of the method.
    OfMethod,
    /// None: the delivery of all goods is free.
    Nothing,
    /// Only Shopware knows: a promotion changes them.
    Unknown,
}

impl DeliveryCosts {
    pub(super) fn of(cart: &shopware::Cart) -> Self {
        let lines = || cart.all_line_items();
        if lines().any(|line| line.on_delivery) {
            return Self::Unknown;
        }
        let delivered = || lines().filter_map(|line| line.free_delivery);
        if delivered().next().is_some() && delivered().all(|free| free) {
            Self::Nothing
        } else {
            Self::OfMethod
        }
    }
}

pub(super) fn shipping_method(
    method: &shopware::ShippingMethod,
    tax: TaxStatus,
    costs: DeliveryCosts,
    cart: Option<&shopware::Cart>,
    page: &Page<'_>,
) -> ShippingMethod {
    let days = cart.and_then(|cart| lines::of_cart(cart, Shipment::of(cart).by(method.time), page));
    ShippingMethod {
        id: method.id.as_str().to_owned(),
        name: method.name.clone(),
        description: method.description.clone(),
        delivery: days.or_else(|| method.delivery_time.clone()),
        price: method.price.and_then(|price| {
            let own = match tax {
                TaxStatus::Gross => price.gross,
                TaxStatus::Net | TaxStatus::TaxFree => price.net,
            };
            match costs {
                DeliveryCosts::OfMethod => Some(Money::from(own)),
                DeliveryCosts::Nothing => Some(Money::from(own.with_minor(0))),
                DeliveryCosts::Unknown => None,
            }
        }),
    }
}

pub(super) fn country(country: &shopware::Country) -> Country {
    // Shopware has states for countries whose addresses are written without one, such as Germany.
    let asks_for_states = country.state_shown || country.state_required;
    Country {
        id: country.id.as_str().to_owned(),
        iso: country.iso.clone(),
        name: country.name.clone(),
        shipping_available: country.shipping_available,
        zipcode_required: country.postal_code.required,
        vat_id_required: country.vat_id.required,
        state_required: country.state_required,
        states: country
            .states
            .iter()
            .filter(|_| asks_for_states)
            .map(|state| super::types::CountryState {
                id: state.id.as_str().to_owned(),
                name: state.name.clone(),
            })
            .collect(),
    }
}

/// The reasons why the cart cannot be ordered, in the order of the page.
pub(super) fn blockers(checkout: &CheckoutResponse, page: &Page<'_>) -> Vec<Blocker> {
    use BlockerCode as B;
    let is_empty = checkout.cart.line_items.is_empty();
    let shipped = checkout.cart.shipping.is_some();
    let shipping_ok = checkout
        .shipping_methods
        .iter()
        .any(|method| checkout.shipping_method_id.as_ref() == Some(&method.id));
    let payment_ok = checkout
        .payment_methods
        .iter()
        .any(|method| checkout.payment_method_id.as_ref() == Some(&method.id));
    let mut found = Vec::new();
    let mut say = |is: bool, code, key: &str| {
        if is {
            let message = page.messages.text(page.code, key, &[]);
            found.push(Blocker { code, message });
        }
    };
    say(
        !checkout.ordering_allowed,
        B::OrderingNotAllowed,
        "blockers.ordering-not-allowed",
    );
    say(is_empty, B::EmptyCart, "blockers.empty-cart");
    say(checkout.customer.is_none(), B::NoCustomer, "blockers.no-customer");
    let known = checkout.customer.is_some();
    say(
        known && checkout.billing_address.is_none(),
        B::NoBillingAddress,
        "blockers.no-billing-address",
    );
    let unaddressed = known && shipped && checkout.shipping_address.is_none();
    say(unaddressed, B::NoShippingAddress, "blockers.no-shipping-address");
    say(
        shipped && !shipping_ok,
        B::NoShippingMethod,
        "blockers.no-shipping-method",
    );
    say(
        !is_empty && !payment_ok,
        B::NoPaymentMethod,
        "blockers.no-payment-method",
    );
    // The error of a repaired line item concerns the cart before the repair; the repaired cart can be ordered.
    let errors = checkout.cart.errors.iter();
    let lasting = errors.filter(|error| error.blocks_order && !is_repaired(&error.message_key));
    found.extend(lasting.map(|error| Blocker {
        code: code_of(&error.message_key),
        message: error.message.clone(),
    }));
    if checkout.customer.as_ref().is_some_and(|customer| !customer.active) {
        let message = page.messages.text(page.code, "errors.account_inactive", &[]);
        let code = B::AccountInactive;
        found.insert(0, Blocker { code, message });
    }
    found
}

/// The addresses without a salutation, in a shop without "not specified": elsewhere an order adds it.
pub(super) fn missing_salutations(cart: &shopware::Cart, page: &Page<'_>) -> Vec<Blocker> {
    let missing = cart.errors.iter().filter(|error| error.lacks_salutation());
    missing
        .map(|error| Blocker {
            code: code_of(&error.message_key),
            message: page
                .messages
                .text(page.code, &format!("cart_errors.{}", error.message_key), &[]),
        })
        .collect()
}

/// Where the visitor can resolve an error of the cart: at one of the addresses, or in the cart.
fn code_of(message_key: &str) -> BlockerCode {
    match message_key {
        "shipping-address-blocked"
        | "shipping-address-invalid"
        | "salutation-missing-shipping-address"
        | "country-region-missing-shipping-address" => BlockerCode::ShippingAddress,
        "billing-address-blocked"
        | "billing-address-invalid"
        | "salutation-missing-billing-address"
        | "country-region-missing-billing-address" => BlockerCode::BillingAddress,
        _ => BlockerCode::CartError,
    }
}

/// Whether the error is reported once, with the repaired cart (Shopware §7.3).
fn is_repaired(message_key: &str) -> bool {
    matches!(
        message_key,
        "product-not-found"
            | "product-out-of-stock"
            | "product-stock-reached"
            | "min-order-quantity"
            | "purchase-steps-quantity"
            | "auto-promotion-not-found"
    )
}
