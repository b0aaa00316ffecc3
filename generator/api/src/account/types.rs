//! JSON types of the account.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    addresses::types::{AddressInput, BookAddress},
    orders::OrderSummary,
    request::row::{Answer, Body},
    session::types::{SessionResponse, Visitor},
    types::customer::{AccountType, Salutation},
    web::secret::Password,
};

/// E-mail address and password of an account.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"email": "noor@example.test", "password": "correct horse battery"}))]
pub(super) struct LogInRequest {
    /// The e-mail address, in any case.
    #[schema(min_length = 3, max_length = 254)]
    pub(super) email: String,
    /// The password.
    #[schema(value_type = String, min_length = 1, max_length = 256)]
    pub(super) password: Password,
}

impl Body for LogInRequest {}

/// Which devices are logged out.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"everywhere": false}))]
pub(super) struct LogOutRequest {
    /// Whether the visitor requested it for all devices. The backend keeps one session for each customer, so a logout
    /// always affects all devices.
    #[expect(dead_code, reason = "every logout is one of every device")]
    everywhere: bool,
}

impl Body for LogOutRequest {}

/// An account to register.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({
    "account_type": "private", "salutation_id": null, "first_name": "Noor", "last_name": "Visser", "email": "noor@example.test",
    "password": "correct horse battery", "password_confirmation": "correct horse battery", "vat_id": null, "accept_privacy": true,
    "billing_address": {
        "salutation_id": null, "first_name": "Noor", "last_name": "Visser", "company": null, "street": "Spui 3", "additional_line": null,
        "zipcode": "1012 WX", "city": "Amsterdam", "country_id": "0198ae6f1a3b7c2d8e4f5a6b7c8d9e1a", "country_state_id": null, "phone": null
    }, "shipping_address": null
}))]
pub(super) struct RegisterRequest {
    /// A private person, or a company whose name is in the billing address.
    pub(super) account_type: AccountType,
    /// The id of the salutation.
    #[schema(pattern = "^[0-9a-f]{32}$")]
    pub(super) salutation_id: Option<String>,
    /// The first name.
    #[schema(min_length = 1, max_length = 50)]
    pub(super) first_name: String,
    /// The last name.
    #[schema(min_length = 1, max_length = 60)]
    pub(super) last_name: String,
    /// The e-mail address.
    #[schema(min_length = 3, max_length = 254)]
    pub(super) email: String,
    /// The password.
    #[schema(value_type = String, min_length = 1, max_length = 256)]
    pub(super) password: Password,
    /// The password again.
    #[schema(value_type = String, max_length = 256)]
    pub(super) password_confirmation: Password,
    /// The VAT id of a company.
    #[schema(max_length = 30)]
    pub(super) vat_id: Option<String>,
    /// Whether the privacy statement is accepted, if the shop requires that.
    pub(super) accept_privacy: bool,
    /// The billing address.
    pub(super) billing_address: AddressInput,
    /// The shipping address; `null` means the billing address.
    pub(super) shipping_address: Option<AddressInput>,
}

impl Body for RegisterRequest {}

/// What became of a registration.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum RegistrationOutcome {
    /// The customer is logged in.
    LoggedIn,
    /// A mail was sent whose link has to be opened first.
    ConfirmEmail,
}

/// The registration, and the session after it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct RegisteredResponse {
    /// What became of the registration.
    pub(super) outcome: RegistrationOutcome,
    /// The visitor's session; `null` if it could not be read after the registration.
    #[schema(required)]
    pub(super) session: Option<SessionResponse>,
}

impl Answer for RegisteredResponse {}

/// The two secrets of the link in a mail that confirms an e-mail address.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"hash": "b3a1c5d7e9f00112233445566778899a", "em": "da39a3ee5e6b4b0d3255bfef95601890afd80709"}))]
pub(super) struct ConfirmRegistrationRequest {
    /// The `hash` of the link.
    #[schema(max_length = 128)]
    pub(super) hash: String,
    /// The `em` of the link.
    #[schema(max_length = 128)]
    pub(super) em: String,
}

impl Body for ConfirmRegistrationRequest {}

/// What became of a confirmation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum ConfirmationOutcome {
    /// The e-mail address is confirmed, and the customer is logged in.
    LoggedIn,
    /// The e-mail address of a guest is confirmed, and the order continues.
    Guest,
    /// The same, and the order continues where it was started: in another browser, whose page does so by itself.
    GuestElsewhere,
    /// It was confirmed before; the customer can log in.
    AlreadyConfirmed,
}

/// The confirmation, and the session after it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct ConfirmedResponse {
    /// What became of the confirmation.
    pub(super) outcome: ConfirmationOutcome,
    /// The visitor's session; `null` if it could not be read after the confirmation.
    #[schema(required)]
    pub(super) session: Option<SessionResponse>,
}

impl Answer for ConfirmedResponse {}

/// The e-mail address of an account whose password was forgotten.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"email": "noor@example.test"}))]
pub(super) struct RecoverPasswordRequest {
    /// The e-mail address.
    #[schema(min_length = 3, max_length = 254)]
    pub(super) email: String,
}

impl Body for RecoverPasswordRequest {}

/// The request succeeded.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct DoneResponse {}

impl Answer for DoneResponse {}

/// The secret of the link in a recovery mail.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"hash": "b3a1c5d7e9f00112233445566778899a"}))]
pub(super) struct CheckRecoveryRequest {
    /// The `hash` of the link.
    #[schema(max_length = 128)]
    pub(super) hash: String,
}

impl Body for CheckRecoveryRequest {}

/// The state of a recovery link.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct RecoveryCheckedResponse {
    /// Whether a new password can be set with it.
    pub(super) usable: bool,
}

