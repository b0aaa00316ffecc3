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
        if !error.code.starts_with("VIOLATION::") && !error.code.is_empty() {
            return None;
        }
        let mut parts = pointer.trim_start_matches('/').split('/');
        let first = parts.next().unwrap_or_default();
        let (section, name) = match first {
            "billingAddress" => (FieldSection::BillingAddress, parts.next().unwrap_or_default()),
            "shippingAddress" => (FieldSection::ShippingAddress, parts.next().unwrap_or_default()),
            name => (FieldSection::Root, name),
        };
        Some(Self {
            section,
            field: if name.is_empty() { FieldName::Whole } else { field(name) },
            problem: problem(&error.code),
            pointer: pointer.to_owned(),
        })
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
        "IS_BLANK_ERROR" => FieldProblem::Blank,
        "INVALID_FORMAT_ERROR" | "INVALID_TYPE_ERROR" | "REGEX_FAILED_ERROR" => FieldProblem::Format,
        "TOO_SHORT_ERROR" => FieldProblem::TooShort,
        "TOO_LONG_ERROR" => FieldProblem::TooLong,
        "NO_SUCH_CHOICE_ERROR" => FieldProblem::NotAllowed,
        "ZIP_CODE_INVALID" => FieldProblem::PostalCode,
        "VAT_ID_FORMAT_NOT_CORRECT" => FieldProblem::VatId,
        "ENTITY_DOES_NOT_EXISTS" => FieldProblem::Unknown,
        "CUSTOMER_EMAIL_NOT_UNIQUE" => FieldProblem::Taken,
        "CUSTOMER_PASSWORD_NOT_CORRECT" => FieldProblem::WrongPassword,
        // 6.6 gives a repetition that differs no code (Shopware §2.1).
        "NOT_EQUAL_ERROR" | "" => FieldProblem::NotEqual,
        _ => FieldProblem::Other,
    }
}
