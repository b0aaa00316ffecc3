//! The customers of the shop folder (`customers.json`), as they are at start and after a reset.

use std::sync::Arc;

use jiff::Timestamp;
use vitrine_demo_shop::{CustomerAddress, CustomerFile, catalogue::Catalogue, id_of};

use super::customer::{Address, Customer};
use super::language_id;
use super::master_data::{country_id, payment_id, salutation_id};

/// All customers, in the order of the file.
pub(crate) fn customers(shop: &Arc<Catalogue>, now: Timestamp) -> Vec<Customer> {
    shop.customers.iter().map(|file| customer(shop, file, now)).collect()
}

fn customer(shop: &Catalogue, file: &CustomerFile, now: Timestamp) -> Customer {
    let created = file.registered.unwrap_or(now);
    let addresses: Vec<Address> = file
        .addresses
        .iter()
        .enumerate()
        .map(|(place, row)| address(shop, file, row, place, created))
        .collect();
    let id_at = |place: usize| addresses.get(place).or(addresses.first()).map(|row| row.id.clone());
    Customer {
        id: id_of("customer", &file.email, None),
        number: String::new(),
        email: file.email.clone(),
        password: Some(file.password.clone()),
        guest: false,
        active: file.active,
        group: Some(file.group.clone()).filter(|key| shop.shop.customer_groups.iter().any(|group| group.key == *key)),
        opt_in: None,
        last_login: None,
        first_name: file.first_name.clone(),
        last_name: file.last_name.clone(),
        title: None,
        salutation: salutation(shop, &file.salutation).unwrap_or_default(),
        account_type: file.account_type.clone(),
        company: file.company.clone(),
        vat_ids: file.vat_ids.clone(),
        birthday: None,
        language: language_id(shop, &file.language),
        default_payment: shop.shop.payment.first().map(payment_id),
        last_payment: None,
        default_billing: id_at(file.default_billing).unwrap_or_default(),
        default_shipping: id_at(file.default_shipping).unwrap_or_default(),
        addresses,
        order_count: 0,
        order_total: 0.0,
        last_order: None,
        redeemed: Vec::new(),
        created,
        updated: None,
    }
}

fn salutation(shop: &Catalogue, key: &str) -> Option<String> {
    let mut rows = shop.shop.salutations.iter();
    rows.find(|row| row.key == key).map(salutation_id)
}

fn address(shop: &Catalogue, file: &CustomerFile, row: &CustomerAddress, place: usize, created: Timestamp) -> Address {
    let mut countries = shop.shop.countries.iter();
    let country = countries.find(|country| country.iso == row.country).map(country_id);
    Address {
        id: id_of("customer_address", &format!("{}-{place}", file.email), None),
        country: country.unwrap_or_default(),
        state: None,
        salutation: salutation(shop, &file.salutation),
        title: None,
        first_name: file.first_name.clone(),
        last_name: file.last_name.clone(),
        company: row.company.clone().or_else(|| file.company.clone()),
        department: None,
        street: row.street.clone(),
        zipcode: Some(row.zipcode.clone()),
        city: row.city.clone(),
        phone: row.phone.clone(),
        line_1: None,
        line_2: None,
        created,
        updated: None,
    }
}
