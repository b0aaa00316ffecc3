//! The addresses of a customer or guest (Shopware §14).
//!
//! **Invariant:** an address is always sent whole: Shopware treats missing fields as removed.

use std::fmt;

use serde_json::{Value, json};

use super::{
    AddressId, Answer, Country, CountryId, CountryState, CountryStateId, Failure, Salutation, SalutationId,
    SessionCall, send::no_body,
};
use crate::{
    error::BackendError,
    http::{Answered, Write},
    shopware::{
        client::ShopwareClient,
        criteria,
        wire::{WireAddress, WireSearchResult},
    },
};

/// An address of a customer, or its copy in an order.
#[derive(Clone, PartialEq, Eq)]
pub struct Address {
    /// Its id.
    pub id: AddressId,
    /// Id of the salutation; orders do not keep it.
    pub salutation_id: Option<SalutationId>,
    /// The salutation, if it was loaded.
    pub salutation: Option<Salutation>,
    /// Academic title.
    pub title: Option<String>,
    /// First name.
    pub first_name: String,
    /// Last name.
    pub last_name: String,
    /// Company.
    pub company: Option<String>,
    /// Department of the company.
    pub department: Option<String>,
    /// Street with house number.
    pub street: String,
    /// Additional address line.
    pub additional_line_1: Option<String>,
    /// Additional address line.
    pub additional_line_2: Option<String>,
    /// Postal code; empty if the country has none.
    pub zipcode: String,
    /// City.
    pub city: String,
    /// Telephone number.
    pub phone_number: Option<String>,
    /// Its country's id.
    pub country_id: Option<CountryId>,
    /// The country, if it was loaded.
    pub country: Option<Country>,
    /// Its state's id.
    pub country_state_id: Option<CountryStateId>,
    /// The state, if it was loaded.
    pub country_state: Option<CountryState>,
}

/// Without personal data (rule 5).
impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Address")
            .field("id", &self.id)
            .field("country_id", &self.country_id)
            .finish_non_exhaustive()
    }
}

impl Address {
    pub(super) fn from_wire(wire: &WireAddress) -> Result<Self, String> {
        let text = |text: &Option<String>| text.clone().unwrap_or_default();
        let filled = |text: &Option<String>| text.clone().filter(|text| !text.trim().is_empty());
        Ok(Self {
            id: AddressId::parse(&wire.id).map_err(|e| format!("an address: {e}"))?,
            salutation_id: wire
                .salutation_id
                .as_deref()
                .and_then(|id| SalutationId::parse(id).ok()),
            salutation: wire.salutation.as_ref().and_then(|s| Salutation::from_wire(s).ok()),
            title: filled(&wire.title),
            first_name: text(&wire.first_name),
            last_name: text(&wire.last_name),
            company: filled(&wire.company),
            department: filled(&wire.department),
            street: text(&wire.street),
            additional_line_1: filled(&wire.additional_address_line1),
            additional_line_2: filled(&wire.additional_address_line2),
            zipcode: text(&wire.zipcode),
            city: text(&wire.city),
            phone_number: filled(&wire.phone_number),
            country_id: wire.country_id.as_deref().and_then(|id| CountryId::parse(id).ok()),
            country: wire.country.as_ref().and_then(|c| Country::from_wire(c).ok()),
            country_state_id: wire
                .country_state_id
                .as_deref()
                .and_then(|id| CountryStateId::parse(id).ok()),
            country_state: wire
                .country_state
                .as_ref()
                .and_then(|s| CountryState::from_wire(s).ok()),
        })
    }
}

/// An address as entered in a form.
#[derive(Clone, PartialEq, Eq)]
pub struct NewAddress {
    /// Salutation; `None` = not specified.
    pub salutation: Option<SalutationId>,
    /// Academic title.
    pub title: Option<String>,
    /// First name.
    pub first_name: String,
    /// Last name.
    pub last_name: String,
    /// Company.
    pub company: Option<String>,
    /// Department of the company.
    pub department: Option<String>,
    /// Street with house number.
    pub street: String,
    /// Additional address line.
    pub additional_line_1: Option<String>,
    /// Additional address line.
    pub additional_line_2: Option<String>,
    /// Postal code; `None` if the country has none.
    pub zipcode: Option<String>,
    /// City.
    pub city: String,
    /// Telephone number.
    pub phone_number: Option<String>,
    /// Country.
    pub country: CountryId,
    /// State, if the country requires one.
    pub country_state: Option<CountryStateId>,
}

/// Without personal data (rule 5).
impl fmt::Debug for NewAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NewAddress")
            .field("country", &self.country)
            .finish_non_exhaustive()
    }
}

