//! Form fields that Shopware refused, and why (Shopware §2.1).
//!
//! **Invariant:** Shopware's English messages are not passed on; the pointer is for logs.

use crate::error::ApiError;

/// One violation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FieldError {
    /// Section of the form.
    pub section: FieldSection,
    /// Field of the form.
    pub field: FieldName,
    /// Kind of violation.
    pub problem: FieldProblem,
    /// The length that the field may have at most, or must have at least, if that was violated.
    pub limit: Option<u32>,
    /// Shopware's own pointer (`/billingAddress/zipcode`).
    pub pointer: String,
}

/// Section of a form.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FieldSection {
    /// The request itself: a guest's contact data, or the address of an address call.
    Root,
    /// The billing address of a registration.
    BillingAddress,
    /// The shipping address of a registration.
    ShippingAddress,
}

/// Field of a form.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FieldName {
    /// `email`
    Email,
    /// `password`: of a registration, or the current one.
    Password,
    /// `newPassword`
    NewPassword,
    /// `hash` or `em`: the secrets of a mail's link.
    MailHash,
    /// `salutationId`
    Salutation,
    /// `firstName`
    FirstName,
    /// `lastName`
    LastName,
    /// `company`
    Company,
    /// `department`
    Department,
    /// `vatIds`
    VatIds,
    /// `street`
    Street,
    /// `additionalAddressLine1`
    AdditionalLine1,
    /// `additionalAddressLine2`
    AdditionalLine2,
    /// `zipcode`
    Zipcode,
    /// `city`
    City,
    /// `countryId`
    Country,
    /// `countryStateId`
    CountryState,
    /// `phoneNumber`
    PhoneNumber,
    /// `acceptedDataProtection`
    DataProtection,
    /// `storefrontUrl`: caused by configuration, not by visitor input.
    StorefrontUrl,
    /// `billingAddress` or `shippingAddress` as a whole.
    Whole,
    /// Any other field.
    Other,
}

/// Kind of violation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FieldProblem {
    /// Empty.
    Blank,
    /// Wrong format (of an e-mail address).
    Format,
    /// Too short.
    TooShort,
    /// Too long.
    TooLong,
    /// Not one of the allowed values.
    NotAllowed,
    /// Not a valid postal code of the country.
    PostalCode,
    /// Not a valid VAT id of the country.
    VatId,
    /// An id that does not exist.
    Unknown,
    /// An account with this e-mail address exists.
    Taken,
    /// Not the password of the account.
    WrongPassword,
    /// The repetition differs.
    NotEqual,
    /// Anything else.
    Other,
}

impl FieldError {
    /// Converts an item of Shopware's errors; `None` if it is not about a field.
    pub(super) fn from_error(error: &ApiError) -> Option<Self> {
        let pointer = error.pointer.as_deref()?;
        // A confirmation that differs has no code (Shopware §2.1); errors of criteria also have codes and pointers,
        // which must be excluded.
        if !error.code.starts_with("VIOLATION::") && !error.code.is_empty() && !is_of_data_layer(&error.code) {
            return None;
        }
        let (section, name) = place(pointer);
        Some(Self {
            section,
            field: if name.is_empty() { FieldName::Whole } else { field(name) },
            problem: problem(&error.code),
            limit: error.parameter("{{ limit }}").and_then(|limit| limit.parse().ok()),
            pointer: pointer.to_owned(),
        })
    }
}

/// Violations of the data layer have a UUID as their code (Shopware §25.3).
fn is_of_data_layer(code: &str) -> bool {
    code.len() == 36
        && code.bytes().enumerate().all(|(place, byte)| match place {
            8 | 13 | 18 | 23 => byte == b'-',
            _ => byte.is_ascii_hexdigit(),
        })
}

/// Section and field of a pointer: by the names of the request (`/billingAddress/zipcode`), or relative to the written
/// entity (`/0/addresses/1/street`), in which a customer's first address is the billing address (Shopware §25.3).
fn place(pointer: &str) -> (FieldSection, &str) {
    let parts: Vec<&str> = pointer.trim_start_matches('/').split('/').collect();
    let is_place = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let parts = match parts.as_slice() {
        [first, rest @ ..] if is_place(first) => rest,
        all => all,
    };
    match parts {
        ["addresses", "0", rest @ ..] | ["billingAddress" | "defaultBillingAddress", rest @ ..] => {
            (FieldSection::BillingAddress, rest.first().copied().unwrap_or_default())
        }
        ["addresses", _, rest @ ..] | ["shippingAddress" | "defaultShippingAddress", rest @ ..] => {
            (FieldSection::ShippingAddress, rest.first().copied().unwrap_or_default())
        }
        [name, ..] => (FieldSection::Root, name),
        [] => (FieldSection::Root, ""),
    }
}

fn field(name: &str) -> FieldName {
    match name {
        "email" => FieldName::Email,
        "password" => FieldName::Password,
        "newPassword" | "newPasswordConfirm" => FieldName::NewPassword,
        "hash" | "em" => FieldName::MailHash,
        "salutationId" => FieldName::Salutation,
        "firstName" => FieldName::FirstName,
        "lastName" => FieldName::LastName,
        "company" => FieldName::Company,
        "department" => FieldName::Department,
        "vatIds" => FieldName::VatIds,
        "street" => FieldName::Street,
        "additionalAddressLine1" => FieldName::AdditionalLine1,
        "additionalAddressLine2" => FieldName::AdditionalLine2,
        "zipcode" => FieldName::Zipcode,
        "city" => FieldName::City,
        "countryId" => FieldName::Country,
        "countryStateId" => FieldName::CountryState,
        "phoneNumber" => FieldName::PhoneNumber,
        "acceptedDataProtection" => FieldName::DataProtection,
        "storefrontUrl" => FieldName::StorefrontUrl,
        _ => FieldName::Other,
    }
}

fn problem(code: &str) -> FieldProblem {
    match code.strip_prefix("VIOLATION::").unwrap_or(code) {
        "IS_BLANK_ERROR" | "c1051bb4-d103-4f74-8988-acbcafc7fdc3" => FieldProblem::Blank,
        "INVALID_FORMAT_ERROR" | "INVALID_TYPE_ERROR" | "REGEX_FAILED_ERROR" => FieldProblem::Format,
        "TOO_SHORT_ERROR" | "9ff3fdc4-b214-49db-8718-39c315e33d45" => FieldProblem::TooShort,
        "TOO_LONG_ERROR" | "d94b19cc-114f-4f44-9cc4-4138e80a87b9" => FieldProblem::TooLong,
        "NO_SUCH_CHOICE_ERROR" => FieldProblem::NotAllowed,
        "ZIP_CODE_INVALID" => FieldProblem::PostalCode,
        "VAT_ID_FORMAT_NOT_CORRECT" => FieldProblem::VatId,
        "ENTITY_DOES_NOT_EXISTS" => FieldProblem::Unknown,
        "CUSTOMER_EMAIL_NOT_UNIQUE" => FieldProblem::Taken,
        "CUSTOMER_PASSWORD_NOT_CORRECT" => FieldProblem::WrongPassword,
        // 6.6 gives no code to a mismatching confirmation (Shopware §2.1).
        "NOT_EQUAL_ERROR" | "" => FieldProblem::NotEqual,
        _ => FieldProblem::Other,
    }
}
