//! Countries and salutations for forms (Shopware §9).
//!
//! **Invariant:** an input rule is included only if Shopware enforces it. A pattern is a PHP regular expression for the
//! whole text; it may behave differently in another language.

use serde_json::{Value, json};

use super::{Answer, CountryId, CountryStateId, Failure, SalutationId, SessionCall};
use crate::shopware::{
    client::ShopwareClient,
    criteria,
    wire::{Dict, WireCountry, WireCountryState, WireSalutation, WireSearchResult, whole},
};

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
    /// The states, in order; empty if the country has none or if they were not requested ([`ShopwareClient::countries`]
    /// requests them).
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
    pub(super) fn from_wire(wire: &WireSalutation) -> Result<Self, String> {
        Ok(Self {
            id: SalutationId::parse(&wire.id).map_err(|e| format!("a salutation: {e}"))?,
            key: wire.salutation_key.clone().unwrap_or_default(),
            name: shown(&wire.translated, "displayName", wire.display_name.as_deref()),
        })
    }
}

/// Only fields that forms need: a complete country is 1.5 KB.
fn country_criteria(page: u32) -> Value {
    let mut criteria = criteria::all();
    if let Some(map) = criteria.as_object_mut() {
        map.insert("page".into(), page.into());
        map.insert("sort".into(), json!([{"field": "position"}, {"field": "name"}]));
        map.insert("associations".into(), json!({"states": {}}));
        map.insert(
            "includes".into(),
            json!({
                "country": [
                    "id", "iso", "name", "translated", "position", "shippingAvailable", "postalCodeRequired", "checkPostalCodePattern",
                    "defaultPostalCodePattern", "checkAdvancedPostalCodePattern", "advancedPostalCodePattern", "vatIdRequired", "checkVatIdPattern",
                    "vatIdPattern", "displayStateInRegistration", "forceStateInRegistration", "states"
                ],
                "country_state": ["id", "shortCode", "name", "translated", "position", "active"],
            }),
        );
    }
    criteria
}

/// Maximum number of pages: there are 249 countries.
const MAX_COUNTRY_PAGES: u32 = 5;

impl ShopwareClient {
    /// `GET /country`: the countries of the sales channel with their states, in the shop's order. One call for every
    /// 100 countries.
    pub async fn countries(&self, call: &SessionCall) -> Result<Answer<Vec<Country>>, Failure> {
        let mut countries = Vec::new();
        let mut call = call.clone();
        for page in 1.. {
            let answer = self
                .session_get(&call, "/country", &country_criteria(page), |answered| {
                    let wire: WireSearchResult<WireCountry> = answered.json()?;
                    let read: Result<Vec<_>, _> = wire.elements.0.iter().map(Country::from_wire).collect();
                    let total = wire.total.as_ref().and_then(whole).unwrap_or_default();
                    Ok((read.map_err(|reason| answered.unusable(reason))?, total))
                })
                .await?;
            let (read, total) = answer.value;
            let more = !read.is_empty() && page < MAX_COUNTRY_PAGES && total > i64::from(page * criteria::PAGE);
            countries.extend(read);
            call.token = answer.token.or(call.token);
            if !more {
                break;
            }
        }
        Ok(Answer {
            value: countries,
            token: call.token,
        })
    }

    /// `GET /salutation`: the salutations of the shop.
    pub async fn salutations(&self, call: &SessionCall) -> Result<Answer<Vec<Salutation>>, Failure> {
        self.session_get(call, "/salutation", &criteria::all(), |answered| {
            let wire: WireSearchResult<WireSalutation> = answered.json()?;
            let read: Result<_, _> = wire.elements.0.iter().map(Salutation::from_wire).collect();
            read.map_err(|reason: String| answered.unusable(reason))
        })
        .await
    }
}
