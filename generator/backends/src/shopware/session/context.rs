//! Who the visitor is and in which currency and tax state they buy (Shopware §8).
//!
//! **Invariant:** of a customer's data only what screens of this issue show is kept.

use vitrine_model::{
    ids::LanguageId,
    money::{Currency, TaxStatus},
};

/// A session's context.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Context {
    /// The session's currency.
    pub currency: Currency,
    /// Whether shown amounts hold tax.
    pub tax_status: TaxStatus,
    /// The language of this call (its header wins over the session's own).
    pub language: Option<LanguageId>,
    /// Who is logged in; `None` = anonymous.
    pub customer: Option<Customer>,
    /// ISO code of the country that goods are sent to (`NL`).
    pub country: Option<String>,
}

/// Private or business.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AccountType {
    /// A person.
    Private,
    /// A firm.
    Business,
}

/// A customer, logged in or as a guest.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Customer {
    /// Orders without an account (Shopware §3.3).
    pub guest: bool,
    /// Private or business.
    pub account_type: AccountType,
    /// First name.
    pub first_name: String,
    /// Last name.
    pub last_name: String,
}

/// A country of the sales channel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Country {
    /// Shopware's id, 32 hex digits.
    pub id: String,
    /// `NL`
    pub iso: String,
    /// In the call's language.
    pub name: String,
    /// Goods are sent there.
    pub shipping_available: bool,
}
