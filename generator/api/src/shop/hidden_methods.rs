//! Payment methods that cannot work in this shop and are hidden from its visitors (Shopware §25.4).
//!
//! **Invariant:** a hidden method is neither offered nor accepted, in the checkout and after the order.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Mutex, MutexGuard, PoisonError},
};

use vitrine_backends::shopware::session::{PaymentMethod, PaymentMethodId};

use crate::config::PaymentRules;

/// Methods that fail after the order was placed because they need a script of their provider in the page, or that
/// consumers cannot use: point-of-sale terminals, company accounts, vouchers, phone wallets.
const UNUSABLE: [&str; 11] = [
    "payment_mollie_applepay",
    "payment_mollie_billie",
    "payment_mollie_pointofsale",
    "payment_mollie_voucher",
    "swag_paypal_acdc",
    "swag_paypal_apple_pay",
    "swag_paypal_google_pay",
    "swag_paypal_pay_later",
    "swag_paypal_pui",
    "swag_paypal_sepa",
    "swag_paypal_venmo",
];

/// The names to hide, and the known methods of the sales channel.
pub(crate) struct HiddenMethods {
    names: BTreeSet<String>,
    /// Each method of the channel that was seen, with its technical name.
    seen: Mutex<BTreeMap<String, String>>,
}

/// The technical names of methods that these rules hide.
pub fn hidden_names(rules: &PaymentRules) -> BTreeSet<String> {
    let known = UNUSABLE.into_iter().map(str::to_owned);
    let names = known.chain(rules.hide.iter().cloned());
    names.filter(|name| !rules.show.contains(name)).collect()
}

impl HiddenMethods {
    pub(crate) fn new(rules: &PaymentRules) -> Self {
        Self {
            names: hidden_names(rules),
            seen: Mutex::default(),
        }
    }

    fn seen(&self) -> MutexGuard<'_, BTreeMap<String, String>> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The methods to offer, of those that Shopware returned.
    pub(crate) fn offered<'m>(&self, methods: &'m [PaymentMethod]) -> impl Iterator<Item = &'m PaymentMethod> {
        self.learn(methods);
        methods
            .iter()
            .filter(|method| !self.names.contains(&method.technical_name))
    }

    /// The technical names of the channel's methods that are hidden, as far as they were seen.
    pub(crate) fn of_channel(&self) -> Vec<String> {
        let seen = self.seen();
        let hidden: BTreeSet<&String> = seen.values().filter(|name| self.names.contains(*name)).collect();
        hidden.into_iter().cloned().collect()
    }

    pub(crate) fn learn(&self, methods: &[PaymentMethod]) {
        let mut seen = self.seen();
        for method in methods {
            let (id, name) = (method.id.as_str(), &method.technical_name);
            if seen.get(id) == Some(name) {
                continue;
            }
            if self.names.contains(name) {
                tracing::warn!(
                    technical_name = name,
                    "a payment method is hidden, as it cannot work in this shop: take it out of the sales channel, or name it in payment.show"
                );
            }
            seen.insert(id.to_owned(), name.clone());
        }
    }

    /// Whether a method is hidden; `None` if it was not seen yet.
    pub(crate) fn is_hidden(&self, id: &PaymentMethodId) -> Option<bool> {
        self.seen().get(id.as_str()).map(|name| self.names.contains(name))
    }
}
