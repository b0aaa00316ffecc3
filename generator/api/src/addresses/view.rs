//! Converts addresses between our JSON and Shopware.
//!
//! **Invariant:** pure; an address from a request is built field by field, every text trimmed and limited in length.

use vitrine_backends::shopware::session::{
    self as shopware, CountryId, CountryStateId, NewAddress, Refusal, SalutationId,
};

use super::types::{Address, AddressInput, BookAddress};
use crate::web::{fields::Form, problem::Problem};

/// Maximum length of the first name of an address in characters (Shopware §25.3).
pub(crate) const MAX_FIRST_NAME: usize = 50;
/// Maximum length of the last name of an address in characters (Shopware §25.3).
pub(crate) const MAX_LAST_NAME: usize = 60;

/// Converts a Shopware address for the response. The salutation "not specified" becomes `null`.
pub(crate) fn address(address: &shopware::Address) -> Address {
    Address {
        id: address.id.as_str().to_owned(),
        salutation_id: address
            .salutation_id
            .as_ref()
            .filter(|_| {
                !address
                    .salutation
                    .as_ref()
                    .is_some_and(shopware::Salutation::is_unspecified)
            })
            .map(|id| id.as_str().to_owned()),
        first_name: address.first_name.clone(),
        last_name: address.last_name.clone(),
        company: address.company.clone(),
        street: address.street.clone(),
        additional_line: address.additional_line_1.clone(),
        additional_line_2: address.additional_line_2.clone(),
        zipcode: address.zipcode.clone(),
        city: address.city.clone(),
        country_id: address
            .country_id
            .as_ref()
            .map_or_else(String::new, |id| id.as_str().to_owned()),
        country: address
            .country
            .as_ref()
            .map(|country| country.name.clone())
            .filter(|name| !name.is_empty()),
        country_state_id: address.country_state_id.as_ref().map(|id| id.as_str().to_owned()),
        phone: address.phone_number.clone(),
    }
}

/// Converts the address book for the response: the default addresses first, the others as Shopware orders them.
pub(crate) fn book(addresses: &[shopware::Address], customer: Option<&shopware::Customer>) -> Vec<BookAddress> {
    let billing = customer.and_then(|customer| customer.default_billing_address.as_ref());
    let shipping = customer.and_then(|customer| customer.default_shipping_address.as_ref());
    let mut book: Vec<BookAddress> = addresses
        .iter()
        .map(|row| BookAddress {
            address: address(row),
            is_default_billing: billing == Some(&row.id),
            is_default_shipping: shipping == Some(&row.id),
        })
        .collect();
    book.sort_by_key(|row| (!row.is_default_billing, !row.is_default_shipping));
    book
}

/// Converts the address of a request at the JSON pointer `at` (empty, or `/billing_address`). Invalid fields are added
/// to the form, and the result is `None`.
pub(crate) fn new_address(form: &mut Form, at: &str, input: &AddressInput) -> Option<NewAddress> {
    let pointer = |name: &str| format!("{at}/{name}");
    let country = form.id(pointer("country_id"), &input.country_id, CountryId::parse);
    Some(NewAddress {
        title: None,
        salutation: form.optional_id(
            pointer("salutation_id"),
            input.salutation_id.as_deref(),
            SalutationId::parse,
        ),
        first_name: form.text(pointer("first_name"), &input.first_name, MAX_FIRST_NAME),
        last_name: form.text(pointer("last_name"), &input.last_name, MAX_LAST_NAME),
        company: form.optional(pointer("company"), input.company.as_deref(), 255),
        department: None,
        street: form.text(pointer("street"), &input.street, 255),
        additional_line_1: form.optional(pointer("additional_line"), input.additional_line.as_deref(), 255),
        additional_line_2: form.optional(pointer("additional_line_2"), input.additional_line_2.as_deref(), 255),
        zipcode: form.optional(pointer("zipcode"), Some(&input.zipcode), 50),
        city: form.text(pointer("city"), &input.city, 70),
        phone_number: form.optional(pointer("phone"), input.phone.as_deref(), 40),
        country_state: form.optional_id(
            pointer("country_state_id"),
            input.country_state_id.as_deref(),
            CountryStateId::parse,
        ),
        country: country?,
    })
}

/// The billing and shipping address of a registration, the latter only if it differs.
pub(crate) fn both(
    form: &mut Form,
    billing: &AddressInput,
    shipping: Option<&AddressInput>,
) -> (Option<NewAddress>, Option<NewAddress>) {
    let billing = new_address(form, "/billing_address", billing);
    let shipping = shipping.and_then(|address| new_address(form, "/shipping_address", address));
    (billing, shipping)
}

/// Where the fields of a registration's refusal are in our request: the company is in the billing address, and so are
/// the names of a guest; a country that does not exist is in the address that was sent with it.
pub(crate) fn pointer_of_registration(
    problem: &Problem,
    billing: &AddressInput,
    guest: bool,
) -> impl Fn(&str) -> Option<String> + use<> {
    let of_shipping = match problem.refusal() {
        Some(Refusal::CountryNotFound(id)) => !id.is_empty() && *id != billing.country_id,
        _ => false,
    };
    move |pointer| match pointer {
        "/country_id" if of_shipping => Some("/shipping_address/country_id".to_owned()),
        "/country_id" | "/company" => Some(format!("/billing_address{pointer}")),
        "/first_name" | "/last_name" | "/salutation_id" if guest => Some(format!("/billing_address{pointer}")),
        _ => None,
    }
}
