//! Checks `[offers]`, and converts it for the site.

use vitrine_model::money::{Currency, Money};
use vitrine_site::offer_terms::{OfferTerms, ReturnMethod, ReturnPayer, ReturnTerms, ShippingTerms};

use super::{
    file::{self, OffersTable},
    wrong::Wrong,
};

/// The range of the heaviest parcel.
const PARCEL_KG: std::ops::RangeInclusive<f64> = 1.0..=1000.0;

/// Checks all values.
pub(super) fn check(offers: &OffersTable, wrong: &mut Wrong) {
    for way in &offers.shipping {
        wrong.keep("offers.shipping.countries", countries(&way.countries));
        wrong.keep("offers.shipping.cost", amount(&way.cost));
        if let Some(least) = &way.free_from {
            wrong.keep("offers.shipping.free_from", amount(least));
        }
    }
    if let Some(returns) = &offers.returns {
        if let Some(cost) = &returns.mail_cost {
            wrong.keep("offers.returns.mail_cost", amount(cost));
        }
        if !PARCEL_KG.contains(&returns.parcel_kg) {
            wrong.add(
                "offers.returns.parcel_kg",
                format!(
                    "is {}: give the heaviest parcel that can be posted, 1 to 1000 kg",
                    returns.parcel_kg
                ),
            );
        }
        wrong.keep("offers.returns.countries", countries(&returns.countries));
        if returns.days == 0 {
            wrong.add(
                "offers.returns.days",
                "is 0: give the days after delivery in which things are taken back, or remove [offers.returns]",
            );
        }
    }
}

pub(super) fn countries(codes: &[String]) -> Result<(), String> {
    if codes.is_empty() {
        return Err("is empty: name at least one country, such as \"NL\"".to_owned());
    }
    match codes
        .iter()
        .find(|code| code.len() != 2 || !code.bytes().all(|b| b.is_ascii_uppercase()))
    {
        Some(code) => Err(format!(
            "names {code:?}: use the two capital letters of ISO 3166-1, such as \"NL\""
        )),
        None => Ok(()),
    }
}

fn amount(text: &str) -> Result<(), String> {
    let money = Currency::parse("EUR").and_then(|currency| Money::from_decimal(text, currency));
    match money {
        Ok(money) if money.minor < 0 => Err(format!(
            "{text:?} is below zero: use a decimal like \"6.95\", or \"0\" for nothing"
        )),
        Ok(_) => Ok(()),
        Err(_) => Err(format!("{text:?} is no amount: use a decimal like \"6.95\"")),
    }
}

/// The terms for the site.
pub(crate) fn terms(offers: &OffersTable) -> OfferTerms {
    let shipping = offers.shipping.iter().map(|way| ShippingTerms {
        countries: way.countries.clone(),
        cost: way.cost.clone(),
        free_from: way.free_from.clone(),
    });
    let returns = offers.returns.as_ref().map(|returns| ReturnTerms {
        countries: returns.countries.clone(),
        days: returns.days,
        paid_by: match returns.paid_by {
            file::ReturnPayer::Customer => ReturnPayer::Customer,
            file::ReturnPayer::Shop => ReturnPayer::Shop,
        },
        methods: returns.methods.iter().copied().map(return_method).collect(),
        mail_cost: returns.mail_cost.clone(),
        parcel_grams: grams(returns.parcel_kg),
    });
    OfferTerms {
        shipping: shipping.collect(),
        returns,
    }
}

/// In range by [`check`].
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "at most a million, and above 0"
)]
fn grams(kilograms: f64) -> u32 {
    (kilograms * 1000.0).round() as u32
}

fn return_method(method: file::ReturnMethod) -> ReturnMethod {
    match method {
        file::ReturnMethod::Mail => ReturnMethod::Mail,
        file::ReturnMethod::Store => ReturnMethod::Store,
    }
}
