//! Countries and salutations (Shopware §9).
//!
//! **Invariant:** an input rule is included only if Shopware enforces it. A pattern is a PHP regular expression for the
//! whole text; it may behave differently in another language.

use serde_json::Value;

use super::ids::{CountryId, CountryStateId, SalutationId};
use crate::shopware::wire::{Dict, WireCountry, WireCountryState, WireSalutation, whole};

/// A country of the sales channel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Country {
    /// Its id.
    pub id: CountryId,
    /// `NL`
    pub iso: String,
    /// In the call's language.
    pub name: String,
    /// Whether goods are sent there.
    pub shipping_available: bool,
    /// Rule for postal codes.
    pub postal_code: PostalCodeRule,
    /// Rule for VAT ids.
    pub vat_id: VatIdRule,
    /// Forms show a state field.
    pub state_shown: bool,
    /// The state is required in an address.
    pub state_required: bool,
    /// The states, in order; empty if the country has none or if they were not requested
    /// ([`crate::shopware::ShopwareClient::countries`] requests them).
    pub states: Vec<CountryState>,
}

/// Rule for postal codes of a country.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PostalCodeRule {
    /// Required in an address.
    pub required: bool,
    /// The pattern that is enforced, if any (`[1-9]{1}\d{3}([ ]?[A-Z]{2})`).
    pub pattern: Option<String>,
}

/// Rule for VAT ids of a country.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct VatIdRule {
    /// Required for companies.
    pub required: bool,
    /// The pattern that is enforced, if any (`NL\d{9}B\d{2}`).
    pub pattern: Option<String>,
}

/// A state or province.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CountryState {
    /// Its id.
    pub id: CountryStateId,
    /// `DE-BW`
    pub short_code: String,
    /// In the call's language.
    pub name: String,
}

/// A salutation of the shop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Salutation {
    /// Its id.
    pub id: SalutationId,
    /// `mr`, `mrs`, `not_specified` or the shop's own.
    pub key: String,
    /// Display name, in the language of the call.
    pub name: String,
}

/// The translated text of a field, otherwise the field itself.
fn shown(translated: &Dict<Value>, key: &str, plain: Option<&str>) -> String {
    translated.text(key).or(plain).unwrap_or_default().to_owned()
}

impl Country {
    pub(super) fn from_wire(wire: &WireCountry) -> Result<Self, String> {
        let checked = |checked: Option<bool>, pattern: &Option<String>| {
            pattern.clone().filter(|p| checked == Some(true) && !p.is_empty())
        };
        let advanced = checked(
            wire.check_advanced_postal_code_pattern,
            &wire.advanced_postal_code_pattern,
        );
        let mut states: Vec<&WireCountryState> = wire.states.0.iter().filter(|s| s.active != Some(false)).collect();
        states.sort_by_key(|state| state.position.as_ref().and_then(whole).unwrap_or(i64::MAX));
        Ok(Self {
            id: CountryId::parse(&wire.id).map_err(|e| format!("a country: {e}"))?,
            iso: wire.iso.clone().unwrap_or_default(),
            name: shown(&wire.translated, "name", wire.name.as_deref()),
            shipping_available: wire.shipping_available.unwrap_or(true),
            postal_code: PostalCodeRule {
                required: wire.postal_code_required.unwrap_or(false),
                pattern: advanced
                    .or_else(|| checked(wire.check_postal_code_pattern, &wire.default_postal_code_pattern)),
            },
            vat_id: VatIdRule {
                required: wire.vat_id_required.unwrap_or(false),
                pattern: checked(wire.check_vat_id_pattern, &wire.vat_id_pattern),
            },
            state_shown: wire.display_state_in_registration.unwrap_or(false),
            state_required: wire.force_state_in_registration.unwrap_or(false),
            states: states
                .into_iter()
                .map(CountryState::from_wire)
                .collect::<Result<_, _>>()?,
        })
    }
}

impl CountryState {
    pub(super) fn from_wire(wire: &WireCountryState) -> Result<Self, String> {
        Ok(Self {
            id: CountryStateId::parse(&wire.id).map_err(|e| format!("a state of a country: {e}"))?,
            short_code: wire.short_code.clone().unwrap_or_default(),
            name: shown(&wire.translated, "name", wire.name.as_deref()),
        })
    }
}

impl Salutation {
    /// Whether it means "not specified" (Shopware §25.3).
    pub fn is_unspecified(&self) -> bool {
        self.key == "not_specified"
    }

    pub(super) fn from_wire(wire: &WireSalutation) -> Result<Self, String> {
        Ok(Self {
            id: SalutationId::parse(&wire.id).map_err(|e| format!("a salutation: {e}"))?,
            key: wire.salutation_key.clone().unwrap_or_default(),
            name: shown(&wire.translated, "displayName", wire.display_name.as_deref()),
        })
    }
}
