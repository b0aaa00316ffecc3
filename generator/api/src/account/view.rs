//! The account as JSON.
//!
//! **Invariant:** pure.

use vitrine_backends::shopware::session::{self as shopware, AddressId};

use super::types::{AccountResponse, Profile};
use crate::types::customer::Salutation;

pub(super) fn account(
    account: &shopware::Account,
    salutations: &[shopware::Salutation],
    change_email_allowed: bool,
    deletion_allowed: bool,
) -> AccountResponse {
    let customer = &account.customer;
    let salutation = customer.salutation.as_ref().filter(|chosen| !chosen.is_unspecified());
    let id = |id: &Option<AddressId>| id.as_ref().map(|id| id.as_str().to_owned());
    AccountResponse {
        profile: Profile {
            customer_number: customer.number.clone(),
            email: customer.email.clone(),
            salutation_id: salutation.map(|s| s.id.as_str().to_owned()),
            salutation: salutation.map(|s| s.name.clone()),
            first_name: customer.first_name.clone(),
            last_name: customer.last_name.clone(),
            company: customer.company.clone(),
            vat_ids: account.vat_ids.clone(),
            account_type: customer.account_type.into(),
            registered_on: account.registered_at.as_deref().and_then(day),
        },
        salutations: salutations.iter().map(Salutation::from).collect(),
        default_billing_address_id: id(&customer.default_billing_address),
        default_shipping_address_id: id(&customer.default_shipping_address),
        change_email_allowed,
        deletion_allowed,
    }
}

/// The day of a moment that Shopware wrote.
fn day(moment: &str) -> Option<String> {
    let day = moment.get(..10)?;
    let fits = |(place, byte): (usize, u8)| match place {
        4 | 7 => byte == b'-',
        _ => byte.is_ascii_digit(),
    };
    day.bytes().enumerate().all(fits).then(|| day.to_owned())
}
