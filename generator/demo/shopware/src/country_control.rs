//! Country settings in the control API, as the staff edits them in the administration.

use std::sync::Arc;

use serde::Deserialize;
use vitrine_demo_shop::{Country, State};

use super::ShopwareState;

/// A change of a country; missing keys keep their values.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CountryChange {
    /// ISO 3166 alpha-2.
    pub iso: String,
    /// Whether the sales channel offers it.
    pub assigned: Option<bool>,
    /// `shippingAvailable`.
    pub shippable: Option<bool>,
    /// `postalCodeRequired`.
    pub postal_code_required: Option<bool>,
    /// `checkPostalCodePattern`.
    pub check_postal_code: Option<bool>,
    /// `vatIdRequired`.
    pub vat_id_required: Option<bool>,
    /// `displayStateInRegistration`.
    pub state_shown: Option<bool>,
    /// `forceStateInRegistration`.
    pub state_required: Option<bool>,
    /// Its states.
    pub states: Option<Vec<State>>,
    /// `customerTax.enabled`: no tax is due.
    pub tax_free: Option<bool>,
    /// `companyTax.enabled`.
    pub company_tax_free: Option<bool>,
}

impl CountryChange {
    fn apply(&self, country: &mut Country) {
        let switches = [
            (self.assigned, &mut country.assigned),
            (self.shippable, &mut country.shippable),
            (self.postal_code_required, &mut country.postal_code_required),
            (self.check_postal_code, &mut country.check_postal_code),
            (self.vat_id_required, &mut country.vat_id_required),
            (self.state_shown, &mut country.state_shown),
            (self.state_required, &mut country.state_required),
            (self.tax_free, &mut country.tax_free),
            (self.company_tax_free, &mut country.company_tax_free),
        ];
        for (new, switch) in switches {
            *switch = new.unwrap_or(*switch);
        }
        if let Some(states) = &self.states {
            country.states.clone_from(states);
        }
    }
}

impl ShopwareState {
    /// Changes the settings of a country.
    ///
    /// # Errors
    /// When the shop has no such country.
    pub fn change_country(&self, change: &CountryChange) -> Result<(), String> {
        self.change_catalogue(|catalogue, _| {
            let mut changed = catalogue.clone();
            let mut countries = Arc::make_mut(&mut changed.shop).countries.iter_mut();
            let country = countries.find(|country| country.iso == change.iso);
            let country = country.ok_or_else(|| format!("the shop has no country `{}`", change.iso))?;
            change.apply(country);
            Ok((changed, ()))
        })
    }
}
