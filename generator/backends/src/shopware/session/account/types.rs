//! Parameters and answers of the account calls.
//!
//! **Invariant:** no personal data and no secret is printed (rule 5).

use std::fmt;

use secrecy::{ExposeSecret, SecretString};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::shopware::{
    session::{AccountType, Customer, GuestRegistration, SalutationId, SessionIdError},
    wire::WireCustomer,
};

/// E-mail address and password of a login.
#[derive(Clone)]
pub struct Credentials {
    /// E-mail address; Shopware compares it without case.
    pub email: String,
    /// Password.
    pub password: SecretString,
}

impl fmt::Debug for Credentials {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Credentials")
    }
}

/// The secret of a mail's link: to a new password, or to the confirmation of an e-mail address.
#[derive(Clone)]
pub struct MailHash(SecretString);

impl MailHash {
    /// Parses a secret: 16 to 128 ASCII letters and digits. Shopware's own have 32.
    pub fn parse(text: &str) -> Result<Self, SessionIdError> {
        if (16..=128).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_alphanumeric()) {
            return Ok(Self(SecretString::from(text)));
        }
        Err(SessionIdError {
            kind: "secret of a mail's link",
            rule: "16 to 128 letters and digits",
        })
    }

    pub(super) fn expose(&self) -> &str {
        self.0.expose_secret()
    }
}

impl fmt::Debug for MailHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("MailHash")
    }
}

/// Input of the registration of an account.
#[derive(Clone, Debug)]
pub struct Registration {
    /// Everything but the password.
    pub contact: GuestRegistration,
    /// The password of the account.
    pub password: SecretString,
}

impl Registration {
    pub(super) fn body(&self) -> Value {
        let mut body = self.contact.body();
        if let Some(map) = body.as_object_mut() {
            map.insert("guest".into(), false.into());
            map.insert("password".into(), self.password.expose_secret().into());
        }
        body
    }
}

/// Result of a registration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Registered {
    /// The customer.
    pub customer: Customer,
    /// A confirmation mail was sent: the customer is not logged in until its link is opened, and the token is unchanged
    /// (Shopware §3.5).
    pub confirmation_pending: bool,
}

impl Registered {
    pub(in crate::shopware::session) fn from_wire(wire: &WireCustomer) -> Self {
        Self {
            customer: Customer::from_wire(wire),
            confirmation_pending: wire.double_opt_in_registration == Some(true)
                && wire.double_opt_in_confirm_date.is_none(),
        }
    }
}

/// The customer's own data.
#[derive(Clone, PartialEq, Eq)]
pub struct Account {
    /// The data that the session's context has too.
    pub customer: Customer,
    /// VAT ids of a company.
    pub vat_ids: Vec<String>,
    /// The moment of registration, as Shopware writes it (`2026-03-01T12:00:00.000+00:00`).
    pub registered_at: Option<String>,
}

impl Account {
    pub(in crate::shopware::session) fn from_wire(wire: &WireCustomer) -> Self {
        Self {
            customer: Customer::from_wire(wire),
            vat_ids: wire.vat_ids.0.clone(),
            registered_at: wire.created_at.clone(),
        }
    }
}

impl fmt::Debug for Account {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Account")
            .field("customer", &self.customer)
            .finish_non_exhaustive()
    }
}

/// A change of name and salutation. Company and VAT ids are sent again, because Shopware clears missing fields
/// (Shopware §13.6).
#[derive(Clone)]
pub struct Profile {
    /// Salutation; `None` = not specified.
    pub salutation: Option<SalutationId>,
    /// First name.
    pub first_name: String,
    /// Last name.
    pub last_name: String,
    /// The account's own kind.
    pub account_type: AccountType,
    /// The account's own company.
    pub company: Option<String>,
    /// The account's own VAT ids.
    pub vat_ids: Vec<String>,
}

impl fmt::Debug for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Profile")
    }
}

impl Profile {
    pub(super) fn body(&self) -> Value {
        let mut body = json!({
            "salutationId": self.salutation.as_ref().map(SalutationId::as_str),
            "firstName": self.first_name,
            "lastName": self.last_name,
            "accountType": match self.account_type {
                AccountType::Private => "private",
                AccountType::Business => "business",
            },
        });
        if let (AccountType::Business, Some(map)) = (self.account_type, body.as_object_mut()) {
            map.insert("company".into(), json!(self.company));
            map.insert("vatIds".into(), json!(self.vat_ids));
        }
        body
    }
}

/// A change of the password by the logged-in customer.
#[derive(Clone, Debug)]
pub struct NewPassword {
    /// The password until now.
    pub current: SecretString,
    /// The new password.
    pub new: SecretString,
    /// The new password again.
    pub confirmation: SecretString,
}

/// A change of the e-mail address.
#[derive(Clone)]
pub struct NewEmail {
    /// The new address.
    pub email: String,
    /// The new address again.
    pub confirmation: String,
    /// The password of the account.
    pub password: SecretString,
}

impl fmt::Debug for NewEmail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("NewEmail")
    }
}

/// Minimum length that the data layer requires of a password, whatever the shop's setting (Shopware §25.3).
pub(super) const STORED_PASSWORD_MIN: u32 = 8;

/// The shop's requirements for accounts, if the backend returns them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LoginSettings {
    /// The shortest password.
    pub password_min_length: u32,
    /// Whether customers may delete their accounts.
    pub allow_customer_deletion: bool,
    /// Whether an address needs a telephone number.
    #[serde(default)]
    pub phone_number_field_required: bool,
    /// Whether an address needs its second line.
    #[serde(default)]
    pub additional_address_field1_required: bool,
    /// Whether an address needs its third line.
    #[serde(default)]
    pub additional_address_field2_required: bool,
}

impl LoginSettings {
    /// The required fields of every address.
    pub fn required(&self) -> RequiredFields {
        RequiredFields {
            phone: self.phone_number_field_required,
            additional_line_1: self.additional_address_field1_required,
            additional_line_2: self.additional_address_field2_required,
        }
    }
}

/// Fields of an address that only some shops require.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RequiredFields {
    /// The telephone number.
    pub phone: bool,
    /// The second line.
    pub additional_line_1: bool,
    /// The third line.
    pub additional_line_2: bool,
}

/// The shop's settings as revealed by the refusal of a registration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RegistrationRules {
    /// The shortest password in characters.
    pub password_min_length: u32,
    /// The required fields of every address.
    pub required: RequiredFields,
}
