//! `/api/checkout`: all data of the checkout in one response, and its changes (R-CHK-01, -02, -04, -07).

mod handlers;
pub(crate) mod types;
pub(crate) mod view;

use self::types::{
    AddressFormResponse, ChangeCheckoutRequest, CheckoutChangedResponse, CheckoutResponse, GuestRequest, GuestResponse,
    WaitingGuestRequest,
};
use crate::{
    request::row::Row,
    web::policy::{Action, Policy},
};

/// Maximum body size in bytes: a guest's contact and two addresses, each text at its maximum length, fully escaped.
const MAX_GUEST_BODY: usize = 32 * 1024;

pub(crate) fn rows() -> Vec<Row> {
    let write = Policy::public(Action::CheckoutWrite);
    vec![
        Row::get::<CheckoutResponse>(
            "getCheckout",
            "/api/checkout",
            Policy::public(Action::Read),
            |context| Box::pin(handlers::read(context)),
        )
        .summary(
            "Returns all that the checkout shows: who orders, addresses, methods, lists, and the cart with its taxes.",
        ),
        Row::get::<AddressFormResponse>(
            "getAddressForm",
            "/api/checkout/form",
            Policy::public(Action::Read),
            |context| Box::pin(handlers::address_form(context)),
        )
        .summary("Returns what an address is chosen from, countries and salutations, and what it needs."),
        Row::patch::<ChangeCheckoutRequest, CheckoutChangedResponse>(
            "changeCheckout",
            "/api/checkout",
            write,
            |context, body| Box::pin(handlers::change(context, body)),
        )
        .summary(
            "Chooses shipping method, payment method, addresses or country, and returns the checkout as it is then.",
        ),
        Row::post::<GuestRequest, GuestResponse>(
            "orderAsGuest",
            "/api/checkout/guest",
            write,
            |context, body| Box::pin(handlers::guest(context, body)),
        )
        .summary("Makes the visitor a guest with contact and addresses, unless the e-mail address has to be confirmed first, and returns the checkout as it is then.")
        .max_body(MAX_GUEST_BODY),
        Row::post::<WaitingGuestRequest, CheckoutChangedResponse>(
            "goOnAsGuest",
            "/api/checkout/guest/go-on",
            Policy::public(Action::Read),
            |context, body| Box::pin(handlers::go_on(context, body)),
        )
        .summary("Makes the visitor the guest whose e-mail address was confirmed on another device, if it was, and returns the checkout."),
    ]
}
