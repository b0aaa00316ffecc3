//! `/api/addresses`: the address book of the session's customer, guests included (R-CHK-02, R-ACCT-05).

mod handlers;
pub(crate) mod salutations;
pub(crate) mod types;
pub(crate) mod view;

use self::types::{AddressInput, AddressesResponse, DefaultAddressRequest};
use crate::{
    request::row::Row,
    web::policy::{Action, Policy},
};

/// Maximum body size in bytes: every text at its maximum length, fully escaped.
const MAX_ADDRESS_BODY: usize = 16 * 1024;

pub(crate) fn rows() -> Vec<Row> {
    let read = Policy::guest(Action::Read);
    let write = Policy::guest(Action::CheckoutWrite);
    let one = "/api/addresses/{id}";
    vec![
        Row::get::<AddressesResponse>("getAddresses", "/api/addresses", read, |context| {
            Box::pin(handlers::list(context))
        })
        .summary("Returns the address book of the session's customer."),
        Row::post::<AddressInput, AddressesResponse>("createAddress", "/api/addresses", write, |context, body| {
            Box::pin(handlers::create(context, body))
        })
        .summary("Adds an address to the address book.")
        .max_body(MAX_ADDRESS_BODY),
        Row::patch::<AddressInput, AddressesResponse>("changeAddress", one, write, |context, body| {
            Box::pin(handlers::change(context, body))
        })
        .summary("Puts an address in the place of another one, under the same id.")
        .max_body(MAX_ADDRESS_BODY),
        Row::delete::<AddressesResponse>("removeAddress", one, write, |context| {
            Box::pin(handlers::remove(context))
        })
        .summary("Removes an address from the address book; the customer's default ones cannot be removed."),
        Row::patch::<DefaultAddressRequest, AddressesResponse>(
            "setDefaultAddress",
            "/api/addresses/{id}/default",
            write,
            |context, body| Box::pin(handlers::set_default(context, body)),
        )
        .summary("Makes an address the customer's default one for bills or for deliveries."),
    ]
}