impl NewAddress {
    /// Whether a known address is this one. The salutation does not count: a missing one is filled in.
    pub fn is(&self, known: &Address) -> bool {
        fn same(one: Option<&String>, other: Option<&String>) -> bool {
            one.map_or("", String::as_str) == other.map_or("", String::as_str)
        }
        self.first_name == known.first_name
            && self.last_name == known.last_name
            && same(self.company.as_ref(), known.company.as_ref())
            && self.street == known.street
            && same(self.additional_line_1.as_ref(), known.additional_line_1.as_ref())
            && same(self.additional_line_2.as_ref(), known.additional_line_2.as_ref())
            && same(self.zipcode.as_ref(), Some(&known.zipcode))
            && self.city == known.city
            && same(self.phone_number.as_ref(), known.phone_number.as_ref())
            && known.country_id.as_ref() == Some(&self.country)
            && known.country_state_id == self.country_state
    }

    /// The same address as one that is stored, with a salutation; `None` if its country is not known.
    pub fn with_salutation(address: &Address, salutation: &SalutationId) -> Option<Self> {
        Some(Self {
            salutation: Some(salutation.clone()),
            title: address.title.clone(),
            first_name: address.first_name.clone(),
            last_name: address.last_name.clone(),
            company: address.company.clone(),
            department: address.department.clone(),
            street: address.street.clone(),
            additional_line_1: address.additional_line_1.clone(),
            additional_line_2: address.additional_line_2.clone(),
            zipcode: Some(address.zipcode.clone()).filter(|zipcode| !zipcode.is_empty()),
            city: address.city.clone(),
            phone_number: address.phone_number.clone(),
            country: address.country_id.clone()?,
            country_state: address.country_state_id.clone(),
        })
    }

    pub(super) fn body(&self) -> Value {
        let mut body = json!({
            "salutationId": self.salutation.as_ref().map(SalutationId::as_str),
            "firstName": self.first_name,
            "lastName": self.last_name,
            "company": self.company,
            "department": self.department,
            "street": self.street,
            "additionalAddressLine1": self.additional_line_1,
            "additionalAddressLine2": self.additional_line_2,
            "zipcode": self.zipcode,
            "city": self.city,
            "phoneNumber": self.phone_number,
            "countryId": self.country.as_str(),
            "countryStateId": self.country_state.as_ref().map(CountryStateId::as_str),
        });
        if let (Some(title), Some(map)) = (&self.title, body.as_object_mut()) {
            map.insert("title".into(), json!(title));
        }
        body
    }
}

/// The purpose of a default address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AddressKind {
    /// Billing.
    Billing,
    /// Shipping.
    Shipping,
}

fn read_address(answered: &Answered) -> Result<Address, BackendError> {
    let wire: WireAddress = answered.json()?;
    Address::from_wire(&wire).map_err(|reason| answered.unusable(reason))
}

impl ShopwareClient {
    /// `GET /account/list-address`: the addresses of the customer or guest, at most 100.
    pub async fn addresses(&self, call: &SessionCall) -> Result<Answer<Vec<Address>>, Failure> {
        self.session_get(call, "/account/list-address", &criteria::all(), |answered| {
            let wire: WireSearchResult<WireAddress> = answered.json()?;
            let read: Result<_, _> = wire.elements.0.iter().map(Address::from_wire).collect();
            read.map_err(|reason: String| answered.unusable(reason))
        })
        .await
    }

    /// `POST /account/address`. In the answer, country, state and salutation are only ids.
    pub async fn create_address(&self, call: &SessionCall, address: &NewAddress) -> Result<Answer<Address>, Failure> {
        self.session_write(call, Write::Post, "/account/address", &address.body(), read_address)
            .await
    }

    /// `PATCH /account/address/{id}`: replaces an address; fields that are `None` are removed.
    pub async fn update_address(
        &self,
        call: &SessionCall,
        id: &AddressId,
        address: &NewAddress,
    ) -> Result<Answer<Address>, Failure> {
        let path = format!("/account/address/{id}");
        self.session_write(call, Write::Patch, &path, &address.body(), read_address)
            .await
    }

    /// `DELETE /account/address/{id}`; deleting a default address fails ([`super::Refusal::AddressIsDefault`]).
    pub async fn delete_address(&self, call: &SessionCall, id: &AddressId) -> Result<Answer<()>, Failure> {
        let path = format!("/account/address/{id}");
        self.session_write(call, Write::Delete, &path, &no_body(), |_| Ok(()))
            .await
    }

    /// `PATCH /account/address/default-billing/{id}` or `…/default-shipping/{id}`.
    pub async fn set_default_address(
        &self,
        call: &SessionCall,
        kind: AddressKind,
        id: &AddressId,
    ) -> Result<Answer<()>, Failure> {
        let kind = match kind {
            AddressKind::Billing => "default-billing",
            AddressKind::Shipping => "default-shipping",
        };
        let path = format!("/account/address/{kind}/{id}");
        self.session_write(call, Write::Patch, &path, &no_body(), |_| Ok(()))
            .await
    }
}