impl Answer for RecoveryCheckedResponse {}

/// A new password, by the link of a recovery mail.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({
    "hash": "b3a1c5d7e9f00112233445566778899a", "new_password": "correct horse battery", "new_password_confirmation": "correct horse battery"
}))]
pub(super) struct ResetPasswordRequest {
    /// The `hash` of the link.
    #[schema(max_length = 128)]
    pub(super) hash: String,
    /// The new password.
    #[schema(value_type = String, min_length = 1, max_length = 256)]
    pub(super) new_password: Password,
    /// The new password again.
    #[schema(value_type = String, max_length = 256)]
    pub(super) new_password_confirmation: Password,
}

impl Body for ResetPasswordRequest {}

/// The shop's requirements for accounts.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct AccountRulesResponse {
    /// The minimum length of a new password in characters; `null` if the shop could not be reached.
    #[schema(required)]
    pub(super) password_min_length: Option<u32>,
}

impl Answer for AccountRulesResponse {}

/// The proof that the customer deletes the account.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"password": "correct horse battery"}))]
pub(super) struct DeleteAccountRequest {
    /// The password of the account.
    #[schema(value_type = String, min_length = 1, max_length = 256)]
    pub(super) password: Password,
}

impl Body for DeleteAccountRequest {}

/// The account's data about its customer.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct Profile {
    /// The customer number.
    pub(super) customer_number: String,
    /// The e-mail address.
    pub(super) email: String,
    /// The id of the salutation; `null` if none is known.
    #[schema(required)]
    pub(super) salutation_id: Option<String>,
    /// The salutation, localized; `null` if none is known.
    #[schema(required)]
    pub(super) salutation: Option<String>,
    /// The first name.
    pub(super) first_name: String,
    /// The last name.
    pub(super) last_name: String,
    /// The name of the company.
    #[schema(required)]
    pub(super) company: Option<String>,
    /// The VAT ids of the company.
    pub(super) vat_ids: Vec<String>,
    /// The kind of account.
    pub(super) account_type: AccountType,
    /// The day of registration: `2026-03-01`; `null` if it is not known.
    #[schema(required, pattern = "^\\d{4}-\\d{2}-\\d{2}$")]
    pub(super) registered_on: Option<String>,
}

/// The customer's own data.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct AccountResponse {
    /// The customer.
    pub(super) profile: Profile,
    /// The salutations to choose from.
    pub(super) salutations: Vec<Salutation>,
    /// The id of the default billing address.
    #[schema(required)]
    pub(super) default_billing_address_id: Option<String>,
    /// The id of the default shipping address.
    #[schema(required)]
    pub(super) default_shipping_address_id: Option<String>,
    /// Whether the customer may change the e-mail address here.
    pub(super) change_email_allowed: bool,
    /// Whether the customer may delete the account here.
    pub(super) deletion_allowed: bool,
}

impl Answer for AccountResponse {}

/// The data of the account overview.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct AccountOverviewResponse {
    /// The logged-in visitor.
    pub(super) visitor: Visitor,
    /// The first name.
    pub(super) first_name: String,
    /// The last name.
    pub(super) last_name: String,
    /// The number under which the shop knows the customer.
    pub(super) customer_number: String,
    /// The default addresses: one or two, or none if there are none.
    pub(super) addresses: Vec<BookAddress>,
    /// The newest order; `null` if there is none.
    #[schema(required)]
    pub(super) newest_order: Option<OrderSummary>,
    /// The number of orders.
    pub(super) order_count: u32,
}

impl Answer for AccountOverviewResponse {}

/// Salutation and name of the customer.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"salutation_id": null, "first_name": "Noor", "last_name": "Visser"}))]
pub(super) struct ChangeProfileRequest {
    /// The id of the salutation.
    #[schema(pattern = "^[0-9a-f]{32}$")]
    pub(super) salutation_id: Option<String>,
    /// The first name.
    #[schema(min_length = 1, max_length = 255)]
    pub(super) first_name: String,
    /// The last name.
    #[schema(min_length = 1, max_length = 255)]
    pub(super) last_name: String,
    /// The name of a business customer's company; unchanged if omitted.
    #[schema(max_length = 255)]
    pub(super) company: Option<String>,
    /// The VAT id of a business customer; unchanged if omitted.
    #[schema(max_length = 30)]
    pub(super) vat_id: Option<String>,
}

impl Body for ChangeProfileRequest {}

/// A change of the password.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({
    "password": "correct horse battery", "new_password": "staple correct horse", "new_password_confirmation": "staple correct horse"
}))]
pub(super) struct ChangePasswordRequest {
    /// The password until now.
    #[schema(value_type = String, min_length = 1, max_length = 256)]
    pub(super) password: Password,
    /// The new password.
    #[schema(value_type = String, min_length = 1, max_length = 256)]
    pub(super) new_password: Password,
    /// The new password again.
    #[schema(value_type = String, max_length = 256)]
    pub(super) new_password_confirmation: Password,
}

impl Body for ChangePasswordRequest {}

/// A change of the e-mail address.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"email": "noor@example.test", "email_confirmation": "noor@example.test", "password": "correct horse battery"}))]
pub(super) struct ChangeEmailRequest {
    /// The new e-mail address.
    #[schema(min_length = 3, max_length = 254)]
    pub(super) email: String,
    /// The new e-mail address again.
    #[schema(max_length = 254)]
    pub(super) email_confirmation: String,
    /// The password of the account.
    #[schema(value_type = String, min_length = 1, max_length = 256)]
    pub(super) password: Password,
}

impl Body for ChangeEmailRequest {}
