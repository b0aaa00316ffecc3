//! Stored customers and addresses (Shopware §3.3, §13.3, §14). A guest is a customer without a password.

use jiff::Timestamp;
use vitrine_demo_shop::{ShopFile, id_of};

/// Shopware's id of the stock customer group.
pub(crate) const CUSTOMER_GROUP: &str = "cfbd5018d38d41d8adca10d94fc8bdd6";

/// Id of a customer group by its key; `None` is the standard group.
pub(crate) fn group_id(shop: &ShopFile, key: Option<&str>) -> String {
    let group = key.and_then(|key| shop.customer_groups.iter().find(|group| group.key == key));
    group.map_or_else(
        || CUSTOMER_GROUP.to_owned(),
        |group| id_of("customer_group", &group.key, group.id.as_deref()),
    )
}

/// A customer: registered in a session.
#[derive(Debug, Clone)]
pub(crate) struct Customer {
    pub(crate) id: String,
    pub(crate) number: String,
    pub(crate) email: String,
    /// In plain text: all data here is test data.
    pub(crate) password: Option<String>,
    pub(crate) guest: bool,
    pub(crate) active: bool,
    /// The confirmation of the e-mail address, if one is required.
    pub(crate) opt_in: Option<OptIn>,
    pub(crate) last_login: Option<Timestamp>,
    pub(crate) first_name: String,
    pub(crate) last_name: String,
    pub(crate) title: Option<String>,
    /// Id of the salutation.
    pub(crate) salutation: String,
    /// Key of the customer group; `None` for the standard one.
    pub(crate) group: Option<String>,
    /// `private` or `business`.
    pub(crate) account_type: String,
    pub(crate) company: Option<String>,
    pub(crate) vat_ids: Vec<String>,
    /// ISO date.
    pub(crate) birthday: Option<String>,
    /// Id of the language at registration.
    pub(crate) language: String,
    /// Id of the session's payment method at registration.
    pub(crate) default_payment: Option<String>,
    /// Id of the payment method of the last order.
    pub(crate) last_payment: Option<String>,
    /// Id of an address in `addresses`.
    pub(crate) default_billing: String,
    /// Id of an address in `addresses`.
    pub(crate) default_shipping: String,
    /// In order of creation.
    pub(crate) addresses: Vec<Address>,
    pub(crate) order_count: u32,
    /// Sum of the orders, gross.
    pub(crate) order_total: f64,
    pub(crate) last_order: Option<Timestamp>,
    /// Ids of the promotions in the customer's orders, one for each use.
    pub(crate) redeemed: Vec<String>,
    pub(crate) created: Timestamp,
    pub(crate) updated: Option<Timestamp>,
}

/// The confirmation of an e-mail address by a link in a mail.
#[derive(Debug, Clone)]
pub(crate) struct OptIn {
    pub(crate) hash: String,
    pub(crate) sent: Timestamp,
    pub(crate) confirmed: Option<Timestamp>,
}

/// An address of a customer. Values are stored as they were sent.
#[derive(Debug, Clone)]
pub(crate) struct Address {
    pub(crate) id: String,
    /// Id of the country.
    pub(crate) country: String,
    /// Id of the country's state.
    pub(crate) state: Option<String>,
    /// Id of the salutation.
    pub(crate) salutation: Option<String>,
    pub(crate) title: Option<String>,
    pub(crate) first_name: String,
    pub(crate) last_name: String,
    pub(crate) company: Option<String>,
    pub(crate) department: Option<String>,
    pub(crate) street: String,
    pub(crate) zipcode: Option<String>,
    pub(crate) city: String,
    pub(crate) phone: Option<String>,
    pub(crate) line_1: Option<String>,
    pub(crate) line_2: Option<String>,
    pub(crate) created: Timestamp,
    pub(crate) updated: Option<Timestamp>,
}

impl Customer {
    /// The address with this id.
    pub(crate) fn address(&self, id: &str) -> Option<&Address> {
        self.addresses.iter().find(|address| address.id == id)
    }

    /// The address selected in a session, otherwise the default one.
    pub(crate) fn active(&self, chosen: Option<&String>, default: &str) -> Option<&Address> {
        chosen.and_then(|id| self.address(id)).or_else(|| self.address(default))
    }
}
