//! Reads countries and salutations for forms (Shopware §9).
//!
//! **Invariant:** they are the same for every visitor, so they are read without a session and kept for a minute.

use serde_json::{Value, json};

use super::{Answer, Country, Failure, Salutation, SessionCall};
use crate::shopware::{
    client::ShopwareClient,
    criteria,
    wire::{WireCountry, WireSalutation, WireSearchResult, whole},
};

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
    /// `GET /country`: the countries of the sales channel with their states, in the shop's order, without the
    /// session, at most once a minute. One call for every 100 countries.
    pub async fn countries(&self, call: &SessionCall) -> Result<Answer<Vec<Country>>, Failure> {
        let mut countries = Vec::new();
        if let Some(value) = self.countries.get(&call.language) {
            return Ok(Answer { value, token: None });
        }
        let call = call.as_stranger();
        for page in 1.. {
            let answer = self
                .public_get(&call, "/country", &country_criteria(page), |answered| {
                    let wire: WireSearchResult<WireCountry> = answered.json()?;
                    let read: Result<Vec<_>, _> = wire.elements.0.iter().map(Country::from_wire).collect();
                    let total = wire.total.as_ref().and_then(whole).unwrap_or_default();
                    Ok((read.map_err(|reason| answered.unusable(reason))?, total))
                })
                .await?;
            let (read, total) = answer.value;
            let more = !read.is_empty() && page < MAX_COUNTRY_PAGES && total > i64::from(page * criteria::PAGE);
            countries.extend(read);
            if !more {
                break;
            }
        }
        self.countries.keep(&call.language, &countries);
        Ok(Answer {
            value: countries,
            token: None,
        })
    }

    /// `GET /salutation`: the salutations of the shop, without the session, at most once a minute.
    pub async fn salutations(&self, call: &SessionCall) -> Result<Answer<Vec<Salutation>>, Failure> {
        if let Some(value) = self.salutations.get(&call.language) {
            return Ok(Answer { value, token: None });
        }
        let answer = self
            .public_get(&call.as_stranger(), "/salutation", &criteria::all(), |answered| {
                let wire: WireSearchResult<WireSalutation> = answered.json()?;
                let read: Result<Vec<_>, _> = wire.elements.0.iter().map(Salutation::from_wire).collect();
                read.map_err(|reason: String| answered.unusable(reason))
            })
            .await?;
        self.salutations.keep(&call.language, &answer.value);
        Ok(answer)
    }
}
